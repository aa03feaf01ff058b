import { PortalError } from '../../contract/errors.ts'
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
  useInvitation,
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
  const { hash, invitation, known } = await find(deps, given.token, given.caller)
  if (given.terms !== deps.termsVersion) {
    throw faulty('terms', 'The terms have changed since you opened this page. Please read and accept them again.')
  }
  const person = known ?? { name: (given.name ?? invitation.name ?? '').normalize('NFC').trim() }
  const password = known
    ? undefined
    : await hashOf(deps, given.password, { email: invitation.email, name: person.name })
  await inTransaction(deps.db, async (db) => {
    const now = deps.clock()
    if (!(await useInvitation(db, hash, now))) throw deadLink()
    const accountId = invitation.accountId ?? (await newAccount(deps, db, invitation.account))
    const { email, role } = invitation
    // The table's check allows the five roles only.
    if (!isRole(role)) throw new TypeError(`${role} is no role`)
    // Who became a member meanwhile keeps the role that they have.
    const isIn = known !== undefined && (await isMember(db, accountId, email))
    const member = { known: known?.id, email, name: person.name, hash: password, accountId, role }
    const { userId } = isIn ? { userId: known.id } : await deps.placeMember(db, member)
    await setAcceptedBy(db, invitation.id, userId)
    await voidInvitations(db, { email, accountId: invitation.accountId, now })
    await insertAcceptance(db, { userId, version: given.terms, now, network: given.caller.network })
    await record(deps, db, {
      action: 'invitation_accepted',
      caller: given.caller,
      userId,
      accountId,
      details: { invitation: invitation.id, role, terms: given.terms, newUser: known === undefined },
    })
  })
}

async function hashOf(
  deps: AcceptDeps,
  password: string | undefined,
  person: { email: string; name: string },
): Promise<string> {
  if (person.name === '') throw faulty('name', 'Enter your name.')
  if (password === undefined) throw faulty('password', 'Choose a password.')
  const fault = passwordFault(password, person, deps.policy)
  if (fault !== undefined) throw faulty('password', fault)
  return deps.onCore(() => hashPassword(password, deps.random))
}

/** An account that the ERP does not know yet; its number begins with N- until the operator's does. */
async function newAccount(deps: AcceptDeps, db: Db, name: string): Promise<string> {
  const id = deps.newId()
  const number = `N-${deps.random(5).toString('hex').toUpperCase()}`
  if (!(await insertAccount(db, { id, number, name }))) {
    throw new PortalError(
      'conflict',
      'This could not be done at the same moment as another registration. Please try again.',
    )
  }
  return id
}

function deadLink(): PortalError {
  return faulty('token', 'This invitation does not work any more: it was used or taken back, or its time is over.')
}

function faulty(field: string, message: string): PortalError {
  return new PortalError('invalid_input', message, { errors: [{ field, message }] })
}
