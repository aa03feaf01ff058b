import type { Cell } from './rows.ts'

/*
 * Workbooks keep numbers as binary floats and dates as days since 1900. Both are turned back into what a person sees.
 */

/** A float as a workbook writes it ("12.299999999999999", "1E-3"), as the decimal that Excel shows: 15 digits count. */
export function decimalOfFloat(text: string): string | undefined {
  const number = Number(text)
  if (!Number.isFinite(number) || text.trim() === '') return undefined
  if (/^-?\d{1,15}$/.test(text)) return text
  const [mantissa = '', exponent = '0'] = number.toPrecision(15).split('e')
  const isNegative = mantissa.startsWith('-')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const point = whole.length + Number(exponent)
  const digits = `${whole}${fraction}`
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0')
  const at = Math.max(1, point)
  const decimals = padded.slice(at).replace(/0+$/, '')
  const decimal = `${padded.slice(0, at).replace(/^0+(?=\d)/, '')}${decimals === '' ? '' : `.${decimals}`}`
  return isNegative && /[1-9]/.test(decimal) ? `-${decimal}` : decimal
}

const dayMs = 86_400_000
/** Day 0 of the count from 1900, which takes 1900 for a leap year: right for every day from 1 March 1900. */
const dayZero = Date.UTC(1899, 11, 30)
const yearsBetweenCounts = 1462

/** The day or moment of a serial number; undefined when it is none that Excel would show. */
export function serialDate(decimal: string, from1904: boolean): Cell | undefined {
  const serial = Number(decimal) + (from1904 ? yearsBetweenCounts : 0)
  // Less than a day is a time without a date; day 60 does not exist.
  if (!(serial >= 61 && serial < 2_958_466)) return undefined
  // To the second: the fraction of a day is a float.
  const moment = new Date(dayZero + Math.round((serial * dayMs) / 1000) * 1000).toISOString()
  const [day = '', time = ''] = moment.slice(0, 19).split('T')
  return time === '00:00:00' ? { day } : { moment: `${day}T${time}` }
}
