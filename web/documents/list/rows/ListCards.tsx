import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { DocumentRow } from '#contract/documents/endpoints.ts'
import { definitions, toneOf } from '#contract/documents/types.ts'
import { DueText } from '#web/documents/DueText.tsx'
import { dueHint, keyDateOf } from '#web/documents/due.ts'
import { fieldLabel } from '#web/documents/fields.ts'
import { usePrinting } from '#web/documents/printing.ts'
import { StatusInList } from '#web/ui/StatusChip.tsx'
import { label, t } from '#web/ui/text.ts'
import { DateCell, Money } from '#web/ui/Values.tsx'
import { actText } from '../act-text.ts'
import { NumberLink, NumberSubtitle } from '../NumberLink.tsx'
import { getScrollPosition, saveScrollPosition } from '../scroll-position.ts'
import { isSelected, type SelectionProps } from '../selection/selection.ts'
import type { RowGroup } from './groups.ts'
import { useRowLayout, useRowWindow } from './row-window.ts'

/** Height of a card, and with the gap below it (px). Like table rows, all cards are equally high. */
const cardHeight = 120
const cardPitch = cardHeight + 8
const groupHeight = 40

type ListCardsProps = SelectionProps & {
  label: string
  rows: readonly DocumentRow[]
  groups: readonly RowGroup[]
  prices: boolean
  today: string
  onNearEnd: () => void
  entryKey: string
  dimmed: boolean
  foot: ReactNode
}

/** A list on a phone: one card per document; only the cards in view are rendered. */
export function ListCards(props: ListCardsProps) {
  const { rows, groups, entryKey, onNearEnd } = props
  const list = useRef<HTMLUListElement>(null)
  const [savedPosition] = useState(() => getScrollPosition(entryKey))
  const printing = usePrinting()
  const layout = useRowLayout(rows.length, cardPitch, groups, groupHeight)
  const rowWindow = useRowWindow(list, layout, savedPosition.offset, 'window')
  const { first, last } = printing ? { first: 0, last: rows.length } : rowWindow
  useEffect(() => {
    if (rowWindow.last >= rows.length - (rowWindow.first > 0 ? 60 : 20)) onNearEnd()
  }, [rowWindow, rows.length, onNearEnd])

  // Only on mount: from then on the window keeps its own scroll position.
  const [restoredScroll] = useState(() => ({ to: savedPosition.offset }))
  useEffect(() => {
    if (restoredScroll.to > 0) window.scrollTo({ top: restoredScroll.to })
    const savePosition = () => saveScrollPosition(entryKey, { offset: window.scrollY })
    window.addEventListener('scroll', savePosition, { passive: true })
    return () => window.removeEventListener('scroll', savePosition)
  }, [entryKey, restoredScroll])

  return (
    <section aria-label={props.label} aria-busy={props.dimmed} className={props.dimmed ? 'opacity-60' : ''}>
      <ul
        ref={list}
        style={printing ? {} : { height: layout.height, paddingTop: layout.offsetOf(first), contain: 'layout' }}
      >
        {rows.slice(first, last).map((row, offset) => {
          const index = first + offset
          const group = groups.find((one) => one.row === index)
          return (
            <li
              key={row.number}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              style={{ height: cardPitch + (group ? groupHeight : 0) }}
            >
              {group && (
                <h2 className="tabular flex items-center text-sm font-semibold" style={{ height: groupHeight }}>
                  {group.heading}
                </h2>
              )}
              <DocumentCard
                row={row}
                prices={props.prices}
                today={props.today}
                isTicked={isSelected(props.selection, row.number)}
                onTick={(on) => props.onPick([row], on)}
                onOpen={() => saveScrollPosition(entryKey, { opened: row.number, offset: window.scrollY })}
              />
            </li>
          )
        })}
      </ul>
      {props.foot}
    </section>
  )
}

type DocumentCardProps = {
  row: DocumentRow
  prices: boolean
  today: string
  isTicked: boolean
  onTick: (on: boolean) => void
  onOpen: () => void
}

/** A document's number, status, key date and amount, and the customer's own reference. */
function DocumentCard({ row, prices, today, isTicked, onTick, onOpen }: DocumentCardProps) {
  const due = dueHint(row, today)
  const answer = actText(row)
  const delivered = row.type === 'shipments' && row.deliveredDate !== null
  return (
    <div
      style={{ height: cardHeight }}
      className={`group relative flex flex-col justify-between overflow-hidden rounded-card border py-3 ps-12 pe-4 active:bg-hover ${isTicked ? 'border-control bg-sunken' : 'border-border bg-raised'}`}
    >
      <label className="no-print absolute start-0 top-0 z-1 flex size-12 cursor-pointer items-center justify-center">
        <input
          type="checkbox"
          checked={isTicked}
          aria-label={t('list.select.one', { number: row.number })}
          onChange={(event) => onTick(event.currentTarget.checked)}
          className="size-5 cursor-pointer accent-brand"
        />
      </label>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <NumberLink row={row} onOpen={onOpen} />
          <NumberSubtitle row={row} />
        </div>
        <StatusInList tone={toneOf(row.type, row.status)}>{label(`status.${row.type}.${row.status}`)}</StatusInList>
      </div>
      <div className="flex items-end justify-between gap-3">
        <span className="min-w-0 text-sm">
          <span className="block truncate text-muted">
            {fieldLabel(row.type, delivered ? 'deliveredDate' : definitions[row.type].keyDate)}
          </span>
          <span className="flex items-baseline gap-2 whitespace-nowrap">
            <DateCell date={keyDateOf(row)} />
            {answer ? (
              <span className="min-w-0 truncate text-muted">{answer}</span>
            ) : (
              due && (
                <span className="min-w-0 truncate" title={due.text}>
                  <DueText due={due} />
                </span>
              )
            )}
          </span>
        </span>
        {prices && 'gross' in row && (
          <span className="shrink-0">
            <Money amount={row.gross} currency={row.currency} />
          </span>
        )}
        {row.type === 'shipments' && row.carrier && (
          <span className="min-w-0 truncate text-sm text-muted">{row.carrier}</span>
        )}
      </div>
    </div>
  )
}
