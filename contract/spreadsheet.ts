/** Signs by which a formula may begin, in their wide forms too, behind whatever a spreadsheet passes over. */
const formula = /^[\s\u200b\ufeff]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
const plainNumber = /^-?[0-9]+(\.[0-9]+)?$/
/** Where a spreadsheet of another country, or one that knows nothing of quotes, begins another cell or row. */
const separator = /([;\t\r\n]+)/

/**
 * A text for a cell of a CSV file. What a spreadsheet would take for a formula gets an apostrophe before it, also behind a
 * semicolon or the end of a line: where commas are decimal, spreadsheets separate by semicolons, whatever the file says.
 */
export function harmlessCell(text: string): string {
  const parts = text.split(separator)
  const inner = parts
    .map((part, place) => (place > 0 && place % 2 === 0 && isFormula(part) ? `'${part}` : part))
    .join('')
  return isFormula(text) ? `'${inner}` : inner
}

function isFormula(part: string): boolean {
  return formula.test(part) && !plainNumber.test(part)
}
