import { PortalError, type Sentence, sentence } from '../../contract/errors.ts'
import { isRole, type Role } from '../../contract/permissions.ts'
import type { Invitation } from '../../contract/registration.ts'
import { type NetworkCaller, record } from '../audit/record.ts'
import { mailedTokenHash } from '../auth/mailed-token.ts'
import { hashPassword, type PasswordPolicy, passwordFault } from '../auth/passwords.ts'
import type { InviteDeps } from './invite.ts'
import {
  type Db,
  findInvitation,
  type InvitationRow,
  insertAcceptance,
  insertAccount,
  inTransaction,
  isMember,
  personByEmail,
  setAcceptedBy,
  spendInvitation,
  voidInvitations,
} from './queries.ts'

export type AcceptDeps = InviteDeps & {
  policy: PasswordPolicy
  /** The version of the terms that stand now. */
  termsVersion: string
  /** Runs what takes a core. */
  onCore: <T>(work: () => Promise<T>) => Promise<T>
  /** Counts what a network asks for; raises too_many_requests. */
  countRequest: (asked: { what: string; subject?: string | undefined; network: string }) => Promise<void>
  /** Writes a person, when they are new, and their place in an account. */
  placeMember: (
    db: Db,
    member: {
      known: string | undefined
      email: string
      name: string
      hash: string | undefined
      accountId: string
      role: Role
    },
  ) => Promise<{ userId: string }>
}

type Found = { hash: Buffer; invitation: InvitationRow; known: { id: string; name: string } | undefined }

async function find(deps: AcceptDeps, token: string, caller: NetworkCaller): Promise<Found> {
  await deps.countRequest({ what: 'mailed link', network: caller.network })
  const hash = mailedTokenHash(token)
  const invitation = hash && (await findInvitation(deps.db, hash, deps.clock()))
  if (!hash || !invitation) throw deadLink()
  const person = await personByEmail(deps.db, invitation.email)
  if (person?.disabled) throw deadLink()
  return { hash, invitation, known: person }
}

/** What an invitation is for, to who holds its token. Raises invalid_input when it cannot be accepted any more. */
export async function readInvitation(deps: AcceptDeps, token: string, caller: NetworkCaller): Promise<Invitation> {
  const { invitation, known } = await find(deps, token, caller)
  const { email, account } = invitation
  return { email, account, name: known?.name ?? invitation.name, known: known !== undefined }
}

export type Acceptance = {
  token: string
  name?: string | undefined
  password?: string | undefined
  terms: string
  caller: NetworkCaller
}

/**
 * Accepts an invitation: makes the person, unless they have a sign-in already, which then stays as it is, and their
 * place in the account. The mailed token proves the e-mail. Raises invalid_input, naming the field.
 */
export async function accept(deps: AcceptDeps, given: Acceptance): Promise<void> {
  const found = await find(deps, given.token, given.caller)
  checkTerms(deps, given.terms)
  const { known, invitation } = found
  const name = (given.name ?? invitation.name ?? '').normalize('NFC').trim()
  const password = known ? undefined : await hashOf(deps, given.password, { email: invitation.email, name })
  await inTransaction(deps.db, (db) => enter(deps, db, found, { ...given, name, password }))
}

/** Whether an invitation can be accepted, with these terms; gives the hash of its token. Raises invalid_input. */
export async function checkInvitation(
  deps: AcceptDeps,
  { token, terms, caller }: { token: string; terms: string; caller: NetworkCaller },
): Promise<Buffer> {
  const { hash } = await find(deps, token, caller)
  checkTerms(deps, terms)
  return hash
}

export type VouchedAcceptance = {
  /** The hash of the invitation's token. */
  invitation: Buffer
  terms: string
  /** The e-mail that the identity provider vouches for, in the spelling under which people are kept. */
  email: string
  name: string | undefined
  caller: NetworkCaller
}

/**
 * Accepts an invitation for somebody whom an identity provider vouches for: no password is chosen. Gives their id, or
 * `uninvited` when the invitation is for another e-mail, `disinvited` when it does not work any more.
 */
export async function acceptVouched(
  deps: AcceptDeps,
  db: Db,
  given: VouchedAcceptance,
): Promise<{ userId: string } | 'uninvited' | 'disinvited'> {
  const hash = given.invitation
  const invitation = await findInvitation(db, hash, deps.clock())
  if (!invitation || given.terms !== deps.termsVersion) return 'disinvited'
  if (invitation.email !== given.email) return 'uninvited'
  const known = await personByEmail(db, invitation.email)
  if (known?.disabled) return 'disinvited'
  const [beforeAt = ''] = given.email.split('@')
  const name = [invitation.name, given.name, beforeAt].map((one) => one?.normalize('NFC').trim()).find(Boolean) ?? ''
  return { userId: await enter(deps, db, { hash, invitation, known }, { ...given, name: name.slice(0, 200) }) }
}

function checkTerms({ termsVersion }: AcceptDeps, version: string): void {
  if (version === termsVersion) return
  throw faulty('terms', sentence('register.termsChanged'))
}

type Entering = { name: string; password?: string | undefined; terms: string; caller: NetworkCaller }

/** Writes the person, when they are new, and their place; gives their id. Raises invalid_input when it was too late. */
async function enter(
  deps: AcceptDeps,
  db: Db,
  { hash, invitation, known }: Found,
  { name, password, terms, caller }: Entering,
): Promise<string> {
  const now = deps.clock()
  if (!(await spendInvitation(db, hash, now))) throw deadLink()
  const accountId = invitation.accountId ?? (await newAccount(deps, db, invitation.account))
  const { email, role } = invitation
  // The table's check allows the five roles only.
  if (!isRole(role)) throw new TypeError(`${role} is no role`)
  // Who became a member meanwhile keeps the role that they have.
  const isIn = known !== undefined && (await isMember(db, accountId, email))
  const member = { known: known?.id, email, name: known?.name ?? name, hash: password, accountId, role }
  const { userId } = isIn ? { userId: known.id } : await deps.placeMember(db, member)
  await setAcceptedBy(db, invitation.id, userId)
  await voidInvitations(db, { email, accountId: invitation.accountId, now })
  await insertAcceptance(db, { userId, version: terms, now, network: caller.network })
  await record(deps, db, {
    action: 'invitation_accepted',
    caller,
    userId,
    accountId,
    details: { invitation: invitation.id, role, terms, newUser: known === undefined },
  })
  return userId
}

async function hashOf(
  deps: AcceptDeps,
  password: string | undefined,
  person: { email: string; name: string },
): Promise<string> {
  if (person.name === '') throw faulty('name', sentence('register.nameMissing'))
  if (password === undefined) throw faulty('password', sentence('password.choose'))
  const fault = passwordFault(password, person, deps.policy)
  if (fault !== undefined) throw faulty('password', fault)
  return deps.onCore(() => hashPassword(password, deps.random))
}

/** An account that the ERP does not know yet; its number begins with N- until the operator's does. */
async function newAccount(deps: AcceptDeps, db: Db, name: string): Promise<string> {
  const id = deps.newId()
  const number = `N-${deps.random(5).toString('hex').toUpperCase()}`
  if (!(await insertAccount(db, { id, number, name }))) {
    throw new PortalError('conflict', sentence('register.sameMoment'))
  }
  return id
}

function deadLink(): PortalError {
  return faulty('token', sentence('register.deadInvitation'))
}

function faulty(field: string, message: Sentence): PortalError {
  return new PortalError('invalid_input', message, { errors: [{ field, message }] })
}
