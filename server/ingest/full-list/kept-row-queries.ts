import type { PoolClient } from 'pg'
import { awaitStatements } from '../write/await-statements.ts'
import { tablesOfDocuments } from '../write/document-tables-queries.ts'

/** What is derived anew when a document comes back. */
const derivedTables = ['ordered_lines']

type Document = { accountId: string; id: string }

const keyColumns = (documents: readonly Document[]) => [
  documents.map(({ accountId }) => accountId),
  documents.map(({ id }) => id),
]

/** Keeps all rows of documents under the run that is about to withdraw them. */
export async function keepRows(client: PoolClient, run: string, documents: readonly Document[]): Promise<void> {
  const values = [run, ...keyColumns(documents)]
  const tables = (await tablesOfDocuments(client)).filter(({ name }) => !derivedTables.includes(name))
  const withdrawals = client.query({
    name: 'full list keep withdrawals',
    text: `insert into import_withdrawals (run_id, document_id, held_by)
select $1, id, account_id from unnest($2::uuid[], $3::uuid[]) as k (account_id, id)`,
    values,
  })
  const copies = tables.map(({ name, key }) =>
    client.query({
      text: `insert into import_withdrawn_rows (run_id, document_id, from_table, content)
select $1, k.id, '${name}', to_jsonb(x) from unnest($2::uuid[], $3::uuid[]) as k (account_id, id)
join ${name} x on x.account_id = k.account_id and x.${key} = k.id`,
      values,
    }),
  )
  // By these words spelling is corrected; those that no other document has go with it.
  const words = client.query({
    name: 'full list keep words',
    text: `insert into import_withdrawn_rows (run_id, document_id, from_table, content)
select $1, k.id, 'search_words', to_jsonb(w) from unnest($2::uuid[], $3::uuid[]) as k (account_id, id)
join document_search x on x.account_id = k.account_id and x.document_id = k.id
join accounts a on a.account_id = k.account_id
cross join lateral unnest(tsvector_to_array(x.terms)) term
join search_words w on w.account_id = k.account_id and w.word = substr(term, length(a.search_key::text) + 2)`,
    values,
  })
  await awaitStatements([withdrawals, ...copies, words])
}

type KeptColumns = { table: string; columns: string[] }

/**
 * Puts all rows of documents back that were kept under a run. Columns that were added to a table since get their
 * defaults.
 */
export async function putRowsBack(client: PoolClient, run: string, documents: readonly Document[]): Promise<void> {
  const ids = documents.map(({ id }) => id)
  const { rows: kept } = await client.query<KeptColumns>({
    name: 'full list kept columns',
    text: `select k.from_table as table, array_agg(quote_ident(a.attname) order by a.attnum) as columns
from (select w.from_table, array_agg(distinct c.name) as names from import_withdrawn_rows w
  cross join lateral jsonb_object_keys(w.content) as c (name)
  where w.run_id = $1 and w.document_id = any ($2::uuid[]) group by 1) k
join pg_attribute a on a.attrelid = ('public.' || quote_ident(k.from_table))::regclass and a.attnum > 0
  and not a.attisdropped and a.attgenerated = '' and a.attname = any (k.names)
group by 1`,
    values: [run, ids],
  })
  // Documents first: all other rows refer to them.
  const tables = kept.toSorted((a, b) => Number(b.table === 'documents') - Number(a.table === 'documents'))
  await awaitStatements(
    tables.map(({ table, columns }) =>
      client.query({
        text: `insert into ${table} (${columns.join(', ')}) select ${columns.map((column) => `x.${column}`).join(', ')}
from import_withdrawn_rows w cross join lateral jsonb_populate_record(null::${table}, w.content) x
where w.run_id = $1 and w.document_id = any ($2::uuid[]) and w.from_table = '${table}'${table === 'documents' ? '' : ' on conflict do nothing'}`,
        values: [run, ids],
      }),
    ),
  )
}
