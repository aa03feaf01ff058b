import type { Pool } from 'pg'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { Outbox } from '#contract/mail.ts'
import { isRole, type Role } from '#contract/permissions.ts'
import { invitationDays } from '#contract/registration/endpoints.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type Actor, type Caller, record } from '../audit/record.ts'
import type { RandomBytes } from '../auth/passwords/passwords.ts'
import { newMailedToken } from '../auth/tokens/mailed-token.ts'
import {
  findAccount,
  findAccountByNumber,
  findPersonByEmail,
  insertInvitation,
  isMember,
  lockWaitingInvitation,
  revokeWaitingInvitation,
} from './queries.ts'

export type InviteDeps = {
  db: Pool
  clock: () => Date
  newId: () => string
  random: RandomBytes
  mail: Outbox<Db>
  /** Normalises an e-mail address; throws invalid_input when it is not one. */
  checkEmail: (email: string) => string
}

export type InviteInput = {
  email: string
  name?: string
  accountId: string
  role: Role
  /** The inviter: a member by id, a member of staff, or the operator. `name` appears in the mail. */
  by: { id: string | null; staffId?: string; name: string }
  /** The language of the mail; the account's when absent. */
  language?: Language | undefined
  caller: Caller
}

const day = 86_400_000

/** When an invitation made at `now` expires. */
export const invitationEnd = (now: Date): Date => new Date(now.getTime() + invitationDays * day)

/**
 * Invites a person into an account by mail. Nothing reveals whether they are a member of another account. Throws
 * conflict when they are a member already, not_found for an unknown account, invalid_input for a bad e-mail.
 */
export function invite(deps: InviteDeps, input: InviteInput): Promise<void> {
  return withTransaction(deps.db, (db) => inviteInTransaction(deps, db, input))
}

/** Like `invite`, by the account's number; for the operator. */
export async function inviteByNumber(
  deps: InviteDeps,
  { account, ...input }: Omit<InviteInput, 'accountId'> & { account: string },
): Promise<void> {
  const accountRow = await findAccountByNumber(deps.db, account)
  if (!accountRow) throw new PortalError('not_found', `There is no account with the number "${account}".`)
  await invite(deps, { ...input, accountId: accountRow.id })
}

/** Like `invite`, inside a transaction. */
export async function inviteInTransaction(deps: InviteDeps, db: Db, input: InviteInput): Promise<void> {
  const email = deps.checkEmail(input.email)
  const now = deps.clock()
  const account = await findAccount(db, input.accountId)
  if (account === undefined) throw new PortalError('not_found', 'There is no such account.')
  if (await isMember(db, input.accountId, email)) {
    const message = translatable('member.known')
    throw new PortalError('conflict', message, { errors: [{ field: 'email', message }] })
  }
  const person = await findPersonByEmail(db, email)
  const id = deps.newId()
  const { token, hash } = newMailedToken(deps.random)
  const expiresAt = invitationEnd(now)
  await insertInvitation(db, {
    id,
    hash,
    email,
    name: input.name ?? null,
    accountId: input.accountId,
    company: null,
    role: input.role,
    invitedBy: input.by.id,
    language: input.language ?? null,
    now,
    expiresAt,
    dead: false,
  })
  await record(deps, db, {
    action: 'invited',
    caller: input.caller,
    userId: input.by.id,
    staffId: input.by.staffId ?? null,
    accountId: input.accountId,
    details: { invitation: id, role: input.role },
  })
  await deps.mail.send(db, {
    kind: 'invitation',
    to: { email, name: person?.name ?? input.name ?? '' },
    values: { inviter: input.by.name, account: account.name },
    path: `/register#token=${token}`,
    language: input.language ?? account.language ?? input.caller.language,
    expiresAt,
  })
}

type InvitationOf = { accountId: string; id: string }

/**
 * Mails an invitation of an account once more, also an expired one, with a new link and in the language that was chosen for
 * it; the one before is void. Throws not_found for one that was accepted or taken back.
 */
export async function inviteAgain(
  deps: InviteDeps,
  { accountId, id }: InvitationOf,
  { by, caller }: Pick<InviteInput, 'by' | 'caller'>,
): Promise<void> {
  await withTransaction(deps.db, async (db) => {
    const invitation = await lockWaitingInvitation(db, accountId, id)
    if (!invitation || !isRole(invitation.role)) throw notFound()
    const { email, name, role } = invitation
    const language = invitation.language ?? undefined
    const again = { email, accountId, role, language, by, caller }
    await inviteInTransaction(deps, db, name === null ? again : { ...again, name })
  })
}

/** Takes an invitation of an account back, for the supplier. Throws not_found. */
export async function revokeForSupplier(
  deps: Pick<InviteDeps, 'db' | 'clock' | 'newId'>,
  { accountId, id }: InvitationOf,
  actor: Actor,
): Promise<void> {
  await withTransaction(deps.db, async (db) => {
    if (!(await revokeWaitingInvitation(db, accountId, id, deps.clock()))) throw notFound()
    await record(deps, db, { action: 'invitation_revoked', ...actor, accountId, details: { invitation: id } })
  })
}
