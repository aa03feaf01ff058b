import type { IngestDocument } from '#contract/ingest/documents.ts'
import { createPdf, cutTo, margins, ruleAt, textAt } from './pdf.ts'
import { demoSeller } from './supplier.ts'

type Attachment = NonNullable<IngestDocument['attachments']>[number]
type Line = NonNullable<IngestDocument['lines']>[number]

const titles = { quotes: 'Quotation', orders: 'Order confirmation', shipments: 'Delivery note', invoices: 'Invoice' }
const invoiceTitles = new Map([
  ['381', 'Credit note'],
  ['386', 'Prepayment invoice'],
])
const countries = new Intl.DisplayNames('en', { type: 'region' })
const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** Returns the ERP's own paper of a document, a one-page PDF, as an attachment; undefined for every third document. */
export function createPaper(document: IngestDocument): Attachment | undefined {
  const { number } = document
  if (number.charCodeAt(number.length - 1) % 3 === 0) return undefined
  const title = `${titleOf(document)} ${number}`
  const table = drawLines(document)
  const content = createPdf(title, [
    ...drawHead(titleOf(document)),
    ...drawRecipient(document),
    ...drawFacts(document),
    ...table.operators,
    ...drawTotals(document, table.end),
    ...drawFoot(),
  ])
  return {
    name: `${title.replaceAll('/', '-')}.pdf`,
    mimeType: 'application/pdf',
    contentBase64: content.toString('base64'),
  }
}

/** Returns the carrier's signed proof of delivery; undefined before the goods were delivered. */
export function createProofOfDelivery({ number, lines = [], shipment }: IngestDocument): Attachment | undefined {
  const { deliveredAt, signedBy, carrier = '', packages = [] } = shipment ?? {}
  if (!deliveredAt || !signedBy) return undefined
  const title = `Proof of delivery ${number}`
  const content = createLetter(title, [
    `Received in good order by ${signedBy}`,
    `${dateText(deliveredAt.slice(0, 10))}, ${deliveredAt.slice(11, 16)}`,
    '',
    `Packages: ${packages.length}. Lines: ${lines.length}.`,
    ...packages.map(({ sscc = '' }) => `SSCC ${sscc}`),
    '',
    `Signed on the driver's device, ${carrier}`,
  ])
  return {
    name: `${title}.pdf`,
    mimeType: 'application/pdf',
    contentBase64: content.toString('base64'),
    purpose: 'proof_of_delivery',
  }
}

/** Returns a PDF of one page with lines of text under a heading, with the supplier's head and foot. */
export function createLetter(heading: string, lines: readonly string[]): Buffer {
  return createPdf(heading, [
    ...drawHead(''),
    textAt(margins.left, 690, heading, { size: 16, bold: true }),
    ...lines.map((line, index) => textAt(margins.left, 660 - index * 15, line, { size: 10 })),
    ...drawFoot(),
  ])
}

function titleOf({ type, invoiceKind }: IngestDocument): string {
  return invoiceTitles.get(invoiceKind ?? '') ?? titles[type]
}

function drawHead(title: string): string[] {
  const { name, lines, postalCode, city } = demoSeller
  return [
    textAt(margins.left, 785, name, { size: 12, bold: true }),
    textAt(margins.left, 771, [...(lines ?? []), `${postalCode} ${city}`].join(', '), { size: 8, grey: true }),
    textAt(margins.right, 783, title, { size: 18, alignRight: true }),
    ruleAt(757, 1),
  ]
}

function drawFoot(): string[] {
  const { phone = '', email = '', web = '', vatNumber = '', legal = [], bank } = demoSeller
  const lines = [
    `${phone}, ${email}, ${web}`,
    `${legal.join(', ')}. VAT ${vatNumber}`,
    `${bank?.name ?? ''}, IBAN ${bank?.iban ?? ''}`,
  ]
  return [
    ruleAt(68),
    ...lines.map((line, index) => textAt(margins.left, 54 - index * 11, line, { size: 7.5, grey: true })),
  ]
}

/** Whom the paper is for: where the goods go for a delivery note, otherwise who pays. */
function drawRecipient({ type, shipTo, billTo, accountName = '' }: IngestDocument): string[] {
  const {
    name = accountName,
    lines = [],
    postalCode = '',
    city = '',
    country,
  } = (type === 'shipments' ? shipTo : billTo) ?? {}
  const block = [name, ...lines, `${postalCode} ${city}`.trim(), country ? (countries.of(country) ?? country) : '']
  return block.map((line, index) => textAt(margins.left, 720 - index * 13, line, { size: 10 }))
}

