import { type Field, type FieldKind, text } from './definition.ts'

/*
 * What a document may say beyond what its lists and its page are made of: contract, billing period, tax date and the like.
 * One entry is all it takes to be taken from an ERP (`details`), shown on the page and printed; where UBL has it stands in
 * ubl-places.ts, which no browser needs.
 */

type ParticularOptions = {
  /** Tells an amount: hidden from who may not see prices. */
  priced?: true
  /** Stands on the document's paper too. */
  paper?: true
}

const particular = (kind: FieldKind, options: ParticularOptions = {}): Field => ({
  ...text('details'),
  kind,
  ...options,
})

/** Of every type. */
const commonParticulars = {
  contractNumber: particular('text', { paper: true }),
  contractType: particular('text'),
  tenderNumber: particular('text', { paper: true }),
  /** What else is named or linked beside the document, a line each. */
  otherDocuments: particular('text'),
} as const

const deliveryParticulars = {
  /** From when to when on a day, or from which day, the goods are wanted. */
  deliveryWindow: particular('text', { paper: true }),
  destination: particular('text'),
} as const

export const particulars = {
  quotes: { ...commonParticulars, ...deliveryParticulars },
  orders: {
    ...commonParticulars,
    ...deliveryParticulars,
    /** From when to when the supplier promises the goods. */
    promisedWindow: particular('text', { paper: true }),
    /** The number of the supplier's own confirmation. */
    confirmationNumber: particular('text'),
    buyerReference: particular('text', { paper: true }),
  },
  shipments: { ...commonParticulars, ...deliveryParticulars },
  invoices: {
    ...commonParticulars,
    /** UN/CEFACT 1001 where it says more than `invoiceKind`: corrected, partial, self-billed. */
    invoiceType: particular('text', { paper: true }),
    buyerReference: particular('text', { paper: true }),
    deliveredTime: particular('text', { paper: true }),
    periodStart: particular('date', { paper: true }),
    periodEnd: particular('date', { paper: true }),
    taxPointDate: particular('date', { paper: true }),
    receiptNumber: particular('text', { paper: true }),
    /** What is billed, such as a meter or a telephone number. */
    invoicedObject: particular('text', { paper: true }),
    creditReason: particular('text', { paper: true }),
    rounding: particular('money', { priced: true }),
    /** The tax in the currency in which it is reported, such as "190.00 GBP". */
    taxElsewhere: particular('text', { priced: true, paper: true }),
    /** Taxes that the buyer keeps back, such as "ReteIVA 15 %: 57.00". */
    withheld: particular('text', { priced: true, paper: true }),
    exchangeRate: particular('text', { priced: true, paper: true }),
  },
} as const

/** Parties that a document may name beside whom it bills and where its goods go. */
export const furtherParties = ['seller', 'buyer', 'originator', 'payee', 'taxRepresentative'] as const
