import type { StaffSignOnFailure } from '#contract/console/sign-on.ts'
import type { StaffRole } from '#contract/console/staff.ts'
import { PortalError, translatable } from '#contract/errors.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type NetworkCaller, record } from '#server/audit/record.ts'
import type { IdentityProvider, ProviderIdentity } from '../factors/provider.ts'
import { countAnonymousRequest } from '../limits/throttle.ts'
import type { SignInDeps } from '../sign-in/sign-in.ts'
import { mailedTokenHash, newMailedToken } from '../tokens/mailed-token.ts'
import { normaliseEmail } from '../users/email.ts'
import { revokeStaffInvitations } from './invitation-queries.ts'
import { findStaff, insertStaff, lockStaff, type StaffRow, setStaffRole } from './queries.ts'
import { endSessionsOfStaff, noteStaffProof } from './session-queries.ts'
import { type StaffIdentity, type StartedSession, startStaffSession } from './sessions.ts'
import {
  consumeStaffAttempt,
  findStaffIdentity,
  hasStaffIdentity,
  insertStaffAttempt,
  insertStaffIdentity,
  noteStaffIdentityUse,
  selectStaffOfSession,
} from './sign-on-queries.ts'
import { areGroupsCut, hasShownBoth, roleByGroups, type StaffSignOnRules, signedInAt } from './sign-on-rules.ts'

/** The identity provider of staff, with what the operator says of it. */
export type StaffSignOn = { provider: IdentityProvider; rules: StaffSignOnRules }
export type StaffSignOnDeps = SignInDeps & { staffSignOn: StaffSignOn | undefined }

/** Seconds that a person has at the provider, and for which the browser keeps the token of the attempt. */
export const staffAttemptAge = 600
/** Seconds by which the provider's clock may differ. */
const clockTolerance = 60

export type Redirect = { address: string; requestToken: string }

/**
 * Sends a browser to the identity provider of staff. Never throws for input of a browser, which navigates here and would
 * show what the API answers.
 */
export async function startStaffSignOn(
  deps: StaffSignOnDeps,
  caller: NetworkCaller,
): Promise<Redirect | StaffSignOnFailure> {
  try {
    await countAnonymousRequest(deps.db, caller.network, deps.clock())
  } catch (error) {
    if (error instanceof PortalError && error.code === 'too_many_requests') return 'unavailable'
    throw error
  }
  return begin(deps, null)
}

/** Sends a member of staff to the provider, to show there that it is still they. */
export function startStaffProof(deps: StaffSignOnDeps, staff: StaffIdentity): Promise<Redirect | StaffSignOnFailure> {
  return begin(deps, staff.sessionId)
}

async function begin(deps: StaffSignOnDeps, sessionId: string | null): Promise<Redirect | StaffSignOnFailure> {
  if (!deps.staffSignOn) return 'unavailable'
  const { token, hash } = newMailedToken(deps.random)
  const address = await deps.staffSignOn.provider.authorizationUrl(token, { anew: sessionId !== null })
  if (address === undefined) return 'unavailable'
  const begunAt = deps.clock()
  const expiresAt = new Date(begunAt.getTime() + staffAttemptAge * 1000)
  await insertStaffAttempt(deps.db, { hash, sessionId, begunAt, expiresAt })
  return { address, requestToken: token }
}

type Callback = { requestToken: string | undefined; query: string; caller: NetworkCaller }
export type StaffSignOnOutcome =
  | { started: StartedSession }
  | { proven: true }
  | { failed: StaffSignOnFailure; proving: boolean }

/**
 * Signs in whoever comes back from the provider, with the role that their groups give them now; or notes that they have
 * shown that it is still they. Never throws for input of the provider or a browser.
 */
