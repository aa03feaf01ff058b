import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { Assertion, Attestation, Passkey } from '#contract/auth/passkeys.ts'
import type { StaffFactors } from '#contract/console/passkeys.ts'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type NetworkCaller, record } from '#server/audit/record.ts'
import {
  challengeOf,
  checkAssertion,
  checkAttestation,
  creationOptions,
  maxPasskeys,
  newChallenge,
  passkeyName,
  passkeyRefused,
  type Registration,
  requestOptions,
  tooManyPasskeys,
} from '../factors/web-authn.ts'
import { countAnonymousRequest } from '../limits/throttle.ts'
import type { SignInDeps } from '../sign-in/sign-in.ts'
import { type Acceptance, idOfJoining, joinByInvitation, readJoining } from './invitations.ts'
import {
  consumeStaffChallenge,
  deleteStaffPasskey,
  findStaffPasskey,
  insertStaffChallenge,
  insertStaffPasskey,
  noteStaffPasskeyUse,
  type StaffPasskeyRow,
  selectStaffPasskeys,
  setStaffPasskeyName,
} from './passkey-queries.ts'
import { findCredentials, lockStaff } from './queries.ts'
import { type StaffIdentity, type StartedSession, startStaffSession } from './sessions.ts'
import { refuseSignOnStaff, type StaffSignOnDeps } from './sign-on.ts'
import { hasStaffIdentity } from './sign-on-queries.ts'

async function keepChallenge(deps: SignInDeps, owner: string | null) {
  const challenge = newChallenge(deps)
  await insertStaffChallenge(deps.db, { ...challenge, owner })
  return challenge
}

/** Uses up the challenge that a browser has answered. Throws wrong_credentials when it is unknown or was answered before. */
async function consumeChallenge(deps: SignInDeps, answer: Assertion | Attestation, owner: string | null) {
  const answered = challengeOf(answer)
  const consumed = answered && (await consumeStaffChallenge(deps.db, { ...answered, owner, now: deps.clock() }))
  if (!consumed) throw passkeyRefused()
  return answered.challenge
}

/** The options with which a browser signs in with any passkey that it has for the portal. Throws too_many_requests. */
export async function beginStaffPasskeySignIn(
  deps: SignInDeps,
  caller: NetworkCaller,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  await countAnonymousRequest(deps.db, caller.network, deps.clock())
  return requestOptions(deps, await keepChallenge(deps, null))
}

/** Verifies the answer of a passkey of staff; one of a customer is none. Throws wrong_credentials. */
export async function verifyStaffPasskey(
  deps: SignInDeps,
  assertion: Assertion,
  caller: NetworkCaller,
): Promise<StaffPasskeyRow> {
  const challenge = await consumeChallenge(deps, assertion, null)
  const key = await findStaffPasskey(deps.db, Buffer.from(assertion.id, 'base64url'))
  if (!key) throw passkeyRefused()
  const checked = await checkAssertion(deps, assertion, { challenge, key })
  if ('refused' in checked) {
    const details = { passkey: key.id, copied: checked.copied }
    await record(deps, deps.db, { action: 'staff_passkey_refused', caller, staffId: key.owner, details })
    throw passkeyRefused()
  }
  await noteStaffPasskeyUse(deps.db, { id: key.id, ...checked, now: deps.clock() })
  return key
}

/**
 * Signs a member of staff in with a passkey. It counts as both factors: the person has it, and unlocks it with what they
 * know or are. Throws wrong_credentials.
 */
export async function signInStaffWithPasskey(
  deps: StaffSignOnDeps,
  credential: Assertion,
  caller: NetworkCaller,
): Promise<StartedSession> {
  const { owner } = await verifyStaffPasskey(deps, credential, caller)
  return withTransaction(deps.db, async (db) => {
    const staff = await lockStaff(db, owner)
    if (!staff || staff.disabled) throw passkeyRefused()
    await refuseSignOnStaff(deps, db, staff.id)
    return startStaffSession(deps, db, staff, caller)
  })
}

type JoiningCaller = Pick<Acceptance, 'token' | 'email' | 'name' | 'caller'>

