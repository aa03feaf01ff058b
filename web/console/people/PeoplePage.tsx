import { useQuery } from '@tanstack/react-query'
import { MailPlus, UserRoundCheck, UserRoundSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import type { findPeople } from '#contract/console/people.ts'
import { exportPeople, maxPeopleListed, type PersonEntry } from '#contract/console/people.ts'
import type { Reply } from '#contract/endpoint.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { useNavigate, useSearch } from '#web/routing/hooks.ts'
import { Link } from '#web/routing/Link.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { formatDate } from '#web/ui/format.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { CsvLink } from '../CsvLink.tsx'
import { SearchField } from '../SearchField.tsx'
import { peopleQuery } from './queries.ts'
import { Registrations } from './Registrations.tsx'

type PeopleReply = Reply<typeof findPeople>

/** Finds anybody of any customer, by name or e-mail; without a text it shows who cannot sign in. */
export function PeoplePage(): ReactNode {
  const { text = '' } = useSearch('/people')
  const navigate = useNavigate()
  const reads = useMay('customers.read')
  const invites = useMay('people.write')
  const query = useQuery(peopleQuery(text))
  const absence = absentStateOf(query)
  if (!reads) return <EmptyState icon={UserRoundSearch} title={t('console.nothing')} text={t('console.nothing.text')} />
  return (
    <div className="mx-auto w-full max-w-5xl p-4 md:p-6">
      <PageHeader title={t('persons.title')}>
        <CsvLink size="medium" path={exportPeople.path} label={t('persons.export')} />
        {invites && (
          <Link to="/invitations" className={buttonClass()}>
            <MailPlus aria-hidden size={16} className="text-muted" />
            {t('customers.inviteMany')}
          </Link>
        )}
      </PageHeader>
      {invites && text === '' && <Registrations />}
      <SearchField
        className="mb-5"
        label={t('persons.search')}
        hint={t('persons.search.hint')}
        value={text}
        maxLength={200}
        onSearch={(typed) =>
          void navigate({ to: '/people', search: typed === '' ? {} : { text: typed }, replace: true })
        }
      />
      {absence || !query.data ? (
        <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-60 w-full" />} />
      ) : (
        <Results found={query.data} isSearch={text !== ''} />
      )}
    </div>
  )
}

function Results({ found, isSearch }: { found: PeopleReply; isSearch: boolean }) {
  const { people, invited, more } = found
  if (people.length + invited.length === 0)
    return isSearch ? (
      <EmptyState icon={UserRoundSearch} title={t('persons.noneFit')} text={t('persons.noneFit.text')} />
    ) : (
      <EmptyState icon={UserRoundCheck} title={t('persons.noneShutOut')} text={t('persons.noneShutOut.text')} />
    )
  return (
    <Card title={isSearch ? t('persons.found') : t('persons.shutOut')} padded={false}>
      <ul className="border-t border-border">
        {people.map((person) => (
          <Entry key={person.id} person={person} />
        ))}
        {invited.map((invitation) => (
          <Invited key={invitation.id} invitation={invitation} />
        ))}
      </ul>
      {more && <p className="px-4 py-3 text-sm text-muted sm:px-5">{t('persons.more', { count: maxPeopleListed })}</p>}
    </Card>
  )
}

const rowClass =
  'relative flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-border px-4 py-2.5 last:border-0 hover:bg-hover sm:px-5'

function Entry({ person }: { person: PersonEntry }) {
  const { id, name, email, disabled, codesEnded, lastSeenAt, accounts, accountCount } = person
  const others = accountCount - accounts.length
  return (
    <li className={rowClass}>
      <span className="min-w-0">
        <Link to="/people/$id" params={{ id }} className="font-medium after:absolute after:inset-0 hover:underline">
          <bdi>{name}</bdi>
        </Link>
        <span className="block text-sm wrap-anywhere text-muted">
          <bdi>{email}</bdi>
        </span>
      </span>
      <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-sm text-muted">
        {disabled && <StatusChip tone="bad">{t('persons.hindrance.disabled')}</StatusChip>}
        {codesEnded && <StatusChip tone="bad">{t('persons.codesEnded')}</StatusChip>}
        {accounts.length === 0 && <StatusChip tone="warn">{t('persons.noAccount')}</StatusChip>}
        <span>
          {accounts.map(({ id: account, name: customer, role }, index) => (
            <span key={account}>
              {index > 0 && ' · '}
              <bdi>{customer}</bdi> ({t(`profile.role.${role}`)})
            </span>
          ))}
          {others > 0 && ` · ${t('persons.moreAccounts', { count: others })}`}
        </span>
        <span>
          {lastSeenAt === null
            ? t('customers.neverSignedIn')
            : t('customers.lastSeen', { date: formatDate(lastSeenAt) })}
        </span>
      </span>
    </li>
  )
}

function Invited({ invitation }: { invitation: PeopleReply['invited'][number] }) {
  const { name, email, role, account, expiresAt, expired } = invitation
  return (
    <li className={rowClass}>
      <span className="min-w-0">
        <Link
          to="/customers/$id"
          params={{ id: account.id }}
          className="font-medium after:absolute after:inset-0 hover:underline"
        >
          <bdi>{name ?? email}</bdi>
        </Link>
        <span className="block text-sm wrap-anywhere text-muted">
          <bdi>{email}</bdi>
        </span>
      </span>
      <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-sm text-muted">
        <StatusChip tone={expired ? 'warn' : 'info'}>
          {t(expired ? 'customers.invitation.expired' : 'customers.invitation.until', { date: formatDate(expiresAt) })}
        </StatusChip>
        <span>
          <bdi>{account.name}</bdi> ({t(`profile.role.${role}`)})
        </span>
      </span>
    </li>
  )
}
