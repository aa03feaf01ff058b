import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportProfile, ProfileFields } from '#contract/imports/profile.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { segmentsOf, targetAt } from '../formats/files/map/targets.ts'
import type { NamedFile } from '../formats/format.ts'
import { zipOf } from '../formats/zip/write.ts'

/*
 * Documents written as programs of other makes write them, each way with the profile that reads it back. What is written
 * and what is read share nothing but the names of fields.
 */

export type Dialect = 'german' | 'tabs' | 'american' | 'workbook' | 'apart' | 'fixed'
export const dialects: readonly Dialect[] = ['german', 'tabs', 'american', 'workbook', 'apart', 'fixed']

/** Values by their path. */
export type Flat = Record<string, string>
type FlatDocument = { header: Flat; lines: Flat[] }

function flatten(value: unknown, path: string, into: Flat): void {
  if (typeof value === 'string') into[path] = value
  else if (Array.isArray(value))
    for (const [index, entry] of value.entries()) flatten(entry, `${path}[${index + 1}]`, into)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, child] of Object.entries(value)) flatten(child, path === '' ? name : `${path}.${name}`, into)
  }
}

/** The values of a document, and of each of its lines, by their paths. */
export function flattenDocument({ lines = [], ...header }: IngestDocument): FlatDocument {
  const flat: FlatDocument = { header: {}, lines: [] }
  flatten(header, '', flat.header)
  for (const line of lines) {
    const entry: Flat = {}
    flatten(line, '', entry)
    flat.lines.push(entry)
  }
  return flat
}

/** The paths that occur, in one order. */
export const pathsOf = (flats: readonly Flat[]) => [...new Set(flats.flatMap((flat) => Object.keys(flat)))].sort()

/** What a field holds: `decimal`, `day`, `text` … */
export function kindOf(path: string, inLine: boolean): string {
  const segments = segmentsOf(path) ?? []
  return targetAt(inLine ? ['lines', 0, ...segments] : segments)?.kind ?? 'text'
}

const reads: Record<Dialect, ImportProfile['read']> = {
  german: { as: 'csv', encoding: 'windows-1252', separator: ';', decimal: ',', thousands: '.', dates: 'day first' },
  tabs: { as: 'csv', separator: '\t', quote: '', dates: 'year first' },
  american: { as: 'csv', thousands: ',', dates: 'month first' },
  workbook: { as: 'xlsx' },
  apart: { as: 'csv', encoding: 'utf-16le', separator: '|', decimal: ',', dates: 'day first' },
  fixed: { as: 'fixed', encoding: 'windows-1252', decimal: ',', dates: 'day first' },
}

function written(
  text: string,
  kind: string,
  { decimal = '.', thousands = '', dates, as }: ImportProfile['read'],
): string {
  if (kind === 'decimal' && as !== 'xlsx') {
    const [whole = '', fraction] = text.split('.')
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thousands)
    return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`
  }
  const [, year = '', month = '', day = ''] = kind === 'day' ? (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []) : []
  if (year === '' || as === 'xlsx' || dates === 'year first') return text
  return dates === 'month first' ? `${Number(month)}/${Number(day)}/${year}` : `${day}.${month}.${year}`
}

/** The bytes of a text; characters that Windows-1252 lacks are not in the documents of these tests. */
function encoded(text: string, encoding: ImportProfile['read']['encoding']): Buffer {
  if (encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le')
  if (encoding !== 'windows-1252') return Buffer.from(text, 'utf8')
  const bytes = new Map<string, number>()
  for (let byte = 0; byte < 256; byte++) bytes.set(new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte)
  return Buffer.from([...text].map((character) => bytes.get(character) ?? 0x3f))
}

function csv(rows: readonly (readonly string[])[], separator: string, quote: boolean): string {
  const cell = (text: string) =>
    quote && (text.includes(separator) || /["\r\n]|^ | $/.test(text)) ? `"${text.replaceAll('"', '""')}"` : text
  return rows.map((row) => row.map(cell).join(separator)).join('\r\n')
}

/** Whether a text can be written in a dialect: some have no way to write some characters. */
export function canWrite(text: string, dialect: Dialect): boolean {
  if (text !== text.trim() || /\p{Cc}/u.test(text)) return false
  const lacks1252 = [...text].some((character) => !/[\u0020-\u007e\u00a1-\u00ff€„“”‚‘’–—…•™]/.test(character))
  return !((dialect === 'german' || dialect === 'fixed') && lacks1252)
}

