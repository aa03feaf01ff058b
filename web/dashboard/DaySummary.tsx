import { Fragment } from 'react'
import { type CountedList, type Dashboard, needsActionList } from '#contract/dashboard.ts'
import { Link } from '../routing/Link.tsx'
import { separatorsOf } from '../ui/format-details.ts'
import { t } from '../ui/text.ts'
import { countedListPath } from './queries.ts'

const linkClass = 'font-medium underline decoration-border underline-offset-4 hover:decoration-current'

/** The day in a sentence: what waits for the customer, each part leading to its list, and what arrives today. */
export function DaySummary({ data }: { data: Dashboard }) {
  const waiting = waitingParts(data)
  const today = data.arriving.find(({ day }) => day === data.today)?.count ?? 0
  return (
    <p className="text-lg text-pretty">
      {waiting.length === 0 ? (
        t('dashboard.summary.nothing')
      ) : (
        <>
          {t('dashboard.summary.waiting')} <InSentence parts={waiting} />
        </>
      )}{' '}
      {data.figures.underway !== undefined && t('dashboard.summary.today', { count: today })}
    </p>
  )
}

type Part = { text: string; list: CountedList | null }

function waitingParts({ needsAction, approvals, questions }: Dashboard): Part[] {
  const parts: Part[] = needsAction
    .filter(({ count }) => count > 0)
    .map(({ type, count }) => ({ text: t(`dashboard.summary.${type}`, { count }), list: needsActionList(type) }))
  if (questions.length > 0)
    parts.unshift({ text: t('dashboard.summary.questions', { count: questions.length }), list: null })
  if (approvals.length > 0)
    parts.unshift({ text: t('dashboard.summary.approvals', { count: approvals.length }), list: null })
  return parts
}

/** Parts joined as the language joins them, with a full stop. */
function InSentence({ parts }: { parts: readonly Part[] }) {
  const separators = separatorsOf(parts.map(({ text }) => text))
  return (
    <>
      {parts.map(({ text, list }, index) => (
        <Fragment key={text}>
          {list ? (
            <Link {...countedListPath(list)} className={linkClass}>
              {text}
            </Link>
          ) : (
            text
          )}
          {separators[index] ?? '.'}
        </Fragment>
      ))}
    </>
  )
}
