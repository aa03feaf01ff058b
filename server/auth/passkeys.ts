import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { notFound, PortalError, sentence } from '../../contract/errors.ts'
import type { Assertion, Attestation, Passkey } from '../../contract/passkeys.ts'
import { type NetworkCaller, record } from '../audit/record.ts'
import { admit } from './admit.ts'
import { mailedTokenHash, newMailedToken } from './mailed-token.ts'
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  insertPasskeyChallenge,
  notePasskeyUse,
  type PasskeyRow,
  passkeysOf,
  setPasskeyName,
  spendPasskeyChallenge,
} from './passkey-queries.ts'
import { findPerson } from './password-queries.ts'
import { passkeyProof } from './proof.ts'
import { inTransaction } from './queries.ts'
import { noteProof } from './session-queries.ts'
import type { Issued } from './sessions.ts'
import type { SignInDeps } from './sign-in.ts'
import { type Asker, needRecentProof } from './step-up.ts'
import { tellOfSignIn } from './tell.ts'
import { countQuestion } from './throttle.ts'

const challengeMinutes = 5
const mostPasskeys = 20
/** EdDSA, ES256 and RS256: what authenticators know. */
const supportedAlgorithmIDs = [-8, -7, -257]

/** Where passkeys belong: to the host of the portal's own address, and only pages from there may use them. */
const home = ({ issuer }: SignInDeps) => ({ origin: new URL(issuer).origin, host: new URL(issuer).hostname })

async function newChallenge(deps: SignInDeps, userId: string | null): Promise<Uint8Array<ArrayBuffer>> {
  const { token, hash } = newMailedToken(deps.random)
  const expiresAt = new Date(deps.clock().getTime() + challengeMinutes * 60_000)
  await insertPasskeyChallenge(deps.db, { hash, userId, expiresAt })
  return Uint8Array.from(Buffer.from(token, 'base64url'))
}

/** The challenge that a browser has answered, used up; undefined when it was not asked, or was answered before. */
async function spentChallenge(
  deps: SignInDeps,
  clientData: string,
  userId: string | null,
): Promise<string | undefined> {
  const challenge = challengeIn(clientData)
  const hash = challenge === undefined ? undefined : mailedTokenHash(challenge)
  const spent = hash && (await spendPasskeyChallenge(deps.db, { hash, userId, now: deps.clock() }))
  return spent ? challenge : undefined
}

