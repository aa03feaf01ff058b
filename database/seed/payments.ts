import type { IngestDocument } from '#contract/ingest/documents.ts'
import { amountText, percentOf } from './amounts.ts'
import { dateOf, utcInstant, workday } from './calendar.ts'
import type { SeedContext } from './customer.ts'
import type { Scenario } from './scenarios.ts'

/** The balance of an invoice, in minor units. */
export type InvoiceBalance = { document: IngestDocument; gross: number; paid: number; due: number }

/** Books a payment, unless its amount is zero. */
export function bookPayment(
  context: SeedContext,
  balance: InvoiceBalance,
  amount: number,
  day: number,
  method: string,
  reference: string,
): void {
  if (amount <= 0) return
  balance.paid += amount
  balance.document.payments ??= []
  balance.document.payments.push({
    date: dateOf(day),
    amount: amountText(amount, context.customer.currency),
    method,
    reference,
  })
  balance.document.modifiedAt = utcInstant(day, 330)
}

/** Sets the paid and open amounts of an invoice, and the status that follows from them unless one is given. */
export function writeBalance(context: SeedContext, balance: InvoiceBalance, status?: string): void {
  const { document, gross, paid } = balance
  const { currency } = context.customer
  document.totals = { ...document.totals, paid: amountText(paid, currency), open: amountText(gross - paid, currency) }
  document.status = status ?? (paid >= gross ? 'paid' : paid > 0 ? 'partially_paid' : 'open')
}

/** Books the payments and the credit note of an invoice up to today, each on its day. */
export function collectPayments(
  context: SeedContext,
  scenario: Scenario,
  balance: InvoiceBalance,
  credit: { amount: number; day: number; number: string } | undefined,
): void {
  const { random, today } = context
  const day = workday(balance.due + (scenario.payment === 'late' ? random.between(9, 40) : random.between(-4, 1)))
  // Nobody pays for fully credited goods, or before a dispute is settled.
  const pays = scenario.payment !== 'never' && scenario.credit !== 'full' && day <= today
  const bookTransfer = () => {
    const remaining = balance.gross - balance.paid
    const amount = scenario.payment === 'partial' ? percentOf(remaining, 40) : remaining
    if (pays)
      bookPayment(
        context,
        balance,
        amount,
        day,
        'Bank transfer',
        `TRX${String(context.numbers.running()).padStart(8, '0')}`,
      )
  }
  // An amount credited after payment is paid back and does not change the invoice.
  const bookCredit = () => {
    if (credit)
      bookPayment(
        context,
        balance,
        Math.min(credit.amount, balance.gross - balance.paid),
        credit.day,
        'Credit note',
        credit.number,
      )
  }
  if (credit && credit.day <= day) {
    bookCredit()
    bookTransfer()
  } else {
    bookTransfer()
    bookCredit()
  }
  writeBalance(
    context,
    balance,
    scenario.credit === 'full' && credit && balance.paid >= balance.gross ? 'credited' : undefined,
  )
}
