import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { registrationModes } from './registration/modes.ts'
import { OptionalText, orNull } from './values/nullable.ts'

/** What people see of another region: another portal of the supplier, by its name in the directory. */
export const Region = Type.Object({ name: Type.String(), title: Type.String() })

/** What the web needs to know of this installation before anybody signs in. */
export const Portal = Type.Object({
  name: Type.String(),
  /** The release that answers, as in `CHANGELOG.md`. */
  version: Type.String(),
  brandColor: OptionalText,
  logo: OptionalText,
  links: Type.Array(Type.Object({ label: Type.String(), url: Type.String() })),
  /** The supplier's calendar date, which decides whether documents are overdue, expired or late. */
  today: Type.String(),
  /** Scheme, host and port of the portal; passkeys work only there. */
  address: Type.String(),
  /** How people get access. */
  registration: Type.Enum([...registrationModes]),
  /** The least number of characters of a new password. */
  leastPassword: Type.Integer(),
  /** Name of the identity provider for single sign-on, or null. */
  signOn: OptionalText,
  /** Other regions of the supplier, in which people may be signed in. */
  regions: Type.Array(Region),
  /** Whether the supplier announces something on the page on which people sign in. */
  announced: Type.Boolean(),
  /** Within how many hours the supplier promises to answer, Saturdays and Sundays not counted; null: not at all. */
  answersWithin: orNull(Type.Integer()),
  /** The URL that page views are sent to, or null. */
  pageViews: OptionalText,
})
export type Portal = Static<typeof Portal>

/** The part that the operator chooses: the name and the looks. */
export type PortalBranding = Pick<Portal, 'name' | 'brandColor' | 'logo' | 'links'>

export const showPortal = endpoint('showPortal', 'GET', '/portal', {
  access: 'open',
  summary: 'Name, colours and links of this portal.',
  reply: Portal,
})

export const live = endpoint('live', 'GET', '/health/live', {
  access: 'open',
  summary: 'Answers as long as the process runs.',
  reply: Type.Object({ status: Type.Literal('live') }),
})

export const ready = endpoint('ready', 'GET', '/health/ready', {
  access: 'open',
  summary: 'Answers 200 when the database answers too, 503 otherwise.',
  reply: Type.Object({ status: Type.Literal('ready') }),
})
