import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { Card } from '#web/ui/Card.tsx'
import { formatDate } from '#web/ui/format.ts'
import { t } from '#web/ui/text.ts'
import { Unknown } from '#web/ui/Values.tsx'
import { DueText } from '../DueText.tsx'
import { daysLate, isComparable, type ShipmentStep, type StepTime, shipmentSteps } from './steps.ts'

const columns = ['planned', 'estimated', 'actual'] as const

/** The planned, estimated and actual time of each step of a shipment; nothing when there is nothing to compare. */
export function ShipmentSteps({ detail }: { detail: DocumentDetail }) {
  const steps = shipmentSteps(detail)
  if (!isComparable(steps)) return null
  return (
    <Card title={t('steps.title')}>
      <table className="w-full table-fixed border-collapse">
        <caption className="sr-only">{t('steps.title')}</caption>
        <thead className="text-start text-sm text-muted">
          <tr>
            <th scope="col" className="pb-1 text-start font-normal">
              <span className="sr-only">{t('steps.step')}</span>
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="pb-1 ps-2 text-start font-normal">
                {t(`events.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <StepRow key={step.name} step={step} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function StepRow({ step }: { step: ShipmentStep }) {
  const days = daysLate(step)
  const lateColumn = step.actual ? 'actual' : 'estimated'
  return (
    <tr className="border-t border-border align-top">
      <th scope="row" className="py-2 text-start font-medium wrap-anywhere">
        {step.place ? t('steps.stopAt', { place: step.place }) : t(`steps.${step.name}`)}
      </th>
      {columns.map((column) => (
        <td key={column} className="py-2 ps-2">
          <StepTimeText when={step[column]} />
          {days > 0 && column === lateColumn && (
            <span className="block">
              <DueText due={{ text: t('promise.slip', { days }), tone: 'warn' }} />
            </span>
          )}
        </td>
      ))}
    </tr>
  )
}

function StepTimeText({ when }: { when: StepTime | null }) {
  if (!when) return <Unknown />
  return (
    <span className="tabular block max-sm:text-sm">
      <time dir="auto" dateTime={when.day}>
        {formatDate(when.day)}
      </time>
      {when.time && (
        <span className="block text-sm text-muted">
          <bdi>{when.time}</bdi>
        </span>
      )}
    </span>
  )
}
