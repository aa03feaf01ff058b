/*
 * What is wrong with a text in the wrong form, and what to send instead: programs write decimals and moments in many
 * ways, and only one is accepted here.
 */

/** A text longer than this is no decimal or moment that somebody meant; it is not read, and shown only in part. */
const longestShown = 60

/** A value as it was sent, cut where it is long. */
export function shownValue(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > longestShown ? `${text.slice(0, longestShown - 3).toWellFormed()}…` : text
}

/**
 * What to send instead of a value that is not a decimal of this pattern, which limits the digits before and after the
 * point.
 */
export function decimalHint(value: unknown, pattern: string): string {
  const [, maxDigits = '14', maxDecimals = '0'] = /\{1,(\d+)\}(?:.*\{1,(\d+)\})?/.exec(pattern) ?? []
  const shown = shownValue(value)
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const normalised = text.length > longestShown ? undefined : normaliseDecimal(text, Number(maxDecimals))
  if (normalised === undefined) return `It must be a decimal number in quotes, such as "12.50", not ${shown}.`
  if (normalised.replace(/^-|\..*$/g, '').length > Number(maxDigits)) {
    return `${shown} is too large: at most ${maxDigits} digits are taken before the point.`
  }
  const reason = decimalProblem(value, text, maxDecimals)
  return `${reason} Send "${normalised}".`
}

function decimalProblem(value: unknown, text: string, maxDecimals: string): string {
  const decimals = text.split('.')[1]?.length ?? 0
  if (typeof value === 'number') return `It must be a decimal number in quotes, not ${text} without them.`
  if (/^-?\d+\.\d+$/.test(text) && decimals > Number(maxDecimals)) {
    return `"${text}" has ${decimals} decimal places; at most ${maxDecimals} are taken here.`
  }
  if (/^-?\.\d/.test(text)) return `"${text}" lacks the digit before the point.`
  if (text.includes(',')) return `"${text}" has a comma; decimals have a point, and thousands are not set apart.`
  return `"${text}" is a number in another form.`
}

/** The number in the accepted form, rounded half away from zero; undefined when it cannot be read. */
function normaliseDecimal(text: string, maxDecimals: number): string | undefined {
  const trimmed = text
    .trim()
    .replace(/^([\d.,]+)-$/, '-$1')
    .replace(/^\+/, '')
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(withDecimalPoint(trimmed)) ?? []
  if (whole === '' && fraction === '') return undefined
  const keptDigits = fraction.slice(0, maxDecimals).padEnd(maxDecimals, '0')
  const rounded = BigInt(`${whole || '0'}${keptDigits}`) + (Number(fraction[maxDecimals] ?? '0') >= 5 ? 1n : 0n)
  const digits = rounded.toString().padStart(maxDecimals + 1, '0')
  const fractionDigits = digits
    .slice(digits.length - maxDecimals)
    .replace(/0+$/, '')
    .padEnd(Math.min(2, fraction.length, maxDecimals), '0')
  const integerDigits = digits.slice(0, digits.length - maxDecimals)
  const isZero = rounded === 0n
  return `${isZero ? '' : sign}${integerDigits}${fractionDigits === '' ? '' : `.${fractionDigits}`}`
}

/** "1.234,50" and "1,234.50" as 1234.50: the last separator is the decimal point, and a comma alone is one too. */
function withDecimalPoint(text: string): string {
  const [comma, point] = [text.lastIndexOf(','), text.lastIndexOf('.')]
  if (comma === -1) return text
  return comma > point ? text.replaceAll('.', '').replace(/,(?=\d*$)/, '.') : text.replaceAll(',', '')
}

/**
 * What to send instead of a value that is not a moment; `day` is the property that takes a day alone, if there is one.
 */
export function instantHint(value: unknown, day: string | undefined): string {
  const form = 'a moment with its offset from UTC, such as "2026-03-02T08:00:00Z"'
  const text = typeof value === 'string' ? value.trim() : ''
  if (/^\d{4}-\d\d-\d\d$/.test(text)) {
    const instead = day
      ? `Where only the day is known, leave this out and send "${day}": "${text}".`
      : `Send "${text}T00:00:00Z" where the time is not known.`
    return `"${text}" is a day without a time; it must be ${form}. ${instead}`
  }
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?$/.test(text)) {
    const isoText = text.replace(' ', 'T')
    return `"${text}" does not say its offset from UTC. Send "${isoText}Z" when it is in UTC, or with its offset, such as "${isoText}+01:00".`
  }
  return `It must be ${form}, not ${shownValue(value)}.`
}

/** What to send instead of a value that is not a calendar date. */
export function dateHint(value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : ''
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)[T ]/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? []
  if (year) return `It must be a calendar date. Send "${year}-${month}-${day}", not ${shownValue(value)}.`
  return `It must be a calendar date, such as "2026-03-31", not ${shownValue(value)}.`
}
