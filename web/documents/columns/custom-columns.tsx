import type { ReactNode } from 'react'
import type { DocumentRow } from '#contract/documents/endpoints.ts'
import { definitions } from '#contract/documents/types.ts'
import type { DocumentType } from '#contract/values.ts'
import { formatDate } from '#web/ui/format.ts'
import { label, t } from '#web/ui/text.ts'
import { Text } from '#web/ui/Values.tsx'
import { KeyDate } from '../DueText.tsx'

/** How a type shows one of its fields in a list, where the kind of the field alone is not enough. */
export type CustomColumn = {
  cell: (row: DocumentRow, today: string) => ReactNode
  width?: number
  /** Its width where rows are low; the same when it is left out. */
  compactWidth?: number
  /** Other fields that it also shows, which therefore need no column. */
  alsoShows?: readonly string[]
}

type RowOfType<T extends DocumentType> = Extract<DocumentRow, { type: T }>

const keyDateColumn: CustomColumn = {
  cell: (row, today) => <KeyDate document={row} today={today} />,
  width: 166,
  compactWidth: 276,
}

/** The progress of an order: its fulfilment, and below it its billing and payment. */
function OrderProgressCell({ row }: { row: RowOfType<'orders'> }) {
  const fulfilment = label(`word.${row.fulfilment}`)
  const paymentStatuses = row.payment === 'pending' ? [row.billing] : [row.billing, row.payment]
  const payment = paymentStatuses.map((word) => label(`word.${word}`)).join(' · ')
  return (
    <span className="cell-lines" title={`${fulfilment} · ${payment}`}>
      <span className="truncate">{fulfilment}</span>
      <span data-minor className="truncate text-sm text-muted">
        {payment}
      </span>
    </span>
  )
}

/** A shipment's carrier and its first tracking number. */
function CarrierCell({ row }: { row: RowOfType<'shipments'> }) {
  const [first, ...otherNumbers] = row.trackingNumbers
  return (
    <span className="cell-lines" title={row.trackingNumbers.join(', ')}>
      <span className="truncate">
        <Text>{row.carrier}</Text>
      </span>
      {first !== undefined && (
        <span data-minor className="truncate text-sm text-muted">
          <bdi>{first}</bdi>
          {otherNumbers.length > 0 && ` +${otherNumbers.length}`}
        </span>
      )}
    </span>
  )
}

function OrderArrivalCell({ row, today }: { row: RowOfType<'orders'>; today: string }) {
  return (
    <span title={row.promisedDate ? t('due.promised', { date: formatDate(row.promisedDate) }) : undefined}>
      <KeyDate document={row} today={today} />
    </span>
  )
}

const customColumns: Readonly<Partial<Record<DocumentType, Readonly<Record<string, CustomColumn>>>>> = {
  quotes: { validUntil: keyDateColumn },
  orders: {
    estimatedDate: {
      cell: (row, today) => row.type === 'orders' && <OrderArrivalCell row={row} today={today} />,
      width: 166,
      compactWidth: 276,
      alsoShows: ['promisedDate'],
    },
    fulfilment: {
      cell: (row) => row.type === 'orders' && <OrderProgressCell row={row} />,
      width: 168,
      alsoShows: ['billing', 'payment'],
    },
  },
  shipments: {
    estimatedDate: { ...keyDateColumn, alsoShows: ['promisedDate', 'deliveredDate', 'late'] },
    carrier: {
      cell: (row) => row.type === 'shipments' && <CarrierCell row={row} />,
      width: 200,
      alsoShows: ['trackingNumbers'],
    },
  },
  invoices: { dueDate: { ...keyDateColumn, alsoShows: ['disputed', 'disputedAmount', 'promisedPayment'] } },
}

/** The custom columns of a type's list, by field: at least its key date. */
export function customColumnsOf(type: DocumentType): Readonly<Record<string, CustomColumn>> {
  return customColumns[type] ?? { [definitions[type].keyDate]: keyDateColumn }
}
