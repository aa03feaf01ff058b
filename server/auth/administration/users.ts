import type { Pool } from 'pg'
import { invalidField, PortalError, translatable } from '#contract/errors.ts'
import type { Role } from '#contract/permissions.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { actOn, commandLine, operator, record } from '#server/audit/record.ts'
import { voidMailedCodes } from '../factors/challenge-queries.ts'
import { resetWrongCodes } from '../limits/alarm-queries.ts'
import {
  type HashCost,
  hashPassword,
  type PasswordPolicy,
  passwordFault,
  type RandomBytes,
} from '../passwords/passwords.ts'
import { revokeSessionsOf } from '../session/queries.ts'
import { normaliseEmail, parseEmail } from '../users/email.ts'
import { findUser } from '../users/queries.ts'
import { voidResets } from '../users/reset-queries.ts'
import {
  findAccountId,
  insertPassword,
  insertUser,
  setDisabled,
  setEmail,
  upsertMembership,
  upsertPasswordHash,
} from '../users/user-queries.ts'

export type UserDeps = {
  db: Pool
  clock: () => Date
  newId: () => string
  random: RandomBytes
  /** The operator's rules for passwords, when they differ from the standard. */
  policy?: PasswordPolicy
  hashCost?: HashCost
}

/** What acts on people who are there need. */
export type AdminDeps = Pick<UserDeps, 'db' | 'clock' | 'newId'>

export type NewUser = {
  email: string
  name: string
  /** The account's number in the ERP. */
  account: string
  role: Role
  /** Not needed, and ignored, for a person who exists already. */
  password?: string
}

/** `user` says whether the person is new; `membership` what happened to their membership in the account. */
export type AddedUser = {
  userId: string
  user: 'created' | 'known'
  membership: 'created' | 'changed' | 'unchanged'
}

/**
 * Adds a person to an account, for the operator; an existing member gets the role. Throws invalid_input for a bad
 * e-mail, name or password, not_found for an unknown account.
 */
export async function addUser(deps: UserDeps, newUser: NewUser): Promise<AddedUser> {
  const address = parseEmail(newUser.email)
  const name = newUser.name.normalize('NFC').trim()
  const existingUser = await findUser(deps.db, address)
  const hash = existingUser ? undefined : await hashNewPassword(deps, newUser.password, { email: address, name })
  return withTransaction(deps.db, async (db) => {
    const accountId = await findAccountId(db, newUser.account)
    if (accountId === undefined) {
      throw new PortalError('not_found', `There is no account with the number "${newUser.account}".`)
    }
    const added = await upsertMember(deps, db, {
      existingUserId: existingUser?.id,
      email: address,
      name,
      hash,
      accountId,
      role: newUser.role,
    })
    const { userId } = added
    const entry = { caller: commandLine, userId, accountId, details: { role: newUser.role } }
    if (added.user === 'created') await record(deps, db, { ...entry, action: 'user_added' })
    else if (added.membership === 'created') await record(deps, db, { ...entry, action: 'member_added' })
    else if (added.membership === 'changed') await record(deps, db, { ...entry, action: 'role_changed' })
    return added
  })
}

export type NewMember = {
  /** The id of a person who exists already. */
  existingUserId: string | undefined
  email: string
  name: string
  /** The password hash of a new person. */
  hash: string | undefined
  accountId: string
  role: Role
}

/** Writes a person, when they are new, and their membership. Throws conflict when the e-mail was taken meanwhile. */
export async function upsertMember(
  deps: Pick<UserDeps, 'clock' | 'newId'>,
  db: Db,
  { existingUserId, email: address, name, hash, accountId, role }: NewMember,
): Promise<AddedUser> {
  const now = deps.clock()
  const userId = existingUserId ?? deps.newId()
  if (existingUserId === undefined) {
    if (name === '') throw invalidField('name', 'The person needs a name.')
    if (!(await insertUser(db, { id: userId, email: address, name, now }))) {
      throw new PortalError('conflict', translatable('register.sameEmail', { email: address }))
    }
    if (hash !== undefined) await insertPassword(db, userId, hash, now)
  }
  const membership = await upsertMembership(db, { accountId, userId, role, now })
  return { userId, user: existingUserId === undefined ? 'created' : 'known', membership }
}

