import { PortalError, translatable } from '#contract/errors.ts'
import type { Role } from '#contract/permissions.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type Actor, record } from '../audit/record.ts'
import { type InviteDeps, inviteInTransaction } from './invite.ts'
import { findAccountByNumber } from './queries.ts'
import {
  decideRegistrationRequest,
  type RegistrationDecision,
  type RegistrationRequestRow,
  selectRegistrationRequests,
} from './request-queries.ts'

/** The registration requests that wait for the operator's decision, the oldest first. */
export function listRegistrationRequests(deps: Pick<InviteDeps, 'db'>): Promise<RegistrationRequestRow[]> {
  return selectRegistrationRequests(deps.db, null)
}

export type Approval = {
  id: string
  account?: string | undefined
  role: Role
  /** Whose name stands in the mail. */
  by: Actor & { name: string }
}

/**
 * Approves a registration request: invites the person into the account that they named, or into another. Throws
 * not_found for a request that is not pending and for an unknown account, conflict when they are a member already.
 */
export async function approveRegistration(deps: InviteDeps, { id, account, role, by }: Approval): Promise<string> {
  const request = await requirePendingRequest(deps, id)
  const number = account ?? request.customerNumber
  const targetAccount = await findAccountByNumber(deps.db, number)
  if (!targetAccount) {
    const message = translatable('registration.noAccount', { number })
    throw new PortalError('not_found', message, { errors: [{ field: 'account', message }] })
  }
  const { email, name } = request
  await decide(deps, { id, by }, 'approved', targetAccount.id, (db) =>
    inviteInTransaction(deps, db, {
      email,
      name,
      accountId: targetAccount.id,
      role,
      by: { id: null, name: by.name, ...(by.staffId === null ? {} : { staffId: by.staffId }) },
      caller: by.caller,
    }),
  )
  return email
}

/** Rejects a registration request; nothing is sent. Throws not_found. */
export async function rejectRegistration(deps: InviteDeps, id: string, by: Actor): Promise<string> {
  const { email } = await requirePendingRequest(deps, id)
  await decide(deps, { id, by }, 'rejected', null, async () => undefined)
  return email
}

async function requirePendingRequest(deps: Pick<InviteDeps, 'db'>, id: string): Promise<RegistrationRequestRow> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
  const [request] = isId ? await selectRegistrationRequests(deps.db, id) : []
  if (!request) throw new PortalError('not_found', translatable('registration.gone'))
  return request
}

function decide(
  deps: InviteDeps,
  { id, by }: { id: string; by: Actor },
  decision: RegistrationDecision,
  accountId: string | null,
  alongside: (db: Db) => Promise<void>,
): Promise<void> {
  return withTransaction(deps.db, async (db) => {
    if (!(await decideRegistrationRequest(db, { id, decision, now: deps.clock() }))) {
      throw new PortalError('conflict', translatable('registration.gone'))
    }
    await record(deps, db, {
      action: `registration_${decision}`,
      ...{ caller: by.caller, staffId: by.staffId, accountId },
      details: { request: id },
    })
    await alongside(db)
  })
}
