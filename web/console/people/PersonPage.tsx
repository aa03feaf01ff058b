import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, CircleCheck, TriangleAlert, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Person } from '#contract/console/people.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { useParams } from '#web/routing/hooks.ts'
import { Link } from '#web/routing/Link.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { formatDate, formatDateExactly } from '#web/ui/format.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { Events } from '../customers/Events.tsx'
import { PersonAccounts } from './PersonAccounts.tsx'
import { PersonActs } from './PersonActs.tsx'
import { personQuery } from './queries.ts'

/** One person: why they could not sign in, where they belong, and what staff can do for them. */
export function PersonPage(): ReactNode {
  const { id } = useParams('/people/$id')
  const reads = useMay('customers.read')
  if (!reads) return <EmptyState icon={UserRound} title={t('console.nothing')} text={t('console.nothing.text')} />
  return (
    <div className="mx-auto w-full max-w-[1200px] p-4 md:p-6">
      <Link
        to="/people"
        search={{}}
        className="mb-2 inline-flex min-h-10 items-center gap-2 text-muted hover:text-text"
      >
        <ArrowLeft aria-hidden size={18} className="directional" />
        {t('persons.title')}
      </Link>
      <Loaded key={id} id={id} />
    </div>
  )
}

function Loaded({ id }: { id: string }) {
  const query = useQuery(personQuery(id))
  const absence = absentStateOf(query)
  if (absence || !query.data)
    return <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-96 w-full" />} />
  return <Shown person={query.data} />
}

function Shown({ person }: { person: Person }) {
  const writes = useMay('people.write')
  const views = useMay('view.as')
  const { id, name, email, createdAt, deletionAskedAt } = person
  return (
    <>
      <PageHeader title={name} beside={<bdi>{email}</bdi>} lead={t('persons.since', { date: formatDate(createdAt) })}>
        {deletionAskedAt !== null && (
          <StatusChip tone="warn">{t('persons.deletionAsked', { date: formatDate(deletionAskedAt) })}</StatusChip>
        )}
        {views && (
          <Link to="/view-as" search={{ person: id }} className={buttonClass()}>
            {t('persons.viewAs')}
          </Link>
        )}
      </PageHeader>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_380px]">
        <div className="flex min-w-0 flex-col gap-5">
          <Why person={person} />
          <PersonAccounts person={person} />
          <Attempts attempts={person.attempts} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          {writes && <PersonActs person={person} />}
          <Factors factors={person.factors} />
          <Sessions sessions={person.sessions} />
          <Card title={t('customers.events')}>
            <Events events={person.events} />
          </Card>
        </div>
      </div>
    </>
  )
}

/** What keeps a person from signing in, and what to do about it. */
function Why({ person: { signInProblems, lockedUntil } }: { person: Person }) {
  return (
    <Card title={t('persons.why')}>
      {signInProblems.length === 0 ? (
        <p className="flex items-start gap-2">
          <CircleCheck aria-hidden size={18} className="mt-0.5 shrink-0 text-good" />
          {t('persons.why.nothing')}
        </p>
      ) : (
        <ul className="flex flex-col gap-2">
          {signInProblems.map((hindrance) => (
            <li key={hindrance} className="flex items-start gap-2">
              <TriangleAlert aria-hidden size={18} className="mt-0.5 shrink-0 text-bad" />
              <span>
                {t(`persons.why.${hindrance}`, { until: lockedUntil === null ? '' : formatDateExactly(lockedUntil) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Attempts({ attempts }: { attempts: Person['attempts'] }) {
  return (
    <Card title={t('persons.attempts')}>
      {attempts.length === 0 && <p className="text-muted">{t('persons.attempts.none')}</p>}
      <ol className="flex flex-col gap-2.5">
        {attempts.map((attempt) => (
          <li key={attempt.id} className="text-sm">
            <p
              className={attempt.action.endsWith('failed') || attempt.action === 'passkey_refused' ? 'font-medium' : ''}
            >
              {attemptText(attempt)}
              {attempt.until !== null && ` ${t('persons.attempt.until', { until: formatDateExactly(attempt.until) })}`}
            </p>
            <p className="text-muted">
              {[formatDateExactly(attempt.at), attempt.device, attempt.network].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function attemptText({ action, reason }: Person['attempts'][number]): string {
  return reason === null ? t(`customers.event.${action}`) : t(`persons.refused.${reason}`)
}

function Factors({ factors }: { factors: Person['factors'] }) {
  return (
    <Card title={t('security.factors')}>
      {factors.length === 0 && <p className="text-muted">{t('persons.factors.none')}</p>}
      <ul className="flex flex-col gap-1.5">
        {factors.map(({ method, since }) => (
          <li key={`${method} ${since}`}>
            {t(`persons.factor.${method}`)}
            <span className="block text-sm text-muted">
              {t('security.factor.since', { date: formatDateExactly(since) })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Sessions({ sessions }: { sessions: Person['sessions'] }) {
  return (
    <Card title={t('persons.sessions')}>
      {sessions.length === 0 && <p className="text-muted">{t('persons.sessions.none')}</p>}
      <ul className="flex flex-col gap-2.5">
        {sessions.map(({ id, device, network, account, since, lastSeen }) => (
          <li key={id}>
            {device ?? t('console.sessions.unknown')} · <bdi>{account}</bdi>
            <span className="block text-sm text-muted">
              {t('console.sessions.text', {
                network: network ?? '–',
                since: formatDateExactly(since),
                last: formatDateExactly(lastSeen),
              })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
