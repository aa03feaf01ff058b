import { useState } from 'react'
import type { DocumentDetail } from '../../contract/documents/endpoints.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { formatCount } from '../ui/format.ts'
import { useToday } from '../ui/portal.ts'
import { t } from '../ui/text.ts'
import { DateText, Quantity, Unknown } from '../ui/Values.tsx'
import { DueText } from './DueText.tsx'
import { lineDue } from './due.ts'
import { textOf, unitLabel } from './fields.ts'
import { PromiseSummary } from './PromiseHistory.tsx'
import { usePrinting } from './printing.ts'
import { expectedOf, goodsOf, isShort, openLines } from './stages.ts'

const most = 5
const ended = ['cancelled', 'rejected']

/** What of an order is still to come, soonest first; and why it waits, if it does. */
export function OrderLead({ detail }: { detail: DocumentDetail }) {
  const [all, setAll] = useState(false)
  const printing = usePrinting()
  const items = goodsOf(detail.lines)
  const hold = detail.status === 'on_hold' ? textOf(detail.header.holdReason) : null
  if (ended.includes(detail.status)) return null
  if (items.length === 0) {
    return (
      hold && (
        <Card title={t('field.holdReason')}>
          <p dir="auto">{hold}</p>
        </Card>
      )
    )
  }
  const open = openLines(items)
  const shown = all || printing ? open : open.slice(0, most)
  return (
    <Card title={t('open.title')} action={open.length > 0 && <OpenCount open={open.length} all={items.length} />}>
      {hold && <p className="mb-3 rounded-control border border-warn-border bg-warn-bg px-3 py-2 text-warn">{hold}</p>}
      <div className="mb-3 empty:hidden">
        <PromiseSummary detail={detail} isOpen={open.length > 0} />
      </div>
      {open.length === 0 ? (
        <p className="text-muted">{t(items.some(isShort) ? 'open.short' : 'open.none')}</p>
      ) : (
        <ul className={`divide-y divide-border ${all ? 'max-h-96 overflow-y-auto' : ''}`}>
          {shown.map((line) => (
            <li
              key={line.line}
              className="flex items-baseline justify-between gap-x-4 py-1.5 first:pt-0 last:pb-0 max-sm:flex-wrap"
            >
              <span className="min-w-0 flex-1 truncate max-sm:flex-none max-sm:basis-full">
                {line.name ?? line.description ?? line.sku ?? <Unknown />}
              </span>
              <Quantity value={line.stages.open} unit={unitLabel(line.unit)} />
              <Expected date={expectedOf(line)} />
            </li>
          ))}
        </ul>
      )}
      {open.length > most && (
        <Button variant="quiet" size="small" className="mt-2 -ms-3" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('chain.fewer') : t('open.all', { count: formatCount(open.length) })}
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
  const due = date ? lineDue(date, today) : null
  return (
    <span className="flex w-48 shrink-0 flex-wrap items-baseline justify-end gap-x-2 max-sm:w-auto">
      {due && <DueText due={due} />}
      <DateText date={date} />
    </span>
  )
}
