import type { Pool } from 'pg'
import { checkOut } from '#database/connect.ts'

/** A lock that only one server has, until it is released or its connection breaks. */
export type FileLock = { release: () => Promise<void> }

/** Takes the lock of files of a profile; undefined when another server, or this one, has it. */
export async function lockFiles(db: Pool, key: string): Promise<FileLock | undefined> {
  const { client, release } = await checkOut(db)
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

type StartedRun = { id: string; profile: string; files: readonly string[]; fingerprint: string; now: string }

/**
 * Records that files are read from now on. Returns how often reading the same files was started before and never came to
 * an end. What is older than 90 days is deleted.
 */
export async function insertRun(db: Pool, { id, profile, files, fingerprint, now }: StartedRun): Promise<number> {
  const { rows } = await db.query<{ unfinished: number }>(
    `with old as (delete from import_runs where id in (
  select id from import_runs where started_at < $5::timestamptz - interval '90 days' order by started_at limit 1000)),
started as (insert into import_runs (id, profile, files, fingerprint, started_at) values ($1, $2, $3, $4, $5::timestamptz))
select count(*)::integer as unfinished from (
  select 1 from import_runs where profile = $2 and fingerprint = $4 and finished_at is null limit 100) r`,
    [id, profile, files, fingerprint, now],
  )
  return rows[0]?.unfinished ?? 0
}

type FinishedRun = { id: string; now: string; received: number | null; rejected: number | null; failure: string | null }

/** Records how reading files ended. */
export async function updateRun(db: Pool, { id, now, received, rejected, failure }: FinishedRun): Promise<void> {
  await db.query('update import_runs set finished_at = $2, received = $3, rejected = $4, failure = $5 where id = $1', [
    id,
    now,
    received,
    rejected,
    failure,
  ])
}