function drawFacts(document: IngestDocument): string[] {
  const { shipment, references = [] } = document
  const numbersOf = (type: string) =>
    references
      .filter((reference) => reference.type === type)
      .map(({ number }) => number)
      .join(', ')
  const facts = [
    ['Number', document.number],
    ['Date', dateText(document.issueDate)],
    ['Your reference', document.customerReference],
    ['Order', numbersOf('orders')],
    ['Delivery note', numbersOf('shipments')],
    ['Valid until', dateText(document.validUntil)],
    ['Delivery date', dateText(document.promisedDate)],
    ['Due on', dateText(document.dueDate)],
    ['Payment', document.paymentTerms],
    ['Delivery', document.deliveryTerms],
    ['Carrier', shipment?.carrier],
  ].filter((fact): fact is [string, string] => fact[1] !== undefined && fact[1] !== '')
  return facts.flatMap(([label, value], index) => [
    textAt(345, 720 - index * 13, label, { grey: true }),
    textAt(430, 720 - index * 13, cutTo(margins.right - 430, value, 9)),
  ])
}

/** The right ends of the columns of figures. */
const columns = { quantity: 355, price: 425, discount: 470 }
const rowHeight = 25

/** The table of lines, and the height at which it ends. */
function drawLines({ type, lines = [] }: IngestDocument): { operators: string[]; end: number } {
  const top = 565
  const priced = type !== 'shipments'
  const head = (x: number, text: string) => textAt(x, top, text, { size: 8, grey: true, alignRight: true })
  const operators = [
    textAt(margins.left, top, 'Pos.', { size: 8, grey: true }),
    textAt(85, top, 'Item', { size: 8, grey: true }),
    head(columns.quantity, 'Quantity'),
    ...(priced ? [head(columns.price, 'Price'), head(columns.discount, 'Disc.'), head(margins.right, 'Amount')] : []),
    ...(priced ? [] : [head(margins.right, 'Package')]),
    ruleAt(top - 6),
    ...lines.flatMap((line, index) => drawLine(line, top - 20 - index * rowHeight, priced)),
  ]
  return { operators, end: top - 14 - lines.length * rowHeight }
}

function drawLine(line: Line, y: number, priced: boolean): string[] {
  const { name = '', sku, description = '', quantity, unit, unitPrice, discountPercent, amount } = line
  const figure = (x: number, text: string) => textAt(x, y, text, { alignRight: true })
  const detail = [sku, description].filter((part) => part).join(', ')
  const isGoods = line.kind === 'item'
  return [
    textAt(margins.left, y, line.line, { grey: true }),
    textAt(85, y, cutTo(isGoods ? 215 : 400, name || detail, 9)),
    textAt(85, y - 10, name ? cutTo(215, detail, 7.5) : '', { size: 7.5, grey: true }),
    ...(isGoods && quantity ? [figure(columns.quantity, `${numberText(quantity)} ${unitText(unit, quantity)}`)] : []),
    ...(isGoods && priced && unitPrice ? [figure(columns.price, numberText(unitPrice))] : []),
    ...(isGoods && priced && Number(discountPercent) > 0 ? [figure(columns.discount, `${discountPercent} %`)] : []),
    ...(priced && amount ? [figure(margins.right, numberText(amount))] : []),
    ...(!priced && line.package ? [figure(margins.right, line.package)] : []),
  ]
}

function drawTotals({ type, totals, taxes = [], currency = '' }: IngestDocument, top: number): string[] {
  if (type === 'shipments' || !totals?.gross) return []
  const isCharged = Number(totals.charges) > 0
  const rows = [
    ['Net', totals.net],
    ...(isCharged ? [['Freight and charges', totals.charges]] : []),
    ...taxes.map(({ rate, amount }) => [`VAT ${rate} %`, amount]),
  ]
  const total = top - 14 - rows.length * 14
  return [
    ruleAt(top),
    ...rows.flatMap(([label = '', amount = ''], index) => [
      textAt(columns.price, top - 14 - index * 14, label, { grey: true, alignRight: true }),
      textAt(margins.right, top - 14 - index * 14, numberText(amount), { alignRight: true }),
    ]),
    textAt(columns.price, total, 'Total', { size: 11, bold: true, alignRight: true }),
    textAt(margins.right, total, `${numberText(totals.gross)} ${currency}`, { size: 11, bold: true, alignRight: true }),
  ]
}

/** Such as 3 Nov 2026. */
function dateText(date: string | undefined): string {
  return date === undefined ? '' : dateFormat.format(new Date(`${date}T00:00:00Z`))
}

/** A decimal number with its thousands separated: 1234.50 is 1,234.50. */
function numberText(decimal: string): string {
  return decimal.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')
}

/** The unit as a clerk writes it, of the two that the demo's goods have. */
function unitText(unit: string | undefined, quantity: string): string {
  return unit === 'MTR' ? 'm' : quantity === '1' ? 'pc' : 'pcs'
}
