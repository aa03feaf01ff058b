import { compare, fromMillionths, sum, toMillionths } from '#contract/money.ts'
import { discountOf, earlyPaymentOf } from '#contract/payments/early-payment.ts'
import type { RemittedPart } from '#contract/payments/transfers.ts'
import type { PayableInvoice } from '#contract/requests/remittances.ts'
import { minorUnits } from '#contract/values/minor-units.ts'
import { normaliseDecimal, unambiguous } from '#web/ui/fields/decimal.ts'

/** What a person has changed of what is suggested. `typed`: amounts by number; `undiscounted`: paid without the discount. */
export type RemittanceChoices = {
  paidOn: string
  typed: Readonly<Record<string, string>>
  undiscounted: ReadonlySet<string>
}

/** What is paid of an invoice. `possible` is the discount that could be taken, `discount` what is taken. */
export type RemittanceRow = {
  invoice: PayableInvoice
  /** The most that can be paid. */
  left: string
  possible: string
  discount: string
  /** As it stands in the field. */
  amount: string
  isWrong: boolean
}

/** The names of the fields of an invoice. */
export const fieldOf = (field: 'amount' | 'discount', { number }: Pick<PayableInvoice, 'number'>) =>
  `${field} ${number}`

const minus = (a: string, b: string) => fromMillionths(toMillionths(a) - toMillionths(b), 2)

/** What is left to pay of an invoice beside the advices that wait; of a credit note, what is left to take off. */
function leftOf({ open, advisedAmount }: PayableInvoice): string {
  const left = minus(open, advisedAmount ?? '0')
  return open.startsWith('-') === left.startsWith('-') ? left : '0.00'
}

/** The row of an invoice: by default all that is left and not disputed, less the discount for paying early. */
export function remittanceRow(invoice: PayableInvoice, choices: RemittanceChoices): RemittanceRow {
  const { number, currency, disputedAmount } = invoice
  const left = leftOf(invoice)
  const undisputed = minus(left, disputedAmount ?? '0')
  const payable = disputedAmount !== null && undisputed.startsWith('-') ? '0.00' : undisputed
  const possible = discountOf(earlyPaymentOf(invoice.earlyPayment), {
    ...{ open: payable, paidOn: choices.paidOn, places: minorUnits(currency) },
  })
  const discount = choices.undiscounted.has(number) ? '0' : possible
  const amount = choices.typed[number] ?? unambiguous(minus(payable, discount))
  const isWrong = !isPossible(left, enteredAmount(invoice, amount), discount)
  return { invoice, left, possible, discount, amount, isWrong }
}

/** The choices that were begun, by the fields as they are kept. An amount that was only suggested is suggested anew. */
export function begunChoices(
  fields: Readonly<Record<string, string>>,
  invoices: readonly PayableInvoice[],
  today: string,
): RemittanceChoices {
  const undiscounted = new Set(
    invoices.filter((one) => fields[`${fieldOf('discount', one)}|on`] === 'off').map(({ number }) => number),
  )
  const suggested = { paidOn: fields['paidOn|0'] ?? today, typed: {}, undiscounted }
  const typed = invoices.flatMap((invoice) => {
    const amount = fields[`${fieldOf('amount', invoice)}|0`]
    const isTyped = amount !== undefined && amount !== remittanceRow(invoice, suggested).amount
    return isTyped ? [[invoice.number, amount] as const] : []
  })
  return { ...suggested, typed: Object.fromEntries(typed) }
}

/** The amount that stands in the field of an invoice. Of a credit note the minus may be missing: an iPhone has none on its keyboard for numbers. */
function enteredAmount({ open }: PayableInvoice, text: string): string {
  const amount = normaliseDecimal(text)
  return open.startsWith('-') && /^\d/.test(amount) ? `-${amount}` : amount
}

/** Whether an amount lies between nothing and what is left; with its discount it comes to no more. */
function isPossible(left: string, amount: string, discount: string): boolean {
  if (!/^-?\d{1,14}(\.\d{1,4})?$/.test(amount)) return false
  if (left.startsWith('-')) return compare(amount, '0') <= 0 && compare(amount, left) >= 0
  return compare(amount, '0') >= 0 && (isNothing(amount) || compare(sum([amount, discount]), left) <= 0)
}

const isNothing = (amount: string) => toMillionths(amount) === 0n

/** The parts that are paid, with what is taken off each. */
export function remittedParts(rows: readonly RemittanceRow[]): (RemittedPart & { discount?: string })[] {
  return rows
    .map(({ invoice, discount, amount }) => ({ invoice, discount, amount: enteredAmount(invoice, amount) }))
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
