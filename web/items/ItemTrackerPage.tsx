import { useInfiniteQuery } from '@tanstack/react-query'
import { PackageCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { downloadComing } from '#contract/items/endpoints.ts'
import { absentStateOf } from '../api/query-state.ts'
import { useHasPermission } from '../api/viewer.ts'
import { useSearch } from '../routing/hooks.ts'
import { NotFound } from '../routing/not-found.ts'
import { Card } from '../ui/Card.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { t } from '../ui/text.ts'
import { IncomingLines } from './IncomingLines.tsx'
import { ItemSearchResults } from './ItemSearchResults.tsx'
import { KeyboardWedge } from './KeyboardWedge.tsx'
import { MoreButton, RowsSkeleton, SaveCsvButton } from './list-elements.tsx'
import { itemSearchQuery } from './queries.ts'
import { SearchForm } from './SearchForm.tsx'

/** Finds an item by any of its numbers; without a search, shows what is still to arrive. */
export function ItemTrackerPage(): ReactNode {
  if (useHasPermission('items.read') === false) throw new NotFound()
  const { q, scan } = useSearch('/itemTracker')
  return (
    <>
      <PageHeader title={t('items.title')} lead={t('items.lead')} />
      <KeyboardWedge />
      <SearchForm asked={q} scan={scan !== undefined} />
      {q === undefined ? <IncomingItems /> : <ItemSearchResults text={q} />}
    </>
  )
}

function IncomingItems() {
  const query = useInfiniteQuery(itemSearchQuery(undefined))
  const absence = absentStateOf(query)
  const lines = query.data?.pages.flatMap(({ coming }) => coming) ?? []
  return (
    <Card
      title={t('items.coming')}
      action={lines.length > 0 && <SaveCsvButton path={downloadComing.path} name={t('items.coming')} />}
      padded={false}
    >
      {absence && <AbsentState absent={absence} skeleton={<RowsSkeleton />} />}
      {query.data && lines.length === 0 && (
        <EmptyState icon={PackageCheck} title={t('items.coming.empty')} text={t('items.coming.emptyText')} />
      )}
      {lines.length > 0 && <IncomingLines lines={lines} withItem />}
      <MoreButton query={query} />
    </Card>
  )
}
