import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Assertion, Attestation } from '#contract/auth/passkeys.ts'
import { PortalError, translatable } from '#contract/errors.ts'
import type { RandomBytes } from '../passwords/passwords.ts'
import { mailedTokenHash, newMailedToken } from '../tokens/mailed-token.ts'

/* What passkeys of customers and of staff have in common; where they are kept is each one's own. */

/** Loaded when first needed: with what it loads itself it takes 8 MB. */
const loadWebAuthn = () => import('@simplewebauthn/server')

const challengeMinutes = 5
/** How many passkeys one person may have. */
export const maxPasskeys = 20
/** EdDSA, ES256 and RS256: the algorithms that authenticators support. */
const supportedAlgorithmIDs = [-8, -7, -257]

/** The portal as passkeys know it: `issuer` is its public address. Only pages of that origin may use its passkeys. */
type PortalAddress = { issuer: string }

const relyingParty = ({ issuer }: PortalAddress) => ({
  origin: new URL(issuer).origin,
  host: new URL(issuer).hostname,
})

/** A challenge for a browser, of which only the hash is kept. */
export type NewChallenge = { bytes: Uint8Array<ArrayBuffer>; hash: Buffer; expiresAt: Date }

/** Makes a challenge, which works for five minutes. */
export function newChallenge({ random, clock }: { random: RandomBytes; clock: () => Date }): NewChallenge {
  const { token, hash } = newMailedToken(random)
  const expiresAt = new Date(clock().getTime() + challengeMinutes * 60_000)
  return { bytes: Uint8Array.from(Buffer.from(token, 'base64url')), hash, expiresAt }
}

/** The challenge that a browser says it answers, with its hash; undefined for what no browser sends. */
export function challengeOf({ response }: Assertion | Attestation): { challenge: string; hash: Buffer } | undefined {
  try {
    const data = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    const hash = typeof data.challenge === 'string' ? mailedTokenHash(data.challenge) : undefined
    return hash && { challenge: String(data.challenge), hash }
  } catch {
    // A browser sends JSON here; anything else is refused as a wrong passkey.
    return undefined
  }
}

/** The refusal of a passkey, which says nothing of the reason. */
export function passkeyRefused(): PortalError {
  const message = translatable('signIn.passkey')
  return new PortalError('wrong_credentials', message, { errors: [{ message }] })
}

/** The refusal of one passkey more than a person may have. */
export const tooManyPasskeys = (): PortalError =>
  new PortalError('conflict', translatable('passkey.most', { most: maxPasskeys }))

/** The options with which a browser signs in with any passkey that it has for the portal. */
export async function requestOptions(
  portal: PortalAddress,
  { bytes }: NewChallenge,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  return generateAuthenticationOptions({
    rpID: relyingParty(portal).host,
    challenge: bytes,
    timeout: challengeMinutes * 60_000,
    userVerification: 'required',
  })
}

/** The name and the label that browsers show beside a passkey, and whose it is. */
export type PasskeyOwner = { id: string; portal: string; email: string; name: string }
type KnownPasskey = { credential: Buffer; transports: string[] }

/** The options with which a browser makes a passkey for somebody, on a device that has none of theirs. */
export async function creationOptions(
  portal: PortalAddress,
  { bytes }: NewChallenge,
  owner: PasskeyOwner,
  existing: readonly KnownPasskey[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadWebAuthn()
  return generateRegistrationOptions({
    rpName: owner.portal,
    rpID: relyingParty(portal).host,
    userName: owner.email,
    userDisplayName: owner.name,
    userID: Uint8Array.from(userHandleOf(owner.id)),
    challenge: bytes,
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

/** A passkey as far as its answers are checked; `owner` is the id of whoever it belongs to. */
export type CheckedPasskey = { owner: string; publicKey: Buffer; counter: number }

/**
 * Checks a passkey's answer to a challenge. Returns what is noted of its use, or why it was refused: `copied` when its
 * counter fell, as that of a copy does.
 */
export async function checkAssertion(
  portal: PortalAddress,
  assertion: Assertion,
  { challenge, key }: { challenge: string; key: CheckedPasskey },
): Promise<{ counter: number; synced: boolean } | { refused: true; copied: boolean }> {
  if (!hasOwnUserHandle(assertion, key.owner)) return { refused: true, copied: false }
  const { origin, host } = relyingParty(portal)
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: assertion as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      credential: { id: assertion.id, publicKey: Uint8Array.from(key.publicKey), counter: key.counter },
      requireUserVerification: true,
    })
    if (!verified) return { refused: true, copied: false }
    return { counter: authenticationInfo.newCounter, synced: authenticationInfo.credentialBackedUp }
  } catch (error) {
    // Any error but that of the counter comes from a browser that does not follow the standard.
    return { refused: true, copied: error instanceof Error && /counter/i.test(error.message) }
  }
}

function hasOwnUserHandle({ response }: Assertion, owner: string): boolean {
  return response.userHandle == null || response.userHandle === userHandleOf(owner).toString('base64url')
}

/** The id under which authenticators know a person; it reveals nothing about them. */
const userHandleOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')

/** What is kept of a passkey that a browser has made. */
export type Registration = {
  credential: Buffer
  publicKey: Buffer
  counter: number
  transports: string[]
  synced: boolean
}

/** Checks the passkey that a browser has made for a challenge. Throws wrong_credentials. */
export async function checkAttestation(
  portal: PortalAddress,
  attestation: Attestation,
  challenge: string,
): Promise<Registration> {
  const { origin, host } = relyingParty(portal)
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: attestation as RegistrationResponseJSON,
    expectedChallenge: challenge,
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

/** The name of a passkey as it was typed, or one for all. */
export const passkeyName = (typed: string): string => typed.normalize('NFC').trim() || 'Passkey'
