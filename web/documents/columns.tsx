import type { ReactNode } from 'react'
import type { Field, Kind } from '../../contract/documents/definition.ts'
import type { DocumentRow } from '../../contract/documents/endpoints.ts'
import { definitions, statusesOf } from '../../contract/documents/types.ts'
import type { DocumentType } from '../../contract/values.ts'
import { formatCount } from '../ui/format.ts'
import { label, t } from '../ui/text.ts'
import { DateText, Money, Quantity, Text } from '../ui/Values.tsx'
import { fieldLabel, fieldOf, textOf } from './fields.ts'
import { slots } from './slots.tsx'

/** A column of a list. `end` aligns amounts and numbers; `sort` is the name by which the server sorts it. */
export type Column = {
  name: string
  label: string
  width: number
  end: boolean
  sort: string | null
  cell: (row: DocumentRow, today: string) => ReactNode
}

const widths: Record<Kind, number> = {
  text: 160,
  date: 118,
  instant: 170,
  money: 136,
  quantity: 110,
  status: 150,
  flag: 80,
  count: 72,
  texts: 180,
}

/** Shown with the number at the start of a row, or beside an amount. */
const elsewhere = ['number', 'customerReference', 'invoiceKind', 'currency']

const atEnd: readonly Kind[] = ['money', 'quantity', 'count']

/** How wide a type's longest status is as a chip. */
export function statusWidth(type: DocumentType): number {
  const longest = Math.max(...statusesOf(type).map((status) => label(`status.${type}.${status}`).length))
  return Math.round(64 + 6.2 * longest)
}

/** The columns of a type's list, in the order of its definition; without amounts for those who may not see them. */
export function columnsOf(type: DocumentType, prices: boolean): Column[] {
  const { list, keyDate } = definitions[type]
  const own = slots[type]
  const taken = new Set([...elsewhere, ...Object.values(own).flatMap((slot) => slot.takes ?? [])])
  return list.flatMap((name): Column[] => {
    const field = fieldOf(type, name)
    if (!field || taken.has(name) || (field.kind === 'money' && !prices)) return []
    const slot = own[name]
    return [
      {
        name,
        label: fieldLabel(type, name),
        width: slot?.width ?? widths[field.kind],
        end: slot ? false : atEnd.includes(field.kind),
        sort: name === keyDate ? 'keyDate' : sortName(type, name),
        cell: slot ? slot.cell : (row) => <Value field={field} value={row[name as keyof DocumentRow]} row={row} />,
      },
    ]
  })
}

/** A shipment is issued when its goods leave: the column that shows it sorts by it. */
function sortName(type: DocumentType, name: string): string | null {
  return name === (type === 'shipments' ? 'despatchDate' : 'issueDate') ? 'issueDate' : null
}

type ValueProps = { field: Field; value: unknown; row: DocumentRow }

/** A field as its kind reads. */
function Value({ field, value, row }: ValueProps): ReactNode {
  switch (field.kind) {
    case 'date':
    case 'instant':
      return <DateText date={textOf(value)} />
    case 'money':
      return <Money amount={textOf(value)} currency={'currency' in row ? row.currency : null} />
    case 'quantity':
      return <Quantity value={textOf(value)} />
    case 'count':
      return <span className="tabular">{typeof value === 'number' ? formatCount(value) : <Text>{null}</Text>}</span>
    case 'flag':
      return value === true ? t('value.yes') : t('value.no')
    case 'status':
      return <Text>{value ? label(`word.${String(value)}`) : null}</Text>
    case 'texts':
      return <Text>{Array.isArray(value) ? value.join(', ') : null}</Text>
    case 'text':
      return <Text>{textOf(value)}</Text>
  }
}
