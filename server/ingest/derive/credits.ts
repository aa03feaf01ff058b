import { withoutCreditNoteMark } from '#contract/documents/credit-note-number.ts'
import { fromMillionths, toMillionths } from '#contract/money.ts'

/*
 * Which credit notes are set off against which invoices, and by how much: what the ERP states as open or settled holds;
 * the rest follows from what a credit note names. All amounts are magnitudes, whatever sign was sent.
 */

/**
 * What settlement needs to know of an invoice or credit note. `open` is what its source states, null if it states
 * nothing.
 */
export type SettlementDocument = {
  id: string
  number: string
  isCredit: boolean
  currency: string | null
  /** The full amount to pay, or the full amount of a credit note. */
  payable: string | null
  paid: string | null
  /** What was paid, or paid out, as its source lists it. */
  payments: readonly SettlementPayment[]
  open: string | null
  sourceStatus: string | null
  /** Decides the order: due dates of invoices, dates of credit notes. */
  day: string | null
}

/** One payment by its place in the list, which begins with 1. */
export type SettlementPayment = { position: number; amount: string | null; reference: string | null }

/**
 * What is set off between the document that has the entry and another: `payment` is the place at which the invoice
 * lists it as a payment; absent where it follows from what the credit note names.
 */
export type SetOff = { number: string; amount: string; payment?: number }

/**
 * How a document is settled: the amount that follows from credit notes, without what the invoice has as payments; for
 * credit notes with it.
 */
export type Settlement = { credited: string; setOff: readonly SetOff[] }

/** An invoice that a credit note names, and the sum of the lines that name it; null when none does. */
export type CreditReference = { creditId: string; number: string; amount: string | null }

const settledStatuses: ReadonlySet<string | null> = new Set(['paid', 'credited', 'settled', 'cancelled'])

/**
 * How each document is settled between invoices and credit notes, by document id. Payments that name a credit note come
 * first: they have been made. `lineSums` is the sum of the lines of each credit note, by its id.
 */
export function allocateCredits(
  documents: readonly SettlementDocument[],
  references: readonly CreditReference[],
  lineSums: ReadonlyMap<string, string>,
): Map<string, Settlement> {
  const invoices = new Map(documents.filter((one) => !one.isCredit).map((one) => [one.number, one]))
  const credits = documents
    .filter((document) => document.isCredit && document.sourceStatus !== 'cancelled')
    .toSorted(byDay)
  const referencesByCredit = Map.groupBy(references, ({ creditId }) => creditId)
  const allocations = credits.flatMap((credit) =>
    allocationsOf(credit, referencesByCredit.get(credit.id) ?? [], invoices, lineSums),
  )
  const settleableByInvoice = new Map([...invoices.values()].map((invoice) => [invoice.id, settleableAmount(invoice)]))
  const payments = creditPaymentsOf([...invoices.values()], credits)
  const byPayment = sumsByCredit(payments)
  const remainingByCredit = new Map(
    credits.map((credit) => [credit.id, availableOf(credit, byPayment.get(credit.id) ?? 0n)]),
  )
  const credited = new Map(byPayment)
  const setOff = new Map<string, SetOff[]>(documents.map(({ id }) => [id, []]))
  const note = ({ credit, invoice }: Pair, amount: bigint, payment: { payment?: number }) => {
    setOff.get(credit.id)?.push({ number: invoice.number, amount: fromMillionths(amount), ...payment })
    setOff.get(invoice.id)?.push({ number: credit.number, amount: fromMillionths(amount), ...payment })
  }
  for (const payment of payments) note(payment, payment.amount, { payment: payment.position })
  for (const { credit, invoice, amount } of allocations) {
    const settleable = settleableByInvoice.get(invoice.id) ?? 0n
    const available = remainingByCredit.get(credit.id) ?? 0n
    const used = minimum(amount ?? available, settleable, available)
    if (used <= 0n) continue
    settleableByInvoice.set(invoice.id, settleable - used)
    remainingByCredit.set(credit.id, available - used)
    for (const { id } of [credit, invoice]) credited.set(id, (credited.get(id) ?? 0n) + used)
    note({ credit, invoice }, used, {})
  }
  return new Map(
    documents.map(({ id }) => [id, { credited: fromMillionths(credited.get(id) ?? 0n), setOff: setOff.get(id) ?? [] }]),
  )
}

type Pair = { credit: SettlementDocument; invoice: SettlementDocument }
type CreditPayment = Pair & { amount: bigint; position: number }

/**
 * The payments of invoices that are credit notes, by their reference. One of more than is left of its credit note is a
 * payment like any other: its reference means something else.
 */
function creditPaymentsOf(
  invoices: readonly SettlementDocument[],
  credits: readonly SettlementDocument[],
): CreditPayment[] {
  const creditsByNumber = Map.groupBy(credits, ({ number }) => withoutCreditNoteMark(number))
  const left = new Map(credits.map((credit) => [credit.id, payableByPayments(credit)]))
  return invoices.toSorted(byDay).flatMap((invoice) => {
    if (invoice.sourceStatus === 'cancelled' || invoice.payable === null) return []
    return invoice.payments.flatMap(({ position, amount: text, reference }): CreditPayment[] => {
      const amount = text === null ? 0n : toMillionths(text)
      const credit = creditsByNumber.get(reference ?? '')?.find(({ currency }) => currency === invoice.currency)
      const most = credit && left.get(credit.id)
      if (!credit || most === undefined || amount <= 0n || amount > most) return []
      left.set(credit.id, most - amount)
      return [{ credit, invoice, amount, position }]
    })
  })
}

