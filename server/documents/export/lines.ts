import { Readable } from 'node:stream'
import type { ExportFormat } from '#contract/documents/downloads.ts'
import type { DocumentDetail, DocumentLine } from '#contract/documents/endpoints.ts'
import { allLineFields, type LineFieldKind } from '#contract/documents/line-fields.ts'
import { directionOf, type Language } from '#contract/languages.ts'
import { zipOf } from '#server/formats/zip/write.ts'
import { type CellKind, type Column, plainAmount } from './columns.ts'
import { csvOf } from './csv.ts'
import { type ExportFile, mediaTypes, rowsPerPage } from './export.ts'
import { safeFileName } from './file-names.ts'
import { firstText, valueLabel } from './headings.ts'
import { xlsxFiles } from './xlsx.ts'

/** A value of a line, for a cell: empty when it is not known. */
type LineColumn = { name: string; heading: string; kind: CellKind; textOf: (line: DocumentLine) => string }

const kinds: Readonly<Record<LineFieldKind, CellKind>> = {
  text: 'text',
  code: 'text',
  choice: 'text',
  date: 'date',
  quantity: 'number',
  money: 'amount',
  percent: 'number',
  days: 'number',
  country: 'text',
  flag: 'text',
}

const stageNames = ['shipped', 'delivered', 'invoiced', 'returned', 'cancelled', 'open'] as const

/** Left out where the quantity of every line is 0. */
const rareStages: readonly string[] = ['returned', 'cancelled']

/**
 * The lines of a document, as the viewer sees it, as a file: a column for the number of the line, for each field that
 * one of the lines has, for what has become of ordered quantities, and for serial numbers and lots.
 */
export function linesFile(
  detail: DocumentDetail,
  { format, language, now }: { format: ExportFormat; language: Language; now: Date },
): ExportFile {
  const columns = columnsOf(detail, language)
  const names = columns.map(({ name }) => name)
  const pages = pagesOf(detail.lines, columns)
  const cells = columns.map(
    ({ name, heading, kind }): Column => ({ name, heading, kind, textOf: (row) => String(row[name]) }),
  )
  const title = firstText(language, 'lines.title') ?? ''
  const rightToLeft = directionOf(language) === 'rtl'
  return {
    name: safeFileName(`${detail.number} ${title}.${format}`),
    mediaType: mediaTypes[format],
    columns: names,
    content:
      format === 'csv'
        ? Readable.from(csvOf(cells, pages))
        : zipOf(xlsxFiles({ title, columns: cells, rightToLeft }, pages), now),
  }
}

/** A page at a time, because a document may have 20,000 lines. */
async function* pagesOf(
  lines: readonly DocumentLine[],
  columns: readonly LineColumn[],
): AsyncGenerator<Record<string, string>[]> {
  for (let first = 0; first < lines.length; first += rowsPerPage) {
    yield lines
      .slice(first, first + rowsPerPage)
      .map((line) => Object.fromEntries(columns.map(({ name, textOf }) => [name, textOf(line)])))
  }
}

function columnsOf({ header, lines }: DocumentDetail, language: Language): LineColumn[] {
  const heading = (...keys: string[]) => firstText(language, ...keys) ?? keys[0] ?? ''
  const fields = Object.entries(allLineFields).map(
    ([name, { kind, label }]): LineColumn => ({
      name,
      heading: heading(...(label ? [label] : []), ...headingKeys(name)),
      kind: kinds[kind],
      textOf: (line) => {
        const value = textOfField(line, name)
        if (value === null || value === '') return ''
        if (kind === 'money') return plainAmount(value, header.currency)
        if (kind === 'flag') return valueLabel(language, value === 'true' ? 'yes' : 'no')
        return kind === 'choice' ? heading(`lines.${name}.${value}`) : value
      },
    }),
  )
  const stages = stageNames.map(
    (stage): LineColumn => ({
      name: stage,
      heading: heading(`stage.${stage}`),
      kind: 'number',
      textOf: ({ stages: quantities }) => quantities?.[stage] ?? '',
    }),
  )
  const all: LineColumn[] = [
    { name: 'line', heading: heading('changed.line'), kind: 'text', textOf: ({ line }) => line },
    ...fields,
    ...stages,
    { name: 'serials', heading: heading('lines.serials'), kind: 'text', textOf: ({ serials }) => serials.join('; ') },
    { name: 'lots', heading: heading('lines.lots'), kind: 'text', textOf: ({ lots }) => lots.map(lotText).join('; ') },
  ]
  const isEmpty = ({ name, textOf }: LineColumn) =>
    lines.every((line) => ['', ...(rareStages.includes(name) ? ['0'] : [])].includes(textOf(line)))
  return all.filter((column) => column.name === 'line' || !isEmpty(column))
}

/** The keys of the texts that a field may be called by. */
const headingKeys = (name: string) => [
  ...(name === 'name' ? ['lines.item'] : []),
  ...[`field.${name}`, `changed.${name}`, `paper.column.${name}`],
]

/** A field of the line itself, or one of its details. */
function textOfField(line: DocumentLine, name: string): string | null {
  const own = (line as Readonly<Record<string, unknown>>)[name]
  return typeof own === 'string' ? own : (line.details[name] ?? null)
}

const lotText = ({ lot, quantity }: DocumentLine['lots'][number]) => (quantity === null ? lot : `${lot} (${quantity})`)
