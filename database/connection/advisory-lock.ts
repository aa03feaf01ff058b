import type pg from 'pg'
import { checkOut } from '../connect.ts'

/** A lock that only one server has, until it is released or its connection breaks. */
export type AdvisoryLock = { release: () => Promise<void> }

/** Takes the lock with this name, for longer than a transaction; undefined when another server, or this one, has it. */
export async function tryAdvisoryLock(lockPool: pg.Pool, name: string): Promise<AdvisoryLock | undefined> {
  const { client, release } = await checkOut(lockPool)
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
      [name],
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
        await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name])
        release()
      } catch (error) {
        // A broken connection has no lock any more.
        release(true)
        throw error
      }
    },
  }
}
