import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../values/dates.ts'
import { OptionalText } from '../values/nullable.ts'
import { MailedToken } from './passwords.ts'

const MessageReply = Type.Object({ message: Type.String() })
/** What a provider may send: a query that is read by the rules of OpenID Connect; further values are allowed. */
const CallbackQuery = Type.Object({}, { additionalProperties: Type.String({ maxLength: 8000 }) })

export const startSignOn = endpoint('startSignOn', 'GET', '/auth/sso/start', {
  access: 'cookie',
  summary: 'Sends the browser to the identity provider, or to another region of the supplier.',
  query: Type.Object(
    {
      remember: Type.Optional(Type.Enum(['true', 'false'])),
      /** Another region that says who the person is, instead of the identity provider. */
      region: Type.Optional(Type.String({ maxLength: 31 })),
      /** The account to show after it. */
      account: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      /** Says that a person who is signed in at that region begins this. */
      pass: Type.Optional(Type.String({ maxLength: 4000 })),
    },
    { additionalProperties: false },
  ),
  reply: Type.Unknown(),
  gives: 'text/html',
})

export const finishSignOn = endpoint('finishSignOn', 'GET', '/auth/sso/callback', {
  access: 'cookie',
  summary: 'Where the identity provider sends the browser back to; sends it on to the portal.',
  query: CallbackQuery,
  reply: Type.Unknown(),
  gives: 'text/html',
})

export const acceptBySignOn = endpoint('acceptBySignOn', 'POST', '/auth/sso/invitation', {
  access: 'cookie',
  summary:
    'Gives the address at the identity provider where the browser goes to accept an invitation; the provider must vouch for the e-mail that was invited.',
  body: Type.Object(
    {
      token: MailedToken,
      /** The version of the terms that the person has accepted. */
      terms: Type.String({ minLength: 1, maxLength: 100 }),
      /** Another region that says who the person is, instead of the identity provider. */
      region: Type.Optional(Type.String({ maxLength: 31 })),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ url: Type.String() }),
})

export const Identity = Type.Object({
  id: Type.String(),
  issuer: Type.String(),
  email: OptionalText,
  since: Instant,
  lastUsed: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
})
export type Identity = Static<typeof Identity>

export const listIdentities = endpoint('listIdentities', 'GET', '/profile/signOn', {
  access: 'viewer',
  summary: 'The sign-ins at the identity provider that this person is linked to.',
  reply: Type.Object({
    identities: Type.Array(Identity),
    /** Whether one can be linked: none of the provider of today is. */
    linkable: Type.Boolean(),
  }),
})

export const linkIdentity = endpoint('linkIdentity', 'POST', '/profile/signOn', {
  access: 'viewer',
  summary:
    'Gives the address at the identity provider where the browser goes to link its sign-in there to this person.',
  reply: Type.Object({ url: Type.String() }),
})

export const removeIdentity = endpoint('removeIdentity', 'DELETE', '/profile/signOn/:id', {
  access: 'viewer',
  summary: 'Unlinks a sign-in at the identity provider.',
  params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
  reply: MessageReply,
})
