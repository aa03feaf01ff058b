import { type Static, Type } from 'typebox'
import { Assertion, Attestation, Passkey, WebAuthnOptions } from '../auth/passkeys.ts'
import { endpoint } from '../endpoint.ts'
import { OptionalText } from '../values/nullable.ts'
import { Me } from './access.ts'

/* Passkeys by which staff sign in to the console, and how they show that it is still they. */

const MessageReply = Type.Object({ message: Type.String() })
const IdParams = Type.Object({ id: Type.String({ format: 'uuid' }) })
const PasskeyName = Type.String({ minLength: 1, maxLength: 60 })
const InvitationToken = Type.String({ minLength: 1, maxLength: 100 })
const strict = { additionalProperties: false }

export const beginStaffPasskeySignIn = endpoint('beginStaffPasskeySignIn', 'POST', '/console/passkey/options', {
  access: 'open',
  summary: 'What the browser needs to sign in to the console with a passkey; works once, for five minutes.',
  reply: WebAuthnOptions,
})

export const signInStaffWithPasskey = endpoint('signInStaffWithPasskey', 'POST', '/console/passkey', {
  access: 'open',
  summary: 'Signs a member of staff in with a passkey, which counts as both factors; sets the cookie.',
  body: Type.Object({ credential: Assertion }, strict),
  reply: Me,
})

/** Who joins: the e-mail only for an invitation that names none. */
const joining = {
  token: InvitationToken,
  email: Type.Optional(Type.String({ minLength: 1, maxLength: 254 })),
  name: Type.String({ minLength: 1, maxLength: 200 }),
}

export const beginJoiningWithPasskey = endpoint('beginJoiningWithPasskey', 'POST', '/console/invitation/passkey', {
  access: 'open',
  summary: 'What the browser needs to make the passkey of somebody who joins the staff; works once, for five minutes.',
  body: Type.Object(joining, strict),
  reply: WebAuthnOptions,
})

export const joinWithPasskey = endpoint('joinWithPasskey', 'POST', '/console/invitation/accept/passkey', {
  access: 'open',
  summary: 'Joins the staff, or starts anew, with a passkey in place of password and app; signs in.',
  body: Type.Object({ ...joining, credential: Attestation }, strict),
  reply: Me,
})

/** By what a member of staff signs in. */
export const StaffFactors = Type.Object({
  passkeys: Type.Array(Passkey),
  /** Whether they have a password and an authenticator app. */
  app: Type.Boolean(),
  /** The identity provider at which they sign in; null: they sign in here. */
  signOn: OptionalText,
})
export type StaffFactors = Static<typeof StaffFactors>

export const listStaffPasskeys = endpoint('listStaffPasskeys', 'GET', '/console/passkeys', {
  access: 'staff',
  personal: true,
  summary: 'The passkeys of the member of staff, and whether they have an authenticator app.',
  reply: StaffFactors,
})

export const beginStaffPasskey = endpoint('beginStaffPasskey', 'POST', '/console/passkeys/options', {
  access: 'staff',
  personal: true,
  proof: true,
  summary: 'What the browser needs to make a passkey for the console; works once, for five minutes.',
  reply: WebAuthnOptions,
})

export const addStaffPasskey = endpoint('addStaffPasskey', 'POST', '/console/passkeys', {
  access: 'staff',
  personal: true,
  proof: true,
  summary: 'Keeps the passkey that the browser has made, under a name.',
  body: Type.Object({ name: PasskeyName, credential: Attestation }, strict),
  reply: Passkey,
})

export const renameStaffPasskey = endpoint('renameStaffPasskey', 'PUT', '/console/passkeys/:id', {
  access: 'staff',
  personal: true,
  summary: 'Gives a passkey another name.',
  params: IdParams,
  body: Type.Object({ name: PasskeyName }, strict),
  reply: MessageReply,
})

export const removeStaffPasskey = endpoint('removeStaffPasskey', 'DELETE', '/console/passkeys/:id', {
  access: 'staff',
  personal: true,
  proof: true,
  summary: 'Takes a passkey back, unless it is the only way in.',
  params: IdParams,
  reply: MessageReply,
})

export const proveStaff = endpoint('proveStaff', 'POST', '/console/proof', {
  access: 'staff',
  personal: true,
  summary: 'Shows with a code of the authenticator app, or with a passkey, that it is still the same person.',
  body: Type.Object(
    { code: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })), credential: Type.Optional(Assertion) },
    strict,
  ),
  reply: MessageReply,
})

/** The calls about passkeys of staff. */
export const passkeyEndpoints = [
  beginStaffPasskeySignIn,
  signInStaffWithPasskey,
  beginJoiningWithPasskey,
  joinWithPasskey,
  listStaffPasskeys,
  beginStaffPasskey,
  addStaffPasskey,
  renameStaffPasskey,
  removeStaffPasskey,
  proveStaff,
] as const
