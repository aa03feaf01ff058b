import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SearchHit } from '../../contract/search.ts'
import { readSearch } from '../../contract/search-query.ts'
import { type DocumentType, documentTypes } from '../../contract/values.ts'
import { absent } from '../api/view.ts'
import { useMay } from '../api/viewer.ts'
import { searchPath } from '../paths.ts'
import { AbsentState } from '../ui/AbsentState.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { TabCount, tabClass, tabsClass } from '../ui/Chips.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { formatCount } from '../ui/format.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { label, t } from '../ui/text.ts'
import { Hit, HitSkeleton } from './Hit.tsx'
import { Narrowing } from './Narrowing.tsx'
import { searchQuery } from './queries.ts'

/** Everything that holds the text, by type, the best match of each first. */
export function SearchPage(): ReactNode {
  const { search: text } = useParams({ from: '/masterSearch/$search' })
  const { type } = useSearch({ from: '/masterSearch/$search' })
  const results = useInfiniteQuery(searchQuery(text, type))
  const nothing = absent(results)
  const first = results.data?.pages[0]
  const hits = once(results.data?.pages.flatMap((page) => page.hits) ?? [])
  const prices = useMay('prices') ?? false
  const total = first ? documentTypes.reduce((sum, each) => sum + first.counts[each], 0) : 0
  const words = first?.exact === false ? 'search.count.atLeast' : 'search.count'
  return (
    <>
      <PageHeader
        title={t('search.title')}
        lead={<span role="status">{first ? summary(words, total, first.searched ?? text) : `“${text}”`}</span>}
      />
      {first && first.searched !== null && (
        <p className="mb-3">{t('search.instead', { typed: text, searched: first.searched })}</p>
      )}
      <nav aria-label={t('search.filter')} className={`${tabsClass} mb-4`}>
        <Tab text={text} current={type === undefined} count={first && total} exact={first?.exact} />
        {documentTypes.map((each) => (
          <Tab
            key={each}
            text={text}
            type={each}
            current={type === each}
            count={first?.counts[each]}
            exact={first?.exact}
          />
        ))}
      </nav>
      <Narrowing query={readSearch(text, { prices })} search={type ? { type } : {}} prices={prices} />
      {nothing ? (
        <AbsentState absent={nothing} skeleton={<ResultsSkeleton />} />
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

/** What came first because it is exactly what was typed comes again in its own place. */
function once(hits: readonly SearchHit[]): SearchHit[] {
  return [...new Map(hits.map((hit) => [`${hit.type} ${hit.number}`, hit])).values()]
}

function summary(words: 'search.count' | 'search.count.atLeast', count: number, text: string): string {
  return words === 'search.count' ? t(words, { count, text }) : t(words, { count: formatCount(count), text })
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
