import { invalidField, PortalError, translatable } from '#contract/errors.ts'
import { isRole, type Role } from '#contract/permissions.ts'
import type { Invitation } from '#contract/registration/endpoints.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type NetworkCaller, record } from '../audit/record.ts'
import { type HashCost, hashPassword, type PasswordPolicy, passwordFault } from '../auth/passwords/passwords.ts'
import { mailedTokenHash } from '../auth/tokens/mailed-token.ts'
import type { InviteDeps } from './invite.ts'
import {
  consumeInvitation,
  findInvitation,
  findPersonByEmail,
  type InvitationRow,
  insertAccount,
  insertTermsAcceptance,
  isMember,
  setAcceptedBy,
  voidInvitations,
} from './queries.ts'

export type AcceptDeps = InviteDeps & {
  policy: PasswordPolicy
  hashCost?: HashCost | undefined
  /** The current version of the terms. */
  termsVersion: () => string
  /** Runs work that occupies a core. */
  onCore: <T>(work: () => Promise<T>) => Promise<T>
  /** Counts a request from a network; throws too_many_requests. */
  countRequest: (request: { what: string; subject?: string | undefined; network: string }) => Promise<void>
  /** Writes a person, when they are new, and their membership in an account. */
  placeMember: (
    db: Db,
    member: {
      existingUserId: string | undefined
      email: string
      name: string
      hash: string | undefined
      accountId: string
      role: Role
    },
  ) => Promise<{ userId: string }>
}

type InvitationLookup = {
  hash: Buffer
  invitation: InvitationRow
  existingPerson: { id: string; name: string } | undefined
}

async function findOpenInvitation(deps: AcceptDeps, token: string, caller: NetworkCaller): Promise<InvitationLookup> {
  await deps.countRequest({ what: 'mailed link', network: caller.network })
  const hash = mailedTokenHash(token)
  const invitation = hash && (await findInvitation(deps.db, hash, deps.clock()))
  if (!hash || !invitation) throw invalidInvitation()
  const person = await findPersonByEmail(deps.db, invitation.email)
  if (person?.disabled) throw invalidInvitation()
  return { hash, invitation, existingPerson: person }
}

/** What an invitation is for, by its token. Throws invalid_input when it can no longer be accepted. */
export async function readInvitation(deps: AcceptDeps, token: string, caller: NetworkCaller): Promise<Invitation> {
  const { invitation, existingPerson } = await findOpenInvitation(deps, token, caller)
  const { email, account } = invitation
  return { email, account, name: existingPerson?.name ?? invitation.name, known: existingPerson !== undefined }
}

export type Acceptance = {
  token: string
  name?: string | undefined
  password?: string | undefined
  terms: string
  caller: NetworkCaller
}

/**
 * Accepts an invitation: creates the person, unless they exist already (their sign-in then stays as it is), and their
 * membership. The mailed token proves the e-mail. Throws invalid_input, naming the field.
 */
export async function acceptInvitation(deps: AcceptDeps, acceptance: Acceptance): Promise<void> {
  const lookup = await findOpenInvitation(deps, acceptance.token, acceptance.caller)
  checkTerms(deps, acceptance.terms)
  const { existingPerson, invitation } = lookup
  const name = (acceptance.name ?? invitation.name ?? '').normalize('NFC').trim()
  const password = existingPerson
    ? undefined
    : await hashNewPassword(deps, acceptance.password, { email: invitation.email, name })
  await withTransaction(deps.db, (db) => redeemInvitation(deps, db, lookup, { ...acceptance, name, password }))
}

/** Returns the hash of an invitation's token when it can be accepted with these terms. Throws invalid_input. */
export async function checkInvitation(
  deps: AcceptDeps,
  { token, terms, caller }: { token: string; terms: string; caller: NetworkCaller },
): Promise<Buffer> {
  const { hash } = await findOpenInvitation(deps, token, caller)
  checkTerms(deps, terms)
  return hash
}

export type VouchedAcceptance = {
  /** The hash of the invitation's token. */
  invitation: Buffer
  terms: string
  /** The e-mail that the identity provider confirms, normalised. */
  email: string
  name: string | undefined
  caller: NetworkCaller
}

