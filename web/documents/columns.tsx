import type { ReactNode } from 'react'
import type { Field, FieldKind } from '../../contract/documents/definition.ts'
import type { DocumentRow } from '../../contract/documents/endpoints.ts'
import { definitions, statusesOf } from '../../contract/documents/types.ts'
import type { DocumentType } from '../../contract/values.ts'
import { formatCount, formatDate } from '../ui/format.ts'
import { label, t } from '../ui/text.ts'
import { DateCell, Money, Quantity, Text } from '../ui/Values.tsx'
import { customColumns } from './custom-columns.tsx'
import { fieldDefinition, fieldLabel, textOrNull } from './fields.ts'

/** A column of a list. `end` aligns amounts and numbers; `sort` is the name by which the server sorts it. */
export type Column = {
  name: string
  label: string
  width: number
  end: boolean
  /** A date is never cut short: with wider spacing it reaches into the room between columns. */
  neverTruncated: boolean
  sort: string | null
  /** The fields that it shows, as an export names them. */
  fields: readonly string[]
  cell: (row: DocumentRow, today: string) => ReactNode
}

/** As wide as the longest date of a year is in the reader's language: "20. Sept. 2026" needs more than "20 Sep 2026". */
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

/** Always at the start of a row, or beside an amount. */
const fixedFields = ['number', 'currency']
/** Shown under the number unless a column is asked for. */
const fieldsUnderNumber = ['customerReference', 'invoiceKind']
/** Columns that give way to the others on a narrow window; a document's own page shows them. */
const minorColumns = ['lineCount', 'requestedDate']

const endAlignedKinds: readonly FieldKind[] = ['money', 'quantity', 'count']

/** How wide a type's longest status is as a chip. */
export function statusWidth(type: DocumentType): number {
  const longest = Math.max(...statusesOf(type).map((status) => label(`status.${type}.${status}`).length))
  return Math.round(60 + 6.2 * longest)
}

/** Every column that a type's list can have, in the order of its definition; without amounts for who may not see them. */
export function availableColumns(type: DocumentType, prices: boolean): Column[] {
  const { list, keyDate, sorts } = definitions[type]
  const customColumnsOfType = customColumns[type]
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
        // A count is short: its name decides, also with letters as far apart as somebody may need them.
        width:
          customColumn?.width ??
          Math.max(columnWidths[field.kind], field.kind === 'count' ? 24 + 7 * heading.length : 0),
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

/** A shipment is issued when its goods leave: the column that shows it sorts by it. */
function issueDateField(type: DocumentType): string {
  return type === 'shipments' ? 'despatchDate' : 'issueDate'
}

/** The names of the columns that a type's list has unless others are asked for. */
export function standardColumns(type: DocumentType, available: readonly Column[], narrow = false): string[] {
  const shownElsewhere = new Set([
    ...fieldsUnderNumber,
    ...Object.values(customColumns[type]).flatMap((customColumn) => customColumn.alsoShows ?? []),
  ])
  return available
    .map(({ name }) => name)
    .filter((name) => !shownElsewhere.has(name) && !(narrow && minorColumns.includes(name)))
}

/** The columns of a list as an address asks for them ("issueDate,gross"); the standard ones when it asks for none. */
export function visibleColumns(
  type: DocumentType,
  prices: boolean,
  columnNames: string | undefined,
  narrow: boolean,
): Column[] {
  const available = availableColumns(type, prices)
  const pick = (names: readonly string[]) =>
    [...new Set(names)].flatMap((name) => available.find((column) => column.name === name) ?? [])
  const chosen = pick(columnNames?.split(',') ?? [])
  return chosen.length > 0 ? chosen : pick(standardColumns(type, available, narrow))
}

/** The fields of a list's columns, as an export of exactly this view names them. */
export function exportedFields(type: DocumentType, columns: readonly Column[]): string[] {
  const hasAmounts = columns.some(({ name }) => fieldDefinition(type, name)?.kind === 'money')
  const shown = columns.flatMap(({ fields }) => fields)
  return [...new Set(['number', 'customerReference', 'status', ...shown, ...(hasAmounts ? ['currency'] : [])])]
}

type FieldValueProps = { field: Field; value: unknown; row: DocumentRow }

/** A field as its kind reads. */
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
    case 'texts':
      return <Text>{Array.isArray(value) ? value.join(', ') : null}</Text>
    case 'text':
      return <Text>{textOrNull(value)}</Text>
  }
}
