import { type Static, Type } from 'typebox'
import { profileNamePattern } from './profile-name.ts'

/* Where the portal fetches files by itself: an HTTPS address, a folder at an SFTP server, a mailbox. */

/** The kinds of sources; the address of each says which it is. */
export const fileSourceKinds = ['https', 'sftp', 'mailbox'] as const
export type FileSourceKind = (typeof fileSourceKinds)[number]

/** By what the portal signs in at a source. */
export const signIns = ['none', 'password', 'token', 'key', 'oauth'] as const
export type SignIn = (typeof signIns)[number]

/** Minutes between two looks, and hours after which a source without a new file is silent. */
export const fileSourceLimits = { mostMinutes: 1440, mostSilentHours: 8760, senders: 100 } as const

/** A source without its secret: what is exported. */
export const FileSource = Type.Object(
  {
    name: Type.String({ pattern: profileNamePattern }),
    /** The import profile that reads its files. */
    profile: Type.String({ pattern: profileNamePattern }),
    /** As in https://erp.example/orders.csv, sftp://erp.example/out, imaps://mail.example/INBOX; without name and password. */
    url: Type.String({ minLength: 1, maxLength: 2000 }),
    signIn: Type.Enum([...signIns]),
    user: Type.Optional(Type.String({ maxLength: 200 })),
    /** Of SFTP: files stay where they are and are remembered, instead of being moved. */
    leavesFiles: Type.Optional(Type.Boolean()),
    /** Of SFTP: the fingerprint of the server's key, as in SHA256:…; absent: that of the first connection is kept. */
    hostKey: Type.Optional(Type.String({ pattern: '^SHA256:[A-Za-z0-9+/]{43}$' })),
    /** Of a mailbox: whose attachments are read, as ann@erp.example or @erp.example. */
    senders: Type.Optional(
      Type.Array(Type.String({ pattern: '^[^@\\s]*@[^@\\s]+$', maxLength: 254 }), {
        maxItems: fileSourceLimits.senders,
      }),
    ),
    minutes: Type.Integer({ minimum: 1, maximum: fileSourceLimits.mostMinutes }),
    /** Staff are mailed when no new file has come for so many hours; absent: they are not. */
    silentHours: Type.Optional(Type.Integer({ minimum: 1, maximum: fileSourceLimits.mostSilentHours })),
    isOn: Type.Boolean(),
  },
  { additionalProperties: false },
)
export type FileSource = Static<typeof FileSource>

const kindsByScheme: Readonly<Record<string, FileSourceKind>> = {
  https: 'https',
  http: 'https',
  sftp: 'sftp',
  imaps: 'mailbox',
  imap: 'mailbox',
}

/** By what each kind of source is signed in at. */
export const signInsOf: Readonly<Record<FileSourceKind, readonly SignIn[]>> = {
  https: ['none', 'password', 'token'],
  sftp: ['password', 'key'],
  mailbox: ['password', 'oauth'],
}

/** Scheme, user, host and port of an address. */
const addressPattern = /^([a-z]+):\/\/(?:([^/@?#]*)@)?(\[[0-9a-f:.]+\]|[^/:@?#[\]\s]+)(?::\d{1,5})?(?=[/?#]|$)\S*$/i

/** The kind of a source by its address; undefined when it is none. */
export function fileSourceKind(url: string): FileSourceKind | undefined {
  const scheme = addressPattern.exec(url)?.[1]?.toLowerCase()
  return scheme === undefined ? undefined : kindsByScheme[scheme]
}

const plainSchemes = ['http', 'imap']
const thisMachine = ['localhost', '127.0.0.1', '[::1]']

/** What is wrong with a source, by the field where it is mended. */
export type FileSourceFault = 'address' | 'credentials' | 'plain' | 'signIn' | 'user' | 'senders'

/** What is wrong with a source that its schema does not say; undefined: nothing. */
export function fileSourceFault({ url, signIn, user = '', senders = [] }: FileSource): FileSourceFault | undefined {
  const kind = fileSourceKind(url)
  if (!kind) return 'address'
  const [, scheme = '', credentials, host = ''] = addressPattern.exec(url) ?? []
  if (credentials !== undefined) return 'credentials'
  if (plainSchemes.includes(scheme.toLowerCase()) && !thisMachine.includes(host.toLowerCase())) return 'plain'
  if (!signInsOf[kind].includes(signIn)) return 'signIn'
  if (signIn !== 'none' && signIn !== 'token' && user.trim() === '') return 'user'
  if (kind === 'mailbox' && senders.length === 0) return 'senders'
  return undefined
}