/**
 * Accepts an invitation for a person whom an identity provider confirms; no password is chosen. Returns their id, or
 * `uninvited` when the invitation is for another e-mail, `disinvited` when it no longer works.
 */
export async function acceptVouchedInvitation(
  deps: AcceptDeps,
  db: Db,
  acceptance: VouchedAcceptance,
): Promise<{ userId: string } | 'uninvited' | 'disinvited'> {
  const hash = acceptance.invitation
  const invitation = await findInvitation(db, hash, deps.clock())
  if (!invitation || acceptance.terms !== deps.termsVersion()) return 'disinvited'
  if (invitation.email !== acceptance.email) return 'uninvited'
  const existingPerson = await findPersonByEmail(db, invitation.email)
  if (existingPerson?.disabled) return 'disinvited'
  const [localPart = ''] = acceptance.email.split('@')
  const name =
    [invitation.name, acceptance.name, localPart]
      .map((candidate) => candidate?.normalize('NFC').trim())
      .find(Boolean) ?? ''
  return {
    userId: await redeemInvitation(
      deps,
      db,
      { hash, invitation, existingPerson },
      { ...acceptance, name: name.slice(0, 200) },
    ),
  }
}

function checkTerms({ termsVersion }: AcceptDeps, version: string): void {
  if (version === termsVersion()) return
  throw invalidField('terms', translatable('register.termsChanged'))
}

type MemberDetails = { name: string; password?: string | undefined; terms: string; caller: NetworkCaller }

/**
 * Writes the person, when they are new, and their membership. Returns their id. Throws invalid_input when the
 * invitation was used or withdrawn meanwhile.
 */
async function redeemInvitation(
  deps: AcceptDeps,
  db: Db,
  { hash, invitation, existingPerson }: InvitationLookup,
  { name, password, terms, caller }: MemberDetails,
): Promise<string> {
  const now = deps.clock()
  if (!(await consumeInvitation(db, hash, now))) throw invalidInvitation()
  const accountId = invitation.accountId ?? (await createAccount(deps, db, invitation.account))
  const { email, role } = invitation
  // The table's check constraint allows only the five roles.
  if (!isRole(role)) throw new TypeError(`${role} is no role`)
  // A person who became a member meanwhile keeps their role.
  const isAlreadyMember = existingPerson !== undefined && (await isMember(db, accountId, email))
  const member = {
    existingUserId: existingPerson?.id,
    email,
    name: existingPerson?.name ?? name,
    hash: password,
    accountId,
    role,
  }
  const { userId } = isAlreadyMember ? { userId: existingPerson.id } : await deps.placeMember(db, member)
  await setAcceptedBy(db, invitation.id, userId)
  await voidInvitations(db, { email, accountId: invitation.accountId, now })
  await insertTermsAcceptance(db, { userId, version: terms, now, network: caller.network })
  await record(deps, db, {
    action: 'invitation_accepted',
    caller,
    userId,
    accountId,
    details: { invitation: invitation.id, role, terms, newUser: existingPerson === undefined },
  })
  return userId
}

async function hashNewPassword(
  deps: AcceptDeps,
  password: string | undefined,
  person: { email: string; name: string },
): Promise<string> {
  if (person.name === '') throw invalidField('name', translatable('register.nameMissing'))
  if (password === undefined) throw invalidField('password', translatable('password.choose'))
  const fault = passwordFault(password, person, deps.policy)
  if (fault !== undefined) throw invalidField('password', fault)
  return deps.onCore(() => hashPassword(password, deps.random, deps.hashCost))
}

/** Creates an account that the ERP does not know yet; its number begins with N- until the operator enters the ERP's. */
async function createAccount(deps: AcceptDeps, db: Db, name: string): Promise<string> {
  const id = deps.newId()
  const number = `N-${deps.random(5).toString('hex').toUpperCase()}`
  if (!(await insertAccount(db, { id, number, name }))) {
    throw new PortalError('conflict', translatable('register.sameMoment'))
  }
  return id
}

function invalidInvitation(): PortalError {
  return invalidField('token', translatable('register.deadInvitation'))
}
