import type { ZipFile } from '#server/formats/zip/write.ts'
import type { CellKind, Column } from './columns.ts'

type Row = Readonly<Record<string, unknown>>

/** A sheet holds at most 1,048,576 rows; further rows go to the next sheet. */
const maxSheetRows = 1_048_000
const dayMilliseconds = 86_400_000
/** Day 0 of spreadsheet dates, valid from 1 March 1900 on. */
const dayZero = Date.UTC(1899, 11, 30)
/** A spreadsheet keeps this many digits of a number; a longer number is written as text. */
const exactDigits = 15
/** Excel takes a workbook with a longer text in a cell for damaged. */
const maxCellText = 32_767

/**
 * Rows as the files of an Excel workbook (ECMA-376), a page at a time: numbers, dates and instants are cells of their
 * own kind, so that they sort and add up; text cells are never formulas.
 */
export async function* xlsxFiles(
  { title, columns, rightToLeft }: { title: string; columns: readonly Column[]; rightToLeft: boolean },
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<ZipFile> {
  const source = pages[Symbol.asyncIterator]()
  const reader: PageReader = { source, next: await source.next() }
  let sheets = 0
  try {
    do {
      sheets++
      yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheet(columns, rightToLeft, reader) }
    } while (!reader.next.done)
  } finally {
    await source.return?.()
  }
  const textFile = (name: string, text: string): ZipFile => ({ name, content: Buffer.from(text) })
  const sheetNumbers = Array.from({ length: sheets }, (_, index) => index + 1)
  yield textFile('xl/styles.xml', styles)
  yield textFile('xl/workbook.xml', workbook(title, sheetNumbers))
  yield textFile('xl/_rels/workbook.xml.rels', relations(sheetNumbers))
  yield textFile(
    '_rels/.rels',
    `${xmlHead}<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${officeNamespace}/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  yield textFile('[Content_Types].xml', contentTypes(sheetNumbers))
}

type PageReader = { source: AsyncIterator<readonly Row[]>; next: IteratorResult<readonly Row[]> }

async function* sheet(columns: readonly Column[], rightToLeft: boolean, reader: PageReader): AsyncGenerator<string> {
  const letters = columns.map((_, index) => columnLetters(index))
  const widths = columns.map(({ kind, heading }, index) => {
    const width = Math.max(widthOf[kind], Math.min(heading.length + 3, 40))
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`
  })
  const headings = columns.map(({ heading }, index) => textCell(`${letters[index]}1`, heading, styleOf.heading))
  yield `${xmlHead}<worksheet xmlns="${mainNamespace}"><sheetViews><sheetView workbookViewId="0"${rightToLeft ? ' rightToLeft="1"' : ''}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${headings.join('')}</row>`
  let number = 1
  while (!reader.next.done && number + reader.next.value.length <= maxSheetRows) {
    let text = ''
    for (const row of reader.next.value) {
      number++
      text += `<row r="${number}">`
      for (const [index, column] of columns.entries()) text += cell(`${letters[index]}${number}`, column, row)
      text += '</row>'
    }
    yield text
    reader.next = await reader.source.next()
  }
  yield `</sheetData><autoFilter ref="A1:${letters.at(-1)}${number}"/></worksheet>`
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const officeNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006'
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006'
const sheetKind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Indexes into the list of cell formats below. */
const styleOf = { text: 0, heading: 1, number: 2, amount: 3, date: 4, moment: 5 } as const
const widthOf: Readonly<Record<CellKind, number>> = { text: 18, number: 9, amount: 14, date: 12, moment: 17 }
const format = (id: number) =>
  `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`
const styles = `${xmlHead}<styleSheet xmlns="${mainNamespace}"><numFmts count="1"><numFmt numFmtId="164" formatCode="#,##0.00##"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6">${format(0)}<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${format(0)}${format(164)}${format(14)}${format(22)}</cellXfs></styleSheet>`

function cell(reference: string, { kind, textOf }: Column, row: Row): string {
  const text = textOf(row)
  if (text === '') return ''
  const value = kind === 'text' ? undefined : numberOf(kind, text)
  if (value === undefined) return textCell(reference, text, styleOf.text)
  return `<c r="${reference}" s="${styleOf[kind]}"><v>${value}</v></c>`
}

function textCell(reference: string, text: string, style: number): string {
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(shortened(text))}</t></is></c>`
}

/** As much of a text as a cell holds, never half of a character. */
function shortened(text: string): string {
  return text.length > maxCellText ? `${text.slice(0, maxCellText - 1).replace(/[\ud800-\udbff]$/, '')}…` : text
}

/** The number by which a spreadsheet stores a value; undefined when it cannot store the value exactly. */
function numberOf(kind: CellKind, text: string): string | undefined {
  if (kind === 'number' || kind === 'amount') return text.replace(/[-.]/g, '').length > exactDigits ? undefined : text
  const days = (Date.parse(kind === 'date' ? `${text}T00:00:00Z` : text) - dayZero) / dayMilliseconds
  return Number.isNaN(days) || days < 61 ? undefined : String(kind === 'date' ? days : Number(days.toFixed(8)))
}

/** Escapes text for XML, without the characters that XML cannot express. */
function escaped(text: string): string {
  if (!/[^\x20-\x25\x27-\x3b\x3d\x3f-\ud7ff]/.test(text)) return text
  return text
    .toWellFormed()
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** A, B, … Z, AA, AB. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : `${columnLetters(Math.floor(index / 26) - 1)}${last}`
}

function workbook(title: string, sheets: readonly number[]): string {
  // A sheet's name has at most 31 characters and none of these.
  const name = (number: number) =>
    escaped(`${title.replace(/[[\]:*?/\\]/g, ' ').slice(0, 27)}${number === 1 ? '' : ` ${number}`}`)
  const list = sheets.map((number) => `<sheet name="${name(number)}" sheetId="${number}" r:id="rId${number}"/>`)
  return `${xmlHead}<workbook xmlns="${mainNamespace}" xmlns:r="${officeNamespace}/relationships"><sheets>${list.join('')}</sheets></workbook>`
}

function relations(sheets: readonly number[]): string {
  const list = sheets.map(
    (number) =>
      `<Relationship Id="rId${number}" Type="${officeNamespace}/relationships/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  )
  return `${xmlHead}<Relationships xmlns="${packageNamespace}/relationships">${list.join('')}<Relationship Id="rId${sheets.length + 1}" Type="${officeNamespace}/relationships/styles" Target="styles.xml"/></Relationships>`
}

function contentTypes(sheets: readonly number[]): string {
  const list = sheets.map(
    (number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${sheetKind}.worksheet+xml"/>`,
  )
  return `${xmlHead}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetKind}.sheet.main+xml"/>${list.join('')}<Override PartName="/xl/styles.xml" ContentType="${sheetKind}.styles+xml"/></Types>`
}
