import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { exportRefused, type RefusedEntry, replayReason } from '#contract/console/intake.ts'
import { pathWithQuery } from '#contract/endpoint.ts'
import { documentTypes } from '#contract/values.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { useNavigate } from '#web/routing/hooks.ts'
import { Link } from '#web/routing/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FilterChip } from '#web/ui/fields/FilterChip.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { formatDate } from '#web/ui/format.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { CsvLink } from '../CsvLink.tsx'
import { call } from '../call.ts'
import { SearchField } from '../SearchField.tsx'
import type { IntakeSearch } from './intake-search.ts'
import { reasonsQuery, refusedFiltersOf, refusedQuery, sourcesQuery } from './queries.ts'
import { sourceName } from './Sources.tsx'

/** What was refused: for which reasons, and each message, narrowed as the address says. */
export function RefusedList({ search }: { search: IntakeSearch }): ReactNode {
  return (
    <div className="flex flex-col gap-5">
      <Filters search={search} />
      {search.view !== 'settled' && <Reasons search={search} />}
      <Messages search={search} />
    </div>
  )
}

function Filters({ search }: { search: IntakeSearch }) {
  const navigate = useNavigate()
  const { data } = useQuery(sourcesQuery)
  const narrow = (name: keyof IntakeSearch, value: string) =>
    void navigate({ to: '/intake', search: { ...search, [name]: value || undefined }, replace: true })
  const all = { value: '', label: t('console.filter.all') }
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <SearchField
          label={t('intake.filter.text')}
          value={search.text ?? ''}
          onSearch={(text) => narrow('text', text)}
        />
        <SelectField
          label={t('intake.filter.source')}
          value={search.source ?? ''}
          onChange={({ target }) => narrow('source', target.value)}
          choices={[all, ...(data?.sources ?? []).map((source) => ({ value: source.id, label: sourceName(source) }))]}
        />
        <SelectField
          label={t('intake.filter.type')}
          value={search.type ?? ''}
          onChange={({ target }) => narrow('type', target.value)}
          choices={[all, ...documentTypes.map((type) => ({ value: type, label: t(`intake.type.${type}`) }))]}
        />
        <SelectField
          label={t('intake.filter.view')}
          value={search.view ?? ''}
          onChange={({ target }) => narrow('view', target.value)}
          choices={[
            { value: '', label: t('intake.view.open') },
            { value: 'settled', label: t('intake.view.settled') },
          ]}
        />
      </div>
      {search.reason !== undefined && (
        <div lang="en" dir="ltr" className="flex max-w-full [&>span]:h-auto [&>span]:py-1">
          <FilterChip onRemove={() => narrow('reason', '')}>{search.reason}</FilterChip>
        </div>
      )}
    </div>
  )
}

function Reasons({ search }: { search: IntakeSearch }) {
  const { data } = useQuery(reasonsQuery(search.source))
  const mayWrite = useMay('intake.write')
  const reasons = (data?.reasons ?? []).filter(({ reason }) => search.reason === undefined || search.reason === reason)
  if (reasons.length === 0) return null
  return (
    <Card title={t('intake.reasons')} padded={false}>
      <ul>
        {reasons.map(({ reason, messages }) => (
          <li
            key={reason}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-border px-4 py-3 sm:px-5"
          >
            <span className="tabular min-w-10 font-semibold">{messages}</span>
            <Link
              to="/intake"
              search={{ ...search, reason }}
              lang="en"
              dir="ltr"
              className="min-w-0 flex-1 basis-60 py-1 text-start wrap-anywhere underline decoration-border underline-offset-4 hover:decoration-current"
            >
              {reason}
            </Link>
            {mayWrite && <ReplayAll reason={reason} source={search.source} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Sends all of a reason through again, 200 at a time, until none is left that was not tried. */
function ReplayAll({ reason, source }: { reason: string; source: string | undefined }) {
  const cache = useQueryClient()
  const replay = useMutation({
    mutationFn: async () => {
      const total = { taken: 0, refused: 0 }
      let after: string | null = null
      do {
        const body = { reason, ...(source ? { source } : {}), ...(after === null ? {} : { after }) }
        const reply: Awaited<ReturnType<typeof call<typeof replayReason>>> = await call(replayReason, { body })
        total.taken += reply.taken
        total.refused += reply.refused
        after = reply.next
      } while (after !== null)
      return total
    },
    onSuccess: ({ taken, refused }) =>
      showToast(refused > 0 ? 'warn' : 'good', t('intake.replayed.all', { taken, refused })),
    onSettled: () => cache.invalidateQueries({ queryKey: ['intake'] }),
  })
  return (
    <Button
      size="small"
      write={replay}
      aria-label={t('intake.replay.reason', { reason })}
      onClick={() => replay.mutate()}
    >
      {t('intake.replay.all')}
    </Button>
  )
}

function Messages({ search }: { search: IntakeSearch }) {
  const query = useInfiniteQuery(refusedQuery(search))
  const absence = absentStateOf(query)
  if (absence) return <AbsentState absent={absence} skeleton={<Skeleton className="h-48" />} />
  const refused = query.data?.pages.flatMap((page) => page.refused) ?? []
  const isNarrowed = Boolean(search.source ?? search.reason ?? search.type ?? search.text ?? search.view)
  if (refused.length === 0)
    return <EmptyState icon={CircleCheck} title={t(isNarrowed ? 'intake.refused.noneSuch' : 'intake.refused.none')} />
  return (
    <Card
      title={t('intake.refused')}
      padded={false}
      action={<CsvLink path={pathWithQuery(exportRefused, {}, refusedFiltersOf(search))} />}
    >
      <ol>
        {refused.map((entry) => (
          <Entry key={entry.id} entry={entry} search={search} />
        ))}
      </ol>
      {query.hasNextPage && (
        <div className="p-4 text-center">
          <Button pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('intake.more')}
          </Button>
        </div>
      )}
    </Card>
  )
}

/** What a refused message is called: its document, or the line in which it came. */
export function refusedTitle({ type, number, line }: Pick<RefusedEntry, 'type' | 'number' | 'line'>): string {
  const known = documentTypes.find((one) => one === type)
  if (number === null) return t('intake.line', { line })
  return known ? t('intake.document', { type: t(`intake.type.${known}`), number }) : number
}

function Entry({ entry, search }: { entry: RefusedEntry; search: IntakeSearch }) {
  const { id, source, account, problem, times, lastAt, outcome } = entry
  return (
    <li className="border-b border-border last:border-0">
      <Link
        to="/intake/$id"
        params={{ id }}
        search={search}
        className="block px-4 py-3 -outline-offset-2 hover:bg-hover sm:px-5"
      >
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <bdi className="min-w-0 font-medium wrap-anywhere">{refusedTitle(entry)}</bdi>
          <time dateTime={lastAt} className="text-sm text-muted">
            {formatDate(lastAt)}
          </time>
        </span>
        <span lang="en" dir="ltr" className="mt-0.5 block text-start wrap-anywhere">
          {problem}
        </span>
        <span className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-muted">
          <bdi>{sourceName({ name: source })}</bdi>
          {account !== null && <bdi>{account}</bdi>}
          {times > 1 && <span>{t('intake.times', { count: times })}</span>}
          {outcome !== null && <span>{t(`intake.outcome.${outcome}`)}</span>}
        </span>
      </Link>
    </li>
  )
}
