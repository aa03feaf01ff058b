import type { Pool } from 'pg'
import { checkOut } from '#database/connect.ts'

/** A lock that only one server has, until it is released or its connection breaks. */
export type FileLock = { release: () => Promise<void> }

/** Takes the lock of files of a profile; undefined when another server, or this one, has it. */
export async function lockFiles(lockPool: Pool, key: string): Promise<FileLock | undefined> {
  const { client, release } = await checkOut(lockPool)
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('import files ' || $1, 0)) as locked`,
      [key],
    )
    if (!rows[0]?.locked) {
      release()
      return undefined
    }
  } catch (error) {
    release(true)
    throw error
  }
  return {
    release: async () => {
      try {
        await client.query(`select pg_advisory_unlock(hashtextextended('import files ' || $1, 0))`, [key])
        release()
      } catch (error) {
        // A broken connection has no lock any more.
        release(true)
        throw error
      }
    },
  }
}
