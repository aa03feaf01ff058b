import type { PoolClient } from 'pg'
import { awaitStatements } from '../write/await-statements.ts'
import { tablesOfDocuments } from '../write/document-tables-queries.ts'

/** A document that is copied unchanged to another account, under a new id, and under this number there. */
export type Transfer = { from: string; id: string; to: string; newId: string; number: string }

/** Tables whose rows are built anew for the other account, those of `return_documents` by a trigger. */
const rebuiltTables = ['ordered_lines', 'document_search', 'return_documents']
/**
 * Tables that name the former customer, or that the former customer's people know: copied only when the two accounts
 * merge.
 */
const historyTables = ['document_changes', 'original_files', 'notices', 'reminders']

/** What the customer's requests have put on a document. */
const actColumns = new Set(['act', 'acted_at', 'acted_on'])

/**
 * Copies documents with their lines, links, events and other rows to other accounts; the originals stay. With `papers`
 * their attachments are copied, with `history` their changes, original files and notices, in versions after the one
 * given. Call `claimNumbers` when the originals are removed: until then the copies do not claim their numbers.
 */
export async function copyDocuments(
  client: PoolClient,
  transfers: readonly Transfer[],
  { papers, history }: { papers: boolean; history: { version: number } | null },
): Promise<void> {
  if (transfers.length === 0) return
  const values = [
    transfers.map((transfer) => transfer.from),
    transfers.map((transfer) => transfer.id),
    transfers.map((transfer) => transfer.to),
    transfers.map((transfer) => transfer.newId),
  ]
  const skipped = new Set([...rebuiltTables, ...(papers ? [] : ['attachments']), ...(history ? [] : historyTables)])
  const tables = (await tablesOfDocuments(client)).filter(({ name }) => !skipped.has(name))
  const copies = tables.map(({ name, key, columns }) => {
    const value = (column: string) => {
      if (column === 'account_id') return 'k.to_account'
      if (column === key) return 'k.new_id'
      if (name === 'notices' && isVersion(column)) return `x.${column} + ${history?.version ?? 0}`
      return (name === 'documents' ? changedValue(column, history !== null) : undefined) ?? `x.${column}`
    }
    return client.query({
      text: `insert into ${name} (${columns.join(', ')}) select ${columns.map(value).join(', ')}
from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[]) as k (account_id, id, to_account, new_id, number)
join ${name} x on x.account_id = k.account_id and x.${key} = k.id${name === 'notices' ? ' on conflict do nothing' : ''}`,
      values: [...values, transfers.map((transfer) => transfer.number)],
    })
  })
  const search = client.query({
    name: 'transfer search',
    text: `insert into document_search (account_id, document_id, type, list_date, terms, codes)
select k.to_account, k.new_id, x.type, x.list_date,
  regexp_replace(x.terms::text, '(^| )''' || o.search_key || ':', '\\1''' || n.search_key || ':', 'g')::tsvector, x.codes
from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) as k (account_id, id, to_account, new_id)
join document_search x on x.account_id = k.account_id and x.document_id = k.id
join accounts o on o.account_id = k.account_id join accounts n on n.account_id = k.to_account`,
    values,
  })
  const words = client.query({
    name: 'transfer words',
    text: `insert into search_words (account_id, word, stem)
select distinct k.to_account, w.word, w.stem
from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) as k (account_id, id, to_account, new_id)
join document_search x on x.account_id = k.account_id and x.document_id = k.id
join accounts o on o.account_id = k.account_id
cross join lateral unnest(tsvector_to_array(x.terms)) term
join search_words w on w.account_id = k.account_id and w.word = substr(term, length(o.search_key::text) + 2)
order by 1, 2 on conflict do nothing`,
    values,
  })
  await awaitStatements([...copies, search, words])
}

/** SQL for a column of a copied document that is not as in the original. */
function changedValue(column: string, accountsMerge: boolean): string | undefined {
  // Requests stay with the account that made them, unless it becomes part of the other.
  if (actColumns.has(column) && !accountsMerge) return 'null'
  if (column === 'number') return 'k.number'
  return column === 'numbered_by' ? `'customer'` : undefined
}

const isVersion = (column: string) => column === 'version' || column === 'first_version'

/** Makes the numbers of copies the supplier's own, as those of the originals were. */
export async function claimNumbers(
  client: PoolClient,
  claimed: readonly { to: string; newId: string }[],
): Promise<void> {
  if (claimed.length === 0) return
  await client.query({
    name: 'transfer claim',
    text: `update documents d set numbered_by = 'supplier' from unnest($1::uuid[], $2::uuid[]) as k (account_id, id)
where d.account_id = k.account_id and d.id = k.id`,
    values: [claimed.map(({ to }) => to), claimed.map(({ newId }) => newId)],
  })
}

/** The articles of copied documents, and what they refer to. */
export async function readCopiedContent(
  client: PoolClient,
  copied: readonly { to: string; newId: string }[],
): Promise<{
  skus: { accountId: string; sku: string }[]
  links: { accountId: string; toType: string; toNumber: string }[]
}> {
  const values = [copied.map(({ to }) => to), copied.map(({ newId }) => newId)]
  const skus = client.query<{ accountId: string; sku: string }>({
    name: 'transfer skus',
    text: `select distinct l.account_id as "accountId", l.sku from unnest($1::uuid[], $2::uuid[]) as k (account_id, id)
join document_lines l on l.account_id = k.account_id and l.document_id = k.id where l.sku is not null`,
    values,
  })
  const links = client.query<{ accountId: string; toType: string; toNumber: string }>({
    name: 'transfer links',
    text: `select distinct l.account_id as "accountId", l.to_type as "toType", l.to_number as "toNumber"
from unnest($1::uuid[], $2::uuid[]) as k (account_id, id)
join document_links l on l.account_id = k.account_id and l.document_id = k.id where l.position = 0`,
    values,
  })
  await awaitStatements([skus, links])
  return { skus: (await skus).rows, links: (await links).rows }
}
