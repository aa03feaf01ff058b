import type { ReactNode } from 'react'
import type { Field, FieldKind } from '#contract/documents/definition.ts'
import type { DocumentRow } from '#contract/documents/endpoints.ts'
import { definitions, statusesOf } from '#contract/documents/types.ts'
import type { DocumentType } from '#contract/values.ts'
import { formatCount, formatDate } from '#web/ui/format.ts'
import { label, t } from '#web/ui/text.ts'
import { textOrNull } from '#web/ui/text-or-null.ts'
import { DateCell, Money, Quantity, Text } from '#web/ui/Values.tsx'
import { fieldDefinition, fieldLabel } from '../fields.ts'
import { type CustomColumn, customColumnsOf } from './custom-columns.tsx'

/** A column of a list. `end` aligns amounts and numbers; `sort` is the name by which the server sorts it. */
export type Column = {
  name: string
  label: string
  width: number
  /** Where rows are low, two values that otherwise stand below each other stand side by side. */
  compactWidth: number
  end: boolean
  /** A date is never truncated: with wide letter spacing it extends into the gap between columns. */
  neverTruncated: boolean
  sort: string | null
  /** The names of the fields that it shows, as an export uses them. */
  fields: readonly string[]
  cell: (row: DocumentRow, today: string) => ReactNode
}

/** The length of the longest date of a year in the reader's language: "20. Sept. 2026" is longer than "20 Sep 2026". */
const longestDate = Math.max(
  ...Array.from({ length: 12 }, (_, month) => formatDate(`2020-${String(month + 1).padStart(2, '0')}-20`).length),
)

const columnWidths: Record<FieldKind, number> = {
  text: 160,
  date: Math.max(118, Math.round(30 + 7 * longestDate)),
  instant: 170,
  money: 136,
  quantity: 110,
  status: 150,
  flag: 80,
  count: 72,
  texts: 180,
}

/** What a key date takes in a narrow list: the longest one, also with wide letter spacing, and the gaps of the last column. */
const keyDateWidth = Math.max(150, 32 + 10 * longestDate)

/** Always shown at the start of a row or beside an amount. */
const fixedFields = ['number', 'currency']
/** Shown under the number unless they are chosen as columns. */
const fieldsUnderNumber = ['customerReference', 'invoiceKind']
/**
 * What is left out, in this order, where not all columns fit the window: minor columns, which a document's own page shows;
 * at the empty place what stands beside or below the key date; then what other columns tell almost as well.
 */
const leftOutInTurn = [
  ...['lineCount', 'requestedDate', 'packageCount', 'fulfilment', 'issueDate', 'despatchDate'],
  ...['', 'carrier', 'open'],
]
/** The most that can be left out. */
export const mostLeftOut = leftOutInTurn.length
const minorCount = leftOutInTurn.indexOf('')

/** Whether there are minor columns to leave out when so many are. */
export const hasMinor = (leftOut: number): boolean => leftOut < minorCount
/** Whether the key date is as narrow as a date can be: where rows are low it stands alone. */
export const isTight = (leftOut: number): boolean => leftOut > minorCount

const endAlignedKinds: readonly FieldKind[] = ['money', 'quantity', 'count']

/** The width of a type's longest status as a chip (px). */
export function statusWidth(type: DocumentType): number {
  const longest = Math.max(...statusesOf(type).map((status) => label(`status.${type}.${status}`).length))
  return Math.round(60 + 6.2 * longest)
}

/**
 * Every column that a type's list can have, in the order of its definition; without amounts unless `prices` is true.
 */
export function availableColumns(type: DocumentType, prices: boolean): Column[] {
  const { list, keyDate, sorts } = definitions[type]
  const customColumnsOfType = customColumnsOf(type)
  return list.flatMap((name): Column[] => {
    const field = fieldDefinition(type, name)
    if (!field || fixedFields.includes(name) || (field.kind === 'money' && !prices)) return []
    const customColumn = customColumnsOfType[name]
    const heading = fieldLabel(type, name)
    const sort = name === keyDate ? 'keyDate' : name === issueDateField(type) ? 'issueDate' : name
    return [
      {
        name,
        label: heading,
        ...widthsOf(field.kind, heading, customColumn),
        end: customColumn ? false : endAlignedKinds.includes(field.kind),
        neverTruncated: field.kind === 'date' && !customColumn,
        sort: (sorts as readonly string[]).includes(sort) ? sort : null,
        fields: [name, ...(customColumn?.alsoShows ?? [])],
        cell: customColumn
          ? customColumn.cell
          : (row) => <FieldValue field={field} value={row[name as keyof DocumentRow]} row={row} />,
      },
    ]
  })
}

/** A count is short: its heading decides the width, with room for wide letter spacing. */
function widthsOf(kind: FieldKind, heading: string, customColumn: CustomColumn | undefined) {
  const least = kind === 'count' ? 24 + 7 * heading.length : 0
  const width = customColumn?.width ?? Math.max(columnWidths[kind], least)
  return { width, compactWidth: customColumn?.compactWidth ?? width }
}

/** The field with a document's issue date: of a shipment its despatch date. The column that shows it sorts by it. */
export function issueDateField(type: DocumentType): string {
  return type === 'shipments' ? 'despatchDate' : 'issueDate'
}

/** The names of the columns that a type's list shows by default, without the first `hidden` of what is left out. */
export function standardColumns(type: DocumentType, available: readonly Column[], hidden = 0): string[] {
  const leftOut = [
    ...fieldsUnderNumber,
    ...leftOutInTurn.slice(0, hidden),
    ...Object.values(customColumnsOf(type)).flatMap(({ alsoShows = [] }) => alsoShows),
  ]
  return available.map(({ name }) => name).filter((name) => !leftOut.includes(name))
}

/** The columns of a list that a URL names ("issueDate,gross"); the standard ones when it names none. */
export function visibleColumns(
  type: DocumentType,
  prices: boolean,
  columnNames: string | undefined,
  leftOut: number,
): Column[] {
  const available = availableColumns(type, prices)
  const pick = (names: readonly string[]) =>
    [...new Set(names)].flatMap((name) => available.find((column) => column.name === name) ?? [])
  const chosen = pick(columnNames?.split(',') ?? [])
  if (chosen.length > 0) return chosen
  const standard = pick(standardColumns(type, available, leftOut))
  if (!isTight(leftOut)) return standard
  const tight = { width: keyDateWidth, compactWidth: keyDateWidth }
  return standard.map((column) => (column.name === definitions[type].keyDate ? { ...column, ...tight } : column))
}

type FieldValueProps = { field: Field; value: unknown; row: DocumentRow }

/** A field value, displayed according to its kind. */
function FieldValue({ field, value, row }: FieldValueProps): ReactNode {
  switch (field.kind) {
    case 'date':
    case 'instant':
      return <DateCell date={textOrNull(value)} />
    case 'money':
      return <Money amount={textOrNull(value)} currency={'currency' in row ? row.currency : null} />
    case 'quantity':
      return <Quantity value={textOrNull(value)} />
    case 'count':
      return <span className="tabular">{typeof value === 'number' ? formatCount(value) : <Text>{null}</Text>}</span>
    case 'flag':
      return value === true ? t('value.yes') : t('value.no')
    case 'status':
      return <Text>{value ? label(`word.${String(value)}`) : null}</Text>
    case 'text':
    case 'texts':
      return <Text>{textOrNull(Array.isArray(value) ? value.join(', ') : value)}</Text>
  }
}
