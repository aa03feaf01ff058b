import { textTerms } from '#contract/search/search.ts'
import type { Db } from '#database/transaction.ts'

/** Words of a message, or of a request's note: then `id` is the request's. */
type Words = { accountId: string; request: string; id: string; at: Date | string; text: string }

/** Lets what was written be found by the search, and what stood there before no longer. */
export async function indexWords(db: Db, { accountId, request, id, at, text }: Words): Promise<void> {
  await db.query({
    name: 'words-index',
    text: `insert into message_search (account_id, request_id, id, type, written_at, terms)
      select r.account_id, r.id, $3, r.document_type, $4, array_to_tsvector(array(select a.search_key || ':' || term from unnest($5::text[]) term))
      from requests r join accounts a on a.account_id = r.account_id where r.account_id = $1 and r.id = $2
      on conflict (account_id, request_id, id) do update set terms = excluded.terms`,
    values: [accountId, request, id, at, textTerms(text)],
  })
}
