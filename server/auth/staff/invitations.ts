import type { AppKey } from '#contract/auth/factors.ts'
import { type StaffRole, staffInvitationDays } from '#contract/console/staff.ts'
import { invalidField, PortalError, translatable } from '#contract/errors.ts'
import type { Outbox } from '#contract/mail.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type Caller, type NetworkCaller, record } from '#server/audit/record.ts'
import { parseCode } from '../factors/codes.ts'
import { seal, unseal } from '../factors/sealed.ts'
import { appKey, newAppSecret, timeStepOfCode } from '../factors/totp.ts'
import { countRequest } from '../limits/throttle.ts'
import { hashPassword, minPasswordLength, passwordFault, type RandomBytes } from '../passwords/passwords.ts'
import type { SignInDeps } from '../sign-in/sign-in.ts'
import { mailedTokenHash, newMailedToken } from '../tokens/mailed-token.ts'
import type { TokenKeys } from '../tokens/token-keys.ts'
import { parseEmail } from '../users/email.ts'
import {
  consumeStaffInvitation,
  findStaffInvitation,
  insertStaffInvitation,
  type StaffInvitationRow,
} from './invitation-queries.ts'
import { deleteStaffFactors } from './passkey-queries.ts'
import { findStaff, insertStaff, lockStaff, type StaffRow, setStaffName, upsertCredentials } from './queries.ts'
import { endSessionsOfStaff } from './session-queries.ts'
import { type StartedSession, startStaffSession } from './sessions.ts'

export type StaffInviteDeps = {
  clock: () => Date
  newId: () => string
  random: RandomBytes
  keys: TokenKeys
  mail: Outbox<Db>
}

export type StaffInvite = {
  /** Undefined: nobody by name. Whoever opens the link says who they are, and nothing is mailed. */
  email: string | undefined
  role: StaffRole
  /** Who invites: a member of staff, or the operator. `name` appears in the mail. */
  by: { id: string | null; name: string }
  caller: Caller
}

const day = 86_400_000

/** The path of the console that an invitation's link opens. */
const invitationPath = (token: string): string => `/console/invitation#token=${token}`

/**
 * Invites somebody to the staff, once, for seven days; a member of staff gets a new password and a new app by the link,
 * and keeps their role. Mails the link and returns its path. Throws invalid_input for a bad e-mail, conflict for a
 * disabled member.
 */
export async function inviteStaff(deps: StaffInviteDeps, db: Db, invite: StaffInvite): Promise<string> {
  const now = deps.clock()
  const email = invite.email === undefined ? null : parseEmail(invite.email)
  const member = email === null ? undefined : await findStaff(db, email)
  if (member?.disabled) {
    const message = translatable('staff.disabled')
    throw new PortalError('conflict', message, { errors: [{ field: 'email', message }] })
  }
  const role = member?.role ?? invite.role
  const id = deps.newId()
  const { token, hash } = newMailedToken(deps.random)
  const sealed = seal(deps.keys, deps.random, id, newAppSecret(deps.random))
  const expiresAt = new Date(now.getTime() + staffInvitationDays * day)
  await insertStaffInvitation(db, { id, hash, email, role, sealed, now, expiresAt })
  const { caller, by } = invite
  await record(deps, db, { action: 'staff_invited', caller, staffId: by.id, details: { invitation: id, role } })
  if (email !== null)
    await deps.mail.send(db, {
      kind: 'staffInvitation',
      to: { email, name: member?.name ?? '' },
      values: { inviter: by.name },
      path: invitationPath(token),
      language: caller.language,
      expiresAt,
    })
  return invitationPath(token)
}

export type ShownInvitation = {
  email: string | null
  name: string | null
  role: StaffRole
  key: AppKey
  leastPassword: number
}

/** What an invitation is for, with the key of the app to set up, which shows it under the name `portal`. Throws invalid_input. */
export async function showStaffInvitation(
  deps: SignInDeps,
  { token, portal, caller }: { token: string; portal: string; caller: NetworkCaller },
): Promise<ShownInvitation> {
  await countRequest(deps.db, { what: 'staff invitation', network: caller.network }, deps.clock())
  const { invitation, secret } = await requireInvitation(deps, token)
  const { email, role } = invitation
  const member = email === null ? undefined : await findStaff(deps.db, email)
  return {
    email,
    name: member?.name ?? null,
    role,
    key: appKey(secret, `${portal} (console)`, email ?? 'console'),
    leastPassword: minPasswordLength(deps.policy, true),
  }
}

export type Acceptance = {
  token: string
  email: string | undefined
  name: string
  password: string
  code: string
  caller: NetworkCaller
}

/**
 * Makes the invited person a member of staff with a password and an app, never with one alone, and signs them in; a
 * member's own sessions end. Throws invalid_input, wrong_credentials for a wrong code, conflict for an e-mail that is taken.
 */
