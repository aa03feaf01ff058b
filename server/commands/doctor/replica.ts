import { setTimeout as sleep } from 'node:timers/promises'
import { openClient } from '#database/connect.ts'
import { hasReached, readLogEnd } from '#database/connection/replica.ts'
import type { DoctorContext } from './doctor-context.ts'
import type { Finding } from './waiting.ts'

/** Milliseconds for which the replica may be behind the primary without a remark. */
const longestLag = 5_000

/** Checks whether the replica is one of this database, and how soon it has what the primary has. */
export async function checkReplica({ config, open }: DoctorContext): Promise<Finding> {
  if (config.DATABASE_READ_URL === undefined)
    return ['ok', 'pages are read from the database itself: DATABASE_READ_URL is not set.']
  const { database, pools } = await open()
  const end = await readLogEnd(pools.server)
  const started = performance.now()
  try {
    const settings = { connectionTimeoutMillis: 3_000, query_timeout: 3_000 }
    const client = await openClient({ connectionString: database.urls.replica, ...settings })
    try {
      while (!(await hasReached(client, pools.server, end))) {
        if (performance.now() - started > longestLag)
          return [
            'look',
            `the replica is more than ${longestLag / 1_000} s behind: what is new is read from the primary.`,
          ]
        await sleep(100)
      }
    } finally {
      await client.end()
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return ['look', `DATABASE_READ_URL: the replica cannot be used, the primary answers (${reason}).`]
  }
  return ['ok', 'the replica follows the database.']
}
