import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { OptionalNetworkLocation } from './geolocation.ts'
import { Instant, OptionalText } from './values.ts'

/** Tries at a code before the sign-in begins anew, and minutes for which a code that was mailed can be used. */
export const codeTries = 5
export const codeMinutes = 10
/** Minutes for which a password or a code lets somebody change how they sign in. */
export const proofMinutes = 10
export const recoveryCodeCount = 10
/** Days for which a device is not asked for a second factor. */
export const trustedDeviceDays = 30

/** What can be set up as a second factor; recovery codes come on top. */
export const factorMethods = ['totp', 'email'] as const
export type FactorMethod = (typeof factorMethods)[number]

const MessageReply = Type.Object({ message: Type.String() })
/** Six digits of an app or a mail, or a recovery code; blanks and dashes do not count. */
const Code = Type.String({ minLength: 1, maxLength: 40 })
const IdParams = Type.Object({ id: Type.String({ format: 'uuid' }) })
const MethodParams = Type.Object({ method: Type.Enum([...factorMethods]) })

/**
 * The second factor is asked for, or asked for again. `methods`: what a code may come from. `enrols`: this person has
 * none, and their account, or a short password, asks for one; a code was mailed, and entering it makes e-mail theirs.
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
  // Codes that are not right answer 200 and ask again; 400 says that the sign-in must begin anew.
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
  /** Those that are left. */
  recoveryCodes: Type.Integer(),
  /** Whether an account of this person asks for a second factor. */
  required: Type.Boolean(),
  /** Whether this person has a password; who came in by single sign-on may have none. */
  password: Type.Boolean(),
  /** Characters that a new password of this person needs at least. */
  leastPassword: Type.Integer(),
})
export type SecondFactor = Static<typeof SecondFactor>

export const showSecondFactor = endpoint('showSecondFactor', 'GET', '/profile/secondFactor', {
  access: 'viewer',
  summary: 'How the person signs in beyond their password.',
  reply: SecondFactor,
})

/** A key for an authenticator app: as text, as address and as QR code (an SVG path over `size` × `size` squares). */
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
  // A wrong password or code answers 400, never 401: a 401 would set off a refresh.
  summary: 'Shows with the password or a code that it is still the same person; then they may change how they sign in.',
  body: Type.Object(
    { password: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })), code: Type.Optional(Code) },
    { additionalProperties: false },
  ),
  reply: MessageReply,
})

export const TrustedDevice = Type.Object({
  id: Type.String(),
  /** Browser and system in words, as far as they are known. */
  device: OptionalText,
  network: OptionalText,
  /** Where that roughly is. */
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
