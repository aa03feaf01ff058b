import { type RefObject, useEffect, useState } from 'react'
import type { DocumentType } from '#contract/values.ts'
import { formatCount } from '#web/ui/format.ts'
import { t } from '#web/ui/text.ts'
import { ListSum } from './lazy-parts.ts'
import type { RowLayout } from './rows/row-layout.ts'

type ListSummaryProps = {
  scroller: RefObject<HTMLElement | null>
  layout: RowLayout
  /** Height of the head (px). */
  headHeight: number
  type: DocumentType
  /** How many documents the list has; null when only a lower bound is known. */
  total: number | null
  filters: Readonly<Record<string, string>>
}

/** Below a list: which of its documents are in view, of how many, and what those of a narrowed list come to. */
export function ListSummary({ scroller, layout, headHeight, type, total, filters }: ListSummaryProps) {
  const { first, last } = useRowsInView(scroller, layout, headHeight)
  const of = total === null ? `${formatCount(layout.count)}+` : formatCount(total)
  return (
    <p className="no-print flex min-h-8 flex-wrap items-center justify-between gap-x-6 px-5 pt-1 text-sm text-muted">
      <span className="tabular">
        {t('list.range', { first: formatCount(first), last: formatCount(last), total: of })}
      </span>
      {total !== null && Object.keys(filters).length > 0 && <ListSum {...{ type, filters, total }} />}
    </p>
  )
}

/** The first and the last row that can be seen whole, counted from one. */
function useRowsInView(scroller: RefObject<HTMLElement | null>, layout: RowLayout, headHeight: number) {
  const [rows, setRows] = useState({ first: 1, last: 1 })
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const update = () => {
      const { count, rowHeight, rowAt, topOf } = layout
      const [start, end] = [element.scrollTop, element.scrollTop + element.clientHeight - headHeight]
      const [top, bottom] = [rowAt(start), rowAt(end)]
      const first = Math.min(topOf(top) < start ? top + 2 : top + 1, count)
      const last = Math.max(first, bottom < count && topOf(bottom) + rowHeight <= end ? bottom + 1 : bottom)
      setRows((before) => (before.first === first && before.last === last ? before : { first, last }))
    }
    const observer = new ResizeObserver(update)
    observer.observe(element)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [scroller, layout, headHeight])
  return rows
}
