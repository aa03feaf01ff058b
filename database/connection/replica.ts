import pg from 'pg'
import type { Freshness } from '#contract/viewer.ts'
import { isUnavailable } from '../availability.ts'
import type { Log } from '../log.ts'

/*
 * A replica from which customers' pages are read. It follows the primary with a delay; a read whose account is older
 * there than the session must see goes to the primary instead (transaction.ts).
 */

/** How many reads the replica answered, how many it was too far behind for, and how many failed there. */
export type ReplicaReads = { answered: number; behind: number; failed: number }

/** A pool on the replica, and whether it is used at the moment. */
export type Replica = {
  pool: pg.Pool
  reads: ReplicaReads
  /** Whether reads go there at the moment. While they do not, each call may begin to look at it again, and waits for nothing. */
  isUsable: () => boolean
  /**
   * Takes the error of a read; returns whether the primary is to be read instead. After one of the network or of a replica
   * that stops, no read goes there until it answers again.
   */
  leave: (error: unknown) => boolean
}

/** A pool of the role portal on the primary, with the replica from which its reads may be answered, if there is one. */
export type ViewerPool = pg.Pool & { readonly replica?: Replica | undefined }

/** Milliseconds between two looks at a replica that cannot be used. */
const pause = 5_000

/** SQLSTATE of a statement that the replica ended because the primary removed rows that it was reading. */
const recoveryConflict = '40001'

/** Looks after a replica: whether it belongs to the primary, answers, and is used. Says in the log when that changes. */
export function createReplica(pool: pg.Pool, primary: pg.Pool, log: Log): Replica {
  const reads: ReplicaReads = { answered: 0, behind: 0, failed: 0 }
  let usable = false
  let nextLook = 0
  /** Why it is not used, as it was last said in the log. */
  let reason: string | undefined
  /** Where the primary's log ended at the first look: what came before, such as a migration, every read may need. */
  let start: string | undefined

  const stopUsing = (error: unknown) => {
    usable = false
    nextLook = performance.now() + pause
    const message = error instanceof Error ? error.message : String(error)
    if (reason === undefined) log.warn(`The replica (DATABASE_READ_URL) is not used, the primary answers: ${message}`)
    reason = message
  }
  const look = async () => {
    start ??= await readLogEnd(primary)
    if (!(await hasReached(pool, primary, start))) throw new Error('it is behind the start of this portal')
    usable = true
    if (reason !== undefined) log.info('The replica (DATABASE_READ_URL) is used again.')
    reason = undefined
  }
  return {
    pool,
    reads,
    isUsable: () => {
      if (!usable && performance.now() >= nextLook) {
        nextLook = Number.POSITIVE_INFINITY
        look().catch(stopUsing)
      }
      return usable
    },
    leave: (error) => {
      if (isUnavailable(error)) stopUsing(error)
      else if (!(error instanceof pg.DatabaseError && error.code === recoveryConflict)) return false
      reads.failed++
      return true
    },
  }
}

/** Whether a host has replayed the log up to a position; one that was promoted has no log to replay. */
const reached = (position: string) => `(not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= ${position})`

type Host = Pick<pg.Pool, 'query'>

/**
 * Whether a replica has replayed the primary's log up to this position. Throws an error with the mend when it is not a
 * replica of this database.
 */
export async function hasReached(replica: Host, primary: Host, position: string): Promise<boolean> {
  const [there, here] = await Promise.all([readSystem(replica, position), readSystem(primary, position)])
  if (there?.system !== here?.system) throw new Error('it is a copy of another database. Correct DATABASE_READ_URL')
  return there?.reached ?? false
}

/** What a primary and all of its replicas have in common, and nothing else has; and whether the host has come so far. */
async function readSystem(
  host: Host,
  position: string,
): Promise<{ system: string | null; reached: boolean } | undefined> {
  const { rows } = await host.query<{ system: string | null; reached: boolean }>(
    `select system_identifier || ' ' || current_database() as system, ${reached('$1::pg_lsn')} as reached from pg_control_system()`,
    [position],
  )
  return rows[0]
}

/** What a host says of the account: whether it is fresh enough, and its version there. */
export type AccountFreshness = { fresh: boolean; version: string }

/**
 * Compares the account on the host with what must be seen. Sent before the reads themselves, so that what they read is
 * of this version or a later one.
 */
export function freshnessStatement(accountId: string, { version, lastWrite }: Freshness): pg.QueryConfig {
  return {
    name: 'replica freshness',
    text: `select s.version >= $2::bigint and ($3::pg_lsn is null or ${reached('$3')}) as fresh, s.version
from (select coalesce((select version from account_versions where account_id = $1), 0) as version) s`,
    values: [accountId, version, lastWrite ?? null],
  }
}

/** The end of the primary's log, behind what was just written, as a pg_lsn. */
export async function readLogEnd(db: Host): Promise<string> {
  const { rows } = await db.query<{ end: string }>('select pg_current_wal_insert_lsn() as end')
  return rows[0]?.end ?? ''
}
