import type { IngestDocument } from '../../contract/ingest.ts'
import { amountText, percentOf } from './amounts.ts'
import { dateOf, utcInstant, workday } from './calendar.ts'
import type { Desk } from './customer.ts'
import type { Plot } from './plots.ts'

/** What is owed on an invoice, in minor units. */
export type Account = { document: IngestDocument; gross: number; paid: number; due: number }

/** Books a payment of an amount; nothing is booked for nothing. */
export function book(desk: Desk, owed: Account, amount: number, day: number, method: string, reference: string): void {
  if (amount <= 0) return
  owed.paid += amount
  owed.document.payments ??= []
  owed.document.payments.push({
    date: dateOf(day),
    amount: amountText(amount, desk.customer.currency),
    method,
    reference,
  })
  owed.document.modifiedAt = utcInstant(day, 330)
}

/** Writes what is paid and open, and the status that follows from it unless another is given. */
export function settle(desk: Desk, owed: Account, status?: string): void {
  const { document, gross, paid } = owed
  const { currency } = desk.customer
  document.totals = { ...document.totals, paid: amountText(paid, currency), open: amountText(gross - paid, currency) }
  document.status = status ?? (paid >= gross ? 'paid' : paid > 0 ? 'partially_paid' : 'open')
}

/** What has come in on an invoice until today: transfers and a credit note, each on its day. */
export function collect(
  desk: Desk,
  plot: Plot,
  owed: Account,
  credit: { amount: number; day: number; number: string } | undefined,
): void {
  const { random, today } = desk
  const day = workday(owed.due + (plot.payment === 'late' ? random.between(9, 40) : random.between(-4, 1)))
  // Nobody pays for goods that are credited in full, or before a dispute is settled.
  const pays = plot.payment !== 'never' && plot.credit !== 'full' && day <= today
  const transfer = () => {
    const rest = owed.gross - owed.paid
    const amount = plot.payment === 'partial' ? percentOf(rest, 40) : rest
    if (pays) book(desk, owed, amount, day, 'Bank transfer', `TRX${String(desk.numbers.running()).padStart(8, '0')}`)
  }
  // What is credited after it was paid is paid back, and leaves the invoice as it is.
  const takeOff = () => {
    if (credit)
      book(desk, owed, Math.min(credit.amount, owed.gross - owed.paid), credit.day, 'Credit note', credit.number)
  }
  if (credit && credit.day <= day) {
    takeOff()
    transfer()
  } else {
    transfer()
    takeOff()
  }
  settle(desk, owed, plot.credit === 'full' && credit && owed.paid >= owed.gross ? 'credited' : undefined)
}
