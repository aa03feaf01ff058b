import type { FieldKind } from '#contract/documents/definition.ts'

/** The rows of a CSV file as the server writes it (RFC 4180), without its byte order mark. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of text
    .replace(/^\uFEFF/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    // The end of the file is matched once more, empty.
    if (end === '' && row.length === 0 && quoted === undefined && plain === '') break
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

/** A table as text that spreadsheets take apart: cells between tabs, without line breaks in them. */
export function tabbedText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\n')
}

const numberKinds: readonly (FieldKind | undefined)[] = ['money', 'quantity', 'count']
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/**
 * A table as HTML, the first row its head; `kinds` are those of its columns. Amounts and quantities are numbers in a
 * spreadsheet whatever its language has for a decimal point, dates are dates, and everything else stays as it is written,
 * such as a document's number that looks like an amount: LibreOffice reads `sdval` and `sdnum`, Excel `x:num` and `x:str`.
 */
export function tableMarkup(rows: readonly (readonly string[])[], kinds: readonly (FieldKind | undefined)[]): string {
  const cell = (written: string, column: number) => {
    const [text, kind] = [escaped(written), kinds[column]]
    if (text !== '' && numberKinds.includes(kind)) {
      return `<td sdval="${text}" sdnum="1033;" x:num="${text}">${text}</td>`
    }
    return kind === 'date' ? `<td>${text}</td>` : `<td sdnum="1033;0;@" x:str>${text}</td>`
  }
  const [head = [], ...body] = rows
  const headRow = `<tr>${head.map((text) => `<th>${escaped(text)}</th>`).join('')}</tr>`
  return `<table xmlns:x="urn:schemas-microsoft-com:office:excel">${headRow}${body.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')}</table>`
}
