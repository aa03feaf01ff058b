import type { PoolClient } from 'pg'

/** A table, its column that names the document, and those that are written. */
export type DocumentTable = { name: string; key: string; columns: string[] }

/** The tables whose rows belong to a document, with their columns, from the system catalogue. */
export async function tablesOfDocuments(client: PoolClient): Promise<DocumentTable[]> {
  const { rows } = await client.query<DocumentTable>({
    name: 'transfer tables',
    text: `select t.name, t.key, array(
    select quote_ident(a.attname) from pg_attribute a
    where a.attrelid = t.id and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
from (
  select 'documents' as name, 'id' as key, 'public.documents'::regclass as id
  union all
  select c.relname, (
    select quote_ident(a.attname) from pg_attribute a where a.attrelid = f.conrelid and a.attnum = f.conkey[2]), c.oid::regclass
  from pg_constraint f join pg_class c on c.oid = f.conrelid
  where f.contype = 'f' and f.conparentid = 0 and f.confrelid = 'public.documents'::regclass and cardinality(f.conkey) = 2
) t
-- All other rows refer to documents.
order by t.name <> 'documents', t.name`,
  })
  return rows
}
