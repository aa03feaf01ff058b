import { hash } from 'node:crypto'
import { resetMinutes } from '#contract/auth/passwords.ts'
import { PortalError, translatable } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { Outbox } from '#contract/mail.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type NetworkCaller, record } from '#server/audit/record.ts'
import { hasSecondFactor } from '../factors/factors.ts'
import { resetWrongCodes } from '../limits/alarm-queries.ts'
import { countRequest } from '../limits/throttle.ts'
import { hashPassword, minPasswordLength, type PasswordPolicy, passwordFault } from '../passwords/passwords.ts'
import { revokeSessionsOf } from '../session/queries.ts'
import type { SignInDeps } from '../sign-in/sign-in.ts'
import { mailedTokenHash, newMailedToken } from '../tokens/mailed-token.ts'
import { normaliseEmail } from '../users/email.ts'
import { findUser, type PersonRow } from '../users/queries.ts'
import { consumeReset, findPersonByReset, insertReset, voidResets } from '../users/reset-queries.ts'
import { insertPasswordNotice } from '../users/security-notices.ts'
import { upsertPasswordHash } from '../users/user-queries.ts'

export type PasswordDeps = SignInDeps & { mail: Outbox<Db>; policy: PasswordPolicy }

const minute = 60_000

/**
 * Mails a link to choose a new password to the person with this e-mail. An unknown e-mail, or that of a disabled
 * person, costs the same statements and gets the same answer. Throws too_many_requests.
 */
export async function forgotPassword(
  deps: PasswordDeps,
  { email, caller }: { email: string; caller: NetworkCaller },
): Promise<void> {
  const address = normaliseEmail(email)
  const now = deps.clock()
  await countRequest(deps.db, { what: 'forgotten password', subject: address, network: caller.network }, now)
  const expiresAt = new Date(now.getTime() + resetMinutes * minute)
  const { token, hash: tokenHash } = newMailedToken(deps.random)
  await withTransaction(deps.db, async (db) => {
    const user = await findUser(db, address)
    const person = user?.disabled ? undefined : user
    await insertReset(db, { hash: tokenHash, userId: person?.id ?? placeholderUserId(address), now, expiresAt })
    await record(deps, db, { action: 'password_reset_asked', caller, userId: user?.id ?? null })
    await deps.mail.send(db, {
      kind: 'passwordReset',
      to: person ? { email: person.email, name: person.name } : null,
      values: {},
      // In the fragment, so that the token reaches neither a server's log nor another site.
      path: `/changePassword#token=${token}`,
      language: caller.language,
      expiresAt,
    })
  })
}

/** Stands in for the user of an unknown e-mail, the same id each time, so that the same statements run. */
function placeholderUserId(address: string): string {
  const digits = hash('sha256', `nobody ${address}`)
  return [8, 12, 16, 20, 32].map((end, index) => digits.slice([0, 8, 12, 16, 20][index], end)).join('-')
}

async function findReset(deps: PasswordDeps, token: string, caller: NetworkCaller) {
  await countRequest(deps.db, { what: 'mailed link', network: caller.network }, deps.clock())
  const brought = mailedTokenHash(token)
  const person = brought && (await findPersonByReset(deps.db, brought, deps.clock()))
  if (!brought || !person) throw invalidLink()
  return { brought, person, withFactor: await hasSecondFactor(deps.db, person.id) }
}

/**
 * The least length, in characters, of a new password, by the token of a mailed link. Throws invalid_input when the
 * token does not work.
 */
export async function minResetPasswordLength(
  deps: PasswordDeps,
  token: string,
  caller: NetworkCaller,
): Promise<number> {
  return minPasswordLength(deps.policy, (await findReset(deps, token, caller)).withFactor)
}

/**
 * Sets a new password with the token of a mailed link. All sessions of the person end; no new one begins. Throws
 * invalid_input for a token that no longer works, and for a bad password (the token then keeps working).
 */
export async function resetPassword(
  deps: PasswordDeps,
  { token, password, caller }: { token: string; password: string; caller: NetworkCaller },
): Promise<void> {
  const { brought, person, withFactor } = await findReset(deps, token, caller)
  const fault = passwordFault(password, person, deps.policy, withFactor)
  if (fault !== undefined)
    throw new PortalError('invalid_input', fault, { errors: [{ field: 'password', message: fault }] })
  const passwordHash = await deps.onCore(() => hashPassword(password, deps.random, deps.hashCost))
  const ended = await withTransaction(deps.db, async (db) => {
    const now = deps.clock()
    if (!(await consumeReset(db, brought, now))) throw invalidLink()
    await upsertPasswordHash(db, person.id, passwordHash, now)
    await resetWrongCodes(db, person.id)
    await voidResets(db, person.id, now)
    const revoked = await revokeSessionsOf(db, person.id, 'password_changed', now)
    await record(deps, db, { action: 'password_changed', caller, userId: person.id, details: { by: 'mailed link' } })
    await notifyPasswordChanged(deps, db, person, caller.language)
    return revoked
  })
  for (const id of ended) deps.revocations.refuse({ id, version: 0, revoked: true })
}

/** Informs a person, by mail and in the portal, that their password was changed, and what to do if it was not them. */
export async function notifyPasswordChanged(
  deps: PasswordDeps,
  db: Db,
  person: PersonRow,
  language: Language | undefined,
): Promise<void> {
  await deps.mail.send(db, {
    kind: 'passwordChanged',
    to: { email: person.email, name: person.name },
    values: { when: deps.clock().toISOString() },
    path: '/forgotPassword#mail',
    language,
  })
  await insertPasswordNotice(deps, db, person.id)
}

function invalidLink(): PortalError {
  const message = translatable('password.deadLink')
  return new PortalError('invalid_input', message, { errors: [{ field: 'token', message }] })
}
