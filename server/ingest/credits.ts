import { fromMillionths, toMillionths } from '../../contract/money.ts'

/*
 * Which credit notes are set against which invoices, and how much of each: what the ERP says is open or settled stands; the
 * rest follows from what a credit note names. All amounts are magnitudes, whatever sign was sent.
 */

/** An invoice or a credit note as far as its settlement goes. `open` is what its source says, if it says so. */
export type Settling = {
  id: string
  number: string
  isCredit: boolean
  currency: string | null
  /** What is to be paid of it in all, or what a credit note gives. */
  payable: string | null
  paid: string | null
  open: string | null
  sourceStatus: string | null
  /** What decides who comes first: due dates of invoices, dates of credit notes. */
  day: string | null
}

/** What a credit note names: an invoice, and the amount of its lines that name it, if any does. */
export type Naming = { creditId: string; number: string; amount: string | null }

const settledWords: ReadonlySet<string | null> = new Set(['paid', 'credited', 'settled', 'cancelled'])

/**
 * What of each document is settled between invoices and credit notes, by its id; of those that are named by none and name
 * none, nothing. `allLines` is what the lines of each credit note come to, by its id.
 */
export function settle(
  documents: readonly Settling[],
  namings: readonly Naming[],
  allLines: ReadonlyMap<string, string>,
): Map<string, string> {
  const invoices = new Map(documents.filter((one) => !one.isCredit).map((one) => [one.number, one]))
  const credits = documents.filter((one) => one.isCredit && one.sourceStatus !== 'cancelled').toSorted(byDay)
  const named = Map.groupBy(namings, ({ creditId }) => creditId)
  const wishes = credits.flatMap((credit) => wishesOf(credit, named.get(credit.id) ?? [], invoices, allLines))
  const rooms = new Map([...invoices.values()].map((one) => [one.id, roomOf(one)]))
  const left = new Map(credits.map((credit) => [credit.id, availableOf(credit)]))
  const settled = new Map<string, bigint>()
  for (const { credit, invoice, amount } of wishes) {
    const room = rooms.get(invoice.id) ?? 0n
    const available = left.get(credit.id) ?? 0n
    const used = least(amount ?? available, room, available)
    if (used <= 0n) continue
    rooms.set(invoice.id, room - used)
    left.set(credit.id, available - used)
    for (const { id } of [credit, invoice]) settled.set(id, (settled.get(id) ?? 0n) + used)
  }
  return new Map(documents.map(({ id }) => [id, fromMillionths(settled.get(id) ?? 0n)]))
}

type Wish = { credit: Settling; invoice: Settling; amount: bigint | null }

/** How a credit note would be set against the invoices that it names: the shares of its lines first, then whatever is left. */
function wishesOf(
  credit: Settling,
  namings: readonly Naming[],
  invoices: ReadonlyMap<string, Settling>,
  allLines: ReadonlyMap<string, string>,
): Wish[] {
  const named = namings
    .flatMap(({ number, amount }) => {
      const invoice = invoices.get(number)
      return invoice && invoice.currency === credit.currency ? [{ invoice, amount }] : []
    })
    .toSorted((a, b) => byDay(a.invoice, b.invoice))
  const [only] = named
  if (only && namings.length === 1) {
    return [{ credit, invoice: only.invoice, amount: null }]
  }
  const whole = magnitude(allLines.get(credit.id) ?? null) ?? 0n
  const payable = magnitude(credit.payable) ?? 0n
  // Rounded so that the shares of lines which all name invoices come to the whole.
  let sum = 0n
  const shares = named.flatMap(({ invoice, amount }): Wish[] => {
    const own = magnitude(amount)
    if (own === undefined || whole === 0n) return []
    const before = (payable * sum) / whole
    sum += own
    return [{ credit, invoice, amount: (payable * sum) / whole - before }]
  })
  const others = named.filter(({ amount }) => amount === null).map(({ invoice }) => ({ credit, invoice, amount: null }))
  return [...shares, ...others]
}

/**
 * What a credit note can be set against invoices with: all of it but what was paid out and what its source calls open.
 * That all of it is open says only that the source has not set it against anything yet; so it is with an invoice.
 */
function availableOf({ payable, paid, open, sourceStatus }: Settling): bigint {
  const given = (magnitude(payable) ?? 0n) - (magnitude(paid) ?? 0n)
  const stated = magnitude(open)
  const stays = settledWords.has(sourceStatus) || stated === given ? 0n : (stated ?? 0n)
  return notBelowNothing(given - stays)
}

/** What of an invoice may be settled by credit notes: all that is neither paid nor, as its source says, still open. */
function roomOf(invoice: Settling): bigint {
  const payable = magnitude(invoice.payable)
  if (payable === undefined) return 0n
  const paid = magnitude(invoice.paid)
  const unpaid = notBelowNothing(payable - (paid ?? 0n))
  const open = magnitude(invoice.open)
  if (open !== undefined && open !== unpaid) return notBelowNothing(unpaid - open)
  return invoice.sourceStatus === 'paid' && paid === undefined ? 0n : unpaid
}

function notBelowNothing(value: bigint): bigint {
  return value > 0n ? value : 0n
}

function magnitude(amount: string | null): bigint | undefined {
  if (amount === null) return undefined
  const value = toMillionths(amount)
  return value < 0n ? -value : value
}

const least = (...values: [bigint, ...bigint[]]) => values.toSorted(ascending)[0] ?? 0n
const ascending = (a: bigint, b: bigint) => Number(a > b) - Number(a < b)

function byDay(a: Settling, b: Settling): number {
  const key = ({ day, number }: Settling) => `${day ?? '9999-12-31'} ${number}`
  return key(a) < key(b) ? -1 : 1
}
