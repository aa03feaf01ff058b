import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { exportRemovedDocuments, type RemovedDocument, removalKinds } from '#contract/console/removed-documents.ts'
import { pathWithQuery } from '#contract/endpoint.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { useNavigate } from '#web/routing/hooks.ts'
import { Link } from '#web/routing/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { formatDate } from '#web/ui/format.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { CsvLink } from '../CsvLink.tsx'
import { SearchField } from '../SearchField.tsx'
import { documentTitle } from './document-title.ts'
import type { IntakeSearch } from './intake-search.ts'
import { removalFiltersOf, removedQuery } from './queries.ts'

/** Documents that left their customer: where a document is that somebody misses. */
export function Removed({ search }: { search: IntakeSearch }): ReactNode {
  const navigate = useNavigate()
  const narrow = (name: 'what' | 'number', value: string) =>
    void navigate({ to: '/intake', search: { ...search, [name]: value || undefined }, replace: true })
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-3 sm:grid-cols-2">
        <SearchField
          label={t('intake.removed.number')}
          value={search.number ?? ''}
          maxLength={200}
          onSearch={(text) => narrow('number', text)}
        />
        <SelectField
          label={t('intake.removed.what')}
          value={search.what ?? ''}
          onChange={({ target }) => narrow('what', target.value)}
          choices={[
            { value: '', label: t('console.filter.all') },
            ...removalKinds.map((kind) => ({ value: kind, label: t(`intake.removed.${kind}`) })),
          ]}
        />
      </div>
      <Documents search={search} />
    </div>
  )
}

function Documents({ search }: { search: IntakeSearch }) {
  const query = useInfiniteQuery(removedQuery(search))
  const absence = absentStateOf(query)
  if (absence || !query.data)
    return <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-48" />} />
  const documents = query.data.pages.flatMap((page) => page.documents)
  const isNarrowed = search.what !== undefined || search.number !== undefined
  if (documents.length === 0)
    return <EmptyState icon={CircleCheck} title={t(isNarrowed ? 'intake.removed.noneSuch' : 'intake.removed.none')} />
  return (
    <Card
      title={t('intake.removed')}
      padded={false}
      action={<CsvLink path={pathWithQuery(exportRemovedDocuments, {}, removalFiltersOf(search))} />}
    >
      <ol>
        {documents.map((document) => (
          <Entry key={document.id} document={document} />
        ))}
      </ol>
      {query.hasNextPage && (
        <div className="border-t border-border px-4 py-3 sm:px-5">
          <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('intake.more')}
          </Button>
        </div>
      )}
    </Card>
  )
}

function Entry({ document: { at, what, type, number, account, to, by } }: { document: RemovedDocument }) {
  const when = formatDate(at)
  return (
    <li className="border-t border-border px-4 py-3 first:border-0 sm:px-5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <bdi className="font-medium wrap-anywhere">{documentTitle(type, number ?? '')}</bdi>
        <StatusChip tone={what === 'readmitted' ? 'good' : 'neutral'}>{t(`intake.removed.${what}`)}</StatusChip>
      </p>
      <p className="wrap-anywhere">
        {account && (
          <Link to="/customers/$id" params={{ id: account.id }} className="underline underline-offset-4">
            <bdi>{account.name}</bdi> <bdi>({account.number})</bdi>
          </Link>
        )}
        {to !== null && <span className="ms-3">{t('intake.removed.to', { account: to })}</span>}
      </p>
      <p className="text-sm text-muted">
        <time dateTime={at}>
          {by === null ? t('intake.removed.command', { when }) : t('intake.removed.by', { when, name: by })}
        </time>
      </p>
    </li>
  )
}
