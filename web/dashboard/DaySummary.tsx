import { Fragment } from 'react'
import { type Dashboard, needsActionList } from '#contract/dashboard.ts'
import { requestsPath } from '../paths.ts'
import { Link } from '../routing/Link.tsx'
import type { Target } from '../routing/routes.ts'
import { separatorsOf } from '../ui/format-details.ts'
import { t } from '../ui/text.ts'
import { approvalPath, countedListPath } from './queries.ts'
import { questionPath } from './question-path.ts'

const linkClass = 'font-medium underline decoration-border underline-offset-4 hover:decoration-current'

/** The day in a sentence: what waits for the customer, each part leading to its list or to the one that it tells of, and what arrives today. */
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

/** `path` is null where the rows below are the only list. */
type Part = { text: string; path: Target | null }

function waitingParts({ needsAction, approvals, questions }: Dashboard): Part[] {
  const parts: Part[] = needsAction
    .filter(({ count }) => count > 0)
    .map(({ type, count }) => ({
      text: t(`dashboard.summary.${type}`, { count }),
      path: countedListPath(needsActionList(type)),
    }))
  const [question, ...otherQuestions] = questions
  if (question)
    parts.unshift({
      text: t('dashboard.summary.questions', { count: questions.length }),
      path: otherQuestions.length === 0 ? questionPath(question) : requestsPath({ conversations: 'true' }),
    })
  const [approval, ...otherApprovals] = approvals
  if (approval)
    parts.unshift({
      text: t('dashboard.summary.approvals', { count: approvals.length }),
      path: otherApprovals.length === 0 ? approvalPath(approval.number) : null,
    })
  return parts
}

/** Parts joined as the language joins them, with a full stop. */
function InSentence({ parts }: { parts: readonly Part[] }) {
  const separators = separatorsOf(parts.map(({ text }) => text))
  return (
    <>
      {parts.map(({ text, path }, index) => (
        <Fragment key={text}>
          {path ? (
            <Link {...path} className={linkClass}>
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
