import type { PoolClient } from 'pg'
import { addToGroups, foldGroups, type Told, tellEach } from './announce-queries.ts'
import { type Happening, newsOf } from './kinds.ts'

export type { Happening }

/** What is older than this was known to the customer before: the ERP sends its history. */
const freshDays = 7
/** So many of a kind are told one by one; more of them, shortly after each other, as one. */
const mostSingle = 5

/**
 * Tells the people of each account what happened to its documents, in the transaction that did it. History is passed
 * over, and many of a kind become one notice. Costs two statements a batch, and none when there is nothing to tell.
 */
export async function announce(
  client: PoolClient,
  happenings: readonly Happening[],
  { now, newId }: { now: string; newId: () => string },
): Promise<void> {
  const since = new Date(Date.parse(now) - freshDays * 86_400_000).toISOString()
  const told: Told[] = []
  for (const happening of happenings) {
    // A day is fresh when any of it is.
    if (happening.dated !== null && happening.dated.slice(0, 10) < since.slice(0, 10)) continue
    const news = newsOf(happening)
    if (!news) continue
    const { accountId, documentId, type, number } = happening
    const groupKey = news.needsPrices ? `${news.kind}/prices` : news.kind
    told.push({ accountId, documentId, type, number, id: newId(), now, groupKey, ...news })
  }
  if (told.length === 0) return
  const groups = await addToGroups(client, told, now, newId)
  const folded = groups.filter(({ count }) => count > mostSingle)
  const of = new Map(groups.map((group) => [`${group.accountId} ${group.groupKey}`, group]))
  const singles = told.flatMap((one) => {
    const group = of.get(`${one.accountId} ${one.groupKey}`)
    return group && group.count <= mostSingle ? [{ ...one, groupId: group.groupId }] : []
  })
  await Promise.all([tellEach(client, singles), foldGroups(client, folded, now)])
}
