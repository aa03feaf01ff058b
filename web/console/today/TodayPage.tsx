import { useQuery } from '@tanstack/react-query'
import { CircleCheck, House } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Today } from '#contract/console/today.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { Link } from '#web/routing/Link.tsx'
import { Card } from '#web/ui/Card.tsx'
import { formatCount, formatDate, formatDateExactly } from '#web/ui/format.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { useMe } from '../access/queries.ts'
import { formatSpan } from '../format-span.ts'
import { Due } from '../inbox/Due.tsx'
import { UnreadDot } from '../inbox/UnreadDot.tsx'
import { todayQuery } from './queries.ts'
import { type Task, tasksOf } from './tasks.ts'

/** What needs a person, the oldest first, and what is going on. */
export function TodayPage(): ReactNode {
  const query = useQuery(todayQuery)
  const absence = absentStateOf(query)
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col p-4 md:p-6">
      <PageHeader title={t('console.today')} />
      {absence || !query.data ? (
        <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-64" />} />
      ) : (
        <Content today={query.data} />
      )}
    </div>
  )
}

function Content({ today }: { today: Today }) {
  const me = useMe()
  const { speaking, people, requests } = today
  const seesNothing = requests === null && speaking === null && people === null
  if (seesNothing)
    return <EmptyState icon={House} title={t('today.hello', { name: me?.name ?? '' })} text={t('today.hello.text')} />
  return (
    <div className="flex flex-col gap-5">
      <Tasks tasks={tasksOf(today)} now={today.now} />
      {people && <People people={people} />}
      {speaking && <Documents sources={speaking.sources} />}
    </div>
  )
}

function Tasks({ tasks, now }: { tasks: readonly Task[]; now: string }) {
  return (
    <Card title={t('today.needs')} padded={false}>
      {tasks.length === 0 ? (
        <EmptyState icon={CircleCheck} title={t('today.nothing')} text={t('today.nothing.text')} />
      ) : (
        <ol>
          {tasks.map((task) => (
            <li key={task.key} className="border-t border-border px-4 py-3 sm:px-5">
              <TaskText task={task} now={now} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

const linkClass =
  'inline-flex min-h-8 items-center font-medium underline decoration-border underline-offset-4 hover:decoration-current pointer-coarse:min-h-10'

function TaskText({ task, now }: { task: Task; now: string }) {
  const { title, since, text, leads, requests = [] } = task
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        {leads === undefined ? (
          <span className="font-medium">{title}</span>
        ) : (
          <Link {...leads} className={linkClass}>
            {title}
          </Link>
        )}
        <span className="text-sm text-muted">{since}</span>
      </p>
      {text !== undefined && <p className="text-sm wrap-anywhere text-muted">{text}</p>}
      {requests.length > 0 && (
        <ul className="mt-1">
          {requests.map(({ id, kind, type, number, words, account, madeBy, madeAt, unread, dueAt }) => (
            <li key={id}>
              <Link
                to="/requests/$id"
                params={{ id }}
                search={{}}
                className="-mx-2 block rounded-control px-2 py-1.5 hover:bg-hover"
              >
                <span className="flex items-baseline justify-between gap-x-4">
                  <span className="flex min-w-0 items-baseline gap-2 font-medium">
                    <bdi className="min-w-0 truncate">{account}</bdi>
                    {unread && <UnreadDot />}
                  </span>
                  {dueAt === null ? (
                    <time dateTime={madeAt} title={formatDateExactly(madeAt)} className="shrink-0 text-sm text-muted">
                      {t('today.waits', { span: formatSpan((Date.parse(now) - Date.parse(madeAt)) / 1000) })}
                    </time>
                  ) : (
                    <Due at={dueAt} now={Date.parse(now)} />
                  )}
                </span>
                <span className="block wrap-anywhere">
                  {t(`requests.did.${kind}`, { who: madeBy })}
                  {type !== 'account' && (
                    <>
                      {' · '}
                      <bdi className="whitespace-nowrap">{number}</bdi>
                    </>
                  )}
                </span>
                {words !== null && (
                  <span dir="auto" className="line-clamp-1 text-sm wrap-anywhere text-muted">
                    {words}
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function People({ people: { online, lately, invited, joined } }: { people: NonNullable<Today['people']> }) {
  const facts = [
    [t('today.online'), formatCount(online)],
    [t('today.lately'), formatCount(lately)],
    [t('today.adoption'), t('today.adoption.value', { joined: formatCount(joined), invited: formatCount(invited) })],
  ] as const
  return (
    <Card title={t('today.going')}>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-3">
        {facts.map(([label, value]) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="tabular text-xl font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

type Speaking = NonNullable<Today['speaking']>['sources'][number]

function Documents({ sources }: { sources: readonly Speaking[] }) {
  const most = Math.max(1, ...sources.flatMap(({ hours }) => hours))
  return (
    <Card title={t('today.documents')} padded={false}>
      {sources.length === 0 ? (
        <p className="px-4 pb-4 text-muted sm:px-5">{t('today.noSources')}</p>
      ) : (
        <ul>
          {sources.map(({ id, name, lastAt, hours }) => (
            <li
              key={id}
              className="grid items-center gap-x-6 gap-y-2 border-t border-border px-4 py-3 sm:grid-cols-2 sm:px-5"
            >
              <div className="min-w-0">
                <Link to="/intake" search={{}} className={linkClass}>
                  <bdi className="wrap-anywhere">{name ?? t('today.import')}</bdi>
                </Link>
                <p className="text-sm text-muted">
                  {t('today.documents.count', { count: hours.reduce((sum, count) => sum + count, 0) })} ·{' '}
                  {formatDate(lastAt)}
                </p>
              </div>
              <Bars hours={hours} most={most} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** The documents of each hour; how many there are stands beside it in words. */
function Bars({ hours, most }: { hours: readonly number[]; most: number }) {
  return (
    <svg
      viewBox={`0 0 ${hours.length * 10} 32`}
      preserveAspectRatio="none"
      aria-hidden
      className="directional h-8 w-full"
    >
      <rect x={0} y={31} width={hours.length * 10} height={1} className="fill-border" />
      <path
        className="fill-info"
        d={hours
          .map((count, index) => {
            const height = count === 0 ? 0 : Math.max(2, (count / most) * 30)
            return `M${index * 10 + 1} 31v${-height}h8v${height}z`
          })
          .join('')}
      />
    </svg>
  )
}
