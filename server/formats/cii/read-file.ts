import type { TradeMessage, TradeReadResult } from '#server/formats/message.ts'
import { embeddedInvoice, isPdf } from './pdf/embedded-invoice.ts'
import { PdfRefused } from './pdf/refused.ts'
import { readCii } from './read-cii.ts'

/**
 * Reads an invoice from a file: XML, or a PDF that carries it. The PDF then becomes a paper of the document, and the XML
 * is the file as which the document was sent. Never throws for invalid content.
 */
export async function readInvoiceFile(content: Uint8Array): Promise<TradeReadResult> {
  if (!isPdf(content)) return readCii(content)
  try {
    const xml = await embeddedInvoice(content)
    const read = await readCii(xml)
    return 'problems' in read ? read : { ...read, message: withPaper(read.message, content), file: xml }
  } catch (error) {
    if (error instanceof PdfRefused) return { problems: [{ path: '/', message: error.message }] }
    throw error
  }
}

/** The message with the PDF as its first attachment, named by the document's number, by which it is its paper. */
function withPaper(message: TradeMessage, pdf: Uint8Array): TradeMessage {
  const { document } = message
  const name = `${document.number.replace(/[\\/\p{Cc}]/gu, '-')}.pdf`
  const others = (document.attachments ?? []).filter((attachment) => attachment.name !== name).slice(0, 49)
  const paper = { name, mimeType: 'application/pdf', contentBase64: Buffer.from(pdf).toString('base64') }
  return { ...message, document: { ...document, attachments: [paper, ...others] } }
}
