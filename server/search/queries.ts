import type { Pool } from 'pg'
import type { StoredDetails, StoredLine } from '#contract/documents/stored-details.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type RunStatement, readTogether } from '#database/transaction.ts'
import { groupText, indexedGroups, prefixedFragments, type SearchCriteria } from './search-criteria.ts'

/** What a search depends on: the database, and until when (`performance.now()`) a search may query it. */
export type SearchDeps = { viewerPool: Pool; deadline: number }

const remainingTime = ({ deadline }: SearchDeps) => deadline - performance.now()

/** A position in the order of hits, newest first. */
export type HitPosition = { date: string; id: string }

export type HitRow = {
  id: string
  listDate: string
  type: DocumentType
  number: string
  status: string
  date: string | null
  keyDate: string | null
  customerReference: string | null
  carrier: string | null
  trackingNumbers: string[]
  currency: string | null
  gross: string | null
  net: string | null
  open: string | null
  /** HitContent as JSON: parsing it takes longer than all other work, so it is done hit by hit. */
  content: string
}

/** A document's details beyond its columns, and its first lines. */
export type HitContent = {
  details: StoredDetails & { waybill?: string; enquiryNumber?: string; returnNumber?: string }
  lines: { sku: string | null; kind: string; details: StoredLine }[]
}

/** The filters of a search besides its words; `from` and `to` are inclusive. */
export type HitFilters = {
  types: readonly DocumentType[]
  /** The types to count, which include `types`. */
  countedTypes: readonly DocumentType[]
  from: string | undefined
  to: string | undefined
  statuses: readonly string[]
  /** The least gross amount. */
  over: string | undefined
}

/** `more`: there are, or may be, more hits of the type. */
export type HitCount = { type: DocumentType; count: number; more: boolean }

/**
 * Hits, newest first; on the first page also their number by type and, when there are more than the page holds, the
 * documents that contain exactly the typed reference. `rest`: where to continue when older documents are still to be
 * searched.
 */
export type HitRows = { exact: HitRow[]; page: HitRow[]; counts: HitCount[]; rest: HitPosition | null }

const linesShown = 200

/**
 * Looks each found document up by its key. A plain join would leave that to a plan for an account of average size,
 * which reads all documents of a large one.
 */
const pageText = (
  matches: 'search_documents' | 'browse_documents',
) => `select s.part, s.hit_type as "hitType", s.hit_day as "hitDay", s.hit_id as "hitId", s.hits, s.more, d.id,
  d.list_date as "listDate", d.type, d.number,
  shown_status(d.type, d.status, d.valid_until, d.due_date, d.last_event_at, $2::date) as status,
  d.issue_date as date,
  case when d.type = 'shipments' and d.status = 'delivered' then d.delivered_date else nullif(d.key_date, '9999-12-31') end as "keyDate",
  d.customer_reference as "customerReference", d.carrier,
  d.tracking_numbers as "trackingNumbers", d.currency, d.gross, d.net, d.open,
  case when d.id is not null then json_build_object('details', d.details, 'lines', coalesce(
    (select json_agg(json_build_object('sku', l.sku, 'kind', l.kind, 'details', l.details) order by l.position)
    from (select position, sku, kind, details from document_lines where account_id = $1 and document_id = d.id order by position limit ${linesShown}) l), '[]'))::text end as content
from ${matches}($3::jsonb) s
left join lateral (select x.* from documents x where x.account_id = $1 and x.id = s.hit_id and s.part <> 'rest' offset 0) d on true`

type ResultRow = {
  part: 'hit' | 'exact' | 'count' | 'rest'
  hitType: DocumentType
  hitDay: string
  hitId: string
  hits: number
  more: boolean
}
/** Counts, and where to continue, are rows without a document. */
type WithoutDocument = { [K in keyof HitRow]: null }

type HitQuery = { criteria: SearchCriteria; exact: string | null; filters: HitFilters; suggest: boolean }

/**
 * A page of the viewer's documents that match the query. Amounts in the rows are only for viewers who may see prices.
 */
