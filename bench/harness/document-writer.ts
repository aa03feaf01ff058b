import { type DocumentType, documentTypes } from '#contract/values.ts'
import type { MeasuredDatabase } from './measured-database.ts'

/** Writes one of the account's newest documents of each of these types, another at each turn, in one transaction. */
export type WriteDocuments = (types: readonly DocumentType[], turn: number) => Promise<unknown>

/** Makes the function that writes documents of an account as an import would, without changing what they say. */
export async function documentWriter(data: MeasuredDatabase, accountId: string): Promise<WriteDocuments> {
  const newest = await newestOf(data, accountId)
  return (types, turn) =>
    data.owner.query('update documents set ingested_at = now() where account_id = $1 and id = any ($2::uuid[])', [
      accountId,
      types.flatMap((type) => newest[type][turn % newest[type].length] ?? []),
    ])
}

/** Some of the newest documents of each type, by their ids. */
async function newestOf({ owner }: MeasuredDatabase, accountId: string): Promise<Record<DocumentType, string[]>> {
  const newestOfType = async (type: DocumentType) => {
    const { rows } = await owner.query<{ id: string }>(
      'select id from documents where account_id = $1 and type = $2 order by list_date desc, id desc limit 50',
      [accountId, type],
    )
    return [type, rows.map(({ id }) => id)] as const
  }
  return Object.fromEntries(await Promise.all(documentTypes.map(newestOfType))) as Record<DocumentType, string[]>
}
