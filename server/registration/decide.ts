import { PortalError } from '../../contract/errors.ts'
import type { Role } from '../../contract/permissions.ts'
import { commandLine, record } from '../audit/record.ts'
import { type InviteDeps, inviteIn } from './invite.ts'
import { accountByNumber, type Db, inTransaction } from './queries.ts'
import { decideRequest, type RequestRow, selectRequests } from './request-queries.ts'

/** The requests that wait for the operator's answer, oldest first. */
export function listRequests(deps: Pick<InviteDeps, 'db'>): Promise<RequestRow[]> {
  return selectRequests(deps.db, null)
}

export type Approval = { id: string; account?: string | undefined; role: Role; inviter: string }

/**
 * Lets somebody in: invites them into the account that they named, or into another. Raises not_found for a request that
 * does not wait and for an unknown account, conflict when they are a member already.
 */
export async function approveRequest(deps: InviteDeps, { id, account, role, inviter }: Approval): Promise<string> {
  const request = await waiting(deps, id)
  const number = account ?? request.customerNumber
  const found = await accountByNumber(deps.db, number)
  if (!found) throw new PortalError('not_found', `There is no account with the number "${number}".`)
  const { email, name } = request
  await decide(deps, id, 'approved', found.id, (db) =>
    inviteIn(deps, db, {
      email,
      name,
      accountId: found.id,
      role,
      by: { id: null, name: inviter },
      caller: commandLine,
    }),
  )
  return email
}

/** Turns a request down; nothing is sent. Raises not_found. */
export async function rejectRequest(deps: InviteDeps, id: string): Promise<string> {
  const { email } = await waiting(deps, id)
  await decide(deps, id, 'rejected', null, async () => undefined)
  return email
}

async function waiting(deps: Pick<InviteDeps, 'db'>, id: string): Promise<RequestRow> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
  const [request] = isId ? await selectRequests(deps.db, id) : []
  if (!request) throw new PortalError('not_found', `No request with the id "${id}" waits for an answer.`)
  return request
}

function decide(
  deps: InviteDeps,
  id: string,
  decision: 'approved' | 'rejected',
  accountId: string | null,
  then: (db: Db) => Promise<void>,
): Promise<void> {
  return inTransaction(deps.db, async (db) => {
    if (!(await decideRequest(db, { id, decision, now: deps.clock() }))) {
      throw new PortalError('conflict', 'This request was answered at the same moment.')
    }
    await record(deps, db, {
      action: `registration_${decision}`,
      caller: commandLine,
      accountId,
      details: { request: id },
    })
    await then(db)
  })
}
