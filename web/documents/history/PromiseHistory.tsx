import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useId, useState } from 'react'
import type { PromiseStep } from '#contract/documents/activity.ts'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { Button } from '#web/ui/Button.tsx'
import { formatDate, formatDateExactly } from '#web/ui/format.ts'
import { dayOf } from '#web/ui/format-details.ts'
import { Tooltip } from '#web/ui/overlays/Tooltip.tsx'
import { t } from '#web/ui/text.ts'
import { promisesQuery } from '../queries.ts'

/**
 * How the promised date of a document moved, in one sentence, with its history on request; a warning while it is open
 * and late.
 */
export function PromiseSummary({ detail, isOpen }: { detail: DocumentDetail; isOpen: boolean }) {
  const [open, setOpen] = useState(false)
  const historyId = useId()
  const { data } = useQuery(promisesQuery(detail.type, detail.number))
  const steps = data?.document ?? []
  const [first] = steps
  const last = steps.at(-1)
  if (!first?.date || !last?.date || steps.length < 2) return null
  const late = isOpen && last.slipDays > 0
  const text = t('promise.first', {
    first: formatDate(first.date),
    now: formatDate(last.date),
    slip: slipText(last.slipDays),
    moves: t('promise.moves', { count: steps.length - 1 }),
  })
  return (
    <div
      className={`rounded-control border px-3 py-2 ${late ? 'border-warn-border bg-warn-bg text-warn' : 'border-border'}`}
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <CalendarClock aria-hidden size={16} className="shrink-0" />
        <span className="min-w-0 flex-1">
          <bdi>{text}</bdi>
        </span>
        <Button
          variant="quiet"
          size="small"
          className="no-print -my-1 -me-2"
          aria-expanded={open}
          aria-controls={open ? historyId : undefined}
          onClick={() => setOpen(!open)}
        >
          {t(open ? 'promise.hide' : 'promise.show')}
        </Button>
      </p>
      {open && (
        <div id={historyId} className="mt-2 rounded-control bg-raised p-3 text-text">
          <PromiseSteps steps={steps} />
        </div>
      )}
    </div>
  )
}

function slipText(days: number): string {
  return days < 0 ? t('promise.slip.earlier', { days: -days }) : t('promise.slip', { days })
}

/** Each date that was promised or estimated, since when, and its slip in days against the first. */
function PromiseSteps({ steps }: { steps: readonly PromiseStep[] }) {
  return (
    <ol aria-label={t('promise.history')} className="flex flex-col gap-1.5 text-sm">
      {steps.map((step, index) => (
        <li
          key={`${step.at} ${step.date}`}
          className="grid grid-cols-[7rem_6rem_minmax(0,1fr)] items-baseline gap-x-4 max-sm:grid-cols-2"
        >
          <span className={`tabular ${index === steps.length - 1 ? 'font-semibold' : ''}`}>
            <time dateTime={step.date ?? undefined} dir="auto">
              {step.date ? formatDate(step.date) : '–'}
            </time>
          </span>
          <span className="text-muted">{t(`promise.${step.kind}`)}</span>
          <span className="text-muted max-sm:col-span-2">
            {step.at ? (
              <Tooltip text={formatDateExactly(step.at)}>
                <time dateTime={step.at} dir="auto">
                  {t('promise.since', { when: formatDate(dayOf(step.at)) })}
                </time>
              </Tooltip>
            ) : (
              t('promise.fromStart')
            )}
            {index > 0 && (
              <span className={step.slipDays > 0 ? 'font-medium text-warn' : ''}> · {slipText(step.slipDays)}</span>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** The history of a line's promised date, if it moved. */
export function LinePromise({ type, number, line }: Pick<DocumentDetail, 'type' | 'number'> & { line: string }) {
  const { data } = useQuery(promisesQuery(type, number))
  const steps = data?.lines.find((entry) => entry.line === line)?.steps
  if (!steps) return null
  return (
    <div>
      <h3 className="mb-1.5 text-muted">{t('promise.history')}</h3>
      <PromiseSteps steps={steps} />
    </div>
  )
}
