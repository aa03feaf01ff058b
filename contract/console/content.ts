import { type Static, Type } from 'typebox'
import { announcementPlaces } from '../announcements/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { TextBlock } from '../faq.ts'
import { languages } from '../languages.ts'
import { mailKinds } from '../mail.ts'
import { paperKinds } from '../papers.ts'
import { roles } from '../permissions.ts'
import { Seller } from '../seller.ts'
import { Instant } from '../values/dates.ts'
import { OptionalText, orNull } from '../values/nullable.ts'

/* What the supplier's people publish: announcements, texts, the supplier's data on papers, links, and the mails as they look. */

const closed = { additionalProperties: false }
const MessageReply = Type.Object({ message: Type.String() })
const id = Type.Object({ id: Type.String({ format: 'uuid' }) })
const permission = 'content.write'
const Language = Type.Enum([...languages])

/** What is kept with who saved it and when. */
export const contentKinds = ['brand', 'faq', 'figures', 'links', 'promise', 'seller', 'template', 'terms'] as const
export type ContentKind = (typeof contentKinds)[number]

export const maxAnnouncementLength = 500
/** So many announcements may run or be planned at once. */
export const maxAnnouncements = 50
/** A link leads to a page of the portal or to one on the web. */
const linkPattern = '^(https?://[^\\s/]|/(?![/\\\\]))\\S*$'
const announcementText = Type.String({ minLength: 1, maxLength: maxAnnouncementLength })

const announcementFields = {
  texts: Type.Object(
    Object.fromEntries(languages.map((language) => [language, Type.Optional(announcementText)])),
    closed,
  ),
  link: orNull(Type.String({ pattern: linkPattern, maxLength: 500 })),
  place: Type.Enum([...announcementPlaces]),
  /** The numbers of the accounts whose members see it; none: of all. */
  accounts: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 100 }),
  /** The roles of the people who see it; none: all. */
  roles: Type.Array(Type.Enum(Object.keys(roles)), { maxItems: 20 }),
  dismissible: Type.Boolean(),
  startsAt: Instant,
  /** Null: until somebody ends it. */
  endsAt: orNull(Instant),
}
const announcementBody = Type.Object(announcementFields, closed)

export const AnnouncementEntry = Type.Object({
  ...announcementFields,
  texts: Type.Record(Type.String(), Type.String()),
  id: Type.String(),
  savedAt: Instant,
  savedBy: Type.String(),
  state: Type.Enum(['running', 'planned', 'over']),
  /** How many people have put it away. */
  dismissed: Type.Integer(),
})
export type AnnouncementEntry = Static<typeof AnnouncementEntry>

export const listAllAnnouncements = endpoint('listAllAnnouncements', 'GET', '/console/content/announcements', {
  access: 'staff',
  permission,
  summary: 'The announcements that run or are planned, and the last 50 that are over.',
  reply: Type.Object({ announcements: Type.Array(AnnouncementEntry) }),
})
export const addAnnouncement = endpoint('addAnnouncement', 'POST', '/console/content/announcements', {
  access: 'staff',
  permission,
  summary:
    'Announces something to customers from a moment on. Sent again with the same `id`, it is the same announcement.',
  body: Type.Object({ ...announcementFields, id: Type.Optional(Type.String({ format: 'uuid' })) }, closed),
  reply: MessageReply,
})
export const changeAnnouncement = endpoint('changeAnnouncement', 'PUT', '/console/content/announcements/:id', {
  access: 'staff',
  permission,
  summary: 'Changes an announcement; whoever has put it away does not see it again.',
  params: id,
  body: announcementBody,
  reply: MessageReply,
})
export const endAnnouncement = endpoint('endAnnouncement', 'DELETE', '/console/content/announcements/:id', {
  access: 'staff',
  permission,
  summary: 'Ends an announcement now.',
  params: id,
  reply: MessageReply,
})

