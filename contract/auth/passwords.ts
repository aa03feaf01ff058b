import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'

/** Minutes for which the link of a forgotten password is valid. */
export const resetMinutes = 30

/** Length limits of a password, in characters (code points). */
export const passwordLength = { min: 15, minWithSecondFactor: 8, max: 128 } as const

const MessageReply = Type.Object({ message: Type.String() })
const Email = Type.String({ minLength: 1, maxLength: 254 })
/** Longer than any password may be, so that the reply can explain the limit. */
const Password = Type.String({ minLength: 1, maxLength: 1024 })
/** The token in a mailed link. */
export const MailedToken = Type.String({ minLength: 1, maxLength: 100 })

export const forgotPassword = endpoint('forgotPassword', 'POST', '/auth/forgotPassword', {
  access: 'open',
  summary: 'Mails a link to choose a new password. The answer is the same whether the e-mail is known or not.',
  body: Type.Object({ email: Email }, { additionalProperties: false }),
  reply: MessageReply,
})

export const showReset = endpoint('showReset', 'POST', '/auth/passwordReset', {
  access: 'open',
  summary: 'What a new password needs, to the holder of the token of a mailed link that still works.',
  body: Type.Object({ token: MailedToken }, { additionalProperties: false }),
  reply: Type.Object({ leastPassword: Type.Integer() }),
})

export const changePassword = endpoint('changePassword', 'POST', '/auth/changePassword', {
  access: 'open',
  summary: 'Sets a new password with the token of a mailed link, once. Ends all sessions and begins none.',
  body: Type.Object({ token: MailedToken, password: Password }, { additionalProperties: false }),
  reply: MessageReply,
})

export const changeOwnPassword = endpoint('changeOwnPassword', 'PUT', '/profile/password', {
  access: 'viewer',
  // A wrong current password answers 400, never 401: a 401 would make the client refresh its token.
  summary: 'Changes the password of the person who is signed in, and ends their other sessions when they wish so.',
  body: Type.Object(
    { current: Password, password: Password, endOthers: Type.Boolean() },
    { additionalProperties: false },
  ),
  reply: MessageReply,
})
