import type { Pool } from 'pg'
import { PortalError, sentence } from '../../contract/errors.ts'
import type { Mail } from '../../contract/mail.ts'
import type { Role } from '../../contract/permissions.ts'
import { invitationDays } from '../../contract/registration.ts'
import { type Caller, record } from '../audit/record.ts'
import { newMailedToken } from '../auth/mailed-token.ts'
import type { RandomBytes } from '../auth/passwords.ts'
import {
  accountByNumber,
  type Db,
  findAccount,
  insertInvitation,
  inTransaction,
  isMember,
  personByEmail,
} from './queries.ts'

export type InviteDeps = {
  db: Pool
  clock: () => Date
  newId: () => string
  random: RandomBytes
  mail: Mail<Db>
  /** The one spelling of an e-mail address; raises invalid_input when it is none. */
  checkEmail: (email: string) => string
}

export type Invite = {
  email: string
  name?: string
  accountId: string
  role: Role
  /** Who invites: a member by id, or the operator. `name` stands in the mail. */
  by: { id: string | null; name: string }
  caller: Caller
}

const day = 86_400_000

/** When an invitation of now is over. */
export const invitationEnd = (now: Date): Date => new Date(now.getTime() + invitationDays * day)

/**
 * Invites somebody into an account by mail. Raises conflict when they are a member already, not_found for an unknown
 * account, invalid_input for a bad e-mail. Whether they have a sign-in to another account is told by nothing.
 */
export function invite(deps: InviteDeps, given: Invite): Promise<void> {
  return inTransaction(deps.db, (db) => inviteIn(deps, db, given))
}

/** The same for the operator, by the account's number. */
export async function inviteByNumber(
  deps: InviteDeps,
  { account, ...given }: Omit<Invite, 'accountId'> & { account: string },
): Promise<void> {
  const found = await accountByNumber(deps.db, account)
  if (!found) throw new PortalError('not_found', `There is no account with the number "${account}".`)
  await invite(deps, { ...given, accountId: found.id })
}

/** The same inside a transaction. */
export async function inviteIn(deps: InviteDeps, db: Db, given: Invite): Promise<void> {
  const email = deps.checkEmail(given.email)
  const now = deps.clock()
  const account = await findAccount(db, given.accountId)
  if (account === undefined) throw new PortalError('not_found', 'There is no such account.')
  if (await isMember(db, given.accountId, email)) {
    const message = sentence('member.known')
    throw new PortalError('conflict', message, { errors: [{ field: 'email', message }] })
  }
  const person = await personByEmail(db, email)
  const id = deps.newId()
  const { token, hash } = newMailedToken(deps.random)
  const expiresAt = invitationEnd(now)
  await insertInvitation(db, {
    id,
    hash,
    email,
    name: given.name ?? null,
    accountId: given.accountId,
    company: null,
    role: given.role,
    invitedBy: given.by.id,
    now,
    expiresAt,
    dead: false,
  })
  await record(deps, db, {
    action: 'invited',
    caller: given.caller,
    userId: given.by.id,
    accountId: given.accountId,
    details: { invitation: id, role: given.role },
  })
  await deps.mail.send(db, {
    kind: 'invitation',
    to: { email, name: person?.name ?? given.name ?? '' },
    values: { inviter: given.by.name, account: account.name },
    path: `/register#token=${token}`,
    language: account.language ?? given.caller.language,
    expiresAt,
  })
}
