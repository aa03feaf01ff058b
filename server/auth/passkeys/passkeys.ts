import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Assertion, Attestation, Passkey } from '#contract/auth/passkeys.ts'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import { withTransaction } from '#database/transaction.ts'
import { type NetworkCaller, record } from '#server/audit/record.ts'
import { countAnonymousRequest } from '../limits/throttle.ts'
import { noteProof } from '../session/queries.ts'
import type { IssuedTokens, SessionUser } from '../session/sessions.ts'
import { completeSignIn } from '../sign-in/complete-sign-in.ts'
import type { SignInDeps } from '../sign-in/sign-in.ts'
import { requireRecentProof } from '../sign-in/step-up.ts'
import { mailedTokenHash, newMailedToken } from '../tokens/mailed-token.ts'
import { passkeyProof } from '../tokens/proof.ts'
import { findPerson } from '../users/queries.ts'
import { notifySignInChanged } from '../users/security-notices.ts'
import {
  consumePasskeyChallenge,
  deletePasskey,
  findPasskey,
  insertPasskey,
  insertPasskeyChallenge,
  notePasskeyUse,
  type PasskeyRow,
  selectPasskeys,
  setPasskeyName,
} from './queries.ts'

/** Loaded when first needed: with what it loads itself it takes 8 MB. */
const loadWebAuthn = () => import('@simplewebauthn/server')

const challengeMinutes = 5
const maxPasskeys = 20
/** EdDSA, ES256 and RS256: the algorithms that authenticators support. */
const supportedAlgorithmIDs = [-8, -7, -257]

/**
 * The WebAuthn relying party: the host of the portal's public address. Only pages of that origin may use its passkeys.
 */
const relyingParty = ({ issuer }: SignInDeps) => ({ origin: new URL(issuer).origin, host: new URL(issuer).hostname })

async function newChallenge(deps: SignInDeps, userId: string | null): Promise<Uint8Array<ArrayBuffer>> {
  const { token, hash } = newMailedToken(deps.random)
  const expiresAt = new Date(deps.clock().getTime() + challengeMinutes * 60_000)
  await insertPasskeyChallenge(deps.db, { hash, userId, expiresAt })
  return Uint8Array.from(Buffer.from(token, 'base64url'))
}

/** Uses up the challenge that a browser has answered. Returns undefined when it is unknown or was answered before. */
async function consumeChallenge(
  deps: SignInDeps,
  clientData: string,
  userId: string | null,
): Promise<string | undefined> {
  const challenge = parseChallenge(clientData)
  const hash = challenge === undefined ? undefined : mailedTokenHash(challenge)
  const consumed = hash && (await consumePasskeyChallenge(deps.db, { hash, userId, now: deps.clock() }))
  return consumed ? challenge : undefined
}

function parseChallenge(clientData: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    // A browser sends JSON here; anything else is refused as a wrong passkey.
    return undefined
  }
}

function passkeyRefused(): PortalError {
  const message = translatable('signIn.passkey')
  return new PortalError('wrong_credentials', message, { errors: [{ message }] })
}

/** The options with which a browser signs in with any passkey that it has for the portal. Throws too_many_requests. */
export async function beginPasskeySignIn(
  deps: SignInDeps,
  caller: NetworkCaller,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  await countAnonymousRequest(deps.db, caller.network, deps.clock())
  const { generateAuthenticationOptions } = await loadWebAuthn()
  return generateAuthenticationOptions({
    rpID: relyingParty(deps).host,
    challenge: await newChallenge(deps, null),
    timeout: challengeMinutes * 60_000,
    userVerification: 'required',
  })
}

