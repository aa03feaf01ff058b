import { readObjects, resolved } from './objects.ts'
import { PdfRefused } from './refused.ts'
import { referenceOf, textOf } from './syntax.ts'

const megabyte = 1024 * 1024
const maxSize = 20 * megabyte
const maxFiles = 50

/** The names under which a PDF carries its invoice: Factur-X, ZUGFeRD 2.0 and 1.0, and the German public profile. */
const invoiceNames = ['factur-x.xml', 'zugferd-invoice.xml', 'xrechnung.xml']

/** Whether a file begins as a PDF does. */
export const isPdf = (content: Uint8Array): boolean =>
  Buffer.from(content.buffer, content.byteOffset, Math.min(content.byteLength, 1024)).includes('%PDF-')

/**
 * The XML of the invoice that a PDF carries. Throws PdfRefused with a sentence when there is none, or when the file asks
 * for more time or memory than a PDF of an invoice needs.
 */
export async function embeddedInvoice(content: Uint8Array): Promise<Buffer> {
  if (content.length > maxSize) throw new PdfRefused(`The PDF is larger than ${maxSize / megabyte} MB.`)
  const objects = await readObjects(content)
  const files = new Map<string, number>()
  for (const dictionary of objects.all()) {
    const embedded = resolved(objects, dictionary.EF)
    const stream = referenceOf(embedded?.UF) ?? referenceOf(embedded?.F)
    if (stream === undefined) continue
    if (files.size === maxFiles) throw new PdfRefused(`The PDF carries more than ${maxFiles} files.`)
    const name = textOf(dictionary.UF) || textOf(dictionary.F)
    // Several files of one name: the last is of the newest version of the PDF.
    files.set(name === '' ? `#${files.size}` : name.toLowerCase(), stream)
  }
  const name = invoiceNames.find((candidate) => files.has(candidate))
  const xml = name === undefined ? undefined : await objects.streamOf(files.get(name) as number)
  if (!xml) throw new PdfRefused(missingMessage([...files.keys()]))
  return xml
}

function missingMessage(names: readonly string[]): string {
  const carried = names.length === 0 ? 'no file' : `only ${names.slice(0, 5).join(', ').slice(0, 200)}`
  return `The PDF carries ${carried}; an e-invoice has its XML in it as ${invoiceNames[0]}, zugferd-invoice.xml or xrechnung.xml. A PDF without goes beside its document: POST /api/ingest/attachments/{type}/{number}.`
}
