import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { type Language, languages } from '../languages.ts'
import { permissions, roles } from '../permissions.ts'
import { nullable, OptionalText } from '../values/nullable.ts'
import { Appearance } from './appearance.ts'

/** One of the languages, or null for "not chosen". */
const OptionalLanguage = Type.Unsafe<Language | null>({ type: ['string', 'null'], enum: [...languages, null] })

export const Profile = Type.Object({
  user: Type.Object({
    id: Type.String(),
    name: Type.String(),
    email: Type.String(),
    /** The language that the person has chosen. */
    language: OptionalLanguage,
    /** The language that their browser asked for last; used for mails when none is chosen. */
    browserLanguage: OptionalLanguage,
    /** An IANA time zone name. */
    timeZone: OptionalText,
    /** Null until the person has chosen something. */
    appearance: nullable(Appearance),
    /** When their picture was last changed; null when there is none. */
    avatarAt: OptionalText,
  }),
  /** The current account, for which the access token was issued: all other data in the portal belongs to it. */
  account: Type.Object({
    number: Type.String(),
    name: Type.String(),
    /** The language for members who have not chosen one. */
    language: OptionalLanguage,
  }),
  role: Type.Enum(Object.keys(roles)),
  permissions: Type.Array(Type.Enum([...permissions])),
  /** Whether the terms have changed since this person accepted them, so that they must accept them again. */
  termsDue: Type.Boolean(),
  /** Whether the supplier announces something to this person. */
  announced: Type.Boolean(),
  /** All accounts of this person, the current one included; the current one alone for staff who see the portal as them. */
  accounts: Type.Array(Type.Object({ number: Type.String(), name: Type.String(), current: Type.Boolean() })),
})
export type Profile = Static<typeof Profile>

export const showProfile = endpoint('showProfile', 'GET', '/profile', {
  access: 'viewer',
  summary: 'Who is signed in, for which account, and what they may do.',
  reply: Profile,
})

export const switchAccount = endpoint('switchAccount', 'PUT', '/profile/account', {
  access: 'viewer',
  summary: 'Gives an access token for another account of the same person; the session remembers the choice.',
  body: Type.Object({ number: Type.String({ minLength: 1, maxLength: 100 }) }, { additionalProperties: false }),
  reply: Type.Object({ token: Type.String() }),
})

export const changePreferences = endpoint('changePreferences', 'PUT', '/profile/preferences', {
  access: 'viewer',
  summary:
    'Notes in which language and time zone a person reads and how the portal looks; what is not given stays as it is.',
  body: Type.Object(
    {
      /** Null: the language of the account or else of the browser. */
      language: Type.Optional(OptionalLanguage),
      browserLanguage: Type.Optional(OptionalLanguage),
      /** An IANA time zone name, such as Europe/Berlin. */
      timeZone: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      appearance: Type.Optional(Appearance),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({}),
})
