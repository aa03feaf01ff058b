/**
 * Exact decimal arithmetic on texts such as "-12.3400": amounts and quantities never become floats. Six places are
 * kept, as the database does for quantities (amounts have four).
 */
const places = 6
const unit = 10n ** BigInt(places)

/** Returns the value in millionths. Throws RangeError when the text is not a plain decimal number. */
export function toMillionths(decimal: string): bigint {
  const match = /^(-?)([0-9]{1,20})(?:\.([0-9]{1,6}))?$/.exec(decimal)
  if (!match) throw new RangeError(`"${decimal}" is not a decimal number`)
  const magnitude = BigInt(match[2] as string) * unit + BigInt((match[3] ?? '').padEnd(places, '0'))
  return match[1] === '-' ? -magnitude : magnitude
}

/**
 * Returns a value in millionths as the shortest text with at least `minimum` places: fromMillionths(1500000n, 2) is
 * "1.50".
 */
export function fromMillionths(value: bigint, minimum = 0): string {
  const magnitude = value < 0n ? -value : value
  const whole = magnitude / unit
  const fraction = (magnitude % unit).toString().padStart(places, '0').replace(/0+$/, '').padEnd(minimum, '0')
  return `${value < 0n ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`
}

/** Returns the sum of decimal texts; absent values count as zero. */
export function sum(decimals: readonly (string | null | undefined)[]): string {
  let total = 0n
  for (const decimal of decimals) if (decimal) total += toMillionths(decimal)
  return fromMillionths(total)
}

/** Returns -1, 0 or 1 when `a` is less than, equal to or greater than `b`. */
export function compare(a: string, b: string): -1 | 0 | 1 {
  const difference = toMillionths(a) - toMillionths(b)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** Returns a × b, rounded half away from zero to six places. */
export function multiply(a: string, b: string): string {
  const product = toMillionths(a) * toMillionths(b)
  const half = product < 0n ? -unit / 2n : unit / 2n
  return fromMillionths((product + half) / unit)
}