export async function acceptStaffInvitation(deps: SignInDeps, acceptance: Acceptance): Promise<StartedSession> {
  const { secret, ...joining } = await readJoining(deps, acceptance)
  const { email, name } = joining
  const fault = passwordFault(acceptance.password, { email, name }, deps.policy, true)
  if (fault !== undefined) throw invalidField('password', fault)
  const typed = parseCode(acceptance.code)
  const step = typed && 'digits' in typed ? timeStepOfCode(secret, typed.digits, deps.clock()) : undefined
  if (step === undefined) {
    const message = translatable('factor.wrong')
    throw new PortalError('wrong_credentials', message, { errors: [{ field: 'code', message }] })
  }
  const hash = await deps.onCore(() => hashPassword(acceptance.password, deps.random, deps.hashCost))
  return joinByInvitation(deps, joining, async (db, { id }, now) => {
    const sealed = seal(deps.keys, deps.random, id, secret)
    await upsertCredentials(db, { id, hash, sealed, lastStep: step, now })
  })
}

/** Who joins by a link, as they say and as the link says. */
export type Joining = { invitation: StaffInvitationRow; email: string; name: string; caller: NetworkCaller }

/**
 * Reads who joins by a link. Throws invalid_input when it no longer works, and for a missing name or a bad e-mail.
 */
export async function readJoining(
  deps: SignInDeps,
  { token, caller, ...typed }: Pick<Acceptance, 'token' | 'email' | 'name' | 'caller'>,
): Promise<Joining & { secret: string }> {
  await countRequest(deps.db, { what: 'staff invitation', network: caller.network }, deps.clock())
  const { invitation, secret } = await requireInvitation(deps, token)
  const email = invitation.email ?? parseEmail(typed.email ?? '')
  const name = typed.name.normalize('NFC').trim()
  if (name === '') throw invalidField('name', translatable('register.nameMissing'))
  return { invitation, secret, email, name, caller }
}

/**
 * Uses a link up and makes its holder a member of staff with the factors that `setFactors` writes, in place of all before;
 * a member's own sessions end. Signs them in. Throws as `readJoining`, and conflict for an e-mail that is taken.
 */
export function joinByInvitation(
  deps: SignInDeps,
  joining: Joining,
  setFactors: (db: Db, staff: StaffRow, now: Date) => Promise<void>,
): Promise<StartedSession> {
  return withTransaction(deps.db, async (db) => {
    const now = deps.clock()
    if (!(await consumeStaffInvitation(db, joining.invitation.id, now))) throw deadInvitation()
    const staff = await joinStaff(deps, db, joining)
    await deleteStaffFactors(db, staff.id)
    await setFactors(db, staff, now)
    await endSessionsOfStaff(db, staff.id, now)
    return startStaffSession(deps, db, { ...staff, name: joining.name }, joining.caller)
  })
}

/** The member of staff that an invitation is for, new unless they are one already. */
async function joinStaff(deps: SignInDeps, db: Db, { invitation, email, name, caller }: Joining): Promise<StaffRow> {
  const { role } = invitation
  const known = await findStaff(db, email)
  if (!known) {
    const id = idOfNewMember(invitation)
    if (!(await insertStaff(db, { id, email, name, role, now: deps.clock() }))) throw takenEmail(email)
    await record(deps, db, { action: 'staff_joined', caller, staffId: id, details: { role } })
    return { id, email, name, role, disabled: false }
  }
  // The link that names nobody makes no member's password new.
  if (invitation.email === null) throw takenEmail(email)
  const member = await lockStaff(db, known.id)
  if (!member || member.disabled) throw deadInvitation()
  await setStaffName(db, member.id, name)
  await record(deps, db, { action: 'staff_credentials_changed', caller, staffId: member.id })
  return member
}

/** A passkey is made before its member is: both are known by the id of the link. */
const idOfNewMember = ({ id }: StaffInvitationRow) => id

/** The id that somebody has who joins by a link. Throws conflict for an e-mail that only its holder's own link may take. */
export async function idOfJoining(deps: SignInDeps, { invitation, email }: Joining): Promise<string> {
  const known = await findStaff(deps.db, email)
  if (known && invitation.email === null) throw takenEmail(email)
  return known?.id ?? idOfNewMember(invitation)
}

async function requireInvitation(
  deps: SignInDeps,
  token: string,
): Promise<{ invitation: StaffInvitationRow; secret: string }> {
  const hash = mailedTokenHash(token)
  const invitation = hash && (await findStaffInvitation(deps.db, hash, deps.clock()))
  const secret = invitation && unseal(deps.keys, invitation.id, invitation.sealed)
  if (!invitation || secret === undefined) throw deadInvitation()
  return { invitation, secret }
}

const deadInvitation = () => invalidField('token', translatable('register.deadInvitation'))

function takenEmail(email: string): PortalError {
  const message = translatable('register.sameEmail', { email })
  return new PortalError('conflict', message, { errors: [{ field: 'email', message }] })
}
