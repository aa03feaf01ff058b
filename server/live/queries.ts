import type { Pool, PoolClient } from 'pg'
import { type ChannelListener, type CheckedOutClient, listen } from '../../database/connect.ts'

/** A connection that hears which accounts have changed. */
export function listenForChanges(pool: Pool, listener: ChannelListener): Promise<CheckedOutClient> {
  return listen(pool, 'account_changed', listener)
}

/** At which version an account stands, and how often documents left it. */
export type AccountVersion = { version: number; removed: number }

/** At which version accounts stand; those of which nothing was ever written are left out. */
export async function readAccountVersions(
  client: Pick<PoolClient, 'query'>,
  accounts: readonly string[],
): Promise<Map<string, AccountVersion>> {
  const { rows } = await client.query<{ id: string; version: string; removed: string }>({
    name: 'live versions',
    text: 'select account_id as id, version, removed from account_versions where account_id = any ($1::uuid[])',
    values: [accounts],
  })
  return new Map(rows.map(({ id, version, removed }) => [id, { version: Number(version), removed: Number(removed) }]))
}

/** At which version one account stands; 0 when nothing was ever written of it. */
export async function versionOf(pool: Pool, accountId: string): Promise<number> {
  return (await readAccountVersions(pool, [accountId])).get(accountId)?.version ?? 0
}
