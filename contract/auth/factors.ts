import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { OptionalNetworkLocation } from '../geolocation.ts'
import { Instant } from '../values/dates.ts'
import { OptionalText } from '../values/nullable.ts'

/** Attempts at a code before the sign-in must start again, and minutes for which a mailed code is valid. */
export const codeTries = 5
export const codeMinutes = 10
/** Minutes after entering a password or a code during which a person may change how they sign in. */
export const proofMinutes = 10
export const recoveryCodeCount = 10
/** Days for which a trusted device is not asked for a second factor. */
export const trustedDeviceDays = 30

/** Methods that can be set up as a second factor; recovery codes come in addition. */
export const factorMethods = ['totp', 'email'] as const
export type FactorMethod = (typeof factorMethods)[number]

const MessageReply = Type.Object({ message: Type.String() })
/** Six digits from an app or a mail, or a recovery code; spaces and dashes are ignored. */
const Code = Type.String({ minLength: 1, maxLength: 40 })
const IdParams = Type.Object({ id: Type.String({ format: 'uuid' }) })
const MethodParams = Type.Object({ method: Type.Enum([...factorMethods]) })

/**
 * The second factor is asked for, or asked for again. `methods`: where a code may come from. `enrols`: the person has
 * no second factor, but their account or a short password requires one; a code was mailed, and entering it sets up
 * e-mail.
 */
export const TwoFactorChallenge = Type.Object({
  TwoFactor: Type.Literal(true),
  message: Type.String(),
  methods: Type.Optional(Type.Array(Type.Enum([...factorMethods, 'recovery']))),
  enrols: Type.Optional(Type.Boolean()),
})
export type TwoFactorChallenge = Static<typeof TwoFactorChallenge>

export const submitCode = endpoint('submitCode', 'POST', '/auth/submit2fa', {
  access: 'cookie',
  // A wrong code answers 200 and asks again; 400 means that the sign-in must start again.
  summary: 'Ends a sign-in that asked for the second factor. Gives the access token, or asks again.',
  body: Type.Object({ code: Code, trustDevice: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
  reply: Type.Union([Type.Object({ token: Type.String() }), TwoFactorChallenge]),
})

export const sendCode = endpoint('sendCode', 'POST', '/auth/sendCode', {
  access: 'cookie',
  summary: 'Mails a code for the sign-in that asked for the second factor; those before it no longer work.',
  reply: MessageReply,
})

export const SecondFactor = Type.Object({
  methods: Type.Array(Type.Object({ method: Type.Enum([...factorMethods]), since: Instant })),
  /** The number of unused codes. */
  recoveryCodes: Type.Integer(),
  /** Whether an account of this person requires a second factor. */
  required: Type.Boolean(),
  /** Whether this person has a password; people who use single sign-on may have none. */
  password: Type.Boolean(),
  /** The least number of characters of a new password for this person. */
  leastPassword: Type.Integer(),
})
export type SecondFactor = Static<typeof SecondFactor>

export const showSecondFactor = endpoint('showSecondFactor', 'GET', '/profile/secondFactor', {
  access: 'viewer',
  summary: 'How the person signs in beyond their password.',
  reply: SecondFactor,
})

/** A key for an authenticator app: as text, as URL and as QR code (an SVG path over `size` × `size` squares). */
export const AppKey = Type.Object({
  secret: Type.String(),
  url: Type.String(),
  qr: Type.Object({ size: Type.Integer(), path: Type.String() }),
})
export type AppKey = Static<typeof AppKey>

export const beginApp = endpoint('beginApp', 'POST', '/profile/secondFactor/totp', {
  access: 'viewer',
  summary: 'Gives a key for an authenticator app. A code from the app makes it the second factor.',
  reply: AppKey,
})

export const beginEmail = endpoint('beginEmail', 'POST', '/profile/secondFactor/email', {
  access: 'viewer',
  summary: 'Mails a code. Entering it makes codes by e-mail the second factor.',
  reply: MessageReply,
})

export const confirmFactor = endpoint('confirmFactor', 'PUT', '/profile/secondFactor/:method', {
  access: 'viewer',
  summary: 'Makes an app or codes by e-mail the second factor, with a first right code.',
  params: MethodParams,
  body: Type.Object({ code: Code }, { additionalProperties: false }),
  reply: MessageReply,
})

export const removeFactor = endpoint('removeFactor', 'DELETE', '/profile/secondFactor/:method', {
  access: 'viewer',
  summary: 'Takes an app or codes by e-mail away as second factor; with the last one the recovery codes go.',
  params: MethodParams,
  reply: MessageReply,
})

export const makeRecoveryCodes = endpoint('makeRecoveryCodes', 'POST', '/profile/recoveryCodes', {
  access: 'viewer',
  summary: 'Gives ten recovery codes, once; those before them no longer work.',
  reply: Type.Object({ codes: Type.Array(Type.String()) }),
})

export const prove = endpoint('prove', 'POST', '/profile/proof', {
  access: 'viewer',
  // A wrong password or code answers 400, never 401: a 401 would make the client refresh its token.
  summary: 'Shows with the password or a code that it is still the same person; then they may change how they sign in.',
  body: Type.Object(
    { password: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })), code: Type.Optional(Code) },
    { additionalProperties: false },
  ),
  reply: MessageReply,
})

export const TrustedDevice = Type.Object({
  id: Type.String(),
  /** Browser and operating system in words, as far as they are known. */
  device: OptionalText,
  network: OptionalText,
  /** The approximate location of the network. */
  place: OptionalNetworkLocation,
  since: Instant,
  lastUsed: Instant,
  until: Instant,
})
export type TrustedDevice = Static<typeof TrustedDevice>

export const listTrustedDevices = endpoint('listTrustedDevices', 'GET', '/profile/trustedDevices', {
  access: 'viewer',
  summary: 'The devices on which the second factor is not asked for.',
  reply: Type.Object({ devices: Type.Array(TrustedDevice) }),
})

export const removeTrustedDevice = endpoint('removeTrustedDevice', 'DELETE', '/profile/trustedDevices/:id', {
  access: 'viewer',
  summary: 'Has the second factor asked for on a device again.',
  params: IdParams,
  reply: MessageReply,
})
