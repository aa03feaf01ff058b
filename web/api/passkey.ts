import { type Assertion, type Attestation, type beginPasskey, beginPasskeySignIn } from '#contract/auth/passkeys.ts'
import type { beginStaffPasskeySignIn } from '#contract/console/passkeys.ts'
import type { Reply } from '#contract/endpoint.ts'
import { call } from './call.ts'
import { supportsPasskeys } from './passkey-support.ts'

/** Whether passkeys can be among the browser's suggestions for a field. */
export async function canSuggestPasskeys(): Promise<boolean> {
  return supportsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable())
}

/** `begin` is the call that gives the question to answer. */
type PasskeyRequest = {
  begin?: PasskeyQuestion
  mediation?: CredentialMediationRequirement
  signal?: AbortSignal
}
type PasskeyQuestion = typeof beginPasskeySignIn | typeof beginStaffPasskeySignIn

/** Asks the person for one of their passkeys. Throws DOMException when they choose none. */
export async function requestPasskey({
  begin = beginPasskeySignIn,
  ...request
}: PasskeyRequest = {}): Promise<Assertion> {
  const options = await call<PasskeyQuestion>(begin, request.signal ? { signal: request.signal } : {})
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const credential = await navigator.credentials.get({ ...request, publicKey })
  return jsonOf(credential) as Assertion
}

/** Has the browser create a passkey. Throws DOMException when the person cancels. */
export async function createPasskey(options: Reply<typeof beginPasskey>): Promise<Attestation> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  return jsonOf(await navigator.credentials.create({ publicKey })) as Attestation
}

function jsonOf(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('No passkey', 'NotAllowedError')
  return credential.toJSON()
}
