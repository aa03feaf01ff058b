import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { OptionalText } from '../values/nullable.ts'
import { DocumentTypeSchema } from '../values.ts'
import { channels, noticeKindList } from './kinds.ts'

const Kind = Type.Enum([...noticeKindList])
const Channels = Type.Array(Type.Enum([...channels]), { maxItems: channels.length, uniqueItems: true })
const ClockTime = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })
const QuietHours = Type.Object({ from: ClockTime, to: ClockTime }, { additionalProperties: false })
const OptionalQuietHours = Type.Union([QuietHours, Type.Null()])

/** How a person is notified in their current account. */
export const NoticeSettings = Type.Object({
  /** The kinds that the person's role may see, in display order. */
  kinds: Type.Array(
    Type.Object({
      kind: Kind,
      channels: Channels,
      /** The kind has a mail of its own, which is sent in any case. */
      mailedAnyway: Type.Boolean(),
    }),
  ),
  /** In the person's time zone; null for no quiet hours. */
  quiet: OptionalQuietHours,
  /** The time zone of the quiet hours. */
  timeZone: Type.String(),
  /** When the person's mail server refused mails permanently; null while mails arrive. */
  mailRefusedAt: OptionalText,
  /** The person has ended the mails through the link in one of them. */
  mailsEnded: Type.Boolean(),
  push: Type.Object({
    /** The key with which the browser subscribes at its push service (VAPID), base64url. */
    key: Type.String(),
    /** Whether this browser receives pushes. */
    on: Type.Boolean(),
  }),
})
export type NoticeSettings = Static<typeof NoticeSettings>

export const showNoticeSettings = endpoint('showNoticeSettings', 'GET', '/notifications/settings', {
  access: 'viewer',
  summary: 'How the person is told of each kind, and when not.',
  reply: NoticeSettings,
})

export const changeNoticeSettings = endpoint('changeNoticeSettings', 'PUT', '/notifications/settings', {
  access: 'viewer',
  summary: 'Changes what is given; `mailAgain` has mails sent again after they were ended or refused.',
  body: Type.Object(
    {
      kinds: Type.Optional(
        Type.Array(Type.Object({ kind: Kind, channels: Channels }, { additionalProperties: false }), {
          maxItems: noticeKindList.length,
        }),
      ),
      quiet: Type.Optional(OptionalQuietHours),
      mailAgain: Type.Optional(Type.Literal(true)),
    },
    { additionalProperties: false },
  ),
  reply: NoticeSettings,
})

const Choice = Type.Enum(['follow', 'mute'])

/** The most documents and items that one person can follow or mute. */
export const maxNoticeChoices = 500

/** A document (by type and number) or an item (by SKU) that a person follows or mutes. */
export const NoticeChoice = Type.Object({
  subject: Type.Enum(['document', 'item']),
  /** Null for an item. */
  type: Type.Union([DocumentTypeSchema, Type.Null()]),
  /** The document's number, or the SKU. */
  key: Type.String({ minLength: 1, maxLength: 200 }),
  choice: Choice,
})
export type NoticeChoice = Static<typeof NoticeChoice>

export const listNoticeChoices = endpoint('listNoticeChoices', 'GET', '/notifications/choices', {
  access: 'viewer',
  summary: 'The documents and items that the person follows or has muted, the latest first.',
  reply: Type.Array(NoticeChoice),
})

export const chooseNotices = endpoint('chooseNotices', 'PUT', '/notifications/choices', {
  access: 'viewer',
  summary: 'Follows or mutes a document or an item; null is as usual again.',
  body: Type.Object(
    {
      subject: Type.Enum(['document', 'item']),
      type: Type.Optional(DocumentTypeSchema),
      key: Type.String({ minLength: 1, maxLength: 200 }),
      choice: Type.Union([Choice, Type.Null()]),
    },
    { additionalProperties: false },
  ),
  reply: Type.Array(NoticeChoice),
})

export const startPush = endpoint('startPush', 'PUT', '/notifications/push', {
  access: 'viewer',
  summary: 'Has this browser told while no page is open, until the session ends. The push service must be a known one.',
  body: Type.Object(
    {
      endpoint: Type.String({ maxLength: 1000 }),
      p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}=?$' }),
      auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}(==)?$' }),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({}),
})

export const stopPush = endpoint('stopPush', 'DELETE', '/notifications/push', {
  access: 'viewer',
  summary: 'Tells this browser no more.',
  reply: Type.Object({}),
})

const Token = Type.Object({ token: Type.String({ maxLength: 300 }) }, { additionalProperties: false })

export const showUnsubscribe = endpoint('showUnsubscribe', 'GET', '/notifications/unsubscribe', {
  access: 'open',
  summary: 'Leads to the page that asks before it ends the mails. It changes nothing.',
  query: Token,
  reply: Type.String(),
  gives: 'text/html',
})

export const unsubscribe = endpoint('unsubscribe', 'POST', '/notifications/unsubscribe', {
  access: 'open',
  summary: 'Ends the mails of what happens, in one step and without signing in (RFC 8058). The body is not read.',
  query: Token,
  reply: Type.Object({}),
})
