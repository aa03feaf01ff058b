import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { parseSearchQuery } from '#contract/search/query.ts'
import type { SearchHit, searchDocuments } from '#contract/search/search.ts'
import { type DocumentType, documentTypes } from '#contract/values.ts'
import { absentStateOf } from '../api/query-state.ts'
import { useHasPermission } from '../api/viewer.ts'
import { searchPath } from '../paths.ts'
import { useParams, useSearch } from '../routing/hooks.ts'
import { Link } from '../routing/Link.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { TabCount, tabClass, tabsClass } from '../ui/Chips.tsx'
import { formatCount } from '../ui/format.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { label, t } from '../ui/text.ts'
import { Hit, HitSkeleton } from './Hit.tsx'
import { AllItems, countItems, FirstItems, hasItems, useFirstItems } from './ItemHits.tsx'
import { type FoundMessages, hasMessages, MessageHits, messagesOf } from './MessageHits.tsx'
import { PlaceLinks } from './PlaceLinks.tsx'
import { usePlaces } from './places.ts'
import { messagesSearchQuery, searchQuery } from './queries.ts'
import { SearchFilters } from './SearchFilters.tsx'

/** All documents that match the text, by type, the best match of each first, and what was written about them. */
export function SearchPage(): ReactNode {
  const { search: text } = useParams('/masterSearch/$search')
  const { type, items: itemsAlone } = useSearch('/masterSearch/$search')
  const mayReadItems = useHasPermission('items.read')
  const seesItems = mayReadItems === true
  const places = usePlaces(text)
  const items = useFirstItems(text, seesItems && type === undefined)
  const itemCount = countItems(items)
  const onlyItems = itemsAlone === 'true' && seesItems
  const results = useInfiniteQuery(searchQuery(text, type))
  const messages = useInfiniteQuery(messagesSearchQuery(text, type))
  const firstPage = results.data?.pages[0]
  const isMisspelt = (firstPage?.searched ?? null) !== null
  const prices = useHasPermission('prices') ?? false
  const hits = uniqueHits(results.data?.pages.flatMap((page) => page.hits) ?? [])
  // Until the first page of another search is there, that of the search before is shown.
  const isFormer = results.isPlaceholderData
  const allShown = type === undefined && !isFormer && !results.hasNextPage
  const counts = firstPage && countDocuments(firstPage, hits, allShown)
  const lead = counts && !isFormer && !messages.isPending && summary(counts, messages, firstPage.searched ?? text)
  return (
    <>
      <PageHeader title={t('search.title')} lead={<span role="status">{lead || `“${text}”`}</span>} />
      {firstPage?.searched && (
        <p className="mb-3">{t('search.instead', { typed: text, searched: firstPage.searched })}</p>
      )}
      <nav aria-label={t('search.filter')} className={`${tabsClass} mb-4`}>
        <Tab text={text} current={type === undefined && !onlyItems} count={counts?.all} exact={counts?.exact} />
        {mayReadItems !== false && (
          <Link
            {...searchPath(text, { items: 'true' })}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={onlyItems}
            className={tabClass}
          >
            {t('find.items')}
            <TabCount count={undefined} {...itemCount} />
          </Link>
        )}
        {documentTypes.map((each) => (
          <Tab
            key={each}
            text={text}
            type={each}
            current={type === each && !onlyItems}
            count={counts?.byType[each]}
            exact={counts?.exact}
          />
        ))}
      </nav>
      <PlaceLinks places={places} />
      {!onlyItems && (
        <SearchFilters query={parseSearchQuery(text, { prices })} search={type ? { type } : {}} prices={prices} />
      )}
      <div className="space-y-5">
        {onlyItems ? (
          <AllItems text={text} />
        ) : (
          <>
            <FirstItems text={text} found={items} />
            {/* Documents that hold another spelling come after messages that hold what was typed. */}
            {isMisspelt && hasMessages(messages) && <MessageHits messages={messages} />}
            <DocumentResults
              results={results}
              hits={hits}
              text={text}
              hasOthers={messages.isPending || hasMessages(messages) || hasItems(items) || places.length > 0}
            />
            {!isMisspelt && hasMessages(messages) && <MessageHits messages={messages} />}
            {messages.isError && <p role="alert">{t('search.messages.failed')}</p>}
          </>
        )}
      </div>
    </>
  )
}

type DocumentResultsProps = {
  results: UseInfiniteQueryResult<InfiniteData<Reply<typeof searchDocuments>>>
  /** All that the pages hold so far. */
  hits: readonly SearchHit[]
  text: string
  /** Something else was found, or may be. */
  hasOthers: boolean
}

function DocumentResults({ results, hits, text, hasOthers }: DocumentResultsProps) {
  const absence = absentStateOf(results)
  if (absence) return <AbsentState absent={absence} skeleton={<ResultsSkeleton />} />
  if (hits.length === 0 && results.isPlaceholderData) return <ResultsSkeleton />
  if (hits.length === 0 && !results.hasNextPage)
    return hasOthers ? null : (
      <Card>
        <EmptyState icon={SearchX} title={t('search.empty.title', { text })} text={t('search.empty.text')} />
      </Card>
    )
  return (
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
  )
}

/** Removes duplicates: an exact match is listed first, and again at its regular position. */
function uniqueHits(hits: readonly SearchHit[]): SearchHit[] {
  return [...new Map(hits.map((hit) => [`${hit.type} ${hit.number}`, hit])).values()]
}

type Counts = { byType: Readonly<Record<DocumentType, number>>; all: number; exact: boolean }

/** How many documents match, as the first page says, or as many as are shown where these are more or `allShown`. */
function countDocuments(
  { counts, exact }: Reply<typeof searchDocuments>,
  hits: readonly SearchHit[],
  allShown: boolean,
): Counts {
  const shown = { ...counts }
  for (const type of documentTypes) shown[type] = Math.max(counts[type], hits.filter((hit) => hit.type === type).length)
  const all = documentTypes.reduce((sum, type) => sum + shown[type], 0)
  return { byType: shown, all, exact: exact || allShown }
}

/** How much was found: documents, and the messages that are shown; null while nothing is and more may be found. */
function summary(documents: Counts, messages: FoundMessages, text: string): string | null {
  const count = documents.all + messagesOf(messages).length
  if (documents.exact && !messages.hasNextPage) return t('search.count', { count, text })
  return count === 0 ? null : t('search.count.atLeast', { count: formatCount(count), text })
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
