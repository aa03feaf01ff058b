import { openClient } from '#database/connect.ts'

/**
 * Ends the segment into which the embedded database writes, unless nothing was written into it. Returns the one that
 * follows: whatever was committed before the call stands before that.
 */
export async function finishSegment(ownerUrl: string): Promise<string> {
  const client = await openClient({ connectionString: ownerUrl, connectionTimeoutMillis: 5_000, query_timeout: 30_000 })
  try {
    await client.query('select pg_switch_wal()')
    const { rows } = await client.query<{ segment: string }>(
      'select pg_walfile_name(pg_current_wal_insert_lsn()) as segment',
    )
    return rows[0]?.segment ?? ''
  } finally {
    await client.end()
  }
}

/** Names this moment in the log, so that it can be restored; returns the transactions whose changes stand before it. */
export async function markRestorePoint(ownerUrl: string, name: string): Promise<string> {
  const client = await openClient({ connectionString: ownerUrl, connectionTimeoutMillis: 5_000, query_timeout: 30_000 })
  try {
    await client.query('select pg_create_restore_point($1)', [name])
    const { rows } = await client.query<{ transactions: string }>('select pg_current_snapshot()::text as transactions')
    return rows[0]?.transactions ?? ''
  } finally {
    await client.end()
  }
}
