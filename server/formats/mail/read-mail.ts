import { hash } from 'node:crypto'
import type { AddressObject, Attachment, ParsedMail } from 'mailparser'
import { type Automatic, automaticKind, type HeaderValues } from './automatic.ts'
import { readVerdict, type Verdict } from './verdict.ts'

export type MailFile = { name: string; content: Buffer }

/** A mail that came in, as far as a reply is read from it. */
export type ReceivedMail = {
  /** The same each time this mail comes in: its Message-ID, else a hash of what it says. */
  id: string
  /** Who has sent it, in lower case; undefined when it does not name one person. */
  from: { address: string; name: string } | undefined
  /** Every address that it names as recipient, in lower case. */
  recipients: string[]
  subject: string
  /** All of its text, with what it quotes. */
  text: string
  /** What is attached, without signatures of mails and small pictures that belong to the text. */
  files: MailFile[]
  automatic: Automatic | undefined
  verdict: Verdict
}

export type ReadMailOptions = {
  /** The name of the receiving server in Authentication-Results; unset: the topmost of them counts. */
  authenticationServer?: string | undefined
}

/** Loaded with the first mail that comes in. */
const loadParser = () => import('mailparser')

/** Longer HTML is not turned into text. */
const maxHtmlLength = 1_000_000
/** Logos and pixels of signatures are smaller than any photograph. */
const maxDecorationBytes = 24_000
const recipientFields = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-delivered-to']

/** Reads a mail from its bytes. Whatever they are, there is a result. */
export async function readMail(bytes: Buffer, { authenticationServer }: ReadMailOptions = {}): Promise<ReceivedMail> {
  const { simpleParser } = await loadParser()
  const mail = await simpleParser(bytes, {
    skipTextToHtml: true,
    skipTextLinks: true,
    skipImageLinks: true,
    maxHtmlLengthToParse: maxHtmlLength,
  })
  const header = headersOf(mail)
  const text = (mail.text ?? '').replaceAll('\0', '')
  const subject = (mail.subject ?? '').replace(/\s+/g, ' ').trim()
  const from = senderOf(mail)
  return {
    id: header('message-id')[0]?.trim() || hash('sha256', JSON.stringify([from, header('date'), subject, text])),
    from,
    recipients: [
      ...recipientFields.flatMap((name) => header(name).map((value) => value.replace(/[<>\s]/g, '').toLowerCase())),
      ...[mail.to, mail.cc].flatMap(addressesOf),
    ],
    subject,
    text,
    files: mail.attachments.filter((file) => !isDecoration(file)).map(toFile),
    automatic: automaticKind(header, { from: from?.address ?? '', subject }),
    verdict: readVerdict(header('authentication-results'), authenticationServer),
  }
}

function headersOf({ headerLines }: ParsedMail): HeaderValues {
  return (name) =>
    headerLines
      .filter(({ key }) => key === name)
      .map(({ line }) => line.slice(line.indexOf(':') + 1).replace(/\r?\n[ \t]/g, ' '))
}

function senderOf({ from }: ParsedMail): ReceivedMail['from'] {
  const [sender, ...others] = from?.value ?? []
  if (!sender?.address || others.length > 0) return undefined
  return { address: sender.address.toLowerCase(), name: sender.name.replace(/\s+/g, ' ').trim() }
}

function addressesOf(field: AddressObject | AddressObject[] | undefined): string[] {
  const lists = field === undefined ? [] : Array.isArray(field) ? field : [field]
  return lists
    .flatMap(({ value }) => value)
    .flatMap(({ address, group }) => [address, ...(group?.map((member) => member.address) ?? [])])
    .flatMap((address) => address?.toLowerCase() ?? [])
}

const isDecoration = ({ contentType, related, content }: Attachment) =>
  /^application\/(pkcs7-signature|x-pkcs7-signature|pgp-signature|pgp-keys)$/.test(contentType) ||
  (related && contentType.startsWith('image/') && content.length < maxDecorationBytes)

const toFile = ({ filename, content, contentType }: Attachment): MailFile => ({
  name: filename?.trim() || contentType.replace('/', '.'),
  content,
})
