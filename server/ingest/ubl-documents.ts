import type { IngestDocument } from '../../contract/ingest.ts'
import type { DocumentType } from '../../contract/values.ts'
import { despatch } from './ubl-despatch.ts'
import {
  amount,
  date,
  distinct,
  each,
  either,
  elementsAt,
  type Field,
  inside,
  quantity,
  reference,
  shape,
  words,
  wordsOf,
} from './ubl-fields.ts'
import { alongside, common } from './ubl-header.ts'
import { orderNumber, periodEnd } from './ubl-lines.ts'
import { headerParticulars } from './ubl-particulars.ts'
import {
  buyersOrder,
  isNamed,
  named,
  references,
  revision,
  sentAt,
  superseded,
  toBilled,
  toCoded,
  toOrders,
  toQuotes,
  toShipments,
} from './ubl-references.ts'
import { isAgreement } from './ubl-verdict.ts'

/* The header of each kind of document, as data: which field of the portal stands where in UBL. */

export const ublKinds = [
  'Quotation',
  'Order',
  'OrderResponse',
  'OrderResponseSimple',
  'DespatchAdvice',
  'Invoice',
  'CreditNote',
] as const
export type UblKind = (typeof ublKinds)[number]

export type HeaderMapping = {
  type: DocumentType
  fields: Field<Partial<IngestDocument>>
  /** Where the totals stand; none on a despatch advice. */
  totals: string | null
}

const delivery = (period: string) => periodEnd(`cac:Delivery/cac:${period}`)
const order = {
  ...common,
  requestedDate: either(delivery('RequestedDeliveryPeriod'), date('cac:Delivery/cbc:LatestDeliveryDate')),
  validUntil: date('cac:ValidityPeriod/cbc:EndDate'),
  details: headerParticulars('orders'),
  promisedDate: delivery('PromisedDeliveryPeriod'),
  estimatedDate: delivery('EstimatedDeliveryPeriod'),
  references: references(toQuotes, toCoded),
}

/** "2 % until 2026-03-10": what is taken off when it is paid early. */
const earlyPayment: Field<string> = (at, reading) => {
  const [percent, until] = ['cbc:SettlementDiscountPercent', 'cac:SettlementPeriod/cbc:EndDate']
  const terms = elementsAt(at, 'cac:PaymentTerms').flatMap((one) => {
    const off = quantity(percent as string)(one, reading)
    const day = date(until as string)(one, reading)
    return off === undefined || /^[0.]+$/.test(off) ? [] : [day ? `${off} % (${day})` : `${off} %`]
  })
  return distinct(terms)?.join(', ').slice(0, 2000)
}

const account: Field<string> = (at) => {
  const parts = [
    'cbc:ID',
    'cac:FinancialInstitutionBranch/cac:FinancialInstitution/cbc:ID',
    'cac:FinancialInstitutionBranch/cbc:ID',
  ]
  const [number, ...banks] = parts.map((path) => elementsAt(at, path).map(wordsOf)[0] ?? '')
  const bank = banks.find((text) => text !== '')
  return number ? `${number}${bank ? ` · ${bank}` : ''}`.slice(0, 300) : undefined
}

const billing = {
  ...common,
  customerReference: buyersOrder,
  deliveredDate: date('cac:Delivery/cbc:ActualDeliveryDate'),
  dueDate: date('cbc:DueDate', 'cac:PaymentMeans/cbc:PaymentDueDate', 'cac:PaymentTerms/cbc:PaymentDueDate'),
  references: references(toOrders, toShipments, toBilled, toCoded),
  payments: each(
    shape({
      date: date('cbc:PaidDate', 'cbc:ReceivedDate'),
      amount: amount('cbc:PaidAmount'),
      reference: (at) =>
        distinct(
          ['cbc:InstructionID', 'cbc:ID']
            .flatMap((path) => elementsAt(at, path).map(wordsOf))
            .filter((id) => id !== ''),
        )
          ?.join(', ')
          .slice(0, 200),
    }),
    'cac:PrepaidPayment',
  ),
  details: alongside(headerParticulars('invoices'), {
    bankAccount: inside(account, 'cac:PaymentMeans/cac:PayeeFinancialAccount'),
    paymentReference: words(300, 'cac:PaymentMeans/cbc:PaymentID', 'cac:PaymentMeans/cbc:InstructionID'),
    earlyPayment,
  }),
}

/** UN/CEFACT 1001 as far as the portal tells kinds apart; partial, corrected and the like are invoices. */
const invoiceKind: Field<'380' | '381' | '386'> = (at, reading) => {
  const code = words(200, 'cbc:InvoiceTypeCode')(at, reading)
  return code === '381' || code === '386' ? code : '380'
}

const orderFields = shape({ ...order, number: orderNumber, customerReference: reference(200, 'cbc:ID') })

/** An agreement on an order that has no number yet gives it one. */
const agreed: Field<string> = (at, reading) => (isAgreement(at) ? reference(200, 'cbc:ID')(at, reading) : undefined)

/** A response tells the order's numbers by its reference; its own number is not the order's. */
const responseFields = shape({
  ...order,
  number: either(reference(200, 'cbc:SalesOrderID'), inside(orderNumber, 'cac:OrderReference'), agreed),
  customerReference: reference(200, 'cac:OrderReference/cbc:ID'),
})

type Fields = Field<Partial<IngestDocument>>
const response: HeaderMapping = { type: 'orders', fields: responseFields as Fields, totals: 'cac:LegalMonetaryTotal' }

export const headerMappings: Readonly<Record<UblKind, HeaderMapping>> = {
  Quotation: {
    type: 'quotes',
    fields: shape({
      ...common,
      customerReference: either(words(200, 'cbc:BuyerReference'), named('220', 200), (at, reading) =>
        // Where the buyer's order is said to be none, the enquiry does not stand in for it.
        isNamed(at, '220') ? undefined : reference(200, 'cac:RequestForQuotationDocumentReference/cbc:ID')(at, reading),
      ),
      validUntil: date('cac:ValidityPeriod/cbc:EndDate'),
      requestedDate: either(delivery('RequestedDeliveryPeriod'), date('cac:Delivery/cbc:LatestDeliveryDate')),
      details: alongside(headerParticulars('quotes'), {
        enquiryNumber: words(300, 'cac:RequestForQuotationDocumentReference/cbc:ID'),
        supersedes: superseded,
        revision,
        sentAt,
      }),
    }) as Fields,
    totals: 'cac:QuotedMonetaryTotal',
  },
  Order: { type: 'orders', fields: orderFields as Fields, totals: 'cac:AnticipatedMonetaryTotal' },
  OrderResponse: response,
  OrderResponseSimple: response,
  DespatchAdvice: { type: 'shipments', fields: shape(despatch) as Fields, totals: null },
  Invoice: { type: 'invoices', fields: shape({ ...billing, invoiceKind }) as Fields, totals: 'cac:LegalMonetaryTotal' },
  CreditNote: {
    type: 'invoices',
    fields: shape({ ...billing, invoiceKind: () => '381' }) as Fields,
    totals: 'cac:LegalMonetaryTotal',
  },
}