/** Writes documents of one type to a folder in a dialect. Returns the files and the profile that reads them. */
export async function writeDialect(
  documents: readonly IngestDocument[],
  dialect: Dialect,
  folder: string,
): Promise<{ files: NamedFile[]; profile: ImportProfile }> {
  const read = reads[dialect]
  const flats = documents.map(flattenDocument)
  const headerPaths = pathsOf(flats.map(({ header }) => header))
  const linePaths = pathsOf(flats.flatMap(({ lines }) => lines))
  const fieldsOf = (paths: readonly string[], prefix: string): ProfileFields =>
    Object.fromEntries(paths.filter((path) => path !== 'account').map((path) => [path, { column: `${prefix}${path}` }]))
  const headings = [...headerPaths.map((path) => `Head ${path}`), ...linePaths.map((path) => `Line ${path}`)]
  const cells = (flat: Flat, paths: readonly string[], inLine: boolean) =>
    paths.map((path) => (flat[path] === undefined ? '' : written(flat[path], kindOf(path, inLine), read)))
  const profileOf = (tables: ImportProfile['tables'], list: object = {}): ImportProfile => ({
    version: 1,
    name: dialect,
    read,
    tables,
    documents: {
      per: 'key',
      key: ['Head number'],
      customer: { by: 'number', value: { column: 'Head account' } },
      fields: fieldsOf(headerPaths, 'Head '),
      lists: [{ into: 'lines', fields: fieldsOf(linePaths, 'Line '), ...list }],
    },
  })
  const save = async (name: string, content: Buffer): Promise<NamedFile> => {
    const file = { name, path: join(folder, name) }
    await writeFile(file.path, content)
    return file
  }
  const rows = flats.flatMap(({ header, lines }) =>
    (lines.length > 0 ? lines : [{}]).map((line) => [
      ...cells(header, headerPaths, false),
      ...cells(line, linePaths, true),
    ]),
  )
  if (dialect === 'workbook') {
    const kinds = [...headerPaths.map((path) => kindOf(path, false)), ...linePaths.map((path) => kindOf(path, true))]
    const file = await save(`${dialect}.xlsx`, await workbook(headings, rows, kinds))
    return { files: [file], profile: profileOf([{ name: 'rows', sheet: 'Data', header: 4, until: 'empty row' }]) }
  }
  if (dialect === 'apart') {
    const heads = [
      headings.slice(0, headerPaths.length),
      ...flats.map(({ header }) => cells(header, headerPaths, false)),
    ]
    const lineRows = flats.flatMap(({ header, lines }) =>
      lines.map((line) => [header.number ?? '', ...cells(line, linePaths, true)]),
    )
    // The lines stand in another order than their documents.
    const lineTable = [
      ['Order', ...linePaths.map((path) => `Line ${path}`)],
      ...[...lineRows].sort((a, b) => (String(a[1]) < String(b[1]) ? -1 : 1)),
    ]
    const [head, lines] = [csv(heads, '|', true), csv(lineTable, '|', true)]
    const files = [
      await save('head_1.csv', encoded(head, read.encoding)),
      await save('lines_1.csv', encoded(lines, read.encoding)),
    ]
    const tables = [
      { name: 'heads', file: 'head_*.csv' },
      { name: 'lines', file: 'lines_*.csv' },
    ]
    return { files, profile: profileOf(tables, { from: 'lines', key: ['Order'] }) }
  }
  if (dialect === 'fixed') {
    const lengths = headings.map((_, column) => 1 + Math.max(1, ...rows.map((row) => row[column]?.length ?? 0)))
    let from = 1
    const widths = headings.map((name, column) => {
      const width = { name, from, length: lengths[column] ?? 1 }
      from += width.length
      return width
    })
    const text = rows.map((row) => row.map((cell, column) => cell.padEnd(lengths[column] ?? 1)).join('')).join('\n')
    return {
      files: [await save('fixed.txt', encoded(text, read.encoding))],
      profile: profileOf([{ name: 'rows', widths }]),
    }
  }
  const text = csv([headings, ...rows], read.separator ?? ',', read.quote !== '')
  return { files: [await save(`${dialect}.csv`, encoded(text, read.encoding))], profile: profileOf([{ name: 'rows' }]) }
}

const escapeXml = (text: string) => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
const serialOf = (day: string) =>
  String(Math.round((Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000))

/** A column's letters, from 0. */
function lettersOf(column: number): string {
  return column < 26
    ? String.fromCharCode(65 + column)
    : `${lettersOf(Math.floor(column / 26) - 1)}${String.fromCharCode(65 + (column % 26))}`
}

/**
 * A workbook with a title over merged cells, the table on its second sheet, and a sum below an empty row. `notes` are the
 * rows of its first sheet.
 */
export async function workbook(
  headings: readonly string[],
  rows: readonly string[][],
  kinds: readonly string[],
  notes: readonly (readonly string[])[] = [['Nothing here']],
): Promise<Buffer> {
  const textCell = (at: string, text: string) =>
    `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`
  const cell = (at: string, text: string, kind: string | undefined) => {
    if (text === '') return ''
    if (kind === 'decimal') return `<c r="${at}"><v>${text}</v></c>`
    return kind === 'day' ? `<c r="${at}" s="1"><v>${serialOf(text)}</v></c>` : textCell(at, text)
  }
  const rowOf = (line: number, texts: readonly string[], typed: boolean) =>
    `<row r="${line}">${texts.map((text, column) => cell(`${lettersOf(column)}${line}`, text, typed ? kinds[column] : undefined)).join('')}</row>`
  const table = [
    `<row r="1">${textCell('A1', 'List of documents')}</row><row r="2"/>`,
    rowOf(4, headings, false),
    ...rows.map((row, index) => rowOf(index + 5, row, true)),
    `<row r="${rows.length + 6}">${textCell(`A${rows.length + 6}`, 'Sum')}<c r="B${rows.length + 6}"><f>SUM(B5:B6)</f><v>12.3</v></c></row>`,
  ].join('')
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const sheet = (content: string) =>
    `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${main}"><sheetData>${content}</sheetData><mergeCells count="1"><mergeCell ref="A1:C1"/></mergeCells></worksheet>`
  const parts: [string, string][] = [
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${relation}"><sheets><sheet name="Notes" sheetId="1" r:id="r1"/><sheet name="Data" sheetId="2" r:id="r2"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${relation}/worksheet" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
    ],
    [
      'xl/styles.xml',
      `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/></numFmts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    ],
    ['xl/worksheets/sheet1.xml', sheet(notes.map((row, index) => rowOf(index + 1, row, false)).join(''))],
    ['xl/worksheets/sheet2.xml', sheet(table)],
  ]
  const files = (async function* () {
    for (const [name, text] of parts) yield { name, content: Buffer.from(text) }
  })()
  const chunks: Buffer[] = []
  for await (const chunk of zipOf(files, new Date('2026-03-10T09:00:00Z'))) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