/** Where a text that is in force comes from: the portal itself, the operator's folder, or the console. */
export const textSources = ['portal', 'folder', 'console'] as const
const textKinds = ['faq', 'terms'] as const
const textParams = Type.Object({
  kind: Type.Enum([...textKinds]),
  name: Type.String({ pattern: '^[a-z0-9-]{1,80}$' }),
  language: Language,
})
export const maxContentLength = 100_000

export const listTexts = endpoint('listTexts', 'GET', '/console/content/texts', {
  access: 'staff',
  permission,
  summary: 'The texts of the terms and of the help, with where each comes from in each language.',
  reply: Type.Object({
    texts: Type.Array(
      Type.Object({
        kind: Type.Enum([...textKinds]),
        name: Type.String(),
        /** Its heading in the reader's language. */
        title: Type.String(),
        languages: Type.Array(Type.Object({ language: Language, source: orNull(Type.Enum([...textSources])) })),
      }),
    ),
  }),
})

export const ContentVersion = Type.Object({
  id: Type.String(),
  savedAt: Instant,
  savedBy: Type.String(),
  /** Null: from then on what the files say was in force. */
  content: OptionalText,
})
export type ContentVersion = Static<typeof ContentVersion>

/** The same without what it held, which may be long. */
export const ContentVersionEntry = Type.Object({
  id: Type.String(),
  savedAt: Instant,
  savedBy: Type.String(),
  /** Whether what files and settings say was in force from then on. */
  isStandard: Type.Boolean(),
})

export const showText = endpoint('showText', 'GET', '/console/content/texts/:kind/:name/:language', {
  access: 'staff',
  permission,
  summary: 'A text in a language as it is in force, where it comes from, and its last 50 versions.',
  params: textParams,
  reply: Type.Object({
    content: Type.String(),
    source: orNull(Type.Enum([...textSources])),
    /** What is in force without what the console has saved. */
    standard: OptionalText,
    versions: Type.Array(ContentVersion),
  }),
})
export const saveText = endpoint('saveText', 'PUT', '/console/content/texts/:kind/:name/:language', {
  access: 'staff',
  permission,
  summary: 'Puts a text in a language in force; null: what the files say is in force again.',
  params: textParams,
  body: Type.Object({ content: orNull(Type.String({ minLength: 1, maxLength: maxContentLength })) }, closed),
  reply: MessageReply,
})
export const previewText = endpoint('previewText', 'POST', '/console/content/preview', {
  access: 'staff',
  permission,
  reads: true,
  summary: 'A text as customers would read it.',
  body: Type.Object({ content: Type.String({ maxLength: maxContentLength }) }, closed),
  reply: Type.Object({ blocks: Type.Array(TextBlock) }),
})

/** So many bytes a logo may have: in base64 it is a body that the portal takes of an ordinary call. */
export const maxLogoBytes = 150_000
export const maxLogoLength = (maxLogoBytes * 4) / 3 + 4

/** A picture with its bytes in base64. */
export const SellerLogo = Type.Object(
  { format: Type.Enum(['svg', 'png', 'jpg']), base64: Type.String({ minLength: 12, maxLength: maxLogoLength }) },
  closed,
)
export type SellerLogo = Static<typeof SellerLogo>
const sellerBody = Type.Object({ seller: Type.Omit(Seller, ['logo'], closed), logo: orNull(SellerLogo) }, closed)
export type SellerContent = Static<typeof sellerBody>

