import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { DocumentRow } from '../../contract/documents/endpoints.ts'
import { definitions, toneOf } from '../../contract/documents/types.ts'
import { StatusChip } from '../ui/StatusChip.tsx'
import { label } from '../ui/text.ts'
import { DateText, Money } from '../ui/Values.tsx'
import { DueText } from './DueText.tsx'
import { dueOf, keyDateOf } from './due.ts'
import { fieldLabel } from './fields.ts'
import { NumberLink, UnderNumber } from './NumberLink.tsx'
import { keepPlace, placeOf } from './place.ts'
import { usePrinting } from './printing.ts'

type ListCardsProps = {
  label: string
  rows: readonly DocumentRow[]
  prices: boolean
  today: string
  onNearEnd: () => void
  entryKey: string
  dimmed: boolean
  foot: ReactNode
}

/** A list on a phone: one card a document, of which only those in sight exist. */
export function ListCards(props: ListCardsProps) {
  const { rows, entryKey, onNearEnd } = props
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  const [start] = useState(() => placeOf(entryKey))
  const printing = usePrinting()
  useLayoutEffect(() => {
    const at = list.current?.getBoundingClientRect().top
    if (at !== undefined) setTop(at + window.scrollY)
  }, [])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => 116,
    overscan: 8,
    gap: 8,
    scrollMargin: top,
    initialOffset: start.offset,
    scrollPaddingStart: 64,
  })
  const items = virtual.getVirtualItems()
  const nearEnd = (items.at(-1)?.index ?? 0) >= rows.length - 20
  useEffect(() => {
    if (nearEnd) onNearEnd()
  }, [nearEnd, onNearEnd])

  // Only on arrival: from then on the place is the window's own.
  const [restored] = useState(() => ({ to: start.offset }))
  useEffect(() => {
    if (restored.to > 0) window.scrollTo({ top: restored.to })
    const keep = () => keepPlace(entryKey, { offset: window.scrollY })
    window.addEventListener('scroll', keep, { passive: true })
    return () => window.removeEventListener('scroll', keep)
  }, [entryKey, restored])

  const card = (row: DocumentRow, index: number) => (
    <Card {...props} row={row} onOpen={() => keepPlace(entryKey, { row: index, offset: window.scrollY })} />
  )
  return (
    <section aria-label={props.label} aria-busy={props.dimmed} className={props.dimmed ? 'opacity-60' : ''}>
      {printing ? (
        <ul>
          {rows.map((row, index) => (
            <li key={row.number}>{card(row, index)}</li>
          ))}
        </ul>
      ) : (
        <ul ref={list} className="relative" style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index]
            return (
              row && (
                <li
                  key={row.number}
                  ref={virtual.measureElement}
                  data-index={item.index}
                  aria-setsize={rows.length}
                  aria-posinset={item.index + 1}
                  className="absolute inset-x-0 top-0"
                  style={{ transform: `translateY(${item.start - top}px)` }}
                >
                  {card(row, item.index)}
                </li>
              )
            )
          })}
        </ul>
      )}
      {props.foot}
    </section>
  )
}

type CardProps = { row: DocumentRow; prices: boolean; today: string; onOpen: () => void }

/** Number, status, the one date and the one amount that matter, and the customer's own reference. */
function Card({ row, prices, today, onOpen }: CardProps) {
  const due = dueOf(row, today)
  const date = keyDateOf(row)
  const delivered = row.type === 'shipments' && row.deliveredDate !== null
  return (
    <div className="group relative rounded-card border border-border bg-raised px-4 py-3 active:bg-hover">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <NumberLink row={row} onOpen={onOpen} />
          <UnderNumber row={row} />
        </div>
        <StatusChip tone={toneOf(row.type, row.status)}>{label(`status.${row.type}.${row.status}`)}</StatusChip>
      </div>
      <div className="mt-2 flex items-end justify-between gap-3">
        <span className="min-w-0 text-sm">
          <span className="text-muted">
            {fieldLabel(row.type, delivered ? 'deliveredDate' : definitions[row.type].keyDate)}{' '}
          </span>
          <DateText date={date} />
          {due && (
            <>
              {' '}
              <DueText due={due} />
            </>
          )}
        </span>
        {prices && 'gross' in row && (
          <span className="shrink-0">
            <Money amount={row.gross} currency={row.currency} />
          </span>
        )}
        {row.type === 'shipments' && row.carrier && (
          <span className="min-w-0 shrink-0 truncate text-sm text-muted">{row.carrier}</span>
        )}
      </div>
    </div>
  )
}
