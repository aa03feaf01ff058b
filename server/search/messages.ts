import type { Pool } from 'pg'
import { readCursor, writeCursor } from '#contract/cursor.ts'
import { definitions } from '#contract/documents/types.ts'
import type { Reply } from '#contract/endpoint.ts'
import { parseLimit } from '#contract/page.ts'
import { type RequestSubject, requestSubjects } from '#contract/requests/conversation-rules.ts'
import type { searchMessages as endpoint, MessageHit } from '#contract/search/messages.ts'
import { parseSearchQuery, type SearchQuery, valuesOf } from '#contract/search/query.ts'
import { startOfDay } from '#contract/values/dates.ts'
import type { Viewer } from '#contract/viewer.ts'
import { excerptOf } from './excerpt.ts'
import { mapInSlices } from './map-in-slices.ts'
import { type FoundMessage, type MessageFilters, readFoundMessages } from './message-queries.ts'
import { parseCriteria, type TypedCriteria } from './search-criteria.ts'

type SearchInput = { q: string; types?: string; limit?: string; cursor?: string }

/** The time limit for a search of messages, as that of documents has one. */
const mostMilliseconds = 2_500
/** Of shorter beginnings the index knows too many words. */
const leastIndexed = 3
/** Later ones are written with more digits, which the database does not read. */
const lastMoment = Date.parse('9999-12-31T23:59:59.999Z')

/** What was written in the conversations that the viewer may read and holds all that was typed, newest first. */
export async function searchMessages(
  viewerPool: Pool,
  viewer: Viewer,
  input: SearchInput,
): Promise<Reply<typeof endpoint>> {
  const query = parseSearchQuery(input.q, { prices: viewer.permissions.has('prices') })
  // Amounts are asked for as they were typed: what was written knows no others.
  const criteria = parseCriteria(query, { prices: false })
  const filters = filtersOf(viewer, query, criteria, input.types)
  if (filters.groups.length === 0 || filters.types.length === 0) return { hits: [], nextCursor: null }
  const limit = parseLimit(input.limit)
  const [at, id] = readCursor(input.cursor, 'instant', 'id') ?? []
  const after = at !== undefined && id !== undefined ? { at, id } : undefined
  const deps = { viewerPool, deadline: performance.now() + mostMilliseconds }
  const { page, rest } = await readFoundMessages(deps, viewer, filters, { limit: limit + 1, after })
  const last = page.length > limit ? page[limit - 1] : undefined
  const next = last ?? rest
  return {
    hits: await mapInSlices(page.slice(0, limit), (found) => hitOf(viewer, found, criteria)),
    nextCursor: next ? writeCursor(next.at, next.id) : null,
  }
}

function filtersOf(
  viewer: Viewer,
  query: SearchQuery,
  { groups, joined }: TypedCriteria,
  typesInput: string | undefined,
): MessageFilters {
  const maySee = (type: RequestSubject) => type === 'account' || viewer.permissions.has(definitions[type].permission)
  const named = valuesOf(query, 'type')
  const requested = typesInput?.split(',')
  // Words have neither status, amount nor reference: where those are asked for, nothing that was written is.
  const isOfDocuments = query.filters.some(({ prefix }) => !['type', 'after', 'before'].includes(prefix))
  const texts = groups.map(({ terms }) => terms)
  const [from, to] = [valuesOf(query, 'after').toSorted().at(-1), valuesOf(query, 'before').toSorted().at(0)]
  return {
    groups: texts.map((terms) => terms.join(' ')),
    indexGroups: texts
      .filter((terms) => terms.every(({ length }) => length >= leastIndexed))
      .map((terms) => terms.join(' ')),
    whole: joined,
    types: isOfDocuments
      ? []
      : requestSubjects.filter(
          (type) =>
            maySee(type) &&
            (named.length === 0 || named.includes(type)) &&
            (requested === undefined || requested.includes(type)),
        ),
    from: from && startOfDay(from).toISOString(),
    to: to && new Date(Math.min(startOfDay(to, 1).getTime() - 1, lastMoment)).toISOString(),
  }
}

function hitOf(viewer: Viewer, found: FoundMessage, criteria: TypedCriteria): MessageHit {
  const { authorId, side, text, ...shown } = found
  return {
    ...shown,
    side: side as MessageHit['side'],
    own: authorId === viewer.userId,
    ...excerptOf(text, criteria),
  }
}
