import { type Static, Type } from 'typebox'
import { MailedToken } from '../auth/passwords.ts'
import { endpoint } from '../endpoint.ts'
import { OptionalText } from '../values/nullable.ts'

/** Days for which an invitation is valid. */
export const invitationDays = 7

const MessageReply = Type.Object({ message: Type.String() })
const Name = Type.String({ minLength: 1, maxLength: 200 })
const Reference = Type.String({ minLength: 1, maxLength: 100 })
export const Email = Type.String({ minLength: 1, maxLength: 254 })

export const Invitation = Type.Object({
  email: Type.String(),
  name: OptionalText,
  /** The name of the account that the person is invited to. */
  account: Type.String(),
  /** Whether the person already has a sign-in; they accept with it and choose no password. */
  known: Type.Boolean(),
})
export type Invitation = Static<typeof Invitation>

export const showInvitation = endpoint('showInvitation', 'POST', '/auth/invitation', {
  access: 'open',
  summary: 'What an invitation is for, to the holder of its token.',
  body: Type.Object({ token: MailedToken }, { additionalProperties: false }),
  reply: Invitation,
})

export const register = endpoint('register', 'POST', '/auth/register', {
  access: 'open',
  summary: 'Accepts an invitation, once: with name and password, or without when the person has a sign-in already.',
  body: Type.Object(
    {
      token: MailedToken,
      name: Type.Optional(Name),
      password: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
      /** The version of the terms that the person has accepted. */
      terms: Type.String({ minLength: 1, maxLength: 100 }),
    },
    { additionalProperties: false },
  ),
  reply: MessageReply,
})

export const askToRegister = endpoint('askToRegister', 'POST', '/auth/registration', {
  access: 'open',
  summary:
    'Asks to be let in: with customer and document number where the operator decides, with a company where everybody may register. The answer is the same whether the e-mail is known or not.',
  body: Type.Object(
    {
      email: Email,
      name: Name,
      company: Type.Optional(Name),
      customerNumber: Type.Optional(Reference),
      documentNumber: Type.Optional(Reference),
    },
    { additionalProperties: false },
  ),
  reply: MessageReply,
})