function sumsByCredit(payments: readonly CreditPayment[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { credit, amount } of payments) sums.set(credit.id, (sums.get(credit.id) ?? 0n) + amount)
  return sums
}

type Allocation = Pair & { amount: bigint | null }

/**
 * How a credit note is to be set off against the invoices that it names: the shares of its lines first, then what is
 * left.
 */
function allocationsOf(
  credit: SettlementDocument,
  references: readonly CreditReference[],
  invoices: ReadonlyMap<string, SettlementDocument>,
  lineSums: ReadonlyMap<string, string>,
): Allocation[] {
  const namedInvoices = references
    .flatMap(({ number, amount }) => {
      const invoice = invoices.get(number)
      return invoice && invoice.currency === credit.currency ? [{ invoice, amount }] : []
    })
    .toSorted((a, b) => byDay(a.invoice, b.invoice))
  const [only] = namedInvoices
  if (only && references.length === 1) {
    return [{ credit, invoice: only.invoice, amount: null }]
  }
  const linesSum = magnitude(lineSums.get(credit.id) ?? null) ?? 0n
  const payable = magnitude(credit.payable) ?? 0n
  // Rounded so that the shares add up to the whole when every line names an invoice.
  let sum = 0n
  const shares = namedInvoices.flatMap(({ invoice, amount }): Allocation[] => {
    const lineAmount = magnitude(amount)
    if (lineAmount === undefined || linesSum === 0n) return []
    const before = (payable * sum) / linesSum
    sum += lineAmount
    return [{ credit, invoice, amount: (payable * sum) / linesSum - before }]
  })
  const others = namedInvoices
    .filter(({ amount }) => amount === null)
    .map(({ invoice }) => ({ credit, invoice, amount: null }))
  return [...shares, ...others]
}

/**
 * What a credit note can settle beside what invoices have as payments: its amount less that, less what was paid out and
 * what its source states as open. When the source calls all of it open, it has only not set it off yet; the same holds
 * for an invoice.
 */
function availableOf(credit: SettlementDocument, byPayment: bigint): bigint {
  const payable = magnitude(credit.payable) ?? 0n
  const paid = magnitude(credit.paid) ?? 0n
  return atLeastZero(payable - paidApart(credit, paid, byPayment) - byPayment - stayingOpen(credit, payable - paid))
}

/** What payments of invoices can take of a credit note. */
function payableByPayments(credit: SettlementDocument): bigint {
  const payable = magnitude(credit.payable) ?? 0n
  const paid = magnitude(credit.paid) ?? 0n
  return atLeastZero(payable - minimum(paid, listedAmount(credit)) - stayingOpen(credit, payable - paid))
}

/**
 * What was paid out on a credit note apart from what invoices have as payments, which its source may call paid, too: as
 * the SQL function paid_apart.
 */
function paidApart(credit: SettlementDocument, paid: bigint, byPayment: bigint): bigint {
  if (byPayment === 0n) return paid
  const listed = minimum(paid, listedAmount(credit))
  return listed + atLeastZero(paid - byPayment - listed)
}

function stayingOpen({ open, sourceStatus }: SettlementDocument, creditable: bigint): bigint {
  const statedOpen = magnitude(open)
  return settledStatuses.has(sourceStatus) || statedOpen === creditable ? 0n : (statedOpen ?? 0n)
}

function listedAmount({ payments }: SettlementDocument): bigint {
  return payments.reduce((sum, { amount }) => sum + (magnitude(amount) ?? 0n), 0n)
}

/** What credit notes may settle of an invoice: all that is neither paid nor, according to its source, still open. */
function settleableAmount(invoice: SettlementDocument): bigint {
  const payable = magnitude(invoice.payable)
  if (payable === undefined) return 0n
  const paid = magnitude(invoice.paid)
  const unpaid = atLeastZero(payable - (paid ?? 0n))
  const open = magnitude(invoice.open)
  if (open !== undefined && open !== unpaid) return atLeastZero(unpaid - open)
  return invoice.sourceStatus === 'paid' && paid === undefined ? 0n : unpaid
}

function atLeastZero(value: bigint): bigint {
  return value > 0n ? value : 0n
}

function magnitude(amount: string | null): bigint | undefined {
  if (amount === null) return undefined
  const value = toMillionths(amount)
  return value < 0n ? -value : value
}

const minimum = (...values: [bigint, ...bigint[]]) => values.toSorted(ascending)[0] ?? 0n
const ascending = (a: bigint, b: bigint) => Number(a > b) - Number(a < b)

function byDay(a: SettlementDocument, b: SettlementDocument): number {
  const key = ({ day, number }: SettlementDocument) => `${day ?? '9999-12-31'} ${number}`
  return key(a) < key(b) ? -1 : 1
}
