import type { Pool } from 'pg'
import { invalidCursor, readCursor, writeCursor } from '#contract/cursor.ts'
import { definitions, statusesOf } from '#contract/documents/types.ts'
import type { Reply } from '#contract/endpoint.ts'
import { parseLimit } from '#contract/page.ts'
import { parseSearchQuery, type SearchQuery, valuesOf } from '#contract/search/query.ts'
import type { searchDocuments } from '#contract/search/search.ts'
import { type DocumentType, documentTypes, isDocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type HitDocument, hitOf, parseRow, rankOf } from './hits.ts'
import { mapInSlices } from './map-in-slices.ts'
import { type HitFilters, type HitPosition, type HitRows, readHits, type SearchDeps } from './queries.ts'
import {
  asOneReference,
  exactReferenceOf,
  fragmentsOf,
  parseCriteria,
  type SearchCriteria,
  type TypedCriteria,
} from './search-criteria.ts'
import { correctSpelling } from './spelling-correction.ts'

/**
 * How a page of hits was found: as one reference, as typed, by parts of references, or by words similar to those typed.
 */
const searchStages = ['one', 'typed', 'parts', 'near'] as const
type SearchStage = (typeof searchStages)[number]

type SearchInput = { q: string; types?: string; limit?: string; cursor?: string; suggest?: 'true' }
type SearchReply = Reply<typeof searchDocuments>

/**
 * The time limit for all stages of one search together: after it, the client gets an error and another call gets the
 * place. It is shorter than a connection waits for any answer, so that the database ends the search.
 */
const mostMilliseconds = 2_500

/** Documents that match all that was typed, of the types that the viewer may see; an exact reference comes first. */
export async function search(
  viewerPool: Pool,
  viewer: Viewer,
  input: SearchInput,
  today: string,
): Promise<SearchReply> {
  const counts = Object.fromEntries(documentTypes.map((type) => [type, 0])) as SearchReply['counts']
  const limit = parseLimit(input.limit)
  const lookup = await lookUp(viewerPool, viewer, input, today)
  if (lookup === null) return { hits: [], counts, searched: null, exact: true, nextCursor: null }
  const { found, criteria, stage, searched, exact } = lookup
  for (const { type, count } of found.counts) counts[type] = count
  const page = found.page.slice(0, limit)
  const last = found.page.length > limit ? page.at(-1) : undefined
  const next = input.suggest ? null : last ? { date: last.listDate, id: last.id } : found.rest
  const prices = viewer.permissions.has('prices')
  const shown = new Set(page.map(({ id }) => id))
  const documents = await mapInSlices([...found.exact.filter(({ id }) => !shown.has(id)), ...page], parseRow)
  return {
    hits: await mapInSlices(exactFirst(documents, exact), (document) => hitOf(document, criteria, prices)),
    counts,
    // A correction is shown only with its hits: it may occur in no document that the viewer sees.
    searched: page.length > 0 ? searched : null,
    // Where nothing was found among the newest documents there is no count that could say so.
    exact: found.rest === null && !found.counts.some(({ more }) => more),
    nextCursor: next ? writeCursor(next.date, next.id, stage) : null,
  }
}

type SearchLookup = {
  found: HitRows
  criteria: SearchCriteria
  stage: SearchStage
  searched: string | null
  exact: string | null
}

