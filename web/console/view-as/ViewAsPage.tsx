import { queryOptions, useQuery } from '@tanstack/react-query'
import { Eye, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { listViewablePeople, type ViewablePerson } from '#contract/console/viewing.ts'
import type { Role } from '#contract/permissions.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { useNavigate, useSearch } from '#web/routing/hooks.ts'
import { Link } from '#web/routing/Link.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { usePageTitle } from '#web/ui/portal.ts'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { call } from '../call.ts'
import { ReasonForm } from './ReasonForm.tsx'
import type { ViewAsSearch } from './view-as-search.ts'

const peopleQuery = ({ text, person }: ViewAsSearch) =>
  queryOptions({
    queryKey: ['viewable', text, person],
    queryFn: ({ signal }) => call(listViewablePeople, { query: person ? { person } : text ? { text } : {}, signal }),
    enabled: Boolean(text ?? person),
    // That there is nobody is said of the text alone that found none.
    placeholderData: (before) => (before?.people.length ? before : undefined),
  })

/** Where staff choose as whom they see the portal, and say why. */
export function ViewAsPage(): ReactNode {
  usePageTitle(t('console.viewAs'))
  const search = useSearch('/view-as')
  const query = useQuery(peopleQuery(search))
  const views = useMay('view.as')
  if (!views) return <EmptyState icon={Eye} title={t('console.nothing')} text={t('console.nothing.text')} />
  const people = query.data?.people ?? []
  const chosen = people.find(({ id, account }) => id === search.person && account.number === search.account)
  // Somebody who is in one account only needs not be chosen twice.
  const person = chosen ?? (search.person && people.length === 1 ? people[0] : undefined)
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-5 p-4 md:p-6">
      <PageHeader title={t('console.viewAs')} lead={t('viewAs.lead')} />
      <SearchForm text={search.text} />
      {person ? <ReasonForm key={person.id + person.account.number} person={person} text={search.text} /> : null}
      {!person && (search.text ?? search.person) && <People query={query} people={people} text={search.text} />}
    </div>
  )
}

function SearchForm({ text }: { text: string | undefined }) {
  const navigate = useNavigate()
  return (
    <search>
      <form
        className="flex items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          const words = String(new FormData(event.currentTarget).get('text') ?? '').trim()
          void navigate({ to: '/view-as', search: words ? { text: words } : {} })
        }}
      >
        <TextField
          key={text}
          className="min-w-0 flex-1"
          label={t('viewAs.search')}
          name="text"
          type="search"
          defaultValue={text ?? ''}
          maxLength={100}
          autoFocus={text === undefined}
        />
        <button type="submit" className={`${buttonClass('secondary')} h-10`}>
          {t('viewAs.find')}
        </button>
      </form>
    </search>
  )
}

type PeopleProps = {
  query: Parameters<typeof absentStateOf>[0]
  people: readonly ViewablePerson[]
  text: string | undefined
}

function People({ query, people, text }: PeopleProps) {
  const absence = absentStateOf(query)
  if (absence) return <AbsentState absent={absence} skeleton={<Skeleton className="h-24" />} />
  if (people.length === 0)
    return <EmptyState icon={SearchX} title={t('viewAs.nobody')} text={t('viewAs.nobody.text')} />
  return (
    <Card title={t('viewAs.people')} padded={false}>
      <ul>
        {people.map(({ id, name, email, role, account }) => (
          <li key={id + account.number} className="border-t border-border">
            <Link
              to="/view-as"
              search={{ text, person: id, account: account.number }}
              className="block px-4 py-3 -outline-offset-2 hover:bg-hover sm:px-5"
            >
              <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                <bdi className="font-medium wrap-anywhere">{name}</bdi>
                <span className="text-sm text-muted">{t(`profile.role.${role as Role}`)}</span>
              </span>
              <span className="block text-sm wrap-anywhere text-muted">
                <bdi>{email}</bdi> · <bdi>{account.name}</bdi> (<bdi>{account.number}</bdi>)
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
