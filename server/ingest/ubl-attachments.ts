import type { IngestDocument } from '../../contract/ingest.ts'
import { elementsAt, type Reading, wordsOf } from './ubl-fields.ts'
import { type XmlElement, xpathOf } from './ubl-xml.ts'

type Attachment = NonNullable<IngestDocument['attachments']>[number]

const most = 50
const extensions: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'text/csv': 'csv',
  'text/plain': 'txt',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
}

/**
 * What is embedded in the references of the document, its lines and their items, with its content, the same paper once; what is
 * only linked is named in a warning.
 */
export function readAttachments(root: XmlElement, reading: Reading): Attachment[] | undefined {
  const attachments = new Map<string, Attachment>()
  for (const reference of withAttachments(root)) {
    const title = elementsAt(reference, 'cbc:ID').map(wordsOf)[0] ?? ''
    for (const attachment of elementsAt(reference, 'cac:Attachment')) warnOfLink(attachment, title, reading)
    for (const content of elementsAt(reference, 'cac:Attachment/cbc:EmbeddedDocumentBinaryObject')) {
      const found = embedded(content, title, reading)
      if (!found || attachments.get(found.name)?.contentBase64 === found.contentBase64) continue
      if (attachments.size === most) {
        reading.warnings.push({ path: xpathOf(content), message: `Only the first ${most} attachments were taken.` })
        return [...attachments.values()]
      }
      const name = freeName(found.name, attachments)
      attachments.set(name, { ...found, name })
    }
  }
  return attachments.size === 0 ? undefined : [...attachments.values()]
}

/** The elements that have an attachment, those of the header first. */
function withAttachments(root: XmlElement): XmlElement[] {
  const has = ({ children }: XmlElement) => children.some(({ name }) => name === 'cac:Attachment')
  const below = (at: XmlElement): XmlElement[] =>
    at.children.flatMap((one) => [...(has(one) ? [one] : []), ...below(one)])
  return [...root.children.filter(has), ...root.children.flatMap(below)]
}

function warnOfLink(attachment: XmlElement, title: string, reading: Reading): void {
  for (const link of elementsAt(attachment, 'cac:ExternalReference/cbc:URI')) {
    const message = `The attachment "${title.slice(0, 100)}" is only a link (${wordsOf(link).slice(0, 200)}); links are not followed. Embed the file, or send it as an attachment.`
    reading.warnings.push({ path: xpathOf(link), message })
  }
}

function embedded(content: XmlElement, title: string, reading: Reading): Attachment | undefined {
  const contentBase64 = content.text.replace(/\s+/g, '')
  if (contentBase64 === '' || contentBase64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(contentBase64)) {
    reading.warnings.push({ path: xpathOf(content), message: 'The attachment is not Base64: it was left out.' })
    return undefined
  }
  const mimeType = content.attributes.mimeCode?.trim().slice(0, 150) || 'application/octet-stream'
  const extension = extensions[mimeType]
  const name =
    plainName(content.attributes.filename ?? '') ||
    `${plainName(title) || 'attachment'}${extension ? `.${extension}` : ''}`
  return { name, mimeType, contentBase64 }
}

/** The file's name alone: no folders, no control characters. */
function plainName(name: string): string {
  return name
    .replace(/^.*[\\/]/s, '')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .toWellFormed()
    .slice(-200)
}

function freeName(name: string, taken: ReadonlyMap<string, Attachment>): string {
  const [, stem = name, extension = ''] = /^(.+?)(\.[^.]*)?$/.exec(name) ?? []
  let free = name
  for (let count = 2; taken.has(free); count++) free = `${stem} (${count})${extension}`
  return free
}
