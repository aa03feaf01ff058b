import type { Pool } from 'pg'
import { PortalError, translatable } from '#contract/errors.ts'
import type { Outbox } from '#contract/mail.ts'
import type { Role } from '#contract/permissions.ts'
import { invitationDays } from '#contract/registration/endpoints.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type Caller, record } from '../audit/record.ts'
import type { RandomBytes } from '../auth/passwords/passwords.ts'
import { newMailedToken } from '../auth/tokens/mailed-token.ts'
import { findAccount, findAccountByNumber, findPersonByEmail, insertInvitation, isMember } from './queries.ts'

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
  /** The inviter: a member by id, or the operator. `name` appears in the mail. */
  by: { id: string | null; name: string }
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
    now,
    expiresAt,
    dead: false,
  })
  await record(deps, db, {
    action: 'invited',
    caller: input.caller,
    userId: input.by.id,
    accountId: input.accountId,
    details: { invitation: id, role: input.role },
  })
  await deps.mail.send(db, {
    kind: 'invitation',
    to: { email, name: person?.name ?? input.name ?? '' },
    values: { inviter: input.by.name, account: account.name },
    path: `/register#token=${token}`,
    language: account.language ?? input.caller.language,
    expiresAt,
  })
}
