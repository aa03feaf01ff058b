import type { IngestDocument } from '#contract/ingest/documents.ts'
import { writeDespatchAdvice } from './despatch-advice.ts'
import { writeInvoice } from './invoice.ts'
import { writeOrderResponse } from './order-response.ts'
import type { TradeParties } from './parties.ts'
import { writeQuotation } from './quotation.ts'

const writers: Partial<Record<IngestDocument['type'], typeof writeInvoice>> = {
  quotes: writeQuotation,
  orders: writeOrderResponse,
  shipments: writeDespatchAdvice,
  invoices: writeInvoice,
}

/** Why a document cannot be written as UBL: a value that UBL requires and the document lacks. */
export type MissingValue = 'date' | 'total'

/** The value that UBL requires and the document lacks, or undefined. */
export function findMissingValue(document: IngestDocument): MissingValue | undefined {
  if (document.issueDate === undefined) return 'date'
  const { totals = {}, type } = document
  const payable = totals.gross ?? (type === 'invoices' ? totals.open : undefined)
  return (type === 'quotes' || type === 'invoices') && payable === undefined ? 'total' : undefined
}

/** The document as UBL 2.1 XML: Quotation, OrderResponse, DespatchAdvice, Invoice or CreditNote. */
export function writeUbl(document: IngestDocument, parties: TradeParties): string {
  const write = writers[document.type]
  if (!write) throw new Error(`UBL has no document for ${document.type}.`)
  return write(document, parties)
}
