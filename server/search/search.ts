import type { Pool } from 'pg'
import { definitions } from '../../contract/documents/types.ts'
import type { Reply } from '../../contract/endpoint.ts'
import { limitOf } from '../../contract/page.ts'
import type { searchDocuments } from '../../contract/search.ts'
import { readSearch, type SearchQuery, valuesOf } from '../../contract/search-query.ts'
import { type DocumentType, documentTypes, isDocumentType } from '../../contract/values.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { readCursor, type Stage, stages, writeCursor } from './cursor.ts'
import { type FoundDocument, hitOf, rankOf, readRow } from './hits.ts'
import { mapInSlices } from './in-slices.ts'
import { type After, type FoundRows, type Narrowing, readHits, type Searched } from './queries.ts'
import { respell } from './respell.ts'
import { exactOf, fragmentsOf, inOneOf, type Typed, type Wanted, wantedOf } from './wanted.ts'

type Asked = { q: string; types?: string; limit?: string; cursor?: string; suggest?: 'true' }
type Found = Reply<typeof searchDocuments>

/**
 * All goes of one search together: then whoever waits for it is told so, and its place goes to another. Less than a
 * connection waits for any answer, so that it is the database that ends it.
 */
const mostMilliseconds = 2_500

/** Documents that hold all that was typed, of the types that the viewer may see; an exact reference comes first. */
export async function search(db: Pool, viewer: Viewer, asked: Asked, today: string): Promise<Found> {
  const counts: Found['counts'] = { quotes: 0, orders: 0, shipments: 0, invoices: 0 }
  const limit = limitOf(asked.limit)
  const looked = await lookUp(db, viewer, asked, today)
  if (looked === null) return { hits: [], counts, searched: null, exact: true, nextCursor: null }
  const { found, wanted, stage, searched, exact } = looked
  for (const { type, count } of found.counts) counts[type] = count
  const page = found.page.slice(0, limit)
  const last = found.page.length > limit ? page.at(-1) : undefined
  const next = asked.suggest ? null : last ? { date: last.listDate, id: last.id } : found.rest
  const prices = viewer.permissions.has('prices')
  const shown = new Set(page.map(({ id }) => id))
  const documents = await mapInSlices([...found.exact.filter(({ id }) => !shown.has(id)), ...page], readRow)
  return {
    hits: await mapInSlices(bestFirst(documents, exact), (document) => hitOf(document, wanted, prices)),
    counts,
    // A word is told with what it led to: it may stand in nothing that the viewer sees.
    searched: page.length > 0 ? searched : null,
    exact: !found.counts.some(({ more }) => more),
    nextCursor: next ? writeCursor(next, stage) : null,
  }
}

type LookedUp = { found: FoundRows; wanted: Wanted; stage: Stage; searched: string | null; exact: string | null }

/** The rows of a page of hits and how they were found; null when nothing was asked for that could be found. */
export async function lookUp(pool: Pool, viewer: Viewer, asked: Asked, today: string): Promise<LookedUp | null> {
  const db = { pool, until: performance.now() + mostMilliseconds }
  const prices = viewer.permissions.has('prices')
  const query = readSearch(asked.q, { prices })
  const typed = wantedOf(query, { prices })
  const narrowing = narrowingOf(viewer, query, asked.types)
  if ((typed.groups.length === 0 && query.filters.length === 0) || narrowing.seen.length === 0) return null
  const exact = exactOf(typed)
  const find = (wanted: Wanted, reference: string | null, after?: After) =>
    readHits(
      db,
      viewer,
      { wanted, exact: reference, narrowing, suggest: asked.suggest !== undefined },
      today,
      limitOf(asked.limit) + 1,
      after,
    )
  const steps = stepsOf(db, viewer, typed, query, narrowing.seen)
  if (asked.cursor !== undefined) {
    const { after, stage } = readCursor(asked.cursor)
    const step = await steps[stage]()
    return step && { ...step, stage, found: await find(step.wanted, null, after), exact: null }
  }
  let first: LookedUp | null = null
  // Only what nobody has written at all is taken for a part of something, or for a slip of the hand.
  for (const stage of stages) {
    const step = await steps[stage]()
    if (step === null) continue
    // Which reference was meant matters only as long as it is looked for as it was typed.
    const reference = stage === 'one' || stage === 'typed' ? exact : null
    const found = await find(step.wanted, reference)
    const looked = { ...step, stage, found, exact: reference }
    first ??= looked
    if (found.rest !== null || found.counts.some(({ count }) => count > 0)) return looked
  }
  return first
}

type Step = { wanted: Wanted; searched: string | null }

/** What is looked for in each stage; null where there is nothing else to look for. */
function stepsOf(
  db: Searched,
  viewer: Viewer,
  typed: Typed,
  { filters }: SearchQuery,
  seen: readonly DocumentType[],
): Record<Stage, () => Promise<Step | null>> {
  return {
    one: async () => {
      const wanted = inOneOf(typed)
      return wanted && { wanted, searched: null }
    },
    typed: async () => ({ wanted: typed, searched: null }),
    parts: async () => {
      const wanted = fragmentsOf(typed)
      return wanted && { wanted, searched: null }
    },
    near: async () => {
      const near = typed.groups.some(({ as }) => as === undefined) ? await respell(db, viewer, typed, seen) : null
      const spelt = near?.spelt ?? null
      const searched = spelt === null ? null : [spelt, ...filters.map(({ text }) => text)].join(' ')
      return near && { wanted: near.wanted, searched }
    },
  }
}

function narrowingOf(viewer: Viewer, query: SearchQuery, asked: string | undefined): Narrowing {
  const named = valuesOf(query, 'type')
  const seen = documentTypes.filter(
    (type) => viewer.permissions.has(definitions[type].permission) && (named.length === 0 || named.includes(type)),
  )
  const wanted = asked === undefined ? seen : asked.split(',').filter(isDocumentType)
  // Of several days the narrowest count.
  const from = valuesOf(query, 'after').toSorted().at(-1)
  const to = valuesOf(query, 'before').toSorted().at(0)
  const over = valuesOf(query, 'over').toSorted((a, b) => Number(b) - Number(a))[0]
  return {
    types: seen.filter((type) => wanted.includes(type)),
    seen,
    from,
    to,
    statuses: valuesOf(query, 'status'),
    over,
  }
}

/** Whose own number was typed first, then who holds it otherwise; the others stay in their order, newest first. */
function bestFirst(documents: FoundDocument[], exact: string | null): FoundDocument[] {
  if (exact === null) return documents
  const ranked = documents.map((document) => ({ document, rank: rankOf(document, exact) }))
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ document }) => document)
}
