/** "1,250" and "1.250": thousands in one language, decimals in another. A number below one has no thousands. */
const ambiguousNumber = /^(-?[1-9]\d{0,2})([.,])(\d{3})$/
const wholeInThousands = /^-?\d{1,3}([.,])\d{3}(?:\1\d{3})+$/

/**
 * A typed number with a decimal point, as the server reads it. A comma counts as a decimal point, and where both occur,
 * the last one begins the decimals. What can be read in two ways is "NaN".
 */
export function normaliseDecimal(input: string): string {
  const text = plainText(input)
  if (ambiguousNumber.test(text)) return 'NaN'
  if (wholeInThousands.test(text)) return text.replace(/[.,]/g, '')
  const decimalIndex = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','), text.lastIndexOf('٫'))
  const separator = text[decimalIndex]
  const whole = text.slice(0, Math.max(decimalIndex, 0))
  // The same separator twice: between thousands, which these are not, or by mistake.
  return separator === undefined || whole.includes(separator)
    ? text
    : `${whole.replace(/[.,]/g, '')}.${text.slice(decimalIndex + 1)}`
}

/** The two numbers that a text such as "1,250" can mean, each written so that it means only that; null for any other text. */
export function readingsOf(input: string): { whole: string; decimal: string } | null {
  const [, digits, separator, decimals = ''] = ambiguousNumber.exec(plainText(input)) ?? []
  if (digits === undefined) return null
  const shortest = decimals.replace(/0+$/, '') || '0'
  const decimal = `${digits}${separator}${shortest.length === 3 ? `${shortest}0` : shortest}`
  return { whole: `${digits}${decimals}`, decimal }
}

/** A number of ours as a field shows it: "1.125" as "1.1250", which nobody takes for thousands. */
export function unambiguous(decimal: string): string {
  return readingsOf(decimal)?.decimal ?? decimal
}

/** Without what only ever separates thousands or sets the direction, and with the sign and the digits of English. */
function plainText(input: string): string {
  return input
    .replace(/[\s\u00a0\u202f'’٬\u061c\u200e\u200f\u2066-\u2069]/g, '')
    .replace('−', '-')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
}
