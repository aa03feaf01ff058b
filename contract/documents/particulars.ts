import { type Field, type FieldKind, type Fields, text } from './definition.ts'

/*
 * Values that a document may have beyond those of its lists and its page layout: contract, billing period, tax date and
 * the like. One entry here is enough for a value to be accepted from an ERP (`details`), shown on the page and, if its
 * entry says so, printed, kept in the history and compared.
 * Its UBL path is in ubl-paths.ts, which no browser needs.
 */

type ParticularOptions = Pick<Field, 'priced' | 'paper' | 'history' | 'comparison'>

const particular = <const O extends ParticularOptions = ParticularOptions>(kind: FieldKind, options?: O) => ({
  ...text('details'),
  kind,
  ...(options as O),
})

/** Particulars of every type. */
const commonParticulars = {
  contractNumber: particular('text', { paper: true }),
  contractType: particular('text'),
  tenderNumber: particular('text', { paper: true }),
  /** Other documents that are named or linked, one per line. */
  otherDocuments: particular('text'),
} as const

const deliveryParticulars = {
  /** The day, or the time range of a day, in which the goods are wanted. */
  deliveryWindow: particular('text', { paper: true }),
  destination: particular('text'),
} as const

const returnParticulars = {
  /** The number of the return that a return shipment brings back, or a credit note credits. */
  returnNumber: particular('text', { paper: true }),
} as const

export const particulars = {
  quotes: { ...commonParticulars, ...deliveryParticulars },
  orders: {
    ...commonParticulars,
    ...deliveryParticulars,
    /** The time range in which the supplier promises the goods. */
    promisedWindow: particular('text', { paper: true }),
    /** The number of the supplier's own confirmation. */
    confirmationNumber: particular('text'),
    buyerReference: particular('text', { paper: true }),
  },
  shipments: { ...commonParticulars, ...deliveryParticulars, ...returnParticulars },
  invoices: {
    ...commonParticulars,
    ...returnParticulars,
    /** UN/CEFACT 1001 code where it says more than `invoiceKind`: corrected, partial, self-billed. */
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
    /** Taxes that the buyer withholds, such as "ReteIVA 15 %: 57.00". */
    withheld: particular('text', { priced: true, paper: true }),
    exchangeRate: particular('text', { priced: true, paper: true }),
  },
} as const

/** Returns the particulars of a type: those of every type, when it has no others. */
export function particularsOf(type: string): Fields {
  const all: Readonly<Record<string, Fields>> = particulars
  return all[type] ?? commonParticulars
}

/** Parties that a document may name besides `billTo`, `shipTo` and `shipFrom`. */
export const furtherParties = ['seller', 'buyer', 'originator', 'payee', 'taxRepresentative'] as const
