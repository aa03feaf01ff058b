import { useState } from 'react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { formatCount } from '#web/ui/format.ts'
import { useToday } from '#web/ui/portal.ts'
import { t } from '#web/ui/text.ts'
import { textOrNull } from '#web/ui/text-or-null.ts'
import { unitLabel } from '#web/ui/unit-label.ts'
import { DateText, Quantity, Unknown } from '#web/ui/Values.tsx'
import { DueText } from '../DueText.tsx'
import { lineDueHint } from '../due.ts'
import { PromiseSummary } from '../history/PromiseHistory.tsx'
import { expectedDate, goodsLines, hasCancelledQuantity, openLines } from '../lines/stages.ts'
import { usePrinting } from '../printing.ts'

const maxCollapsedLines = 5
const endedStatuses = ['cancelled', 'rejected']

/** The open lines of an order, soonest first, and why the order is on hold, if it is. */
export function OrderLead({ detail }: { detail: DocumentDetail }) {
  const [expanded, setExpanded] = useState(false)
  const printing = usePrinting()
  const items = goodsLines(detail.lines)
  const holdReason = detail.status === 'on_hold' ? textOrNull(detail.header.holdReason) : null
  if (endedStatuses.includes(detail.status)) return null
  if (items.length === 0) {
    return (
      holdReason && (
        <Card title={t('field.holdReason')}>
          <p dir="auto">{holdReason}</p>
        </Card>
      )
    )
  }
  const openItems = openLines(items)
  const shown = expanded || printing ? openItems : openItems.slice(0, maxCollapsedLines)
  return (
    <Card
      title={t('open.title')}
      action={openItems.length > 0 && <OpenCount open={openItems.length} all={items.length} />}
    >
      {holdReason && (
        <p className="mb-3 rounded-control border border-warn-border bg-warn-bg px-3 py-2 text-warn">{holdReason}</p>
      )}
      <div className="mb-3 empty:hidden">
        <PromiseSummary detail={detail} isOpen={openItems.length > 0} />
      </div>
      {openItems.length === 0 ? (
        <p className="text-muted">{t(items.some(hasCancelledQuantity) ? 'open.short' : 'open.none')}</p>
      ) : (
        <ul className={`divide-y divide-border ${expanded ? 'max-h-96 overflow-y-auto' : ''}`}>
          {shown.map((line) => (
            <li
              key={line.line}
              className="flex items-baseline justify-between gap-x-4 py-1.5 first:pt-0 last:pb-0 max-sm:flex-wrap"
            >
              <span className="min-w-0 flex-1 truncate max-sm:flex-none max-sm:basis-full">
                {line.name ?? line.description ?? line.sku ?? <Unknown />}
              </span>
              <Quantity value={line.stages.open} unit={unitLabel(line.unit)} />
              <Expected date={expectedDate(line)} />
            </li>
          ))}
        </ul>
      )}
      {openItems.length > maxCollapsedLines && (
        <Button
          variant="quiet"
          size="small"
          className="mt-2 -ms-3"
          aria-expanded={expanded}
          onClick={() => setExpanded(!expanded)}
        >
          {expanded ? t('chain.fewer') : t('open.all', { count: formatCount(openItems.length) })}
        </Button>
      )}
    </Card>
  )
}

function OpenCount({ open, all }: { open: number; all: number }) {
  return (
    <bdi className="tabular text-sm text-muted">
      {t('open.lines', { open: formatCount(open), all: formatCount(all) })}
    </bdi>
  )
}

function Expected({ date }: { date: string | null }) {
  const today = useToday()
  const due = date ? lineDueHint(date, today) : null
  return (
    <span className="flex w-48 shrink-0 flex-wrap items-baseline justify-end gap-x-2 max-sm:w-auto">
      {due && <DueText due={due} />}
      <DateText date={date} />
    </span>
  )
}
