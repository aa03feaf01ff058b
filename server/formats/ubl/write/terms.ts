import type { IngestDocument } from '#contract/ingest/documents.ts'
import { earlyPaymentOf } from '#contract/payments/early-payment.ts'
import { deliveryDates } from './lines.ts'
import { address, deliveryParty } from './parties.ts'
import { basic, type Element, group, type XmlPart } from './xml.ts'

/** The address that the goods go to, with the dates of the header. */
export function delivery(document: IngestDocument): Element | undefined {
  const { shipTo, type } = document
  return group(
    'Delivery',
    shipTo && address('DeliveryAddress', shipTo),
    type === 'invoices' ? basic('ActualDeliveryDate', document.deliveredDate) : undefined,
    type === 'orders' ? deliveryDates(document) : undefined,
    type === 'quotes' ? group('RequestedDeliveryPeriod', basic('EndDate', document.requestedDate)) : undefined,
    deliveryParty(shipTo),
  )
}

const incoterm = /^(EXW|FCA|FAS|FOB|CFR|CIF|CPT|CIP|DAP|DPU|DDP|DAT) (?!\1$)(.+)$/s

/** The Incoterm with its place; other delivery terms as text. */
export function deliveryTerms({ deliveryTerms: text }: IngestDocument): Element | undefined {
  const [, code, place] = incoterm.exec(text ?? '') ?? []
  return code
    ? group('DeliveryTerms', basic('ID', code), group('DeliveryLocation', basic('Name', place)))
    : group('DeliveryTerms', basic('SpecialTerms', text))
}

/** The payment terms, with the early-payment discount if it is in the form "2 % (2026-03-01)". */
export function paymentTerms({ paymentTerms: text, details }: IngestDocument): XmlPart {
  const early = earlyPaymentOf(details?.earlyPayment)
  return group(
    'PaymentTerms',
    basic('Note', text),
    basic('SettlementDiscountPercent', early?.percent),
    group('SettlementPeriod', basic('EndDate', early?.until ?? undefined)),
  )
}
