import type { ReactNode } from 'react'
import type { DocumentRow } from '../../contract/documents/endpoints.ts'
import type { DocumentType } from '../../contract/values.ts'
import { formatDate } from '../ui/format.ts'
import { label, t } from '../ui/text.ts'
import { Text } from '../ui/Values.tsx'
import { KeyDate } from './DueText.tsx'

/** How a type shows one of its fields in a list when its kind alone does not say enough. */
export type Slot = {
  cell: (row: DocumentRow, today: string) => ReactNode
  width?: number
  /** Other fields that it shows too and that need no column. */
  takes?: readonly string[]
}

type Of<T extends DocumentType> = Extract<DocumentRow, { type: T }>

const keyDate: Slot = { cell: (row, today) => <KeyDate document={row} today={today} />, width: 166 }

/** Where an order stands: its goods, and under it its invoices and payments. */
function OrderProgress({ row }: { row: Of<'orders'> }) {
  const money = row.payment === 'pending' ? [row.billing] : [row.billing, row.payment]
  return (
    <span className="cell-lines">
      <span className="truncate">{label(`word.${row.fulfilment}`)}</span>
      <span className="truncate text-sm text-muted">{money.map((word) => label(`word.${word}`)).join(' · ')}</span>
    </span>
  )
}

/** Who brings a shipment, and the first number to ask for. */
function Carriage({ row }: { row: Of<'shipments'> }) {
  const [first, ...more] = row.trackingNumbers
  return (
    <span className="cell-lines">
      <span className="truncate">
        <Text>{row.carrier}</Text>
      </span>
      {first !== undefined && (
        <span className="truncate text-sm text-muted">
          <bdi>{first}</bdi>
          {more.length > 0 && ` +${more.length}`}
        </span>
      )}
    </span>
  )
}

function OrderArrival({ row, today }: { row: Of<'orders'>; today: string }) {
  return (
    <span title={row.promisedDate ? t('due.promised', { date: formatDate(row.promisedDate) }) : undefined}>
      <KeyDate document={row} today={today} />
    </span>
  )
}

/** What is peculiar to a type's list, by field. */
export const slots: Readonly<Record<DocumentType, Readonly<Record<string, Slot>>>> = {
  quotes: { validUntil: keyDate },
  orders: {
    estimatedDate: {
      cell: (row, today) => row.type === 'orders' && <OrderArrival row={row} today={today} />,
      width: 166,
      takes: ['promisedDate'],
    },
    fulfilment: {
      cell: (row) => row.type === 'orders' && <OrderProgress row={row} />,
      width: 168,
      takes: ['billing', 'payment'],
    },
  },
  shipments: {
    estimatedDate: { ...keyDate, takes: ['promisedDate', 'deliveredDate', 'late'] },
    carrier: {
      cell: (row) => row.type === 'shipments' && <Carriage row={row} />,
      width: 200,
      takes: ['trackingNumbers'],
    },
  },
  invoices: { dueDate: keyDate },
}
