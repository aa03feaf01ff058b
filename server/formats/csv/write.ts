/**
 * Rows as CSV (RFC 4180), each ended by CRLF. A cell is quoted when it holds a comma, a quote or a line break of any kind: some
 * program ends the row there, unless the cell is quoted.
 */
export function csvRows(rows: readonly (readonly string[])[]): string {
  let text = ''
  for (const row of rows) text += `${row.map(csvCell).join(',')}\r\n`
  return text
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
