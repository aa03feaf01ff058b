import type { Db } from '#database/transaction.ts'

type Unchanged = { accountId: string; account: string; id: string; type: string; number: string }

/** Those of the documents that are as they were written. */
export async function findUnchanged(
  db: Db,
  documents: readonly { accountId: string; id: string; hash: Buffer }[],
): Promise<Unchanged[]> {
  const { rows } = await db.query<Unchanged>({
    name: 'ingest find unchanged',
    text: `select d.account_id as "accountId", a.number as account, d.id, d.type, d.number
from unnest($1::uuid[], $2::uuid[], $3::bytea[]) as k (account_id, id, hash)
join documents d on d.account_id = k.account_id and d.id = k.id and d.content_hash = k.hash
join accounts a on a.account_id = d.account_id`,
    values: [
      documents.map(({ accountId }) => accountId),
      documents.map(({ id }) => id),
      documents.map(({ hash }) => hash),
    ],
  })
  return rows
}
