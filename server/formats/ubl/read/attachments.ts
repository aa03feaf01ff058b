import type { IngestDocument } from '#contract/ingest/documents.ts'
import { elementsAt, type Reading, textOf } from './fields.ts'
import { type XmlElement, xpathOf } from './xml.ts'

type Attachment = NonNullable<IngestDocument['attachments']>[number]

const maxAttachments = 50
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
 * The files embedded in the references of the document, its lines and their items, without duplicates. A file that is
 * only linked causes a warning.
 */
export function readAttachments(root: XmlElement, reading: Reading): Attachment[] | undefined {
  const attachments = new Map<string, Attachment>()
  for (const reference of elementsWithAttachment(root)) {
    const title = elementsAt(reference, 'cbc:ID').map(textOf)[0] ?? ''
    for (const attachment of elementsAt(reference, 'cac:Attachment')) warnOfLink(attachment, title, reading)
    for (const content of elementsAt(reference, 'cac:Attachment/cbc:EmbeddedDocumentBinaryObject')) {
      const attachment = readEmbeddedFile(content, title, reading)
      if (!attachment || attachments.get(attachment.name)?.contentBase64 === attachment.contentBase64) continue
      if (attachments.size === maxAttachments) {
        reading.warnings.push({
          path: xpathOf(content),
          message: `Only the first ${maxAttachments} attachments were taken.`,
        })
        return [...attachments.values()]
      }
      const name = uniqueName(attachment.name, attachments)
      attachments.set(name, { ...attachment, name })
    }
  }
  return attachments.size === 0 ? undefined : [...attachments.values()]
}

/** The elements with an attachment, those of the header first. */
function elementsWithAttachment(root: XmlElement): XmlElement[] {
  const hasAttachment = ({ children }: XmlElement) => children.some(({ name }) => name === 'cac:Attachment')
  const descendantsWithAttachment = (node: XmlElement): XmlElement[] =>
    node.children.flatMap((child) => [...(hasAttachment(child) ? [child] : []), ...descendantsWithAttachment(child)])
  return [...root.children.filter(hasAttachment), ...root.children.flatMap(descendantsWithAttachment)]
}

function warnOfLink(attachment: XmlElement, title: string, reading: Reading): void {
  for (const link of elementsAt(attachment, 'cac:ExternalReference/cbc:URI')) {
    const message = `The attachment "${title.slice(0, 100)}" is only a link (${textOf(link).slice(0, 200)}); links are not followed. Embed the file, or send it as an attachment.`
    reading.warnings.push({ path: xpathOf(link), message })
  }
}

function readEmbeddedFile(content: XmlElement, title: string, reading: Reading): Attachment | undefined {
  const contentBase64 = content.text.replace(/\s+/g, '')
  if (contentBase64 === '' || contentBase64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(contentBase64)) {
    reading.warnings.push({ path: xpathOf(content), message: 'The attachment is not Base64: it was left out.' })
    return undefined
  }
  const mimeType = content.attributes.mimeCode?.trim().slice(0, 150) || 'application/octet-stream'
  const extension = extensions[mimeType]
  const name =
    baseName(content.attributes.filename ?? '') ||
    `${baseName(title) || 'attachment'}${extension ? `.${extension}` : ''}`
  return { name, mimeType, contentBase64 }
}

/** The file's name without folders and control characters. */
function baseName(name: string): string {
  return name
    .replace(/^.*[\\/]/s, '')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .toWellFormed()
    .slice(-200)
}

function uniqueName(name: string, taken: ReadonlyMap<string, Attachment>): string {
  const [, stem = name, extension = ''] = /^(.+?)(\.[^.]*)?$/.exec(name) ?? []
  let candidate = name
  for (let count = 2; taken.has(candidate); count++) candidate = `${stem} (${count})${extension}`
  return candidate
}
