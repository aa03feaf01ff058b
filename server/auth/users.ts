import type { Pool } from 'pg'
import { PortalError } from '../../contract/errors.ts'
import type { Role } from '../../contract/permissions.ts'
import { hashPassword, passwordFault, type RandomBytes } from './passwords.ts'
import { findUser, inTransaction, revokeSessionsOf } from './queries.ts'
import { normalEmail } from './sign-in.ts'
import { accountIdOf, insertPassword, insertUser, setDisabled, setHash, setMembership } from './user-queries.ts'

export type UserDeps = { db: Pool; clock: () => Date; newId: () => string; random: RandomBytes }

export type NewUser = {
  email: string
  name: string
  /** The account's number in the ERP. */
  account: string
  role: Role
  /** Not needed for a person who is known already, and then not changed. */
  password?: string
}

/** `user` tells whether the person is new; `membership` what became of their place in the account. */
export type AddedUser = {
  userId: string
  user: 'created' | 'known'
  membership: 'created' | 'changed' | 'unchanged'
}

const email = /^[^\s@]+@[^\s@]+$/

/**
 * Makes a person a member of an account; whoever is a member already gets the role. Raises invalid_input for a bad
 * e-mail, name or password, not_found for an unknown account.
 */
export async function addUser(deps: UserDeps, given: NewUser): Promise<AddedUser> {
  const address = normalEmail(given.email)
  const name = given.name.normalize('NFC').trim()
  if (!email.test(address) || address.length > 254) throw faulty('email', `"${given.email}" is not an e-mail address.`)
  const known = await findUser(deps.db, address)
  const hash = known ? undefined : await newHash(deps, given.password, { email: address, name })
  const now = deps.clock()
  return inTransaction(deps.db, async (db) => {
    const accountId = await accountIdOf(db, given.account)
    if (accountId === undefined) {
      throw new PortalError('not_found', `There is no account with the number "${given.account}".`)
    }
    const userId = known?.id ?? deps.newId()
    if (hash !== undefined) {
      if (name === '') throw faulty('name', 'The person needs a name.')
      if (!(await insertUser(db, { id: userId, email: address, name, now }))) {
        throw new PortalError('conflict', `"${address}" was added by somebody else at the same moment.`)
      }
      await insertPassword(db, userId, hash, now)
    }
    const membership = await setMembership(db, { accountId, userId, role: given.role, now })
    return { userId, user: known ? 'known' : 'created', membership }
  })
}

/** Sets a password and ends all sessions. Raises not_found for an unknown e-mail, invalid_input for a bad password. */
export async function setPassword(deps: UserDeps, given: { email: string; password: string }): Promise<void> {
  const user = await existing(deps, given.email)
  const hash = await newHash(deps, given.password, user)
  await inTransaction(deps.db, async (db) => {
    await setHash(db, user.id, hash, deps.clock())
    await revokeSessionsOf(db, user.id, 'password_changed', deps.clock())
  })
}

/** Keeps a person from signing in and ends their sessions at once on all servers. Raises not_found. */
export async function disableUser(deps: UserDeps, address: string): Promise<void> {
  const user = await existing(deps, address)
  await setDisabled(deps.db, user.id, deps.clock())
}

/** Lets a disabled person sign in again. Raises not_found. */
export async function enableUser(deps: UserDeps, address: string): Promise<void> {
  const user = await existing(deps, address)
  await setDisabled(deps.db, user.id, null)
}

async function existing(deps: UserDeps, address: string) {
  const user = await findUser(deps.db, normalEmail(address))
  if (!user) throw new PortalError('not_found', `There is no user with the e-mail "${address}".`)
  return user
}

async function newHash(
  deps: UserDeps,
  password: string | undefined,
  person: { email: string; name: string },
): Promise<string> {
  if (password === undefined) throw faulty('password', 'A new person needs a password.')
  const fault = passwordFault(password, person)
  if (fault !== undefined) throw faulty('password', fault)
  return hashPassword(password, deps.random)
}

function faulty(field: string, message: string): PortalError {
  return new PortalError('invalid_input', message, { errors: [{ field, message }] })
}
