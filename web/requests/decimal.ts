/**
 * A typed number with a decimal point, as the server reads it. A comma counts as a decimal point, and where both occur,
 * the last one begins the decimals.
 */
export function normaliseDecimal(input: string): string {
  const text = input
    .replace(/[\s\u00a0\u202f'’]/g, '')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
  const decimalIndex = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','), text.lastIndexOf('٫'))
  return decimalIndex < 0
    ? text
    : `${text.slice(0, decimalIndex).replace(/[.,٬]/g, '')}.${text.slice(decimalIndex + 1)}`
}