/** The options with which the browser of somebody who joins makes a passkey. Throws invalid_input, conflict. */
export async function beginJoiningWithPasskey(
  deps: SignInDeps,
  { portal, ...typed }: JoiningCaller & { portal: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const joining = await readJoining(deps, typed)
  const id = await idOfJoining(deps, joining)
  const { email, name } = joining
  return creationOptions(deps, await keepChallenge(deps, id), { id, portal, email, name }, [])
}

/** Makes the invited person a member of staff with the passkey that their browser has made, and signs them in. */
export async function joinWithPasskey(
  deps: SignInDeps,
  { credential, ...typed }: JoiningCaller & { credential: Attestation },
): Promise<StartedSession> {
  const joining = await readJoining(deps, typed)
  const challenge = await consumeChallenge(deps, credential, await idOfJoining(deps, joining))
  const registration = await checkAttestation(deps, credential, challenge)
  return joinByInvitation(deps, joining, async (db, staff) => {
    await keepPasskey(deps, db, { owner: staff.id, name: '', registration, caller: typed.caller })
  })
}

type NewKey = { owner: string; name: string; registration: Registration; caller: NetworkCaller }

async function keepPasskey(deps: SignInDeps, db: Db, { owner, name, registration, caller }: NewKey): Promise<Passkey> {
  const now = deps.clock()
  const key = { ...registration, id: deps.newId(), owner, name: passkeyName(name), now }
  // Several pages may have begun one before any was added.
  await lockStaff(db, owner)
  if ((await selectStaffPasskeys(db, owner)).length >= maxPasskeys) throw tooManyPasskeys()
  if (!(await insertStaffPasskey(db, key))) throw new PortalError('conflict', translatable('passkey.used'))
  await record(deps, db, { action: 'staff_passkey_added', caller, staffId: owner, details: { passkey: key.id } })
  return toPasskey({ ...key, since: now.toISOString(), lastUsed: null })
}

const toPasskey = ({ id, name, since, lastUsed, synced }: StaffPasskeyRow): Passkey => ({
  ...{ id, name, since, lastUsed, synced },
})

/** By what a member of staff signs in. */
export async function listStaffFactors(
  { db, staffSignOn }: StaffSignOnDeps,
  staff: StaffIdentity,
): Promise<StaffFactors> {
  const passkeys = await selectStaffPasskeys(db, staff.staffId)
  const signOn = staffSignOn && (await hasStaffIdentity(db, staff.staffId)) ? staffSignOn.provider.name : null
  return { passkeys: passkeys.map(toPasskey), app: (await findCredentials(db, staff.email)) !== undefined, signOn }
}

/** The options with which a browser makes a passkey of a member of staff. Throws conflict. */
export async function beginStaffPasskey(
  deps: SignInDeps,
  { staffId: id, email, name }: StaffIdentity,
  portal: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const existing = await selectStaffPasskeys(deps.db, id)
  if (existing.length >= maxPasskeys) throw tooManyPasskeys()
  return creationOptions(deps, await keepChallenge(deps, id), { id, portal, email, name }, existing)
}

/** Stores the passkey that a browser has made. Throws wrong_credentials, conflict. */
export async function addStaffPasskey(
  deps: SignInDeps,
  { staffId: owner }: StaffIdentity,
  { name, credential, caller }: { name: string; credential: Attestation; caller: NetworkCaller },
): Promise<Passkey> {
  const registration = await checkAttestation(deps, credential, await consumeChallenge(deps, credential, owner))
  return withTransaction(deps.db, (db) => keepPasskey(deps, db, { owner, name, registration, caller }))
}

/** Renames a passkey. Throws not_found. */
export function renameStaffPasskey(
  deps: SignInDeps,
  { staffId }: Pick<StaffIdentity, 'staffId'>,
  { id, name }: { id: string; name: string },
  caller: NetworkCaller,
): Promise<void> {
  const after = passkeyName(name)
  return withTransaction(deps.db, async (db) => {
    const before = await setStaffPasskeyName(db, staffId, id, after)
    if (before === undefined) throw notFound()
    await record(deps, db, {
      action: 'staff_passkey_renamed',
      caller,
      staffId,
      details: { passkey: id, before, after },
    })
  })
}

/** Deletes a passkey. Throws not_found, and conflict for the only way in. */
export function removeStaffPasskey(
  deps: SignInDeps,
  { staffId, email }: StaffIdentity,
  id: string,
  caller: NetworkCaller,
): Promise<void> {
  return withTransaction(deps.db, async (db) => {
    // Of two that are removed at once the second sees that it is the last.
    await lockStaff(db, staffId)
    if (!(await deleteStaffPasskey(db, staffId, id))) throw notFound()
    const hasApp = (await findCredentials(db, email)) !== undefined
    if (!hasApp && (await selectStaffPasskeys(db, staffId)).length === 0)
      throw new PortalError('conflict', translatable('staff.lastPasskey'))
    await record(deps, db, { action: 'staff_passkey_removed', caller, staffId, details: { passkey: id } })
  })
}
