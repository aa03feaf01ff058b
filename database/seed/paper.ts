import type { IngestDocument } from '#contract/ingest/documents.ts'

type Attachment = NonNullable<IngestDocument['attachments']>[number]

const titles = { quotes: 'Quotation', orders: 'Order confirmation', shipments: 'Delivery note', invoices: 'Invoice' }

/** Returns the ERP's own paper of a document, a one-page PDF, as an attachment; undefined for every third document. */
export function createPaper(document: IngestDocument): Attachment | undefined {
  const { type, number, issueDate = '', lines = [], totals } = document
  if (number.charCodeAt(number.length - 1) % 3 === 0) return undefined
  const goods = lines
    .filter((line) => line.kind === 'item')
    .map((line) => `${line.line}   ${line.quantity ?? ''} ${line.unit ?? ''}   ${line.sku ?? ''}   ${line.name ?? ''}`)
  const total = totals?.gross && type !== 'shipments' ? [`Total ${totals.gross} ${document.currency ?? ''}`] : []
  const text = [`Date ${issueDate}`, `Your reference ${document.customerReference ?? '-'}`, '', ...goods, '', ...total]
  const content = smallPdf(`${titles[type]} ${number}`, text)
  return {
    name: `${titles[type]} ${number.replaceAll('/', '-')}.pdf`,
    mimeType: 'application/pdf',
    contentBase64: content.toString('base64'),
  }
}

/** Returns the carrier's signed proof of delivery; undefined before the goods were delivered. */
export function createProofOfDelivery({ number, lines = [], shipment }: IngestDocument): Attachment | undefined {
  const { deliveredAt, signedBy, carrier = '', packages = [] } = shipment ?? {}
  if (!deliveredAt || !signedBy) return undefined
  const text = [
    `Received in good order by ${signedBy}`,
    `${deliveredAt.slice(0, 10)}, ${deliveredAt.slice(11, 16)}`,
    '',
    `${packages.length} packages, ${lines.length} lines`,
    ...packages.map(({ sscc = '' }) => `SSCC ${sscc}`),
    '',
    `Signed on the driver's device, ${carrier}`,
  ]
  return {
    name: `Proof of delivery ${number}.pdf`,
    mimeType: 'application/pdf',
    contentBase64: smallPdf(`Proof of delivery ${number}`, text).toString('base64'),
    purpose: 'proof_of_delivery',
  }
}

/** Returns a PDF of one page with lines of text under a heading, in a font that every PDF reader has. */
export function smallPdf(heading: string, lines: readonly string[]): Buffer {
  const textOperators = lines.map((line) => `(${escaped(line)}) Tj T*`).join('\n')
  const page = `BT /F2 18 Tf 60 770 Td (${escaped(heading)}) Tj ET\nBT /F1 10 Tf 15 TL 60 735 Td\n${textOperators}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(page, 'latin1')} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  body += `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body, 'latin1')
}

/** Returns a text escaped for a PDF string; characters that the font lacks become a question mark. */
function escaped(text: string): string {
  return text.replace(/[^\x20-\x7e\xa0-\xff]/g, '?').replace(/[\\()]/g, '\\$&')
}