/** Verifies a passkey's answer to a challenge for anybody. Returns the passkey. Throws wrong_credentials. */
async function verifyAssertion(deps: SignInDeps, assertion: Assertion, caller: NetworkCaller): Promise<PasskeyRow> {
  const expectedChallenge = await consumeChallenge(deps, assertion.response.clientDataJSON, null)
  const key = await findPasskey(deps.db, Buffer.from(assertion.id, 'base64url'))
  if (expectedChallenge === undefined || !key || !hasOwnUserHandle(assertion, key)) throw passkeyRefused()
  const { origin, host } = relyingParty(deps)
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  try {
    const { verified: right, authenticationInfo } = await verifyAuthenticationResponse({
      response: assertion as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: host,
      credential: { id: assertion.id, publicKey: Uint8Array.from(key.publicKey), counter: key.counter },
      requireUserVerification: true,
    })
    if (!right) throw passkeyRefused()
    const { newCounter, credentialBackedUp } = authenticationInfo
    await notePasskeyUse(deps.db, { id: key.id, counter: newCounter, synced: credentialBackedUp, now: deps.clock() })
    return key
  } catch (error) {
    // A counter that falls indicates a copy of the key; any other error comes from a browser that does not follow the
    // standard.
    const copied = error instanceof Error && /counter/i.test(error.message)
    const details = { passkey: key.id, copied }
    await record(deps, deps.db, { action: 'passkey_refused', caller, userId: key.userId, details })
    throw passkeyRefused()
  }
}

function hasOwnUserHandle({ response }: Assertion, { userId }: PasskeyRow): boolean {
  return response.userHandle == null || response.userHandle === userHandleOf(userId).toString('base64url')
}

/** The id under which authenticators know a person; it reveals nothing about them. */
const userHandleOf = (userId: string) => Buffer.from(userId.replaceAll('-', ''), 'hex')

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
  if (existing.length >= maxPasskeys)
    throw new PortalError('conflict', translatable('passkey.most', { most: maxPasskeys }))
  const { generateRegistrationOptions } = await loadWebAuthn()
  return generateRegistrationOptions({
    rpName: portal,
    rpID: relyingParty(deps).host,
    userName: person.email,
    userDisplayName: person.name,
    userID: Uint8Array.from(userHandleOf(person.id)),
    challenge: await newChallenge(deps, person.id),
    timeout: challengeMinutes * 60_000,
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: existing.map(({ credential, transports }) => ({
      id: credential.toString('base64url'),
      transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Stores the passkey that a browser has made. Throws proof_needed, wrong_credentials, conflict. */
export async function addPasskey(
  deps: SignInDeps,
  user: SessionUser,
  { name, credential, caller }: { name: string; credential: Attestation; caller: NetworkCaller },
): Promise<Passkey> {
  await requireRecentProof(deps, user)
  const { userId } = user
  const registration = await verifyAttestation(deps, userId, credential)
  const now = deps.clock()
  const key = { ...registration, id: deps.newId(), userId, name: name.normalize('NFC').trim() || 'Passkey', now }
  await withTransaction(deps.db, async (db) => {
    if (!(await insertPasskey(db, key))) throw new PortalError('conflict', translatable('passkey.used'))
    await record(deps, db, { action: 'passkey_added', caller, userId, details: { passkey: key.id } })
    await notifySignInChanged(deps, db, userId, 'passkeyAdded')
  })
  return toPasskey({ ...key, since: now.toISOString(), lastUsed: null })
}

async function verifyAttestation(deps: SignInDeps, userId: string, attestation: Attestation) {
  const expectedChallenge = await consumeChallenge(deps, attestation.response.clientDataJSON, userId)
  if (expectedChallenge === undefined) throw passkeyRefused()
  const { origin, host } = relyingParty(deps)
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: attestation as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch(() => {
    throw passkeyRefused()
  })
  if (!registrationInfo) throw passkeyRefused()
  const { credential, credentialBackedUp: synced } = registrationInfo
  return {
    credential: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: attestation.response.transports ?? [],
    synced,
  }
}

/** Renames a passkey. Throws not_found. */
export async function renamePasskey(deps: SignInDeps, user: SessionUser, id: string, name: string): Promise<void> {
  const newName = name.normalize('NFC').trim() || 'Passkey'
  if (!(await setPasskeyName(deps.db, user.userId, id, newName))) throw notFound()
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
