import type { CellKind, Column } from './columns.ts'
import type { ZipFile } from './zip.ts'

type Row = Readonly<Record<string, unknown>>

/** A sheet ends at 1,048,576 rows; what comes after stands on the next. */
const rowsOfSheet = 1_048_000
const milliseconds = 86_400_000
/** Day 0 of spreadsheets, from 1 March 1900 on. */
const dayZero = Date.UTC(1899, 11, 30)
/** A spreadsheet keeps this many digits of a number: a longer one stays a text, whole. */
const exactDigits = 15

/**
 * Rows as the files of an Excel workbook (ECMA-376), a page at a time: numbers, dates and moments are what they are, so
 * that they sort and add up; texts are texts, never formulas.
 */
export async function* xlsxFiles(
  { title, columns, rightToLeft }: { title: string; columns: readonly Column[]; rightToLeft: boolean },
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<ZipFile> {
  const source = pages[Symbol.asyncIterator]()
  const state: State = { source, next: await source.next() }
  let sheets = 0
  try {
    do {
      sheets++
      yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheet(columns, rightToLeft, state) }
    } while (!state.next.done)
  } finally {
    await source.return?.()
  }
  const whole = (name: string, text: string): ZipFile => ({ name, content: Buffer.from(text) })
  const numbers = Array.from({ length: sheets }, (_, place) => place + 1)
  yield whole('xl/styles.xml', styles)
  yield whole('xl/workbook.xml', workbook(title, numbers))
  yield whole('xl/_rels/workbook.xml.rels', relations(numbers))
  yield whole(
    '_rels/.rels',
    `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  yield whole('[Content_Types].xml', contentTypes(numbers))
}

type State = { source: AsyncIterator<readonly Row[]>; next: IteratorResult<readonly Row[]> }

async function* sheet(columns: readonly Column[], rightToLeft: boolean, state: State): AsyncGenerator<string> {
  const letters = columns.map((_, place) => letterOf(place))
  const widths = columns.map(({ kind, heading }, place) => {
    const width = Math.max(widthOf[kind], Math.min(heading.length + 3, 40))
    return `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`
  })
  const headings = columns.map(({ heading }, place) => textCell(`${letters[place]}1`, heading, styleOf.heading))
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"${rightToLeft ? ' rightToLeft="1"' : ''}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${headings.join('')}</row>`
  let number = 1
  while (!state.next.done && number + state.next.value.length <= rowsOfSheet) {
    let text = ''
    for (const row of state.next.value) {
      number++
      text += `<row r="${number}">`
      for (const [place, column] of columns.entries()) text += cell(`${letters[place]}${number}`, column, row)
      text += '</row>'
    }
    yield text
    state.next = await state.source.next()
  }
  yield `</sheetData><autoFilter ref="A1:${letters.at(-1)}${number}"/></worksheet>`
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const sheetKind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Places in the list of cell formats below. */
const styleOf = { text: 0, heading: 1, number: 2, amount: 3, date: 4, moment: 5 } as const
const widthOf: Readonly<Record<CellKind, number>> = { text: 18, number: 9, amount: 14, date: 12, moment: 17 }
const format = (id: number) =>
  `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`
const styles = `${head}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="#,##0.00##"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6">${format(0)}<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${format(0)}${format(164)}${format(14)}${format(22)}</cellXfs></styleSheet>`

function cell(place: string, { kind, textOf }: Column, row: Row): string {
  const text = textOf(row)
  if (text === '') return ''
  const value = kind === 'text' ? undefined : numberOf(kind, text)
  if (value === undefined) return textCell(place, text, styleOf.text)
  return `<c r="${place}" s="${styleOf[kind]}"><v>${value}</v></c>`
}

function textCell(place: string, text: string, style: number): string {
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

/** The number that a spreadsheet keeps of a value; undefined when it would not be the same any more. */
function numberOf(kind: CellKind, text: string): string | undefined {
  if (kind === 'number' || kind === 'amount') return text.replace(/[-.]/g, '').length > exactDigits ? undefined : text
  const days = (Date.parse(kind === 'date' ? `${text}T00:00:00Z` : text) - dayZero) / milliseconds
  return Number.isNaN(days) || days < 61 ? undefined : String(kind === 'date' ? days : Number(days.toFixed(8)))
}

/** Without the characters that XML has no way to write. */
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
function letterOf(place: number): string {
  const last = String.fromCharCode(65 + (place % 26))
  return place < 26 ? last : `${letterOf(Math.floor(place / 26) - 1)}${last}`
}

function workbook(title: string, sheets: readonly number[]): string {
  // A sheet's name has at most 31 characters and none of these.
  const name = (number: number) =>
    escaped(`${title.replace(/[[\]:*?/\\]/g, ' ').slice(0, 27)}${number === 1 ? '' : ` ${number}`}`)
  const list = sheets.map((number) => `<sheet name="${name(number)}" sheetId="${number}" r:id="rId${number}"/>`)
  return `${head}<workbook xmlns="${main}" xmlns:r="${office}/relationships"><sheets>${list.join('')}</sheets></workbook>`
}

function relations(sheets: readonly number[]): string {
  const list = sheets.map(
    (number) =>
      `<Relationship Id="rId${number}" Type="${office}/relationships/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  )
  return `${head}<Relationships xmlns="${packages}/relationships">${list.join('')}<Relationship Id="rId${sheets.length + 1}" Type="${office}/relationships/styles" Target="styles.xml"/></Relationships>`
}

function contentTypes(sheets: readonly number[]): string {
  const list = sheets.map(
    (number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${sheetKind}.worksheet+xml"/>`,
  )
  return `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetKind}.sheet.main+xml"/>${list.join('')}<Override PartName="/xl/styles.xml" ContentType="${sheetKind}.styles+xml"/></Types>`
}
