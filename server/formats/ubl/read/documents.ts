import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { DocumentType } from '#contract/values.ts'
import { despatchFields } from './despatch.ts'
import {
  amount,
  date,
  distinct,
  each,
  either,
  elementsAt,
  type FieldReader,
  inside,
  quantity,
  reference,
  shape,
  text,
  textOf,
} from './fields.ts'
import { commonFields, withExtraFields } from './header.ts'
import { orderNumber, periodEnd } from './lines.ts'
import { headerParticulars } from './particulars.ts'
import {
  additionalReference,
  billedInvoiceReferences,
  buyersOrderNumber,
  codedReferences,
  combineReferences,
  hasAdditionalReference,
  orderReferences,
  quoteReferences,
  revision,
  sentAt,
  shipmentReferences,
  supersededQuote,
} from './references.ts'
import { isAgreement } from './verdict.ts'

/* The header of each kind of document, as data: the place in UBL of each of the portal's fields. */

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
  fields: FieldReader<Partial<IngestDocument>>
  /** The path of the totals; null for a despatch advice, which has none. */
  totals: string | null
}

const deliveryPeriod = (period: string) => periodEnd(`cac:Delivery/cac:${period}`)
const commonOrderFields = {
  ...commonFields,
  requestedDate: either(deliveryPeriod('RequestedDeliveryPeriod'), date('cac:Delivery/cbc:LatestDeliveryDate')),
  validUntil: date('cac:ValidityPeriod/cbc:EndDate'),
  details: headerParticulars('orders'),
  promisedDate: deliveryPeriod('PromisedDeliveryPeriod'),
  estimatedDate: deliveryPeriod('EstimatedDeliveryPeriod'),
  references: combineReferences(quoteReferences, codedReferences),
}

/** The early-payment discount, such as "2 % (2026-03-10)". */
const earlyPayment: FieldReader<string> = (node, reading) => {
  const [percentPath, endDatePath] = ['cbc:SettlementDiscountPercent', 'cac:SettlementPeriod/cbc:EndDate']
  const terms = elementsAt(node, 'cac:PaymentTerms').flatMap((element) => {
    const percent = quantity(percentPath as string)(element, reading)
    const day = date(endDatePath as string)(element, reading)
    return percent === undefined || /^[0.]+$/.test(percent) ? [] : [day ? `${percent} % (${day})` : `${percent} %`]
  })
  return distinct(terms)?.join(', ').slice(0, 2000)
}

const bankAccount: FieldReader<string> = (node) => {
  const parts = [
    'cbc:ID',
    'cac:FinancialInstitutionBranch/cac:FinancialInstitution/cbc:ID',
    'cac:FinancialInstitutionBranch/cbc:ID',
  ]
  const [number, ...banks] = parts.map((path) => elementsAt(node, path).map(textOf)[0] ?? '')
  const bank = banks.find((text) => text !== '')
  return number ? `${number}${bank ? ` · ${bank}` : ''}`.slice(0, 300) : undefined
}

const billingFields = {
  ...commonFields,
  customerReference: buyersOrderNumber,
  deliveredDate: date('cac:Delivery/cbc:ActualDeliveryDate'),
  dueDate: date('cbc:DueDate', 'cac:PaymentMeans/cbc:PaymentDueDate', 'cac:PaymentTerms/cbc:PaymentDueDate'),
  references: combineReferences(orderReferences, shipmentReferences, billedInvoiceReferences, codedReferences),
  payments: each(
    shape({
      date: date('cbc:PaidDate', 'cbc:ReceivedDate'),
      amount: amount('cbc:PaidAmount'),
      reference: (node) =>
        distinct(
          ['cbc:InstructionID', 'cbc:ID']
            .flatMap((path) => elementsAt(node, path).map(textOf))
            .filter((id) => id !== ''),
        )
          ?.join(', ')
          .slice(0, 200),
    }),
    'cac:PrepaidPayment',
  ),
  details: withExtraFields(headerParticulars('invoices'), {
    bankAccount: inside(bankAccount, 'cac:PaymentMeans/cac:PayeeFinancialAccount'),
    paymentReference: text(300, 'cac:PaymentMeans/cbc:PaymentID', 'cac:PaymentMeans/cbc:InstructionID'),
    earlyPayment,
  }),
}

/** The kinds of UN/CEFACT 1001 that the portal distinguishes; others, such as partial or corrected, are invoices. */
const invoiceKind: FieldReader<'380' | '381' | '386'> = (node, reading) => {
  const code = text(200, 'cbc:InvoiceTypeCode')(node, reading)
  return code === '381' || code === '386' ? code : '380'
}

const orderFields = shape({ ...commonOrderFields, number: orderNumber, customerReference: reference(200, 'cbc:ID') })

/** An agreement's own number, which becomes the number of an order that has none. */
const agreementNumber: FieldReader<string> = (node, reading) =>
  isAgreement(node) ? reference(200, 'cbc:ID')(node, reading) : undefined

/** A response names the order's numbers in its reference; its own number is not the order's. */
const responseFields = shape({
  ...commonOrderFields,
  number: either(reference(200, 'cbc:SalesOrderID'), inside(orderNumber, 'cac:OrderReference'), agreementNumber),
  customerReference: reference(200, 'cac:OrderReference/cbc:ID'),
})

type DocumentFields = FieldReader<Partial<IngestDocument>>
const responseMapping: HeaderMapping = {
  type: 'orders',
  fields: responseFields as DocumentFields,
  totals: 'cac:LegalMonetaryTotal',
}

export const headerMappings: Readonly<Record<UblKind, HeaderMapping>> = {
  Quotation: {
    type: 'quotes',
    fields: shape({
      ...commonFields,
      customerReference: either(text(200, 'cbc:BuyerReference'), additionalReference('220', 200), (node, reading) =>
        // If the document says that there is no buyer's order, the enquiry does not replace it.
        hasAdditionalReference(node, '220')
          ? undefined
          : reference(200, 'cac:RequestForQuotationDocumentReference/cbc:ID')(node, reading),
      ),
      validUntil: date('cac:ValidityPeriod/cbc:EndDate'),
      requestedDate: either(deliveryPeriod('RequestedDeliveryPeriod'), date('cac:Delivery/cbc:LatestDeliveryDate')),
      details: withExtraFields(headerParticulars('quotes'), {
        enquiryNumber: text(300, 'cac:RequestForQuotationDocumentReference/cbc:ID'),
        supersedes: supersededQuote,
        revision,
        sentAt,
      }),
    }) as DocumentFields,
    totals: 'cac:QuotedMonetaryTotal',
  },
  Order: { type: 'orders', fields: orderFields as DocumentFields, totals: 'cac:AnticipatedMonetaryTotal' },
  OrderResponse: responseMapping,
  OrderResponseSimple: responseMapping,
  DespatchAdvice: { type: 'shipments', fields: shape(despatchFields) as DocumentFields, totals: null },
  Invoice: {
    type: 'invoices',
    fields: shape({ ...billingFields, invoiceKind }) as DocumentFields,
    totals: 'cac:LegalMonetaryTotal',
  },
  CreditNote: {
    type: 'invoices',
    fields: shape({ ...billingFields, invoiceKind: () => '381' }) as DocumentFields,
    totals: 'cac:LegalMonetaryTotal',
  },
}
