import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Who may answer in a conversation at a reply address: a member, by their id, or the supplier, by their e-mail. */
export type Replier = { member: string } | { supplier: string }

/** What a reply is about: a request, or a document, to a mail that told of nothing else. */
export type RepliedSubject = { request: string } | { document: string }

/** What a reply address says. Whether a person is the one to whom it was mailed is asked with `isFor`. */
export type ReplyToken = {
  about: 'request' | 'document'
  /** The id of the request or of the document. */
  id: string
  side: 'customer' | 'supplier'
  expired: boolean
  /** Names what it is about and the person in a few bytes, the same in every address that is made for them. */
  thread: Buffer
  isFor: (replier: Replier) => boolean
}

export type ReplyAddresses = {
  /** The address to which this person replies about a request or a document, valid for 60 days. */
  addressOf: (mail: RepliedSubject & Replier) => string
  /** What an address says; undefined when this portal has not made it. */
  read: (address: string) => ReplyToken | undefined
  /** Whether a mail from this address comes from the portal's own reply address. */
  isOwn: (address: string) => boolean
}

const dayMs = 86_400_000
const validDays = 60

/*
 * A token has one byte for its form and the side, two for the day on which it ends, sixteen for what it is about, five that
 * stand for the person, ten that sign it all. Mail servers may change case and allow 64 characters before the @, so it
 * is written with digits and the letters a to v: 55 of them.
 */
const tokenBytes = 34
const signatureBytes = 10
const tokenPattern = /^[0-9a-v]{55}$/
const forms = [
  { about: 'request', side: 'customer' },
  { about: 'request', side: 'supplier' },
  { about: 'document', side: 'customer' },
] as const

type Deps = {
  /** The operator's secrets: the first signs, all are accepted. */
  secrets: readonly string[]
  clock: () => Date
  /** The mailbox of replies, as in reply@portal.example; undefined: replies are not read. */
  mailbox: string | undefined
}

/** Makes and reads reply addresses; undefined where replies are not read. Throws RangeError without a secret. */
export function createReplyAddresses({ secrets, clock, mailbox }: Deps): ReplyAddresses | undefined {
  if (mailbox === undefined) return undefined
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'reply addresses', 32)))
  const [signingKey] = keys
  if (!signingKey) throw new RangeError('A secret is needed to sign reply addresses.')
  const [name = '', host = ''] = mailbox.toLowerCase().split('@')
  const today = () => Math.floor(clock().getTime() / dayMs)

  return {
    addressOf: (mail) => {
      const content = Buffer.alloc(tokenBytes - signatureBytes)
      const about = 'request' in mail ? 'request' : 'document'
      const side = 'member' in mail ? 'customer' : 'supplier'
      content.writeUInt8(
        forms.findIndex((form) => form.about === about && form.side === side),
        0,
      )
      content.writeUInt16BE(today() + validDays, 1)
      const id = 'request' in mail ? mail.request : mail.document
      Buffer.from(id.replaceAll('-', ''), 'hex').copy(content, 3)
      markOf(signingKey, mail).copy(content, 19)
      return `${name}+${toText(Buffer.concat([content, sign(signingKey, content)]))}@${host}`
    },
    read: (address) => {
      const [local = '', domain] = address.toLowerCase().split('@')
      if (domain !== host || !local.startsWith(`${name}+`)) return undefined
      const bytes = toBytes(local.slice(name.length + 1))
      const content = bytes?.subarray(0, -signatureBytes)
      const key = content && keys.find((candidate) => isSigned(candidate, bytes))
      const form = forms[content?.[0] ?? -1]
      if (!content || !key || form === undefined) return undefined
      return {
        ...form,
        id: content.toString('hex', 3, 19).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
        expired: content.readUInt16BE(1) < today(),
        thread: Buffer.from([...content.subarray(0, 1), ...content.subarray(3)]),
        isFor: (replier) =>
          'member' in replier === (form.side === 'customer') && content.subarray(19).equals(markOf(key, replier)),
      }
    },
    isOwn: (address) => {
      const [local = '', domain] = address.toLowerCase().split('@')
      return domain === host && (local === name || local.startsWith(`${name}+`))
    },
  }
}

const sign = (key: Buffer, content: Buffer) =>
  createHmac('sha256', key).update('address').update(content).digest().subarray(0, signatureBytes)

function isSigned(key: Buffer, bytes: Buffer | undefined): boolean {
  if (!bytes) return false
  return timingSafeEqual(bytes.subarray(-signatureBytes), sign(key, bytes.subarray(0, -signatureBytes)))
}

/** Stands for a person in a token. Without the key nobody finds another person with the same. */
function markOf(key: Buffer, replier: Replier): Buffer {
  const who = 'member' in replier ? `member ${replier.member}` : `supplier ${replier.supplier.toLowerCase()}`
  return createHmac('sha256', key).update(who).digest().subarray(0, 5)
}

const textLength = Math.ceil((tokenBytes * 8) / 5)
const toText = (bytes: Buffer) =>
  BigInt(`0x${bytes.toString('hex')}`)
    .toString(32)
    .padStart(textLength, '0')

function toBytes(text: string): Buffer | undefined {
  if (!tokenPattern.test(text)) return undefined
  let value = 0n
  for (const digit of text) value = value * 32n + BigInt(Number.parseInt(digit, 32))
  const hex = value.toString(16).padStart(tokenBytes * 2, '0')
  return hex.length === tokenBytes * 2 ? Buffer.from(hex, 'hex') : undefined
}
