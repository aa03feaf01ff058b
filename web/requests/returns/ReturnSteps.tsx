import { Circle, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Return } from '#contract/requests/return-endpoints.ts'
import { returnSteps } from '#contract/requests/returns.ts'
import { useHasPermission } from '#web/api/viewer.ts'
import { Card } from '#web/ui/Card.tsx'
import { formatDate } from '#web/ui/format.ts'
import { t } from '#web/ui/text.ts'

/** The steps of a return with the days on which they were done; that it was credited is shown to those who see invoices. */
export function ReturnSteps({ found }: { found: Return }): ReactNode {
  const seesInvoices = useHasPermission('invoices.read') === true
  const done = new Map(found.steps.map(({ step, at }) => [step, at]))
  return (
    <Card title={t('return.steps')}>
      <ol className="flex flex-col gap-3 lg:flex-row">
        {returnSteps
          .filter((step) => step !== 'credited' || seesInvoices)
          .map((step) => {
            const isDone = done.has(step)
            const at = done.get(step) ?? null
            const Icon = isDone ? CircleCheck : Circle
            return (
              <li
                key={step}
                aria-current={found.step === step ? 'step' : undefined}
                className="flex min-w-0 flex-1 items-start gap-2"
              >
                <Icon aria-hidden size={18} className={`mt-0.5 shrink-0 ${isDone ? 'text-good' : 'text-muted'}`} />
                <span>
                  <span className={isDone ? 'font-medium' : 'text-muted'}>{t(`return.step.${step}`)}</span>
                  {at !== null && (
                    <time dateTime={at} dir="auto" className="tabular block text-sm text-muted">
                      {formatDate(at)}
                    </time>
                  )}
                </span>
              </li>
            )
          })}
      </ol>
    </Card>
  )
}
