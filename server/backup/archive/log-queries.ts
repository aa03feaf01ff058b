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
