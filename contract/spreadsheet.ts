/** Signs by which a formula may begin, in their wide forms too, behind whatever a spreadsheet passes over. */
const formulaStart = /^[\s\u200b\ufeff]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
const plainNumber = /^-?[0-9]+(\.[0-9]+)?$/
/** Where a spreadsheet of another country, or one that knows nothing of quotes, begins another cell or row. */
const cellSeparator = /([;\t\r\n]+)/

/**
 * A text for a cell of a CSV file. What a spreadsheet would take for a formula gets an apostrophe before it, also behind a
 * semicolon or the end of a line: where commas are decimal, spreadsheets separate by semicolons, whatever the file says.
 */
export function escapeFormulas(text: string): string {
  const parts = text.split(cellSeparator)
  const inner = parts
    .map((part, index) => (index > 0 && index % 2 === 0 && isFormula(part) ? `'${part}` : part))
    .join('')
  return isFormula(text) ? `'${inner}` : inner
}

function isFormula(part: string): boolean {
  return formulaStart.test(part) && !plainNumber.test(part)
}
