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
import { AmountWithOpen, type CustomColumn, customColumnsOf } from './custom-columns.tsx'

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

/** What a key date takes in a narrow list. */
const keyDateWidth = Math.max(columnWidths.date, 140)

/** Always shown at the start of a row or beside an amount. */
const fixedFields = ['number', 'currency']
/** Shown under the number unless they are chosen as columns. */
const fieldsUnderNumber = ['customerReference', 'invoiceKind']
/** Columns that are hidden, in this order, where not all fit the window; a document's own page shows them. */
const minorColumns = ['lineCount', 'requestedDate', 'packageCount', 'fulfilment', 'issueDate', 'despatchDate']

/** Columns that are left out only where the list would have to be scrolled sideways. */
const spareColumns = ['carrier', 'open']

/*
 * How much is left out where a list has less room than its columns need, step by step: each minor column, then the words
 * beside or below the key date, then the spare columns with and without these words.
 */
const afterMinor = minorColumns.length + 1
const withoutSpare = afterMinor + 1
export const mostLeftOut = withoutSpare + 1

/** Whether no more than minor columns are left out. */
export const isMinor = (leftOut: number): boolean => leftOut < minorColumns.length
/** Whether the key date is as narrow as a date can be: where rows are low it stands alone. */
export const isTight = (leftOut: number): boolean => leftOut === afterMinor || leftOut === mostLeftOut

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

/** A shipment's issue date is its despatch date: the column that shows it sorts by it. */
function issueDateField(type: DocumentType): string {
  return type === 'shipments' ? 'despatchDate' : 'issueDate'
}

/** The names of the columns that a type's list shows by default, in the steps of what is left out for want of room. */
export function standardColumns(type: DocumentType, available: readonly Column[], leftOutSteps = 0): string[] {
  const leftOut = [
    ...fieldsUnderNumber,
    ...minorColumns.slice(0, leftOutSteps),
    ...(leftOutSteps >= withoutSpare ? spareColumns : []),
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
  return isMinor(leftOut) ? standard : standard.map((column) => narrowed(type, column, leftOut))
}

/** A column of a narrow list: the key date takes no more than a date, and an amount tells what is left of it to pay. */
function narrowed(type: DocumentType, column: Column, leftOut: number): Column {
  if (column.name === definitions[type].keyDate && isTight(leftOut))
    return { ...column, width: keyDateWidth, compactWidth: keyDateWidth }
  if (type !== 'invoices' || column.name !== 'gross' || leftOut < withoutSpare) return column
  return {
    ...column,
    fields: ['gross', 'open'],
    cell: (row) => row.type === 'invoices' && <AmountWithOpen row={row} />,
  }
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
