import { useQuery } from '@tanstack/react-query'
import { ListFilter } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { exportInbox } from '#contract/console/inbox.ts'
import { pathWithQuery } from '#contract/endpoint.ts'
import { colleagueKind, requestKinds } from '#contract/requests/rules.ts'
import { useNavigate } from '#web/routing/hooks.ts'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { t } from '#web/ui/text.ts'
import { useMe } from '../access/queries.ts'
import { CsvLink } from '../CsvLink.tsx'
import { SearchField } from '../SearchField.tsx'
import type { InboxSearch } from './inbox-search.ts'
import { assigneesQuery, filtersOf } from './queries.ts'

const ages = [1, 2, 7, 30]

/** What narrows the queue: customer, kind, age, and who looks after it. */
export function InboxFilters({ search }: { search: InboxSearch }): ReactNode {
  const me = useMe()
  const { data } = useQuery(assigneesQuery)
  const navigate = useNavigate()
  const { view, ...filters } = search
  const count = Object.values(filters).filter(Boolean).length
  const [isOpen, setOpen] = useState(count > 0)
  const [counted, setCounted] = useState(count)
  if (counted !== count) {
    setCounted(count)
    // Filters that come with an address are seen; whoever clears the last one here may choose another.
    if (counted === 0) setOpen(true)
  }
  const narrow = (name: keyof InboxSearch, value: string) =>
    void navigate({ to: '/requests', search: { ...search, [name]: value || undefined }, replace: true })
  const others = (data?.staff ?? []).filter(({ id }) => id !== me?.id)
  const isAssignee = (data?.staff ?? []).some(({ id }) => id === me?.id)
  return (
    <details
      className="border-b border-border"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-10 cursor-pointer items-center gap-2 px-4 text-sm text-muted hover:text-text">
        <ListFilter aria-hidden size={16} />
        {t('console.filter', { count })}
      </summary>
      <div className="grid gap-3 px-4 pb-4 sm:grid-cols-2">
        <SearchField
          label={t('console.filter.customer')}
          value={search.account ?? ''}
          onSearch={(text) => narrow('account', text)}
        />
        <SelectField
          label={t('console.filter.kind')}
          value={search.kind ?? ''}
          onChange={({ target }) => narrow('kind', target.value)}
          choices={[
            { value: '', label: t('console.filter.all') },
            ...requestKinds
              .filter((kind) => kind !== colleagueKind)
              .map((kind) => ({ value: kind, label: t(`requests.did.${kind}`, { who: '…' }) })),
          ]}
        />
        <SelectField
          label={t('console.filter.age')}
          value={search.olderThan ?? ''}
          onChange={({ target }) => narrow('olderThan', target.value)}
          choices={[
            { value: '', label: t('console.filter.all') },
            ...ages.map((days) => ({ value: String(days), label: t('console.filter.days', { count: days }) })),
          ]}
        />
        <SelectField
          label={t('console.filter.assignee')}
          value={search.assignee ?? ''}
          onChange={({ target }) => narrow('assignee', target.value)}
          choices={[
            { value: '', label: t('console.filter.all') },
            { value: 'none', label: t('console.nobody') },
            ...(me && isAssignee ? [{ value: me.id, label: t('console.me', { name: me.name }) }] : []),
            ...others.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </div>
      <p className="px-4 pb-4">
        <CsvLink path={pathWithQuery(exportInbox, {}, filtersOf(search))} />
      </p>
    </details>
  )
}
