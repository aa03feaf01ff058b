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
  open: string | null
  sourceStatus: string | null
  /** Decides the order: due dates of invoices, dates of credit notes. */
  day: string | null
}

/** An invoice that a credit note names, and the sum of the lines that name it; null when none does. */
export type CreditReference = { creditId: string; number: string; amount: string | null }

const settledStatuses: ReadonlySet<string | null> = new Set(['paid', 'credited', 'settled', 'cancelled'])

/**
 * The amount of each document that is settled between invoices and credit notes, by document id; zero where none is.
 * `lineSums` is the sum of the lines of each credit note, by its id.
 */
export function allocateCredits(
  documents: readonly SettlementDocument[],
  references: readonly CreditReference[],
  lineSums: ReadonlyMap<string, string>,
): Map<string, string> {
  const invoices = new Map(documents.filter((one) => !one.isCredit).map((one) => [one.number, one]))
  const credits = documents
    .filter((document) => document.isCredit && document.sourceStatus !== 'cancelled')
    .toSorted(byDay)
  const referencesByCredit = Map.groupBy(references, ({ creditId }) => creditId)
  const allocations = credits.flatMap((credit) =>
    allocationsOf(credit, referencesByCredit.get(credit.id) ?? [], invoices, lineSums),
  )
  const settleableByInvoice = new Map([...invoices.values()].map((invoice) => [invoice.id, settleableAmount(invoice)]))
  const remainingByCredit = new Map(credits.map((credit) => [credit.id, availableOf(credit)]))
  const settled = new Map<string, bigint>()
  for (const { credit, invoice, amount } of allocations) {
    const settleable = settleableByInvoice.get(invoice.id) ?? 0n
    const available = remainingByCredit.get(credit.id) ?? 0n
    const used = minimum(amount ?? available, settleable, available)
    if (used <= 0n) continue
    settleableByInvoice.set(invoice.id, settleable - used)
    remainingByCredit.set(credit.id, available - used)
    for (const { id } of [credit, invoice]) settled.set(id, (settled.get(id) ?? 0n) + used)
  }
  return new Map(documents.map(({ id }) => [id, fromMillionths(settled.get(id) ?? 0n)]))
}

type Allocation = { credit: SettlementDocument; invoice: SettlementDocument; amount: bigint | null }

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
 * What a credit note can settle: its amount less what was paid out and what its source states as open. When the source
 * calls all of it open, it has only not set it off yet; the same holds for an invoice.
 */
function availableOf({ payable, paid, open, sourceStatus }: SettlementDocument): bigint {
  const creditable = (magnitude(payable) ?? 0n) - (magnitude(paid) ?? 0n)
  const statedOpen = magnitude(open)
  const staysOpen = settledStatuses.has(sourceStatus) || statedOpen === creditable ? 0n : (statedOpen ?? 0n)
  return atLeastZero(creditable - staysOpen)
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
