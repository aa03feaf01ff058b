import type { Pool } from 'pg'
import type { DocumentType } from '../../contract/values.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { readTogether } from '../../database/connect.ts'

/** A place in the order of hits, newest first. */
export type After = { date: string; id: string }

export type HitRow = {
  id: string
  listDate: string
  type: DocumentType
  number: string
  status: string
  date: string | null
  customerReference: string | null
  carrier: string | null
  trackingNumbers: string[]
  details: Record<string, unknown>
  lines: { sku: string | null; details: Record<string, unknown> }[]
}

/** Hits are counted up to here; common words only among the account's newest documents. */
const countedHits = 1000

/**
 * The document of each id found, by its key. A plain join would leave that to a plan for an account of average size, which
 * reads all documents of a large one.
 */
const byId = 'cross join lateral (select x.* from documents x where x.account_id = $1 and x.id = s.id offset 0) d'

/** `more`: there are, or may be, others. */
export type HitCount = { type: DocumentType; count: number; more: boolean }

const linesShown = 200

const columns = `d.id, d.list_date as "listDate", d.type, d.number,
  shown_status(d.type, d.status, d.valid_until, d.due_date, d.last_event_at, $2::date) as status,
  d.issue_date as date, d.customer_reference as "customerReference", d.carrier,
  d.tracking_numbers as "trackingNumbers", d.details,
  coalesce((select json_agg(json_build_object('sku', l.sku, 'details', l.details) order by l.position)
    from (select position, sku, details from document_lines where account_id = $1 and document_id = d.id order by position limit ${linesShown}) l), '[]') as lines`

/**
 * A page of the viewer's documents that hold every term, newest first, and on the first page their number by type and the
 * documents whose number or reference is exactly what was typed.
 */
export async function readHits(
  db: Pool,
  viewer: Viewer,
  search: { terms: readonly string[]; typed: string; types: readonly DocumentType[]; counted: readonly DocumentType[] },
  today: string,
  limit: number,
  after: After | undefined,
): Promise<{ exact: HitRow[]; page: HitRow[]; counts: HitCount[] }> {
  return readTogether(db, viewer.accountId, async (ask) => {
    const [page, counts, exact] = await Promise.all([
      ask<HitRow>({
        name: 'search:page',
        text: `select ${columns} from search_document_ids($3::text[], $4::text[], $5::date, $6::uuid, $7::int) s
${byId} order by s.list_date desc, s.id desc`,
        values: [viewer.accountId, today, search.terms, search.types, after?.date ?? null, after?.id ?? null, limit],
      }),
      after
        ? undefined
        : ask<HitCount>({
            name: 'search:counts',
            text: `select type, hits as count, more from count_search_hits($1::text[], $2::text[], ${countedHits + 1})`,
            values: [search.terms, search.counted],
          }),
      after
        ? undefined
        : ask<HitRow>({
            name: 'search:exact',
            text: `select ${columns} from documents d
where d.account_id = $1 and d.type = any ($3::text[]) and d.number = any ($4::text[]) order by d.list_date desc limit 8`,
            values: [
              viewer.accountId,
              today,
              search.types,
              [...new Set([search.typed, search.typed.toUpperCase(), search.typed.toLowerCase()])],
            ],
          }),
    ])
    return { exact: exact?.rows ?? [], page: page.rows, counts: counts?.rows ?? [] }
  })
}

/**
 * For each term the spelling that the account's documents of these types know, out of the given ones; null where the
 * term itself is known, or none of them is.
 */
export async function readSpellings(
  db: Pool,
  viewer: Viewer,
  doubted: readonly { term: string; spellings: readonly string[] }[],
  types: readonly DocumentType[],
): Promise<(string | null)[]> {
  return readTogether(db, viewer.accountId, async (ask) => {
    const answers = await Promise.all(
      doubted.map(({ term, spellings }) =>
        ask<{ spelling: string | null }>({
          name: 'search:spelling',
          text: 'select known_spelling($1, $2::text[], $3::text[]) as spelling',
          values: [term, spellings, types],
        }),
      ),
    )
    return answers.map(({ rows }) => rows[0]?.spelling ?? null)
  })
}
