import type { Reply } from '../../contract/endpoint.ts'
import { type Assertion, type Attestation, type beginPasskey, beginPasskeySignIn } from '../../contract/passkeys.ts'
import { call } from './call.ts'
import { passkeysWork } from './passkey-support.ts'

/** Whether passkeys can be offered among the suggestions of a field. */
export async function passkeysAreSuggested(): Promise<boolean> {
  return passkeysWork() && (await PublicKeyCredential.isConditionalMediationAvailable())
}

type Asking = { mediation?: CredentialMediationRequirement; signal?: AbortSignal }

/** Asks the person for one of their passkeys. Raises DOMException when they choose none. */
export async function askForPasskey(asking: Asking = {}): Promise<Assertion> {
  const options = await call(beginPasskeySignIn, asking.signal ? { signal: asking.signal } : {})
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const credential = await navigator.credentials.get({ ...asking, publicKey })
  return jsonOf(credential) as Assertion
}

/** Has the browser make a passkey. Raises DOMException when the person does not want it after all. */
export async function makePasskey(options: Reply<typeof beginPasskey>): Promise<Attestation> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  return jsonOf(await navigator.credentials.create({ publicKey })) as Attestation
}

function jsonOf(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('No passkey', 'NotAllowedError')
  return credential.toJSON()
}
