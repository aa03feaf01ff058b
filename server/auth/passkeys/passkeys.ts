import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { Assertion, Attestation, Passkey } from '#contract/auth/passkeys.ts'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import { withTransaction } from '#database/transaction.ts'
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
  requestOptions,
  tooManyPasskeys,
} from '../factors/web-authn.ts'
import { countAnonymousRequest } from '../limits/throttle.ts'
import { noteProof } from '../session/queries.ts'
import { recordRefusal } from '../session/refusals.ts'
import type { IssuedTokens, SessionUser } from '../session/sessions.ts'
import { completeSignIn } from '../sign-in/complete-sign-in.ts'
import type { SignInDeps } from '../sign-in/sign-in.ts'
import { requireRecentProof } from '../sign-in/step-up.ts'
import { passkeyProof } from '../tokens/proof.ts'
import { findPerson } from '../users/queries.ts'
import { notifySignInChanged } from '../users/security-notices.ts'
import {
  consumePasskeyChallenge,
  deletePasskey,
  findPasskey,
  insertPasskey,
  insertPasskeyChallenge,
  lockPasskeyOwner,
  notePasskeyUse,
  type PasskeyRow,
  selectPasskeys,
  setPasskeyName,
} from './queries.ts'

async function keepChallenge(deps: SignInDeps, userId: string | null) {
  const challenge = newChallenge(deps)
  await insertPasskeyChallenge(deps.db, { ...challenge, userId })
  return challenge
}

/** Uses up the challenge that a browser has answered. Returns undefined when it is unknown or was answered before. */
async function consumeChallenge(
  deps: SignInDeps,
  answer: Assertion | Attestation,
  userId: string | null,
): Promise<string | undefined> {
  const answered = challengeOf(answer)
  const consumed =
    answered && (await consumePasskeyChallenge(deps.db, { hash: answered.hash, userId, now: deps.clock() }))
  return consumed ? answered.challenge : undefined
}

/** The options with which a browser signs in with any passkey that it has for the portal. Throws too_many_requests. */
export async function beginPasskeySignIn(
  deps: SignInDeps,
  caller: NetworkCaller,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  await countAnonymousRequest(deps.db, caller.network, deps.clock())
  return requestOptions(deps, await keepChallenge(deps, null))
}

/** Verifies a passkey's answer to a challenge for anybody. Returns the passkey. Throws wrong_credentials. */
async function verifyAssertion(deps: SignInDeps, assertion: Assertion, caller: NetworkCaller): Promise<PasskeyRow> {
  const challenge = await consumeChallenge(deps, assertion, null)
  const key = await findPasskey(deps.db, Buffer.from(assertion.id, 'base64url'))
  if (challenge === undefined || !key) throw passkeyRefused()
  const checked = await checkAssertion(deps, assertion, { challenge, key: { ...key, owner: key.userId } })
  if ('refused' in checked) {
    const details = { passkey: key.id, copied: checked.copied }
    const reason = checked.copied ? 'passkeyCopied' : 'passkey'
    await recordRefusal(deps, deps.db, { action: 'passkey_refused', caller, userId: key.userId, reason, details })
    throw passkeyRefused()
  }
  await notePasskeyUse(deps.db, { id: key.id, ...checked, now: deps.clock() })
  return key
}

export type PasskeySignIn = {
  credential: Assertion
  remember: boolean
  replaces: string | undefined
  caller: NetworkCaller
}

/**
 * Signs in with a passkey. It counts as both factors: the person has it, and unlocks it with what they know or are.
 * Throws wrong_credentials, and not_allowed for a person without an account.
 */
export async function signInWithPasskey(deps: SignInDeps, signIn: PasskeySignIn): Promise<IssuedTokens> {
  const { userId, credential } = await verifyAssertion(deps, signIn.credential, signIn.caller)
  const proof = passkeyProof(credential)
  const outcome = await completeSignIn(deps, {
    ...signIn,
    userId,
    proof,
    bothFactors: true,
    needsFactor: false,
    device: undefined,
  })
  if (!outcome || 'asked' in outcome) throw passkeyRefused()
  return outcome
}

