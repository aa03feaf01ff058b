import { allFields } from '#contract/documents/all-fields.ts'
import { withoutCreditNoteMark } from '#contract/documents/credit-note-number.ts'
import { pickHeaderFields } from '#contract/documents/header-fields.ts'
import { furtherParties } from '#contract/documents/particulars.ts'
import type { StoredLine } from '#contract/documents/stored-details.ts'
import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'
import { fromMillionths, toMillionths } from '#contract/money.ts'
import { minorUnits } from '#contract/values/minor-units.ts'
import type { DocumentType } from '#contract/values.ts'
import type { HeaderRow, LineRow, LinkRow, StoredRows } from './queries.ts'

/** Whether the viewer may see documents of a type, and so references to them. */
type CanSee = (type: DocumentType) => boolean

/** A stored document as the ERP would send it, without its papers; amounts have at least the decimal places of their currency. */
export function toIngestDocument(type: DocumentType, number: string, rows: StoredRows, canSee: CanSee): IngestDocument {
  const { header, lines, account } = rows
  const { details, currency } = header
  const links = Map.groupBy(
    rows.links.filter((link) => canSee(link.type)),
    (link) => link.position,
  )
  const places = currency === null ? 0 : minorUnits(currency)
  const money = (value: string | null) => (value === null ? null : fromMillionths(toMillionths(value), places))
  const { taxes, payments, billTo, shipTo, shipFrom, contact, salesperson } = details
  const { net, discount, charges, tax, gross, paid, open } = header
  const totals = { net, discount, charges, tax, gross, paid, open }
  return withoutEmpty({
    ...{
      type,
      number: withoutCreditNoteMark(number),
      account: account.number,
      accountName: account.name,
      status: header.status,
      currency,
    },
    ...{ issueDate: header.issueDate, customerReference: header.customerReference },
    ...{ billTo, shipTo, shipFrom, contact, salesperson, ...pickHeaderFields(details) },
    ...{ validUntil: header.validUntil, dueDate: header.dueDate, requestedDate: header.requestedDate },
    ...{ promisedDate: header.promisedDate, estimatedDate: header.estimatedDate, deliveredDate: header.deliveredDate },
    totals: Object.fromEntries(Object.entries(totals).map(([name, value]) => [name, money(value)])),
    ...Object.fromEntries(furtherParties.map((name) => [name, details[name]])),
    paymentMeans: details.paymentMeans,
    ...{ taxes, payments, invoiceKind: header.invoiceKind },
    ...(type === 'shipments' ? { shipment: shipmentOf(header) } : {}),
    details: detailsOf(type, details),
    references: referencesOf(links.get(0) ?? []).map(({ type: toType, number: toNumber }) => ({
      type: toType,
      number: toNumber,
    })),
    lines: lines.map((line) => lineOf(line, links.get(line.position) ?? [], money)),
  }) as IngestDocument
}

function shipmentOf({ details, carrier, trackingNumbers, despatchDate, estimatedDate }: HeaderRow) {
  const { packages, grossWeight } = details
  const text = (name: string) => details[name]
  return {
    ...{ carrier, trackingNumbers, despatchDate, estimatedDelivery: estimatedDate, packages, grossWeight },
    ...{ mode: text('mode'), service: text('service'), waybill: text('waybill') },
  }
}

function detailsOf(type: DocumentType, details: HeaderRow['details']) {
  const fields: Readonly<Record<string, { stored: string }>> = allFields(type)
  return Object.fromEntries(
    Object.entries(details).filter(([name]) => fields[name]?.stored === 'details' && type !== 'shipments'),
  )
}

function referencesOf(links: readonly LinkRow[]) {
  return links.map(({ type, number, line }) => ({ type, number, line: line === '' ? null : line }))
}

function lineOf(
  { position: _, details, quantity, amount, ...row }: LineRow,
  links: readonly LinkRow[],
  money: (value: string | null) => string | null,
): IngestLine {
  const lineDetails: StoredLine = details
  return {
    ...lineDetails,
    ...row,
    quantity: quantity === null ? null : fromMillionths(toMillionths(quantity)),
    amount: money(amount),
    references: referencesOf(links),
  } as unknown as IngestLine
}

/** The value without unknown values, empty texts, empty lists and empty objects. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, withoutEmpty(inner)] as const)
  return Object.fromEntries(entries.filter(([, inner]) => !isEmpty(inner)))
}

function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (typeof value === 'object' && Object.keys(value).length === 0)
  )
}
