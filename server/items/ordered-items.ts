import type { Pool } from 'pg'
import { documentTypeBits } from '#contract/documents/type-bits.ts'
import { notFound } from '#contract/errors.ts'
import type { OrderedItem } from '#contract/items/endpoints.ts'
import { queryTerms } from '#contract/search/search.ts'
import type { Viewer } from '#contract/viewer.ts'
import { readLastOrders, readRecentlyOrdered } from './ordered-queries.ts'
import { readItems } from './queries.ts'
import { visibilityOf } from './visibility.ts'

const mostItems = 20

/**
 * What the account has ordered: the items that match a text, or without one those of its newest orders, each with its
 * newest order line. Throws not_found for viewers who see no orders.
 */
export async function orderedItems(
  viewerPool: Pool,
  viewer: Viewer,
  { q = '' }: { q?: string | undefined },
): Promise<OrderedItem[]> {
  if (!visibilityOf(viewer).orders) throw notFound()
  const terms = queryTerms(q).toSorted((one, other) => other.length - one.length)
  if (q.trim() !== '' && terms.length === 0) return []
  const skus =
    terms.length === 0
      ? await readRecentlyOrdered(viewerPool, viewer, mostItems)
      : (await readItems(viewerPool, viewer, { terms, seen: documentTypeBits.orders }, mostItems, undefined)).map(
          ({ sku }) => sku,
        )
  return readLastOrders(viewerPool, viewer, skus)
}
