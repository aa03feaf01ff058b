import { useInfiniteQuery } from '@tanstack/react-query'
import { notFound, useSearch } from '@tanstack/react-router'
import { PackageCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { downloadComing } from '../../contract/items.ts'
import { absent } from '../api/view.ts'
import { useMay } from '../api/viewer.ts'
import { AbsentState } from '../ui/AbsentState.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { t } from '../ui/text.ts'
import { Coming } from './Coming.tsx'
import { Found } from './Found.tsx'
import { More, RowsSkeleton, SaveButton } from './parts.tsx'
import { findQuery } from './queries.ts'
import { SearchForm } from './SearchForm.tsx'
import { Wedge } from './Wedge.tsx'

/** Finds an article by any number on it; until something is asked for, shows what is still to come. */
export function ItemTrackerPage(): ReactNode {
  if (useMay('items.read') === false) throw notFound({ routeId: '/itemTracker' })
  const { q } = useSearch({ from: '/itemTracker' })
  return (
    <>
      <PageHeader title={t('items.title')} lead={t('items.lead')} />
      <Wedge />
      <SearchForm asked={q} />
      {q === undefined ? <OnItsWay /> : <Found text={q} />}
    </>
  )
}

function OnItsWay() {
  const found = useInfiniteQuery(findQuery(undefined))
  const nothing = absent(found)
  const lines = found.data?.pages.flatMap(({ coming }) => coming) ?? []
  return (
    <Card
      title={t('items.coming')}
      action={lines.length > 0 && <SaveButton path={downloadComing.path} name={t('items.coming')} />}
      padded={false}
    >
      {nothing && <AbsentState absent={nothing} skeleton={<RowsSkeleton />} />}
      {found.data && lines.length === 0 && (
        <EmptyState icon={PackageCheck} title={t('items.coming.empty')} text={t('items.coming.emptyText')} />
      )}
      {lines.length > 0 && <Coming lines={lines} withItem />}
      <More query={found} />
    </Card>
  )
}
