import type { PoolClient } from 'pg'
import type { PreparedDocument } from '../check/prepare.ts'
import { type Column, insertRows } from '../insert.ts'

type Word = { accountId: string; word: string }

const columns: readonly Column<Word>[] = [
  ['account_id', 'uuid', (r) => r.accountId],
  ['word', 'text', (r) => r.word],
]
/** In the order of the key, so that imports do not block each other. */
const text = `insert into search_words (account_id, word, stem)
select r.account_id, r.word, stem_of(r.word, a.language) from unnest($1::uuid[], $2::text[]) as r (account_id, word)
join accounts a on a.account_id = r.account_id
where not exists (select from search_words x where x.account_id = r.account_id and x.word = r.word)
order by r.account_id, r.word
on conflict (account_id, word) do nothing`

/** Stores the words that are new in an account's documents. */
export function insertSearchWords(
  client: PoolClient,
  documents: readonly { accountId: string; document: PreparedDocument }[],
): Promise<void> {
  const wordsByAccount = new Map<string, Set<string>>()
  for (const { accountId, document } of documents) {
    const words = wordsByAccount.get(accountId) ?? new Set()
    for (const word of document.search.words) words.add(word)
    wordsByAccount.set(accountId, words)
  }
  const rows = [...wordsByAccount].flatMap(([accountId, words]) => [...words].map((word) => ({ accountId, word })))
  return insertRows(client, 'search_words', text, columns, rows)
}
