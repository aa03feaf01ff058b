import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { parseSearchQuery } from '#contract/search/query.ts'
import type { SearchHit } from '#contract/search/search.ts'
import { type DocumentType, documentTypes } from '#contract/values.ts'
import { absentStateOf } from '../api/query-state.ts'
import { useHasPermission } from '../api/viewer.ts'
import { searchPath } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { TabCount, tabClass, tabsClass } from '../ui/Chips.tsx'
import { formatCount } from '../ui/format.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { label, t } from '../ui/text.ts'
import { Hit, HitSkeleton } from './Hit.tsx'
import { searchQuery } from './queries.ts'
import { SearchFilters } from './SearchFilters.tsx'

/** All documents that match the text, by type, the best match of each first. */
export function SearchPage(): ReactNode {
  const { search: text } = useParams({ from: '/masterSearch/$search' })
  const { type } = useSearch({ from: '/masterSearch/$search' })
  const results = useInfiniteQuery(searchQuery(text, type))
  const absence = absentStateOf(results)
  const firstPage = results.data?.pages[0]
  const hits = uniqueHits(results.data?.pages.flatMap((page) => page.hits) ?? [])
  const prices = useHasPermission('prices') ?? false
  const total = firstPage ? documentTypes.reduce((sum, each) => sum + firstPage.counts[each], 0) : 0
  const countKey = firstPage?.exact === false ? 'search.count.atLeast' : 'search.count'
  return (
    <>
      <PageHeader
        title={t('search.title')}
        lead={
          <span role="status">{firstPage ? summary(countKey, total, firstPage.searched ?? text) : `“${text}”`}</span>
        }
      />
      {firstPage && firstPage.searched !== null && (
        <p className="mb-3">{t('search.instead', { typed: text, searched: firstPage.searched })}</p>
      )}
      <nav aria-label={t('search.filter')} className={`${tabsClass} mb-4`}>
        <Tab text={text} current={type === undefined} count={firstPage && total} exact={firstPage?.exact} />
        {documentTypes.map((each) => (
          <Tab
            key={each}
            text={text}
            type={each}
            current={type === each}
            count={firstPage?.counts[each]}
            exact={firstPage?.exact}
          />
        ))}
      </nav>
      <SearchFilters query={parseSearchQuery(text, { prices })} search={type ? { type } : {}} prices={prices} />
      {absence ? (
        <AbsentState absent={absence} skeleton={<ResultsSkeleton />} />
      ) : hits.length === 0 ? (
        <Card>
          <EmptyState icon={SearchX} title={t('search.empty.title', { text })} text={t('search.empty.text')} />
        </Card>
      ) : (
        <div className={`space-y-5 ${results.isPlaceholderData ? 'opacity-60' : ''}`}>
          {documentTypes
            .map((each) => ({ each, own: hits.filter((hit) => hit.type === each) }))
            .filter(({ own }) => own.length > 0)
            .toSorted((a, b) => Number(b.each === hits[0]?.type) - Number(a.each === hits[0]?.type))
            .map(({ each, own }) => (
              <Card key={each} title={t(`type.${each}`)} padded={false}>
                <ul>
                  {own.map((hit) => (
                    <Hit key={hit.number} hit={hit} />
                  ))}
                </ul>
              </Card>
            ))}
          {results.hasNextPage && (
            <Button pending={results.isFetchingNextPage} onClick={() => void results.fetchNextPage()}>
              {t(results.isFetchingNextPage ? 'search.loadingMore' : 'search.more')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** Removes duplicates: an exact match is listed first, and again at its regular position. */
function uniqueHits(hits: readonly SearchHit[]): SearchHit[] {
  return [...new Map(hits.map((hit) => [`${hit.type} ${hit.number}`, hit])).values()]
}

function summary(countKey: 'search.count' | 'search.count.atLeast', count: number, text: string): string {
  return countKey === 'search.count' ? t(countKey, { count, text }) : t(countKey, { count: formatCount(count), text })
}

type TabProps = {
  text: string
  type?: DocumentType
  current: boolean
  count: number | undefined
  exact: boolean | undefined
}

function Tab({ text, type, current, count, exact = true }: TabProps) {
  return (
    <Link
      {...searchPath(text, type ? { type } : {})}
      activeOptions={{ exact: true, includeSearch: true }}
      aria-current={current}
      className={tabClass}
    >
      {type ? label(`type.${type}`) : t('search.all')}
      <TabCount count={count} exact={exact} />
    </Link>
  )
}

function ResultsSkeleton() {
  return (
    <Card padded={false} className="overflow-hidden">
      <ul aria-hidden>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
          <HitSkeleton key={row} />
        ))}
      </ul>
    </Card>
  )
}
