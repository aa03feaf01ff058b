import { compare, fromMillionths, sum, toMillionths } from '#contract/money.ts'
import { discountOf, earlyPaymentOf } from '#contract/payments/early-payment.ts'
import type { RemittedPart } from '#contract/payments/transfers.ts'
import type { PayableInvoice } from '#contract/requests/remittances.ts'
import { minorUnits } from '#contract/values/minor-units.ts'
import { normaliseDecimal } from '../decimal.ts'

/** What a person has changed of what is suggested. `typed`: amounts by number; `undiscounted`: paid without the discount. */
export type RemittanceChoices = {
  paidOn: string
  typed: Readonly<Record<string, string>>
  undiscounted: ReadonlySet<string>
}

/** What is paid of an invoice. `possible` is the discount that could be taken, `discount` what is taken. */
export type RemittanceRow = {
  invoice: PayableInvoice
  possible: string
  discount: string
  /** As it stands in the field. */
  amount: string
  isWrong: boolean
}

const minus = (a: string, b: string) => fromMillionths(toMillionths(a) - toMillionths(b), 2)

/** The row of an invoice: by default all that is open and not disputed, less the discount for paying early. */
export function remittanceRow(invoice: PayableInvoice, choices: RemittanceChoices): RemittanceRow {
  const { number, open, currency, disputedAmount } = invoice
  const undisputed = minus(open, disputedAmount ?? '0')
  const possible = discountOf(earlyPaymentOf(invoice.earlyPayment), {
    ...{ open: undisputed, paidOn: choices.paidOn, places: minorUnits(currency) },
  })
  const discount = choices.undiscounted.has(number) ? '0' : possible
  const amount = choices.typed[number] ?? minus(undisputed, discount)
  return { invoice, possible, discount, amount, isWrong: !isPossible(open, normaliseDecimal(amount), discount) }
}

/** Whether an amount lies between nothing and what is open; with its discount it comes to no more. */
function isPossible(open: string, amount: string, discount: string): boolean {
  if (!/^-?\d{1,14}(\.\d{1,4})?$/.test(amount)) return false
  if (open.startsWith('-')) return compare(amount, '0') <= 0 && compare(amount, open) >= 0
  return compare(amount, '0') >= 0 && (isNothing(amount) || compare(sum([amount, discount]), open) <= 0)
}

const isNothing = (amount: string) => toMillionths(amount) === 0n

/** The parts that are paid, with what is taken off each. */
export function remittedParts(rows: readonly RemittanceRow[]): (RemittedPart & { discount?: string })[] {
  return rows
    .map(({ invoice, discount, amount }) => ({ invoice, discount, amount: normaliseDecimal(amount) }))
    .filter(({ amount }) => /^-?\d/.test(amount) && !isNothing(amount))
    .map(({ invoice: { number, currency, reference, account }, discount, amount }) => ({
      ...{ number, currency, amount, reference, account },
      ...(isNothing(discount) ? {} : { discount }),
    }))
}

/** The sum of each currency; wrong amounts count as nothing. */
export function remittanceSums(rows: readonly RemittanceRow[]): { currency: string; amount: string }[] {
  const parts = remittedParts(rows.filter(({ isWrong }) => !isWrong))
  return [...Map.groupBy(parts, ({ currency }) => currency)].map(([currency, ofCurrency]) => ({
    currency,
    amount: sum(ofCurrency.map(({ amount }) => amount)),
  }))
}