export const showSeller = endpoint('showSeller', 'GET', '/console/content/seller', {
  access: 'staff',
  permission,
  summary: 'The supplier’s data as its papers show them, where they come from, and their last 50 versions.',
  reply: Type.Object({
    seller: orNull(Type.Omit(Seller, ['logo'])),
    logo: orNull(SellerLogo),
    source: orNull(Type.Enum([...textSources])),
    versions: Type.Array(ContentVersionEntry),
  }),
})
export const saveSeller = endpoint('saveSeller', 'PUT', '/console/content/seller', {
  access: 'staff',
  permission,
  summary: 'Puts the supplier’s data on papers, electronic invoices and payment codes from now on.',
  body: sellerBody,
  reply: MessageReply,
})
export const restoreSeller = endpoint('restoreSeller', 'POST', '/console/content/seller/restore', {
  access: 'staff',
  permission,
  summary: 'Puts an earlier version of the supplier’s data in force again; without an id what the file says.',
  body: Type.Object({ id: orNull(Type.String({ format: 'uuid' })) }, closed),
  reply: MessageReply,
})
export const previewPaper = endpoint('previewPaper', 'POST', '/console/content/seller/paper', {
  access: 'staff',
  permission,
  reads: true,
  summary: 'A paper of a kind with example content, with these data of the supplier, made as all papers are.',
  body: Type.Object({ ...sellerBody.properties, kind: Type.Enum([...paperKinds]), language: Language }, closed),
  gives: 'application/pdf',
  reply: Type.Unknown(),
})

const Link = Type.Object(
  {
    label: Type.String({ minLength: 1, maxLength: 40 }),
    url: Type.String({ pattern: '^(https?://[^\\s/]|mailto:)\\S*$', maxLength: 500 }),
  },
  closed,
)
export const showLinks = endpoint('showLinks', 'GET', '/console/content/links', {
  access: 'staff',
  permission,
  summary: 'The links in the portal’s menu, where they come from, and their last 50 versions.',
  reply: Type.Object({
    links: Type.Array(Link),
    source: Type.Enum([...textSources]),
    versions: Type.Array(ContentVersion),
  }),
})
export const saveLinks = endpoint('saveLinks', 'PUT', '/console/content/links', {
  access: 'staff',
  permission,
  summary: 'Puts links in the portal’s menu; null: those of the settings again.',
  body: Type.Object({ links: orNull(Type.Array(Link, { maxItems: 8 })) }, closed),
  reply: MessageReply,
})

export const listMails = endpoint('listMails', 'GET', '/console/content/mails', {
  access: 'staff',
  permission,
  summary: 'The kinds of mail that leave, each with the subject of its example in the reader’s language.',
  reply: Type.Object({ mails: Type.Array(Type.Object({ kind: Type.Enum([...mailKinds]), subject: Type.String() })) }),
})
const mailParams = Type.Object({ kind: Type.Enum([...mailKinds]) })
export const previewMail = endpoint('previewMail', 'GET', '/console/content/mails/:kind', {
  access: 'staff',
  permission,
  summary: 'A mail of a kind as it leaves, with examples for its values.',
  params: mailParams,
  query: Type.Object({ language: Type.Optional(Language) }, closed),
  reply: Type.Object({ subject: Type.String(), text: Type.String() }),
})
export const showMailPage = endpoint('showMailPage', 'GET', '/console/content/mails/:kind/html', {
  access: 'staff',
  permission,
  summary: 'The same mail as a page, as mail programs show it.',
  params: mailParams,
  query: Type.Object({ language: Type.Optional(Language) }, closed),
  gives: 'text/html',
  reply: Type.Unknown(),
})
export const sendExampleMail = endpoint('sendExampleMail', 'POST', '/console/content/mails/:kind', {
  access: 'staff',
  personal: true,
  permission,
  summary: 'Sends this example to the member of staff who asks for it.',
  params: mailParams,
  body: Type.Object({ language: Language }, closed),
  reply: MessageReply,
})

/** The calls for what the supplier's people publish. */
export const contentEndpoints = [
  listAllAnnouncements,
  addAnnouncement,
  changeAnnouncement,
  endAnnouncement,
  listTexts,
  showText,
  saveText,
  previewText,
  showSeller,
  saveSeller,
  restoreSeller,
  previewPaper,
  showLinks,
  saveLinks,
  listMails,
  previewMail,
  showMailPage,
  sendExampleMail,
] as const
