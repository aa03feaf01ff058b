/** Characters that may begin a formula, with their full-width forms, after any characters that a spreadsheet skips. */
const formulaStart = /^[\s\u200b\ufeff]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
const negativeNumber = /^-[0-9]+(\.[0-9]+)?$/
/** Where a spreadsheet with another list separator, or one that ignores quotes, begins another cell or row. */
const cellSeparator = /([;\t\r\n])/

/**
 * Returns a text that is safe in a cell of a CSV file. Anything that a spreadsheet would take for a formula gets a
 * leading apostrophe, also after a semicolon or line break: where the decimal separator is a comma, spreadsheets split
 * at semicolons.
 */
export function escapeFormulas(text: string): string {
  const parts = text.split(cellSeparator)
  const inner = parts
    .map((part, index) => (index > 0 && index % 2 === 0 && isFormula(part) ? `'${part}` : part))
    .join('')
  return isFormula(text) ? `'${inner}` : inner
}

function isFormula(part: string): boolean {
  return formulaStart.test(part) && !negativeNumber.test(part)
}
