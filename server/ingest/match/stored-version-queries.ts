import type { PoolClient } from 'pg'
import { withCreditNoteMark } from '#contract/documents/credit-note-number.ts'
import { documentByNumber } from '../document-by-number.ts'
import type { NumberedBy } from '../types.ts'

/** What is stored of a document that a message names. `modifiedAt` is in milliseconds since 1970. */
export type StoredVersion = {
  accountId: string
  type: string
  number: string
  id: string
  hash: Buffer
  modifiedAt: number | undefined
  isCredit: boolean
  source: string
  numberedBy: NumberedBy
}

/**
 * What is stored of these documents; for invoices, also of the credit notes that have the same number with the suffix.
 */
export async function findStoredVersions(
  client: PoolClient,
  keys: readonly { accountId: string; type: string; number: string }[],
): Promise<StoredVersion[]> {
  const creditNoteKeys = keys
    .filter(({ type }) => type === 'invoices')
    .map((key) => ({ ...key, number: withCreditNoteMark(key.number) }))
  const allKeys = [...keys, ...creditNoteKeys]
  const { rows } = await client.query<Omit<StoredVersion, 'modifiedAt'> & { modifiedAt: string | null }>({
    name: 'ingest find stored',
    text: `select d.account_id as "accountId", d.type, d.number, d.id, d.content_hash as hash, d.source, d.numbered_by as "numberedBy",
  d.invoice_kind is not distinct from '381' as "isCredit",
  trunc(extract(epoch from d.source_modified_at) * 1000)::text as "modifiedAt"
from unnest($1::uuid[], $2::text[], $3::text[]) as k (account_id, type, number)
${documentByNumber({ account: 'k.account_id', type: 'k.type', number: 'k.number' }, 'd.*')}`,
    values: [allKeys.map((key) => key.accountId), allKeys.map((key) => key.type), allKeys.map((key) => key.number)],
  })
  return rows.map((row) => ({ ...row, modifiedAt: row.modifiedAt === null ? undefined : Number(row.modifiedAt) }))
}
