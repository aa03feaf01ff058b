import { Check, X } from 'lucide-react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { Card } from '#web/ui/Card.tsx'
import { formatDate } from '#web/ui/format.ts'
import { label, t } from '#web/ui/text.ts'
import { DueText } from '../DueText.tsx'
import { daysLate, problemOf, type ShipmentStep, shipmentSteps } from './steps.ts'

/** How far a shipment has come, in five steps with their dates; where it stopped, the line breaks. */
export function ShipmentSteps({ detail }: { detail: DocumentDetail }) {
  const steps = shipmentSteps(detail)
  if (steps.length === 0) return null
  return (
    <Card title={t('steps.title')}>
      <ol className="grid gap-y-3 sm:auto-cols-fr sm:grid-flow-col">
        {steps.map((step, index) => (
          <Step key={step.name} step={step} next={steps[index + 1]} title={stepTitle(step, detail)} />
        ))}
      </ol>
    </Card>
  )
}

function stepTitle(step: ShipmentStep, detail: DocumentDetail): string {
  if (step.state === 'broken') return label(`milestone.${problemOf(detail)}`)
  if (step.name === 'delivered' && detail.status === 'partially_delivered')
    return label('milestone.partially_delivered')
  return t(`steps.${step.name}`)
}

type StepProps = { step: ShipmentStep; next: ShipmentStep | undefined; title: string }

/** A step and the line to the next: below it on a phone, beside it else. */
function Step({ step, next, title }: StepProps) {
  const { state, name } = step
  const isLinePassed = next !== undefined && next.state !== 'ahead'
  return (
    <li
      aria-current={state === 'current' || state === 'broken' ? 'step' : undefined}
      className="relative flex gap-3 sm:flex-col sm:gap-2"
    >
      {next && (
        <span
          aria-hidden
          className={`absolute border-control max-sm:-bottom-3 max-sm:start-[9px] max-sm:top-6 max-sm:border-s-2 sm:end-0 sm:start-6 sm:top-[9px] sm:border-t-2 ${isLinePassed ? 'border-text' : 'border-dashed'}`}
        />
      )}
      <Marker state={state} />
      <div className="min-w-0 sm:pe-3">
        <p className={titleClasses[state]}>
          <span className="sr-only">{t(`steps.state.${state}`)} </span>
          {title}
        </p>
        {state === 'broken' && <p className="text-sm text-muted">{t(`steps.${name}`)}</p>}
        <StepDates step={step} />
      </div>
    </li>
  )
}

const titleClasses = {
  done: '',
  current: 'font-semibold',
  broken: 'font-semibold text-bad',
  ahead: 'text-muted',
} as const

const markerClasses = {
  done: 'border-text bg-text text-raised',
  current: 'border-brand bg-brand ring-4 ring-brand-tint',
  broken: 'border-bad bg-bad text-raised',
  ahead: 'border-control bg-raised',
} as const

function Marker({ state }: { state: ShipmentStep['state'] }) {
  return (
    <span
      aria-hidden
      className={`flex size-5 shrink-0 items-center justify-center rounded-full border-2 max-sm:mt-0.5 ${markerClasses[state]}`}
    >
      {state === 'done' && <Check size={12} strokeWidth={3} />}
      {state === 'broken' && <X size={12} strokeWidth={3} />}
    </span>
  )
}

/** When a step was reached, or else when it is expected and what was promised, with the days between. */
function StepDates({ step }: { step: ShipmentStep }) {
  const { reached, expected, planned, state } = step
  const days = daysLate(step)
  const isAwaited = state !== 'done' && reached === null
  return (
    <div className="tabular text-sm text-muted">
      {reached && <DayText day={reached} />}
      {isAwaited && expected && <p>{t('steps.expected', { date: formatDate(expected) })}</p>}
      {isAwaited && planned && planned !== expected && <p>{t('steps.planned', { date: formatDate(planned) })}</p>}
      {days > 0 && (reached !== null || isAwaited) && (
        <DueText due={{ text: t('promise.slip', { days }), tone: 'warn' }} />
      )}
    </div>
  )
}

function DayText({ day }: { day: string }) {
  return (
    <time dir="auto" dateTime={day} className="block">
      {formatDate(day)}
    </time>
  )
}
