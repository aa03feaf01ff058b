import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { languages } from '../languages.ts'
import { OptionalText } from '../values/nullable.ts'

/** Where an announcement is shown: on the pages of whoever is signed in, or on the page on which people sign in. */
export const announcementPlaces = ['portal', 'signIn'] as const

/** What the supplier announces, in the reader's language where there is a text in it. */
export const Announcement = Type.Object({
  id: Type.String(),
  text: Type.String(),
  /** The language of the text. */
  language: Type.Enum([...languages]),
  link: OptionalText,
  dismissible: Type.Boolean(),
})
export type Announcement = Static<typeof Announcement>

export const listAnnouncements = endpoint('listAnnouncements', 'GET', '/announcements', {
  access: 'viewer',
  summary: 'What the supplier announces to the viewer now, without what they have put away.',
  reply: Type.Object({ announcements: Type.Array(Announcement) }),
})

export const dismissAnnouncement = endpoint('dismissAnnouncement', 'DELETE', '/announcements/:id', {
  access: 'viewer',
  summary: 'Puts an announcement away: this person does not see it again, on no device.',
  params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
  reply: Type.Object({}),
})

export const listSignInAnnouncements = endpoint('listSignInAnnouncements', 'GET', '/announcements/signIn', {
  access: 'open',
  summary: 'What the supplier announces on the page on which people sign in.',
  reply: Type.Object({ announcements: Type.Array(Announcement) }),
})

/** The calls for what the supplier announces. */
export const announcementEndpoints = [listAnnouncements, dismissAnnouncement, listSignInAnnouncements] as const
