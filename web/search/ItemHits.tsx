import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import type { FoundItem, listItems } from '#contract/items/endpoints.ts'
import { compare } from '#contract/money.ts'
import { absentStateOf } from '../api/query-state.ts'
import { itemPath, searchPath } from '../paths.ts'
import { Link } from '../routing/Link.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { formatDate, formatDecimal } from '../ui/format.ts'
import { useToday } from '../ui/portal.ts'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { t } from '../ui/text.ts'
import { unitLabel } from '../ui/unit-label.ts'
import { Reference } from '../ui/Values.tsx'
import { HitSkeleton } from './Hit.tsx'
import { itemsSearchQuery } from './queries.ts'

type FoundItems = UseInfiniteQueryResult<InfiniteData<Reply<typeof listItems>>>

const itemsOf = ({ data }: FoundItems): FoundItem[] => data?.pages.flatMap((page) => page.items) ?? []
/** How many items stand above the documents. */
const mostAbove = 5

/** The first items that a text finds, for the place above the documents. */
export const useFirstItems = (text: string, enabled: boolean): FoundItems =>
  useInfiniteQuery({ ...itemsSearchQuery(text, mostAbove), enabled })

/** How many of the items are there by now, and whether these are all; undefined until the first are. */
export function countItems(found: FoundItems): { count: number; exact: boolean } | undefined {
  return found.data && { count: itemsOf(found).length, exact: !found.hasNextPage }
}

/** Whether items were found, or may still be. */
export const hasItems = (found: FoundItems): boolean => found.isLoading || itemsOf(found).length > 0

/** The first items above the documents; nothing when there are none. */
export function FirstItems({ text, found }: { text: string; found: FoundItems }): ReactNode {
  const items = itemsOf(found).slice(0, mostAbove)
  if (items.length === 0) return null
  return (
    <ItemCard items={items} faded={found.isPlaceholderData}>
      {found.hasNextPage && (
        <div className="border-t border-border px-4 py-3 sm:px-5">
          <Link {...searchPath(text, { items: 'true' })} className="font-medium underline underline-offset-4">
            {t('find.items.all')}
          </Link>
        </div>
      )}
    </ItemCard>
  )
}

/** All items that a text finds, page by page. */
export function AllItems({ text }: { text: string }): ReactNode {
  const found = useInfiniteQuery(itemsSearchQuery(text, 30))
  const absence = absentStateOf(found)
  if (absence) return <AbsentState absent={absence} skeleton={<ItemsSkeleton />} />
  const items = itemsOf(found)
  if (items.length === 0)
    return (
      <Card>
        <EmptyState icon={SearchX} title={t('find.items.none', { text })} text={t('search.empty.text')} />
      </Card>
    )
  return (
    <div className="space-y-5">
      <ItemCard items={items} faded={found.isPlaceholderData} />
      {found.hasNextPage && (
        <Button pending={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t('find.items.more')}
        </Button>
      )}
    </div>
  )
}

type ItemCardProps = { items: readonly FoundItem[]; faded: boolean; children?: ReactNode }

function ItemCard({ items, faded, children }: ItemCardProps) {
  return (
    <Card title={t('find.items')} padded={false}>
      <ul className={faded ? 'opacity-60' : ''}>
        {items.map((item) => (
          <ItemRow key={item.sku} item={item} />
        ))}
      </ul>
      {children}
    </Card>
  )
}

function ItemRow({ item: { sku, name, customerSku, next } }: { item: FoundItem }) {
  const today = useToday()
  return (
    <li>
      <Link
        {...itemPath(sku)}
        className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-0.5 border-t border-border px-4 py-2.5 outline-offset-[-2px] hover:bg-hover sm:px-5"
      >
        <span className="min-w-0 grow basis-56">
          <bdi className="font-medium wrap-anywhere">{name ?? sku}</bdi>
          <span className="block text-sm text-muted">
            <Reference>{sku}</Reference>
            {customerSku && <> · {t('find.items.yours', { number: customerSku })}</>}
          </span>
        </span>
        <span className={`text-sm ${isOverdue(next, today) ? 'font-medium text-bad' : 'text-muted'}`}>
          <bdi>{nextText(next, today)}</bdi>
        </span>
      </Link>
    </li>
  )
}

const isOverdue = (next: FoundItem['next'], today: string) =>
  next !== null && next.arrival !== null && next.arrival < today

/** What comes next of an item, and when. */
function nextText(next: FoundItem['next'], today: string): string {
  if (next === null) return t('find.items.nothing')
  const { inTransit, open, unit, arrival } = next
  const number = formatDecimal(compare(inTransit, '0') > 0 ? inTransit : open)
  const quantity = [number, unitLabel(unit)].filter((part) => part !== null).join('\u00a0')
  if (arrival === null) return t('find.items.nextUndated', { quantity })
  const texts = { quantity, date: formatDate(arrival) }
  return isOverdue(next, today) ? t('find.items.overdue', texts) : t('find.items.next', texts)
}

function ItemsSkeleton() {
  return (
    <Card padded={false} className="overflow-hidden">
      <ul aria-hidden>
        {['a', 'b', 'c', 'd'].map((row) => (
          <HitSkeleton key={row} />
        ))}
      </ul>
    </Card>
  )
}
