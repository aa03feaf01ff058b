import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../values/dates.ts'

const MessageReply = Type.Object({ message: Type.String() })
const IdParams = Type.Object({ id: Type.String({ format: 'uuid' }) })
const Name = Type.String({ minLength: 1, maxLength: 60 })

/** The JSON of WebAuthn Level 3 that navigator.credentials takes and returns; the WebAuthn rules check it. */
export const WebAuthnOptions = Type.Object({}, { additionalProperties: true })
const Base64url = Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 20_000 })
const Extensions = Type.Object({}, { additionalProperties: true })
const credentialFields = { id: Base64url, rawId: Base64url, type: Type.Literal('public-key') }
const credentialExtras = {
  authenticatorAttachment: Type.Optional(Type.Unsafe<'platform' | 'cross-platform' | null>({})),
  clientExtensionResults: Extensions,
}

/** What a browser made: a new passkey. */
export const Attestation = Type.Object(
  {
    ...credentialFields,
    ...credentialExtras,
    response: Type.Object(
      {
        clientDataJSON: Base64url,
        attestationObject: Base64url,
        transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
      },
      { additionalProperties: true },
    ),
  },
  { additionalProperties: true },
)
export type Attestation = Static<typeof Attestation>

/** What a browser signed with a passkey. */
export const Assertion = Type.Object(
  {
    ...credentialFields,
    ...credentialExtras,
    response: Type.Object(
      {
        clientDataJSON: Base64url,
        authenticatorData: Base64url,
        signature: Base64url,
        userHandle: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 200 })),
      },
      { additionalProperties: true },
    ),
  },
  { additionalProperties: true },
)
export type Assertion = Static<typeof Assertion>

export const beginPasskeySignIn = endpoint('beginPasskeySignIn', 'POST', '/auth/passkey/options', {
  access: 'open',
  summary: 'What the browser needs to sign in with a passkey, whoever has it; works once, for five minutes.',
  reply: WebAuthnOptions,
})

export const signInWithPasskey = endpoint('signInWithPasskey', 'POST', '/auth/passkey', {
  access: 'open',
  // A failed sign-in answers 400, never 401: a 401 would make the client refresh its token.
  summary: 'Signs in with a passkey, which counts as both factors. Gives the access token.',
  body: Type.Object(
    { credential: Assertion, remember: Type.Optional(Type.Boolean()) },
    { additionalProperties: false },
  ),
  reply: Type.Object({ token: Type.String() }),
})

export const Passkey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  since: Instant,
  lastUsed: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  /** Whether a service stores the passkey and shares it between devices. */
  synced: Type.Boolean(),
})
export type Passkey = Static<typeof Passkey>

export const listPasskeys = endpoint('listPasskeys', 'GET', '/profile/passkeys', {
  access: 'viewer',
  summary: 'The passkeys of this person.',
  reply: Type.Object({ passkeys: Type.Array(Passkey) }),
})

export const beginPasskey = endpoint('beginPasskey', 'POST', '/profile/passkeys/options', {
  access: 'viewer',
  summary: 'What the browser needs to make a passkey; works once, for five minutes.',
  reply: WebAuthnOptions,
})

export const addPasskey = endpoint('addPasskey', 'POST', '/profile/passkeys', {
  access: 'viewer',
  summary: 'Keeps the passkey that the browser has made, under a name.',
  body: Type.Object({ name: Name, credential: Attestation }, { additionalProperties: false }),
  reply: Passkey,
})

export const renamePasskey = endpoint('renamePasskey', 'PUT', '/profile/passkeys/:id', {
  access: 'viewer',
  summary: 'Gives a passkey another name.',
  params: IdParams,
  body: Type.Object({ name: Name }, { additionalProperties: false }),
  reply: MessageReply,
})

export const removePasskey = endpoint('removePasskey', 'DELETE', '/profile/passkeys/:id', {
  access: 'viewer',
  summary: 'Takes a passkey back: nobody can sign in with it any more.',
  params: IdParams,
  reply: MessageReply,
})

export const proveWithPasskey = endpoint('proveWithPasskey', 'POST', '/profile/proof/passkey', {
  access: 'viewer',
  summary: 'Shows with a passkey that it is still the same person; its options are those of signing in.',
  body: Type.Object({ credential: Assertion }, { additionalProperties: false }),
  reply: MessageReply,
})
