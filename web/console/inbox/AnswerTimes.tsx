import { useQuery } from '@tanstack/react-query'
import { Timer } from 'lucide-react'
import type { ReactNode } from 'react'
import { answerTimeDays } from '#contract/console/inbox.ts'
import { t } from '#web/ui/text.ts'
import { formatSpan } from '../format-span.ts'
import { answerTimesQuery } from './queries.ts'

/** How long customers waited for their first answer lately: of all requests, and opened of each kind. */
export function AnswerTimes(): ReactNode {
  const { data } = useQuery(answerTimesQuery)
  if (!data?.all) return null
  return (
    <details className="border-t border-border text-sm">
      <summary className="flex min-h-10 cursor-pointer items-center gap-2 px-4 text-muted hover:text-text">
        <Timer aria-hidden size={16} className="shrink-0" />
        {t('inbox.times', { span: formatSpan(data.all.median) })}
      </summary>
      <div className="px-4 pb-4">
        <p className="text-muted">{t('inbox.times.text', { days: answerTimeDays, count: data.all.count })}</p>
        <ul className="mt-2 flex flex-col gap-1">
          {data.kinds.map(({ kind, count, median }) => (
            <li key={kind} className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="min-w-0">{t(`requests.did.${kind}`, { who: '…' })}</span>
              <span className="tabular text-muted">{t('inbox.times.kind', { span: formatSpan(median), count })}</span>
            </li>
          ))}
        </ul>
      </div>
    </details>
  )
}