export async function readHits(
  deps: SearchDeps,
  viewer: Viewer,
  hitQuery: HitQuery,
  today: string,
  limit: number,
  after: HitPosition | undefined,
): Promise<HitRows> {
  const { groups, fragments } = hitQuery.criteria
  const matches = groups.length + fragments.length === 0 ? 'browse_documents' : 'search_documents'
  const values = [viewer.accountId, today, JSON.stringify(searchParameters(hitQuery, today, limit, after), wellFormed)]
  const { rows } = await readTogether(
    deps.viewerPool,
    viewer,
    (query) =>
      query<ResultRow & (HitRow | WithoutDocument)>({ name: `search:${matches}`, text: pageText(matches), values }),
    remainingTime(deps),
  )
  const newestFirst = (part: ResultRow['part']) =>
    rows
      .filter((row): row is ResultRow & HitRow => row.part === part && row.id !== null)
      .sort((a, b) => (a.listDate === b.listDate ? compare(b.id, a.id) : compare(b.listDate, a.listDate)))
  const rest = rows.find(({ part }) => part === 'rest')
  return {
    exact: newestFirst('exact'),
    page: newestFirst('hit'),
    counts: rows
      .filter(({ part }) => part === 'count')
      .map(({ hitType, hits, more }) => ({ type: hitType, count: hits, more })),
    rest: rest ? { date: rest.hitDay, id: rest.hitId } : null,
  }
}

/** Replaces halves of characters while JSON is written: PostgreSQL refuses them. */
export const wellFormed = (_name: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function searchParameters(
  { criteria, exact, filters, suggest }: HitQuery,
  today: string,
  limit: number,
  after: HitPosition | undefined,
) {
  const { types, countedTypes, from, to, statuses, over } = filters
  const { groups, fragments } = criteria
  const typedGroups = groups.map(groupText)
  const indexGroups = indexedGroups(groups)
  const parts = prefixedFragments(fragments)
  const [onlyGroup] = groups.length === 1 && fragments.length === 0 ? groups : []
  const beginning = suggest && onlyGroup?.as === undefined ? onlyGroup?.terms[0] : undefined
  return {
    groups: typedGroups,
    ...(indexGroups.join() === typedGroups.join() ? {} : { indexGroups }),
    beginning,
    ...(suggest ? { suggest: true } : {}),
    fragments: fragments.map(({ term }) => term),
    ...(parts.length > 0 ? { parts } : {}),
    types,
    countedTypes,
    from,
    to,
    over,
    today,
    limit,
    ...(exact === null || after ? {} : { exact }),
    ...(statuses.length > 0 ? { statuses } : {}),
    ...(after ? { day: after.date, id: after.id } : {}),
  }
}

/** Those of the terms that the account's documents of these types contain, as the beginning of a word or reference. */
export async function readHeldTerms(
  deps: SearchDeps,
  viewer: Viewer,
  terms: readonly string[],
  types: readonly DocumentType[],
): Promise<ReadonlySet<string>> {
  const { rows } = await readTogether(
    deps.viewerPool,
    viewer,
    (query) =>
      query<{ terms: string[] }>({
        name: 'search:held',
        text: 'select held_terms($1::text[], $2::text[]) as terms',
        values: [terms, types],
      }),
    remainingTime(deps),
  )
  return new Set(rows[0]?.terms)
}

/** A word of the account's documents that contains a term, or resembles it. */
export type NearWord = { word: string; inside: boolean }

/** A term that no document contains, and what may have been meant. */
export type UnknownTerm = { term: string; spellings: readonly string[]; isWord: boolean }

/** `spelling`: the one of the spellings that the account's documents contain. `near`: similar words, the most similar first. */
export type SimilarTerms = { spelling: string | null; near: NearWord[] }

/** What the account's documents of these types contain instead of each term. */
export async function readSimilarTerms(
  deps: SearchDeps,
  viewer: Viewer,
  terms: readonly UnknownTerm[],
  types: readonly DocumentType[],
): Promise<SimilarTerms[]> {
  const readAll = (query: RunStatement) =>
    Promise.all(
      terms.map(async ({ term, spellings, isWord }): Promise<SimilarTerms> => {
        const [nearest, near] = await Promise.all([
          query<{ spelling: string | null }>({
            name: 'search:spelling',
            text: 'select nearest_spelling($1, $2::text[], $3::text[]) as spelling',
            values: [term, spellings, types],
          }),
          isWord
            ? query<NearWord>({
                name: 'search:near',
                text: 'select word, inside from near_words($1, 30)',
                values: [term],
              })
            : { rows: [] },
        ])
        return { spelling: nearest.rows[0]?.spelling ?? null, near: near.rows }
      }),
    )
  return readTogether(deps.viewerPool, viewer, readAll, remainingTime(deps))
}
