import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { permissions, roles } from './permissions.ts'

export const Profile = Type.Object({
  user: Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }),
  /** The account that the token is for: everything else in the portal belongs to it. */
  account: Type.Object({ number: Type.String(), name: Type.String() }),
  role: Type.Enum(Object.keys(roles)),
  permissions: Type.Array(Type.Enum([...permissions])),
  /** Whether the terms have changed since this person accepted them, so that they are asked again. */
  termsDue: Type.Boolean(),
  /** All accounts of this person, the current one included. */
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
