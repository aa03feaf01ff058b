import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'
import { mergeOrder } from '../formats/order-messages.ts'
import { readUbl } from '../formats/ubl/read/read-ubl.ts'
import type { TradeParties } from '../formats/ubl/write/parties.ts'
import { findMissingValue, writeUbl } from '../formats/ubl/write/write-ubl.ts'
import { linksOf } from '../ingest/check/links.ts'
import { validateUbl } from './ubl.ts'

/* What a document says after it was written as UBL and read again, compared with what it said before. */

/** The supplier and the customer of every document that is written. */
export const sides: TradeParties = {
  seller: { name: 'Nordhafen & Söhne', taxNumber: 'DE987654321', city: 'Hamburg', country: 'DE' },
  account: {
    number: 'C-1001',
    name: 'Better Bikes',
    identifiers: [
      { scheme: 'GLN', value: '4012345000009' },
      { scheme: 'VAT', value: 'DE123456789' },
      { scheme: 'account', value: 'B-77' },
      { scheme: 'LEGAL', value: 'HRB 1' },
    ],
  },
}

/** The document as UBL can express it: without status, dates of change, and fields of other types of document. */
export function carried(document: IngestDocument): IngestDocument {
  const { type, totals, taxes, payments, lines = [], details, shipment, ...rest } = document
  const orders = type === 'orders'
  const invoice = type === 'invoices'
  const priced = type !== 'shipments'
  const { status: _status, ...kept } = rest
  return withoutEmpty({
    ...kept,
    type,
    // The file also contains what the portal knows of both parties.
    seller: rest.seller && rest.seller.name !== sides.seller.name ? rest.seller : { ...sides.seller, ...rest.seller },
    billTo: {
      taxNumber: 'DE123456789',
      companyNumber: 'HRB 1',
      ...rest.billTo,
      name: rest.billTo?.name ?? sides.account.name,
    },
    totals: priced && totals ? { ...totals, ...(invoice ? { open: totals.open ?? totals.gross } : {}) } : undefined,
    taxes: priced && totals?.tax !== undefined ? taxes : undefined,
    ...(type === 'shipments' ? { shipFrom: rest.shipFrom, shipment } : {}),
    ...(orders ? { status: statusOf(rest.status) } : {}),
    ...(type === 'quotes' ? { status: 'open' } : {}),
    details: inUtc(textDetails(details)),
    ...(invoice
      ? {
          invoiceKind: rest.invoiceKind ?? '380',
          payments: rest.invoiceKind === '381' ? undefined : payments,
        }
      : {}),
    lines: [...lines.filter((line) => line.kind !== 'charge'), ...lines.filter((line) => line.kind === 'charge')].map(
      writtenLine,
    ),
  } as IngestDocument)
}

/** UBL says more about foreign and withheld taxes than a text does: the original file has it. */
const textOnly = ['withheld', 'taxes']
const textDetails = (details: IngestDocument['details']) =>
  details && Object.fromEntries(Object.entries(details).filter(([name]) => !textOnly.includes(name)))
const writtenLine = ({ details, ...line }: IngestLine) => ({
  ...line,
  ...(details ? { details: textDetails(details) } : {}),
})

/** The moment at which a quote was sent comes back in UTC. */
const inUtc = (details: IngestDocument['details']) =>
  typeof details?.sentAt === 'string' ? { ...details, sentAt: new Date(details.sentAt).toISOString() } : details

const orderStatuses: Readonly<Record<string, string>> = {
  ...{ received: 'received', on_hold: 'received', confirmed: 'confirmed', in_progress: 'confirmed' },
  ...{ completed: 'confirmed', rejected: 'rejected', cancelled: 'rejected' },
}
const statusOf = (status: string | undefined) => orderStatuses[status ?? '']

/** Without what is undefined or empty. */
export function withoutEmpty<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutEmpty) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, withoutEmpty(inner)] as const)
  return Object.fromEntries(
    entries.filter(
      ([, inner]) => inner !== undefined && !(typeof inner === 'object' && Object.keys(inner).length === 0),
    ),
  ) as T
}

/** What a written document says when it is read. Throws what is wrong with it. */
export async function readAgain(xml: string): Promise<IngestDocument> {
  const read = await readUbl(new TextEncoder().encode(xml))
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  const { message } = read
  const document =
    message.document.type === 'orders' ? mergeOrder([message], message.document.number) : message.document
  const [buyer, ...others] = message.buyer.accountNumbers
  if (buyer !== sides.account.number || others.length > 0) throw new Error('It is for another customer than it was.')
  const { modifiedAt: _, ...reread } = document
  return { ...reread, account: sides.account.number }
}

/** References may stand at the header, at a line or at both: only the resulting links count. */
export function withLinks(document: IngestDocument) {
  const { references: _, lines = [], ...rest } = document
  const links = linksOf(document).map((link) => JSON.stringify(link))
  const linesWithoutReferences = lines.map(({ references: _references, ...line }) => line)
  return { ...withoutEmpty({ ...rest, lines: linesWithoutReferences }), links: links.toSorted() }
}

/**
 * What a UBL file of somebody else says, and what it says after it was written here; undefined for a file that has no
 * document of ours, or one without what UBL demands. Throws when what was written is no UBL.
 */
export async function rewrittenUbl(file: Uint8Array): Promise<{ before: unknown; after: unknown } | undefined> {
  const read = await readUbl(file)
  if ('problems' in read) return undefined
  const { message } = read
  const { document: parsed } = message
  const whole = parsed.type === 'orders' ? mergeOrder([message], parsed.number) : parsed
  const document = { ...whole, account: sides.account.number }
  if (findMissingValue(document)) return undefined
  const xml = writeUbl(document, sides)
  validateUbl(xml)
  const { modifiedAt: _modifiedAt, ...before } = document
  return { before: withLinks(carried(before)), after: withLinks(await readAgain(xml)) }
}
