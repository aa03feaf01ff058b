/*
 * Exact decimals: read as programs and people write them, and reckoned with as whole numbers of a scale. No value ever
 * becomes a float.
 */

/** How a file writes numbers. */
export type NumberDialect = { decimal: '.' | ','; thousands: string }

/** A value that cannot be used; the message begins after the name of its column and says how to mend it. */
export class ValueFault extends Error {
  override name = 'ValueFault'
}

const longestNumber = 60
const symbols = /^(?:[€$£¥₹₺]|[A-Z]{3}(?![A-Za-z]))\s*|\s*(?:[€$£¥₹₺%]|(?<![A-Za-z])[A-Z]{3})$/g

/**
 * The decimal that a text stands for, as "-1234.50", its places as they were written. Signs may stand before or after
 * the number or be brackets; a currency or a per cent sign beside it does not count. Throws ValueFault.
 */
export function readDecimal(text: string, dialect: NumberDialect): string {
  const shown = `"${text.length > longestNumber ? `${text.slice(0, longestNumber)}…` : text}"`
  const { sign, digits } = withoutSign(text.length > longestNumber ? '' : westernDigits(text).trim())
  const { decimal, thousands } = dialect
  const at = digits.indexOf(decimal)
  const whole = at === -1 ? digits : digits.slice(0, at)
  const fraction = at === -1 ? '' : digits.slice(at + 1)
  const joined = joinThousands(whole, thousands)
  if (joined === undefined || !/^\d*$/.test(fraction) || `${joined}${fraction}` === '') {
    throw new ValueFault(`${shown} is not a number ${dialectText(dialect)}.${otherDialectHint(digits, dialect)}`)
  }
  const integer = joined.replace(/^0+(?=\d)/, '') || '0'
  const plain = fraction === '' ? integer : `${integer}.${fraction}`
  return sign && /[1-9]/.test(plain) ? `-${plain}` : plain
}

/** The text with digits of other scripts and signs that look alike in their usual form. */
function westernDigits(text: string): string {
  return text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/\u066b/g, ',')
    .replace(/[\u2212\u2012\u2013]/g, '-')
    .replace(/[\u00a0\u202f\u2009]/g, ' ')
    .replace(/[\u2019\u02bc]/g, "'")
}

function withoutSign(text: string): { sign: boolean; digits: string } {
  const bare = text.replace(symbols, '').trim()
  const bracketed = /^\((.*)\)$/.exec(bare)?.[1]
  if (bracketed !== undefined) return { sign: true, digits: bracketed.replace(symbols, '').trim() }
  const signed = /^([+-]?)\s*(.*?)\s*([+-]?)$/.exec(bare)
  const [, before = '', digits = '', after = ''] = signed ?? []
  // A sign on both sides is no number.
  if (before !== '' && after !== '') return { sign: false, digits: bare }
  return { sign: before === '-' || after === '-', digits: digits.replace(symbols, '').trim() }
}

/** The digits before the decimal sign without what sets thousands apart; undefined when groups are not of three. */
function joinThousands(whole: string, thousands: string): string | undefined {
  if (/^\d*$/.test(whole)) return whole
  if (thousands === '') return undefined
  const [first = '', ...groups] = whole.split(thousands)
  const fits = /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group))
  return fits ? [first, ...groups].join('') : undefined
}

function dialectText({ decimal, thousands }: NumberDialect): string {
  const example = `1${thousands}234${decimal}50`
  return `as the profile reads them (${example})`
}

function otherDialectHint(digits: string, { decimal }: NumberDialect): string {
  const other = decimal === ',' ? '.' : ','
  return new RegExp(`^\\d+\\${other}\\d+$`).test(digits)
    ? ` It has a ${other === ',' ? 'comma' : 'point'}: correct the cell, or "decimal" and "thousands" of the profile.`
    : ' Correct the cell, or choose another column.'
}

/** A decimal as a whole number and how many of its digits stand after the point. */
type Scaled = { units: bigint; scale: number }

const longestResult = 60

function scaled(decimal: string): Scaled {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return { units: BigInt(`${whole}${fraction}`), scale: fraction.length }
}

function decimalText({ units, scale }: Scaled): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  if (digits.length > longestResult) throw new ValueFault('the result of a formula has too many digits.')
  const at = digits.length - scale
  const text = scale === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`
  return units < 0n ? `-${text}` : text
}

function aligned(a: Scaled, b: Scaled): [bigint, bigint, number] {
  const scale = Math.max(a.scale, b.scale)
  return [a.units * 10n ** BigInt(scale - a.scale), b.units * 10n ** BigInt(scale - b.scale), scale]
}

/** a + b. */
export function add(a: string, b: string): string {
  const [left, right, scale] = aligned(scaled(a), scaled(b))
  return decimalText({ units: left + right, scale })
}

/** a − b. */
export function subtract(a: string, b: string): string {
  const [left, right, scale] = aligned(scaled(a), scaled(b))
  return decimalText({ units: left - right, scale })
}

/** a × b, with all its places. */
export function multiply(a: string, b: string): string {
  const [left, right] = [scaled(a), scaled(b)]
  return decimalText({ units: left.units * right.units, scale: left.scale + right.scale })
}

/** a ÷ b with so many places, rounded half away from zero. Throws ValueFault for a divisor of zero. */
export function divide(a: string, b: string, places: number): string {
  const [left, right] = aligned(scaled(a), scaled(b))
  if (right === 0n) throw new ValueFault('a formula divides by zero here.')
  return decimalText({ units: roundedQuotient(left * 10n ** BigInt(places), right), scale: places })
}

/** The decimal with so many places, rounded half away from zero. */
export function round(decimal: string, places: number): string {
  const { units, scale } = scaled(decimal)
  if (scale <= places) return decimalText({ units: units * 10n ** BigInt(places - scale), scale: places })
  return decimalText({ units: roundedQuotient(units, 10n ** BigInt(scale - places)), scale: places })
}

/** Whether a is less than b. */
export function isLess(a: string, b: string): boolean {
  const [left, right] = aligned(scaled(a), scaled(b))
  return left < right
}

function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n
  const [top, bottom] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor]
  const quotient = (2n * top + bottom) / (2n * bottom)
  return isNegative ? -quotient : quotient
}