function challengeIn(clientData: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

function refused(): PortalError {
  const message = sentence('signIn.passkey')
  return new PortalError('wrong_credentials', message, { errors: [{ message }] })
}

/** What a browser needs to sign in with any passkey that it finds for the portal. Raises too_many_requests. */
export async function beginSignIn(
  deps: SignInDeps,
  caller: NetworkCaller,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  await countQuestion(deps.db, caller.network, deps.clock())
  return generateAuthenticationOptions({
    rpID: home(deps).host,
    challenge: await newChallenge(deps, null),
    timeout: challengeMinutes * 60_000,
    userVerification: 'required',
  })
}

/** Whose passkey has answered a challenge that was for anybody. Raises wrong_credentials. */
async function verified(deps: SignInDeps, assertion: Assertion, caller: NetworkCaller): Promise<PasskeyRow> {
  const expectedChallenge = await spentChallenge(deps, assertion.response.clientDataJSON, null)
  const key = await findPasskey(deps.db, Buffer.from(assertion.id, 'base64url'))
  if (expectedChallenge === undefined || !key || !isOwnHandle(assertion, key)) throw refused()
  const { origin, host } = home(deps)
  try {
    const { verified: right, authenticationInfo } = await verifyAuthenticationResponse({
      response: assertion as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: host,
      credential: { id: assertion.id, publicKey: Uint8Array.from(key.publicKey), counter: key.counter },
      requireUserVerification: true,
    })
    if (!right) throw refused()
    const { newCounter, credentialBackedUp } = authenticationInfo
    await notePasskeyUse(deps.db, { id: key.id, counter: newCounter, synced: credentialBackedUp, now: deps.clock() })
    return key
  } catch (error) {
    // A counter that falls tells of a copy of the key; the rest of a browser that goes its own ways.
    const copied = error instanceof Error && /counter/i.test(error.message)
    const details = { passkey: key.id, copied }
    await record(deps, deps.db, { action: 'passkey_refused', caller, userId: key.userId, details })
    throw refused()
  }
}

function isOwnHandle({ response }: Assertion, { userId }: PasskeyRow): boolean {
  return response.userHandle == null || response.userHandle === handleOf(userId).toString('base64url')
}

/** How authenticators know a person: by bytes that tell nothing of them. */
const handleOf = (userId: string) => Buffer.from(userId.replaceAll('-', ''), 'hex')

export type PasskeySignIn = {
  credential: Assertion
  remember: boolean
  replaces: string | undefined
  caller: NetworkCaller
}

/**
 * Signs in with a passkey: something one has, opened by what one knows or is, so it counts as both factors. Raises
 * wrong_credentials, not_allowed without an account.
 */
export async function signInWithPasskey(deps: SignInDeps, signIn: PasskeySignIn): Promise<Issued> {
  const { userId, credential } = await verified(deps, signIn.credential, signIn.caller)
  const proof = passkeyProof(credential)
  const admitted = await admit(deps, {
    ...signIn,
    userId,
    proof,
    bothFactors: true,
    needsFactor: false,
    device: undefined,
  })
  if (!admitted || 'asked' in admitted) throw refused()
  return admitted
}

/** Shows with a passkey that it is still the same person. Raises wrong_credentials. */
export async function proveWithPasskey(
  deps: SignInDeps,
  asker: Asker,
  assertion: Assertion,
  caller: NetworkCaller,
): Promise<void> {
  const { userId } = await verified(deps, assertion, caller)
  if (userId !== asker.userId) throw refused()
  await noteProof(deps.db, asker.sessionId, deps.clock())
}

const shown = ({ id, name, since, lastUsed, synced }: PasskeyRow): Passkey => ({ id, name, since, lastUsed, synced })

/** The passkeys of a person. */
export async function listPasskeys({ db }: SignInDeps, userId: string): Promise<Passkey[]> {
  return (await passkeysOf(db, userId)).map(shown)
}

/** What a browser needs to make a passkey for a person; `portal` names it to them. Raises proof_needed, conflict. */
export async function beginPasskey(
  deps: SignInDeps,
  asker: Asker,
  portal: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  await needRecentProof(deps, asker)
  const person = await findPerson(deps.db, asker.userId)
  if (!person) throw new PortalError('not_signed_in', sentence('error.signIn'))
  const known = await passkeysOf(deps.db, person.id)
  if (known.length >= mostPasskeys) throw new PortalError('conflict', sentence('passkey.most', { most: mostPasskeys }))
  return generateRegistrationOptions({
    rpName: portal,
    rpID: home(deps).host,
    userName: person.email,
    userDisplayName: person.name,
    userID: Uint8Array.from(handleOf(person.id)),
    challenge: await newChallenge(deps, person.id),
    timeout: challengeMinutes * 60_000,
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: known.map(({ credential, transports }) => ({
      id: credential.toString('base64url'),
      transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Keeps the passkey that a browser has made. Raises proof_needed, wrong_credentials, conflict. */
export async function addPasskey(
  deps: SignInDeps,
  asker: Asker,
  { name, credential, caller }: { name: string; credential: Attestation; caller: NetworkCaller },
): Promise<Passkey> {
  await needRecentProof(deps, asker)
  const { userId } = asker
  const made = await verifiedNew(deps, userId, credential)
  const now = deps.clock()
  const key = { ...made, id: deps.newId(), userId, name: name.normalize('NFC').trim() || 'Passkey', now }
  await inTransaction(deps.db, async (db) => {
    if (!(await insertPasskey(db, key))) throw new PortalError('conflict', sentence('passkey.used'))
    await record(deps, db, { action: 'passkey_added', caller, userId, details: { passkey: key.id } })
    await tellOfSignIn(deps, db, userId, 'passkeyAdded')
  })
  return shown({ ...key, since: now.toISOString(), lastUsed: null })
}

async function verifiedNew(deps: SignInDeps, userId: string, attestation: Attestation) {
  const expectedChallenge = await spentChallenge(deps, attestation.response.clientDataJSON, userId)
  if (expectedChallenge === undefined) throw refused()
  const { origin, host } = home(deps)
  const { registrationInfo } = await verifyRegistrationResponse({
    response: attestation as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch(() => {
    throw refused()
  })
  if (!registrationInfo) throw refused()
  const { credential, credentialBackedUp: synced } = registrationInfo
  return {
    credential: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: attestation.response.transports ?? [],
    synced,
  }
}

/** Gives a passkey another name. Raises not_found. */
export async function renamePasskey(deps: SignInDeps, asker: Asker, id: string, name: string): Promise<void> {
  const wanted = name.normalize('NFC').trim() || 'Passkey'
  if (!(await setPasskeyName(deps.db, asker.userId, id, wanted))) throw notFound()
}

/** Takes a passkey back. Raises proof_needed, not_found. */
export async function removePasskey(deps: SignInDeps, asker: Asker, id: string, caller: NetworkCaller): Promise<void> {
  await needRecentProof(deps, asker)
  const { userId } = asker
  await inTransaction(deps.db, async (db) => {
    if ((await deletePasskey(db, userId, id)) === undefined) throw notFound()
    await record(deps, db, { action: 'passkey_removed', caller, userId, details: { passkey: id } })
    await tellOfSignIn(deps, db, userId, 'passkeyRemoved')
  })
}