export async function finishStaffSignOn(deps: StaffSignOnDeps, callback: Callback): Promise<StaffSignOnOutcome> {
  const { requestToken, query, caller } = callback
  const hash = requestToken === undefined ? undefined : mailedTokenHash(requestToken)
  const attempt = hash && (await consumeStaffAttempt(deps.db, hash, deps.clock()))
  if (!deps.staffSignOn || requestToken === undefined || !attempt) return { failed: 'expired', proving: false }
  const { provider, rules } = deps.staffSignOn
  const proving = attempt.sessionId !== null
  const refuse = async (failed: StaffSignOnFailure, staffId: string | null = null, reason: string = failed) => {
    await record(deps, deps.db, { action: 'staff_sign_in_failed', caller, staffId, details: { reason } })
    return { failed, proving }
  }
  const answer = await provider.redeemCallback(requestToken, query)
  if ('failed' in answer) return refuse(answer.failed, null, answer.reason)
  const linked = await findStaffIdentity(deps.db, answer.issuer, answer.subject)
  const role = roleByGroups(answer, rules)
  // That they are out of all groups is not said by that.
  if (areGroupsCut(answer, rules)) return refuse('groupsCut', linked)
  if (role === undefined) {
    // Out of all groups means out of the console, also where they are signed in already.
    if (linked !== undefined) await endSessionsOfStaff(deps.db, linked, deps.clock())
    return refuse('noRole', linked)
  }
  if (!hasShownBoth(answer, rules)) return refuse('oneFactor', linked)
  if (attempt.sessionId !== null) {
    const shownAt = signedInAt(answer)
    const isFresh = shownAt && shownAt.getTime() >= attempt.begunAt.getTime() - clockTolerance * 1000
    const owner = await selectStaffOfSession(deps.db, attempt.sessionId)
    if (!isFresh || linked === undefined || owner !== linked) return refuse('another', linked)
    await noteStaffProof(deps.db, attempt.sessionId, deps.clock())
    return { proven: true }
  }
  const started = await withTransaction(deps.db, (db) => signIn(deps, db, { answer, role, linked, caller }))
  return typeof started === 'string' ? refuse(started, linked) : { started }
}

type Arrival = { answer: ProviderIdentity; role: StaffRole; linked: string | undefined; caller: NetworkCaller }

async function signIn(
  deps: StaffSignOnDeps,
  db: Db,
  arrival: Arrival,
): Promise<StartedSession | 'unknown' | 'disabled'> {
  const { answer, role, caller } = arrival
  const now = deps.clock()
  const id = arrival.linked ?? (await linkedAnew(deps, db, arrival))
  const staff = id === undefined ? undefined : await lockStaff(db, id)
  if (!staff) return 'unknown'
  if (staff.disabled) return 'disabled'
  if (staff.role !== role) {
    await setStaffRole(db, staff.id, role)
    const details = { staff: staff.id, before: staff.role, after: role }
    await record(deps, db, { action: 'staff_role_changed', caller, staffId: staff.id, details })
  }
  await noteStaffIdentityUse(db, staff.id, now)
  return startStaffSession(deps, db, { ...staff, role }, caller, signedInAt(answer) ?? new Date(0))
}

/** Makes whoever comes for the first time a member of staff, or finds who they are by an e-mail that the provider vouches for. */
async function linkedAnew(
  deps: StaffSignOnDeps,
  db: Db,
  { answer, role, caller }: Arrival,
): Promise<string | undefined> {
  if (answer.email === undefined) return undefined
  const email = normaliseEmail(answer.email)
  const known = await findStaff(db, email)
  if (known && (answer.verifiedEmail === undefined || known.disabled)) return known.disabled ? known.id : undefined
  const now = deps.clock()
  const staff = known ?? (await join(deps, db, { email, name: answer.name?.trim() || email, role, caller }))
  const { issuer, subject } = answer
  if (!staff || !(await insertStaffIdentity(db, { id: deps.newId(), staffId: staff.id, issuer, subject, now })))
    return undefined
  // From now on they come by the provider alone: what they signed in with before has ended.
  await endSessionsOfStaff(db, staff.id, now)
  await record(deps, db, { action: 'identity_linked', caller, staffId: staff.id, details: { issuer } })
  return staff.id
}

async function join(
  deps: StaffSignOnDeps,
  db: Db,
  { email, name, role, caller }: { email: string; name: string; role: StaffRole; caller: NetworkCaller },
): Promise<StaffRow | undefined> {
  const [id, now] = [deps.newId(), deps.clock()]
  if (!(await insertStaff(db, { id, email, name, role, now }))) return undefined
  await revokeStaffInvitations(db, email, now)
  await record(deps, db, { action: 'staff_joined', caller, staffId: id, details: { role } })
  return { id, email, name, role, disabled: false }
}

/** Throws wrong_credentials for a member of staff who signs in at the provider: nobody who has left a group stays in. */
export async function refuseSignOnStaff(
  { staffSignOn }: Pick<StaffSignOnDeps, 'staffSignOn'>,
  db: Db,
  staffId: string,
) {
  if (!staffSignOn || !(await hasStaffIdentity(db, staffId))) return
  const message = translatable('staff.bySignOn', { provider: staffSignOn.provider.name })
  throw new PortalError('wrong_credentials', message, { errors: [{ message }] })
}
