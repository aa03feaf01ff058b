import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/* Spreadsheets as LibreOffice writes them: it is given typed cells with the styles of a country, and saves what it shows. */

const run = promisify(execFile)

/** LibreOffice without windows, where it is installed (Debian: `apt-get install libreoffice-calc-nogui`). */
export const office: string | undefined = ['/usr/bin/soffice', '/usr/bin/libreoffice'].find((path) => existsSync(path))

/** How a country writes: the order and separators of dates, and whether thousands are grouped. */
export type Country = { language: string; country: string; date: string; grouped: boolean }

export const germany: Country = { language: 'de', country: 'DE', date: 'DD.MM.YYYY', grouped: true }
export const america: Country = { language: 'en', country: 'US', date: 'M/D/YYYY', grouped: true }
export const plain: Country = { language: 'en', country: 'GB', date: 'YYYY-MM-DD', grouped: false }

/** A table: its headings and rows as texts, and what each column holds. */
export type Table = { headings: readonly string[]; rows: readonly (readonly string[])[]; kinds: readonly string[] }

/** `title`: over three merged cells above the table, with sums below it and another sheet before it. */
export type SheetOptions = { country: Country; title?: string; widths?: readonly number[] }

const escapeXml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
const paragraph = (text: string) =>
  `<text:p>${escapeXml(text).replace(/ {2,}/g, (spaces) => ` <text:s text:c="${spaces.length - 1}"/>`)}</text:p>`
const textCell = (text: string, more = '') =>
  `<table:table-cell office:value-type="string"${more}>${paragraph(text)}</table:table-cell>`
const row = (cells: string) => `<table:table-row>${cells}</table:table-row>`

function typedCell(text: string, kind: string | undefined): string {
  if (text === '') return '<table:table-cell/>'
  if (kind === 'day')
    return `<table:table-cell table:style-name="day" office:value-type="date" office:date-value="${text}"/>`
  if (kind !== 'decimal') return textCell(text)
  const places = text.split('.')[1]?.length ?? 0
  return `<table:table-cell table:style-name="number${places}" office:value-type="float" office:value="${text}"/>`
}

function stylesOf({ language, country, date, grouped }: Country): string {
  const locale = `number:language="${language}" number:country="${country}"`
  const parts = (date.match(/Y+|M+|D+|[^YMD]/g) ?? []).map((part) => {
    const name = { Y: 'year', M: 'month', D: 'day' }[part[0] ?? '']
    if (name === undefined) return `<number:text>${part}</number:text>`
    return `<number:${name}${part.length > 1 ? ' number:style="long"' : ''}/>`
  })
  const cellStyle = (name: string, data: string) =>
    `<style:style style:name="${name}" style:family="table-cell" style:data-style-name="${data}"/>`
  const numbers = [0, 1, 2, 3, 4].map(
    (places) =>
      `<number:number-style style:name="data${places}" ${locale}><number:number number:decimal-places="${places}" number:min-decimal-places="${places}" number:min-integer-digits="1" number:grouping="${grouped}"/></number:number-style>${cellStyle(`number${places}`, `data${places}`)}`,
  )
  return `<number:date-style style:name="dataDay" ${locale}>${parts.join('')}</number:date-style>${cellStyle('day', 'dataDay')}${numbers.join('')}`
}

const namespaces = ['office', 'table', 'text', 'style']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat('xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"')
  .concat('xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"')
  .join(' ')

/**
 * The width of a column into which LibreOffice writes so many characters, by its own formula for texts of fixed width: 53.12
 * twips and 90 more make 23 parts, 256 of which are a character. Half a character more keeps rounding from the edge.
 */
const centimetresOf = (characters: number) => (((characters + 0.5) * 23 * 256 - 90) / 53.12 / 566.93).toFixed(3)

function sheetOf({ headings, rows, kinds }: Table, { country, title, widths }: SheetOptions): string {
  const columns = headings.map((_, index) =>
    widths === undefined ? '' : `<table:table-column table:style-name="width${widths[index]}"/>`,
  )
  const widthStyles = [...new Set(widths)].map(
    (width) =>
      `<style:style style:name="width${width}" style:family="table-column"><style:table-column-properties style:column-width="${centimetresOf(width)}cm"/></style:style>`,
  )
  const table = [
    ...(title === undefined
      ? []
      : [
          row(
            `${textCell(title, ' table:number-columns-spanned="3" table:number-rows-spanned="1"')}<table:covered-table-cell/><table:covered-table-cell/>`,
          ),
          row('<table:table-cell/>'),
          row('<table:table-cell/>'),
        ]),
    row(headings.map((text) => textCell(text)).join('')),
    ...rows.map((texts) => row(texts.map((text, column) => typedCell(text, kinds[column])).join(''))),
    ...(title === undefined
      ? []
      : [
          row('<table:table-cell/>'),
          row(
            `${textCell('Sum')}<table:table-cell office:value-type="float" office:value="12.3" table:formula="of:=4.1*3"/>`,
          ),
        ]),
  ]
  const notes =
    title === undefined ? '' : `<table:table table:name="Notes">${row(textCell('Nothing here'))}</table:table>`
  return `<?xml version="1.0" encoding="UTF-8"?><office:document ${namespaces} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:automatic-styles>${stylesOf(country)}${widthStyles.join('')}</office:automatic-styles><office:body><office:spreadsheet>${notes}<table:table table:name="Data">${columns.join('')}${table.join('')}</table:table></office:spreadsheet></office:body></office:document>`
}

/** Character sets by LibreOffice's numbers. */
const charsets = { 'windows-1252': 1, utf8: 76, 'utf-16le': 65535 }

/** How LibreOffice saves a sheet: as a workbook, or as text with a separator (`FIX`: in columns of fixed width). */
export type Saving = 'xlsx' | { separator: string; charset: keyof typeof charsets }

/** Lets LibreOffice save a table under a name in a folder; returns the file's path. */
export async function saveSheet(
  table: Table,
  saving: Saving,
  { folder, name, ...options }: SheetOptions & { folder: string; name: string },
): Promise<string> {
  const source = join(folder, `${name}.fods`)
  await writeFile(source, sheetOf(table, options))
  const ending = saving === 'xlsx' ? 'xlsx' : 'csv'
  const separator = (text: string) => (text === 'FIX' ? text : text.charCodeAt(0))
  const target =
    saving === 'xlsx'
      ? 'xlsx:Calc MS Excel 2007 XML'
      : // From the first row on, texts in quotes where they must be, all cells as they are shown.
        `csv:Text - txt - csv (StarCalc):${separator(saving.separator)},34,${charsets[saving.charset]},1,,0,false,true,true,false`
  const profile = `-env:UserInstallation=file://${join(folder, 'office-profile')}`
  const args = [profile, '--headless', '--convert-to', target, '--outdir', folder, source]
  await run(office ?? 'soffice', args, { timeout: 120_000 })
  return join(folder, `${name}.${ending}`)
}