/** The rows of a page of hits and how they were found; null when there is nothing to search for. */
async function lookUp(
  viewerPool: Pool,
  viewer: Viewer,
  input: SearchInput,
  today: string,
): Promise<SearchLookup | null> {
  const deps = { viewerPool, deadline: performance.now() + mostMilliseconds }
  const prices = viewer.permissions.has('prices')
  const query = parseSearchQuery(input.q, { prices })
  const typed = parseCriteria(query, { prices })
  const filters = hitFiltersOf(viewer, query, input.types)
  if ((typed.groups.length === 0 && query.filters.length === 0) || filters.countedTypes.length === 0) return null
  const exact = exactReferenceOf(typed)
  const find = (criteria: SearchCriteria, reference: string | null, after?: HitPosition) =>
    readHits(
      deps,
      viewer,
      { criteria, exact: reference, filters, suggest: input.suggest !== undefined },
      today,
      parseLimit(input.limit) + 1,
      after,
    )
  const steps = criteriaByStage(deps, viewer, typed, query, filters.countedTypes)
  if (input.cursor !== undefined) {
    const { after, stage } = positionIn(input.cursor)
    const step = await steps[stage]()
    return step && { ...step, stage, found: await find(step.criteria, null, after), exact: null }
  }
  let first: SearchLookup | null = null
  // Only terms that no document contains are taken for a part of a reference, or for a misspelling.
  for (const stage of searchStages) {
    const step = await steps[stage]()
    if (step === null) continue
    // The exact reference matters only in the stages that search for it as it was typed.
    const reference = stage === 'one' || stage === 'typed' ? exact : null
    const found = await find(step.criteria, reference)
    const lookup = { ...step, stage, found, exact: reference }
    first ??= lookup
    if (found.rest !== null || found.counts.some(({ count }) => count > 0)) return lookup
  }
  return first
}

type StageCriteria = { criteria: SearchCriteria; searched: string | null }

/** The criteria of each stage; null when the stage has nothing else to search for. */
function criteriaByStage(
  deps: SearchDeps,
  viewer: Viewer,
  typed: TypedCriteria,
  { filters }: SearchQuery,
  countedTypes: readonly DocumentType[],
): Record<SearchStage, () => Promise<StageCriteria | null>> {
  return {
    one: async () => {
      const criteria = asOneReference(typed)
      return criteria && { criteria, searched: null }
    },
    typed: async () => ({ criteria: typed, searched: null }),
    parts: async () => {
      const criteria = fragmentsOf(typed)
      return criteria && { criteria, searched: null }
    },
    near: async () => {
      const near = typed.groups.some(({ as }) => as === undefined)
        ? await correctSpelling(deps, viewer, typed, countedTypes, {
            // As it was typed it was looked for before, in all documents.
            isUnknown: typed.groups.length === 1 && filters.length === 0,
          })
        : null
      const corrected = near?.corrected ?? null
      const searched = corrected === null ? null : [corrected, ...filters.map(({ text }) => text)].join(' ')
      return near && { criteria: near.criteria, searched }
    },
  }
}

/** The end of a page of hits and the stage that found them. Throws invalid_input. */
function positionIn(cursor: string): { after: HitPosition; stage: SearchStage } {
  const [date, id, stageName] = readCursor(cursor, 'date', 'id', 'word') ?? []
  const stage = searchStages.find((name) => name === stageName)
  if (date === undefined || id === undefined || stage === undefined) throw invalidCursor()
  return { after: { date, id }, stage }
}

function hitFiltersOf(viewer: Viewer, query: SearchQuery, typesInput: string | undefined): HitFilters {
  const namedTypes = valuesOf(query, 'type')
  const statuses = valuesOf(query, 'status')
  // Documents of a type that has none of these statuses would be looked up in vain.
  const countedTypes = documentTypes.filter(
    (type) =>
      viewer.permissions.has(definitions[type].permission) &&
      (namedTypes.length === 0 || namedTypes.includes(type)) &&
      (statuses.length === 0 || statusesOf(type).some((status) => statuses.includes(status))),
  )
  const requested = typesInput === undefined ? countedTypes : typesInput.split(',').filter(isDocumentType)
  // Of several dates, the most restrictive one counts.
  const from = valuesOf(query, 'after').toSorted().at(-1)
  const to = valuesOf(query, 'before').toSorted().at(0)
  const over = valuesOf(query, 'over').toSorted((a, b) => Number(b) - Number(a))[0]
  return {
    types: countedTypes.filter((type) => requested.includes(type)),
    countedTypes,
    from,
    to,
    statuses,
    over,
  }
}

/**
 * Documents whose own number was typed come first, then those that contain it elsewhere; the others stay in their
 * order, newest first.
 */
function exactFirst(documents: HitDocument[], exact: string | null): HitDocument[] {
  if (exact === null) return documents
  const ranked = documents.map((document) => ({ document, rank: rankOf(document, exact) }))
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ document }) => document)
}
