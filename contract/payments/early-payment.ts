import { fromMillionths, toMillionths } from '../money.ts'

/** Terms by which an invoice costs less when it is paid early: a percentage, until a day if one is named. */
export type EarlyPayment = { percent: string; until: string | null }

/** Early-payment terms in the form in which they are stored, such as "2 % (2026-04-03)"; null for other words. */
export function earlyPaymentOf(text: string | null | undefined): EarlyPayment | null {
  const [, percent, until] = /^(\d{1,3}(?:\.\d{1,6})?) %(?: \((\d{4}-\d\d-\d\d)\))?$/.exec(text ?? '') ?? []
  return percent === undefined ? null : { percent, until: until ?? null }
}

/**
 * What may be taken off an open amount that is paid on a day, rounded down to the currency's smallest unit; "0" after
 * the last day of the terms, or without terms.
 */
export function discountOf(
  terms: EarlyPayment | null,
  { open, paidOn, places }: { open: string; paidOn: string; places: number },
): string {
  if (terms === null || (terms.until !== null && paidOn > terms.until)) return '0'
  const amount = toMillionths(open)
  if (amount <= 0n) return '0'
  const smallest = 10n ** BigInt(6 - places)
  const exact = (amount * toMillionths(terms.percent)) / 100_000_000n
  return fromMillionths(exact - (exact % smallest), places)
}
