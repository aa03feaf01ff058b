import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import type { ReactNode } from 'react'
import { exportAudit, listAudit } from '#contract/console/audit.ts'
import { pathWithQuery } from '#contract/endpoint.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { useSearch } from '#web/routing/hooks.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { formatDate } from '#web/ui/format.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { usePageTitle } from '#web/ui/portal.ts'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { CsvLink } from '../CsvLink.tsx'
import { call } from '../call.ts'
import { AuditFilters } from './AuditFilters.tsx'
import { type AuditSearch, auditQueryOf } from './audit-search.ts'
import { Entry } from './Entry.tsx'

const auditQuery = (search: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['audit', search],
    queryFn: ({ pageParam, signal }) =>
      call(listAudit, { query: { ...auditQueryOf(search), ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** Who did what: the audit log, searched by person, customer, act and time. */
export function AuditPage(): ReactNode {
  usePageTitle(t('console.audit'))
  const search = useSearch('/audit')
  const reads = useMay('audit.read')
  if (!reads) return <EmptyState icon={ScrollText} title={t('console.nothing')} text={t('console.nothing.text')} />
  return <Log search={search} />
}

function Log({ search }: { search: AuditSearch }) {
  const query = useInfiniteQuery(auditQuery(search))
  const absence = absentStateOf(query)
  const [first] = query.data?.pages ?? []
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-5 p-4 md:p-6">
      <PageHeader title={t('console.audit')} lead={t('audit.lead')} />
      <AuditFilters key={JSON.stringify(search)} search={search} acts={first?.acts ?? []} />
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm text-muted">
        <p>{first?.since ? t('audit.kept', { date: formatDate(first.since) }) : ''}</p>
        <CsvLink path={pathWithQuery(exportAudit, {}, auditQueryOf(search))} />
      </div>
      {absence && <AbsentState absent={absence} skeleton={<Skeleton className="h-64" />} />}
      {query.data && entries.length === 0 && (
        <EmptyState icon={ScrollText} title={t('audit.none')} text={t('audit.none.text')} />
      )}
      {entries.length > 0 && (
        <Card padded={false}>
          <ol>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} search={search} />
            ))}
          </ol>
        </Card>
      )}
      {query.hasNextPage && (
        <div className="text-center">
          <Button pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('audit.more')}
          </Button>
        </div>
      )}
    </div>
  )
}
