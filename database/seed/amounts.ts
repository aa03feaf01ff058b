import { fromMillionths } from '#contract/money.ts'
import { minorUnits } from '#contract/values/minor-units.ts'

/*
 * Prices and amounts are whole numbers of the currency's minor unit (cents, öre, yen), quantities whole tenths, so that
 * every sum is exact. They become texts only in the finished documents.
 */

/** Currency units for one euro, in thousandths. */
const perEuro: Readonly<Record<string, number>> = { EUR: 1000, USD: 1085, GBP: 858, SEK: 11_320, JPY: 163_400 }

/** Converts a list price in euro cents to minor units of a currency. Throws RangeError if unknown. */
export function priceIn(currency: string, cents: number): number {
  const factor = perEuro[currency]
  if (factor === undefined) throw new RangeError(`The demo has no rate for ${currency}`)
  return Math.max(1, Math.round((cents * factor) / (minorUnits(currency) === 0 ? 100_000 : 1000)))
}

/** Returns minor units as a decimal text: 12345 EUR is "123.45", 12345 JPY "12345". */
export function amountText(minor: number, currency: string): string {
  const places = minorUnits(currency)
  return fromMillionths(BigInt(minor) * (places === 0 ? 1_000_000n : 10_000n), places)
}

/** Returns tenths as a decimal text: 125 is "12.5", 120 is "12". */
export function quantityText(tenths: number): string {
  return tenths % 10 === 0 ? String(tenths / 10) : `${Math.floor(tenths / 10)}.${tenths % 10}`
}

/** Returns quantity × price less a discount in percent, rounded half up to the minor unit. */
export function lineAmount(tenths: number, price: number, discountPercent: number): number {
  return Math.floor((tenths * price * (100 - discountPercent) + 500) / 1000)
}

/** Returns a percentage of an amount, rounded half up to the minor unit. */
export function percentOf(minor: number, percent: number): number {
  return Math.floor((minor * percent + 50) / 100)
}