/** Proves again with a passkey that it is the same person. Throws wrong_credentials. */
export async function proveWithPasskey(
  deps: SignInDeps,
  user: SessionUser,
  assertion: Assertion,
  caller: NetworkCaller,
): Promise<void> {
  const { userId } = await verifyAssertion(deps, assertion, caller)
  if (userId !== user.userId) throw passkeyRefused()
  await noteProof(deps.db, user.sessionId, deps.clock())
}

const toPasskey = ({ id, name, since, lastUsed, synced }: PasskeyRow): Passkey => ({
  id,
  name,
  since,
  lastUsed,
  synced,
})

/** The passkeys of a person. */
export async function listPasskeys({ db }: SignInDeps, userId: string): Promise<Passkey[]> {
  return (await selectPasskeys(db, userId)).map(toPasskey)
}

/**
 * The options with which a browser makes a passkey for a person, for the portal named `portal`. Throws proof_needed,
 * conflict.
 */
export async function beginPasskey(
  deps: SignInDeps,
  user: SessionUser,
  portal: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  await requireRecentProof(deps, user)
  const person = await findPerson(deps.db, user.userId)
  if (!person) throw new PortalError('not_signed_in', translatable('error.signIn'))
  const existing = await selectPasskeys(deps.db, person.id)
  if (existing.length >= maxPasskeys) throw tooManyPasskeys()
  const owner = { ...person, portal }
  return creationOptions(deps, await keepChallenge(deps, person.id), owner, existing)
}

/** Stores the passkey that a browser has made. Throws proof_needed, wrong_credentials, conflict. */
export async function addPasskey(
  deps: SignInDeps,
  user: SessionUser,
  { name, credential, caller }: { name: string; credential: Attestation; caller: NetworkCaller },
): Promise<Passkey> {
  await requireRecentProof(deps, user)
  const { userId } = user
  const challenge = await consumeChallenge(deps, credential, userId)
  if (challenge === undefined) throw passkeyRefused()
  const registration = await checkAttestation(deps, credential, challenge)
  const now = deps.clock()
  const key = { ...registration, id: deps.newId(), userId, name: passkeyName(name), now }
  await withTransaction(deps.db, async (db) => {
    // Several pages may have begun one before any was added.
    await lockPasskeyOwner(db, userId)
    if ((await selectPasskeys(db, userId)).length >= maxPasskeys) throw tooManyPasskeys()
    if (!(await insertPasskey(db, key))) throw new PortalError('conflict', translatable('passkey.used'))
    await record(deps, db, { action: 'passkey_added', caller, userId, details: { passkey: key.id } })
    await notifySignInChanged(deps, db, userId, 'passkeyAdded')
  })
  return toPasskey({ ...key, since: now.toISOString(), lastUsed: null })
}

/** Renames a passkey. Throws not_found. */
export async function renamePasskey(deps: SignInDeps, user: SessionUser, id: string, name: string): Promise<void> {
  if (!(await setPasskeyName(deps.db, user.userId, id, passkeyName(name)))) throw notFound()
}

/** Deletes a passkey. Throws proof_needed, not_found. */
export async function removePasskey(
  deps: SignInDeps,
  user: SessionUser,
  id: string,
  caller: NetworkCaller,
): Promise<void> {
  await requireRecentProof(deps, user)
  const { userId } = user
  await withTransaction(deps.db, async (db) => {
    if ((await deletePasskey(db, userId, id)) === undefined) throw notFound()
    await record(deps, db, { action: 'passkey_removed', caller, userId, details: { passkey: id } })
    await notifySignInChanged(deps, db, userId, 'passkeyRemoved')
  })
}