/**
 * Sets a password, ends all sessions and voids mailed links. Throws not_found for an unknown e-mail, invalid_input for a bad
 * password.
 */
export async function setPassword(deps: UserDeps, credentials: { email: string; password: string }): Promise<void> {
  const user = await requireUser(deps, credentials.email)
  const hash = await hashNewPassword(deps, credentials.password, user)
  await withTransaction(deps.db, async (db) => {
    await upsertPasswordHash(db, user.id, hash, deps.clock())
    await resetWrongCodes(db, user.id)
    await voidResets(db, user.id, deps.clock())
    await revokeSessionsOf(db, user.id, 'password_changed', deps.clock())
    await record(deps, db, { action: 'password_changed', caller: commandLine, userId: user.id })
  })
}

/**
 * Changes the e-mail with which a person signs in and to which mails go. Their sessions stay; links and codes
 * that were mailed before no longer work. Throws not_found, invalid_input for a bad e-mail, conflict when another person
 * has it.
 */
export async function changeEmail(deps: AdminDeps, address: string, newEmail: string, actor = operator): Promise<void> {
  const user = await requireUser(deps, address)
  const email = parseEmail(newEmail)
  const other = await findUser(deps.db, email)
  if (other && other.id !== user.id) {
    const message = translatable('person.emailTaken', { email: newEmail })
    throw new PortalError('conflict', message, { errors: [{ field: 'email', message }] })
  }
  await withTransaction(deps.db, async (db) => {
    await setEmail(db, user.id, email)
    // The mailbox before may be somebody else's by now.
    await voidResets(db, user.id, deps.clock())
    await voidMailedCodes(db, user.id)
    await record(deps, db, { action: 'email_changed', ...actOn(actor, user.id) })
  })
}

/** Ends all sessions of a person at once on all servers. Returns how many. Throws not_found. */
export async function signOutUser(deps: AdminDeps, address: string, actor = operator): Promise<number> {
  const user = await requireUser(deps, address)
  return withTransaction(deps.db, async (db) => {
    const ended = await revokeSessionsOf(db, user.id, 'signed_out', deps.clock())
    await record(deps, db, { action: 'sessions_ended', ...actOn(actor, user.id) })
    return ended.length
  })
}

/** Disables a person and ends their sessions at once on all servers. Throws not_found. */
export async function disableUser(deps: AdminDeps, address: string, actor = operator): Promise<void> {
  const user = await requireUser(deps, address)
  await withTransaction(deps.db, async (db) => {
    await setDisabled(db, user.id, deps.clock())
    await record(deps, db, { action: 'user_disabled', ...actOn(actor, user.id) })
  })
}

/** Enables a disabled person again. Throws not_found. */
export async function enableUser(deps: AdminDeps, address: string, actor = operator): Promise<void> {
  const user = await requireUser(deps, address)
  await withTransaction(deps.db, async (db) => {
    await setDisabled(db, user.id, null)
    await record(deps, db, { action: 'user_enabled', ...actOn(actor, user.id) })
  })
}

async function requireUser(deps: Pick<AdminDeps, 'db'>, address: string) {
  const user = await findUser(deps.db, normaliseEmail(address))
  if (!user) throw new PortalError('not_found', `There is no user with the e-mail "${address}".`)
  return user
}

async function hashNewPassword(
  deps: UserDeps,
  password: string | undefined,
  person: { email: string; name: string },
): Promise<string> {
  if (password === undefined) throw invalidField('password', 'A new person needs a password.')
  const fault = passwordFault(password, person, deps.policy)
  if (fault !== undefined) throw invalidField('password', fault)
  return hashPassword(password, deps.random, deps.hashCost)
}
