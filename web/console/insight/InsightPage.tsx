import { useQuery } from '@tanstack/react-query'
import { ChartLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { exportInsight, type Insight, insightDays } from '#contract/console/insight.ts'
import { pathWithQuery } from '#contract/endpoint.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { useNavigate, useSearch } from '#web/routing/hooks.ts'
import { Card } from '#web/ui/Card.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { formatCount, formatDate } from '#web/ui/format.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { usePageTitle } from '#web/ui/portal.ts'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { Cell, HeadCell, Row } from '#web/ui/Table.tsx'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { CsvLink } from '../CsvLink.tsx'
import { ByCustomer } from './ByCustomer.tsx'
import { DayBars } from './DayBars.tsx'
import { Fact } from './Fact.tsx'
import { insightQuery } from './queries.ts'
import { SparedCalls } from './SparedCalls.tsx'

/** How customers use the portal, in counts that name nobody. */
export function InsightPage(): ReactNode {
  usePageTitle(t('console.insight'))
  const search = useSearch('/insight')
  const reads = useMay('insight.read')
  if (!reads) return <EmptyState icon={ChartLine} title={t('console.nothing')} text={t('console.nothing.text')} />
  return <Parts days={search.days ?? '30'} />
}

function Parts({ days }: { days: string }) {
  const navigate = useNavigate()
  const query = useQuery(insightQuery(days))
  const absence = absentStateOf(query)
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-5 p-4 md:p-6">
      <PageHeader title={t('console.insight')} lead={t('insight.lead')}>
        <SelectField
          label={t('insight.period')}
          labelHidden
          value={days}
          onChange={({ target }) =>
            void navigate({
              to: '/insight',
              search: target.value === '30' ? {} : { days: target.value },
              replace: true,
            })
          }
          choices={insightDays.map((count) => ({ value: String(count), label: t('insight.days', { count }) }))}
        />
      </PageHeader>
      {absence && <AbsentState absent={absence} skeleton={<Skeleton className="h-96" />} />}
      {query.data && (
        <>
          <Adoption insight={query.data} />
          <Opened insight={query.data} days={days} />
          <div className="grid items-start gap-5 lg:grid-cols-2">
            <Answers answers={query.data.answers} days={days} />
            <Vain vain={query.data.vain} days={days} />
          </div>
          <SparedCalls calls={query.data.calls} />
        </>
      )}
      {/* It stands below all that, however long it is. */}
      {absence?.state !== 'loading' && <ByCustomer />}
    </div>
  )
}

const percentOf = (part: number, whole: number) => String(whole === 0 ? 0 : Math.round((part / whole) * 100))

function Adoption({ insight: { adoption, from, to } }: { insight: Insight }) {
  const { invited, signedIn, weekly, history } = adoption
  const share = (count: number) => t('insight.share', { percent: percentOf(count, invited) })
  return (
    <Card title={t('insight.adoption')}>
      <dl className="grid gap-4 sm:grid-cols-3">
        <Fact name={t('insight.invited')} value={formatCount(invited)} />
        <Fact name={t('insight.signedIn')} value={formatCount(signedIn)} text={share(signedIn)} />
        <Fact name={t('insight.weekly')} value={formatCount(weekly)} text={share(weekly)} />
      </dl>
      <div className="mt-4">
        <DayBars thing={t('insight.weekly')} days={history.map((count) => count ?? 0)} />
        <p className="mt-1 flex justify-between text-sm text-muted">
          <span>{formatDate(from)}</span>
          <span>{formatDate(to)}</span>
        </p>
      </div>
    </Card>
  )
}

function Opened({ insight: { counts }, days }: { insight: Insight; days: string }) {
  const title = t('insight.opened')
  return (
    <Card
      title={title}
      padded={false}
      action={<CsvLink path={pathWithQuery(exportInsight, { part: 'counts' }, { days })} what={title} />}
    >
      <table className="w-full border-separate border-spacing-0">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            <HeadCell>{t('insight.thing')}</HeadCell>
            <HeadCell end>{t('insight.total')}</HeadCell>
            <HeadCell className="max-sm:hidden">{t('insight.byDay')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {counts.map(({ what, total, days: each }) => (
            <Row key={what}>
              <Cell>{t(`insight.thing.${what}`)}</Cell>
              <Cell end>{formatCount(total)}</Cell>
              <Cell className="w-1/2 max-sm:hidden">
                <DayBars thing={t(`insight.thing.${what}`)} days={each} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function Answers({ answers, days }: { answers: Insight['answers']; days: string }) {
  const { answered, waiting, median, most } = answers
  const hours = (count: number | null) => (count === null ? '–' : formatCount(count))
  const title = t('insight.answers')
  return (
    <Card
      title={title}
      action={<CsvLink path={pathWithQuery(exportInsight, { part: 'answers' }, { days })} what={title} />}
    >
      <dl className="grid grid-cols-2 gap-4">
        <Fact name={t('insight.answered')} value={formatCount(answered)} />
        <Fact name={t('insight.waiting')} value={formatCount(waiting)} />
        <Fact name={t('insight.median')} value={hours(median)} />
        <Fact name={t('insight.most')} value={hours(most)} />
      </dl>
    </Card>
  )
}

function Vain({ vain, days }: { vain: Insight['vain']; days: string }) {
  const title = t('insight.vain')
  return (
    <Card
      title={title}
      action={<CsvLink path={pathWithQuery(exportInsight, { part: 'searches' }, { days })} what={title} />}
    >
      <p className="mb-3 text-sm text-muted">{t('insight.vain.text')}</p>
      {vain.length === 0 ? (
        <p>{t('insight.vain.none')}</p>
      ) : (
        <ol className="flex flex-col gap-1">
          {vain.map(({ word, times }) => (
            <li key={word} className="flex justify-between gap-4">
              <bdi className="min-w-0 wrap-anywhere">{word}</bdi>
              <span className="text-muted">{formatCount(times)}</span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
