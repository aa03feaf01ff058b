import type { Pool } from 'pg'
import type { Db } from '#database/transaction.ts'

/** The version of an account, and how often documents left it. */
export type AccountVersion = { version: number; removed: number }

/** The versions of accounts, by id; accounts that were never written to are left out. */
export async function readAccountVersions(db: Db, accounts: readonly string[]): Promise<Map<string, AccountVersion>> {
  const { rows } = await db.query<{ id: string; version: string; removed: string }>({
    name: 'live versions',
    text: 'select account_id as id, version, removed from account_versions where account_id = any ($1::uuid[])',
    values: [accounts],
  })
  return new Map(rows.map(({ id, version, removed }) => [id, { version: Number(version), removed: Number(removed) }]))
}

/** The version of one account; 0 when it was never written to. */
export async function versionOf(pool: Pool, accountId: string): Promise<number> {
  return (await readAccountVersions(pool, [accountId])).get(accountId)?.version ?? 0
}
