import pg from 'pg'
import { calendarDate } from '#contract/values/dates.ts'
import type { Freshness } from '#contract/viewer.ts'
import { type CheckedOutClient, checkOut } from './connect.ts'
import { type AccountFreshness, freshnessStatement, type Replica, type ViewerPool } from './connection/replica.ts'
import { type BatchEntry, createBatch } from './statement-batch.ts'

/** Where a statement runs: a pool, or the connection of a transaction. */
export type Db = Pick<pg.ClientBase, 'query'>

/**
 * Runs `fn` in a transaction that sees only the rows of this account; read-only unless `write` is set. Returns the
 * result of `fn`; when `fn` throws, nothing is written.
 */
export function withAccount<T>(
  pool: pg.Pool,
  accountId: string,
  fn: (client: pg.PoolClient) => Promise<T>,
  { write = false }: { write?: boolean } = {},
): Promise<T> {
  // One message opens the transaction and sets the account.
  return transaction(pool, `${write ? begin : beginRead};${setAccount(accountId)}`, fn, write)
}

/**
 * Runs `fn` in a read-only transaction that sees what one member of the supplier's staff may see today, across accounts,
 * through a pool of the role portal_console: who stands in for somebody sees more for some days.
 */
export function withStaff<T>(
  consolePool: pg.Pool,
  staffId: string,
  fn: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return transaction(consolePool, `${beginRead};${setting('app.staff_id', staffId)};${setDay(new Date())}`, fn, false)
}

/** Runs a statement of `readTogether`. */
export type RunStatement = <R extends pg.QueryResultRow>(
  statement: pg.QueryConfig,
) => Promise<Pick<pg.QueryResult<R>, 'rows'>>

/** Runs statements that `readTogether` could run in a transaction that also writes. */
export const runOn =
  (db: Db): RunStatement =>
  (statement) =>
    db.query(statement)

/** For whom is read: an account, and what of it must be seen at least where a replica may answer. */
export type Reader = { readonly accountId: string; readonly freshness?: Freshness | undefined }

/**
 * Reads for an account by statements that do not depend on each other, in one read-only transaction, which is sent in
 * one message and answered in one: every page is read this way. `fn` must start all of them before it awaits any; later
 * statements are refused. Returns the result of `fn`. The database ends each statement that takes longer than
 * `timeoutMs` milliseconds (57014), which frees its connection at once.
 *
 * Where the reader says what must be seen at least, the pool's replica is read, if there is one. When it is too far behind
 * or fails, the primary is read, and `fn` is called a second time.
 */
export async function readTogether<T>(
  pool: ViewerPool,
  { accountId, freshness }: Reader,
  fn: (run: RunStatement) => Promise<T>,
  timeoutMs?: number,
): Promise<T> {
  const { replica } = pool
  if (replica && freshness && !freshness.onPrimary && replica.isUsable()) {
    const opening = openingStatements(accountId, timeoutMs)
    const read = await readReplica(replica, { accountId, freshness }, opening, fn)
    if (read) return read.result
    freshness.onPrimary = true
  }
  return readOnce(pool, openingStatements(accountId, timeoutMs), fn)
}

/** Reads on the replica. Returns undefined where the primary is to be read instead. */
async function readReplica<T>(
  { pool, reads, leave }: Replica,
  { accountId, freshness }: Reader & { freshness: Freshness },
  opening: readonly BatchEntry[],
  fn: (run: RunStatement) => Promise<T>,
): Promise<{ result: T } | undefined> {
  let there: AccountFreshness | undefined
  const check: BatchEntry = {
    statement: freshnessStatement(accountId, freshness),
    resolve: ([row]) => {
      there = row as AccountFreshness
    },
    // The statements after it fail with the same error.
    reject: ignore,
  }
  try {
    const result = await readOnce(pool, [...opening, check], fn)
    if (there?.fresh) {
      reads.answered++
      freshness.version = Math.max(freshness.version, Number(there.version))
      return { result }
    }
  } catch (error) {
    if (leave(error)) return undefined
    // What is missing there may be on the primary already.
    if (there?.fresh) throw error
  }
  reads.behind++
  return undefined
}

/** Sends the entries and the statements of `fn` in one transaction. */
async function readOnce<T>(
  pool: pg.Pool,
  opening: readonly BatchEntry[],
  fn: (run: RunStatement) => Promise<T>,
): Promise<T> {
  const entries = [...opening]
  let sent = false
  const run = <R extends pg.QueryResultRow>(statement: pg.QueryConfig) => {
    if (sent) throw new Error('A statement came after the others of its transaction had been sent')
    return new Promise<{ rows: R[] }>((resolve, reject) => {
      entries.push({ statement, resolve: (rows) => resolve({ rows: rows as R[] }), reject })
    })
  }
  const reading = (async () => fn(run))()
  // It is awaited below, when its statements have been sent; until then its error has a listener.
  reading.catch(ignore)
  sent = true
  entries.push(unanswered({ name: 'commit', text: 'commit' }))
  await sendBatch(pool, entries)
  try {
    return await reading
  } catch (error) {
    // Its stack leads to the driver's socket; from here it leads to the caller.
    if (error instanceof pg.DatabaseError) Error.captureStackTrace(error)
    throw error
  }
}

async function sendBatch(pool: pg.Pool, entries: readonly BatchEntry[]): Promise<void> {
  let connection: CheckedOutClient | undefined
  try {
    connection = await checkOut(pool)
    const { client, release } = connection
    client.query(
      createBatch(entries, (error) => {
        if (error instanceof pg.DatabaseError && error.severity === 'ERROR') endFailed(client, release, error)
        else release(error !== undefined)
      }),
    )
  } catch (error) {
    // No connection was free, or a value cannot be sent: what was written before it leaves the connection unusable.
    connection?.release(true)
    for (const { reject } of entries) reject(error as Error)
  }
}

function openingStatements(accountId: string, timeoutMs: number | undefined): BatchEntry[] {
  return [
    { name: beginRead, text: beginRead },
    { text: setAccount(accountId) },
    // 0 would mean no limit.
    ...(timeoutMs === undefined ? [] : [{ text: `set local statement_timeout=${Math.max(1, Math.floor(timeoutMs))}` }]),
  ].map(unanswered)
}

/** A statement without rows. If it fails, those after it are not run. */
const unanswered = (statement: pg.QueryConfig): BatchEntry => ({ statement, resolve: ignore, reject: ignore })

/**
 * Runs `fn` in a transaction of the pool's role, without an account. When it throws, nothing is written. `settings` are
 * statements that apply to the transaction (`set local …`).
 */
export function withTransaction<T>(
  pool: pg.Pool,
  fn: (client: pg.PoolClient) => Promise<T>,
  settings: readonly string[] = [],
): Promise<T> {
  return transaction(pool, [begin, ...settings].join(';'), fn, true)
}

/** The SQLSTATE of a database that may only be read: a standby, or one whose data moves elsewhere. */
const readOnlyDatabase = '25006'
/** What the driver says of a statement for which it no longer waits, although the database may still run it. */
const gaveUp = 'Query read timeout'

/** The supplier's calendar date, which current_day() gives. */
const setDay = (now: Date) => `set local app.day='${calendarDate(now)}'`
const setAccount = (accountId: string) => setting('app.account_id', accountId)

function setting(name: 'app.account_id' | 'app.staff_id', id: string): string {
  // SET takes no parameters, so the id is put into the text; therefore it must be a UUID.
  if (!uuid.test(id)) throw new Error(`A transaction with ${name} needs an id`)
  return `set local ${name}='${id}'`
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const begin = 'begin'
const beginRead = 'begin read only'

type TimedQuery = pg.QueryConfig & { query_timeout: number }

async function transaction<T>(
  pool: pg.Pool,
  opening: string,
  fn: (client: pg.PoolClient) => Promise<T>,
  write: boolean,
): Promise<T> {
  const { client, release } = await checkOut(pool)
  let result: T
  try {
    const opened = client.query(withTimeout(opening, openingTimeout(pool)))
    if (client.pipeline && !write) {
      // The queries of `fn` follow without waiting, so that a read takes one round trip. If setting the account failed,
      // they see nothing, and the error is thrown below, where `opened` is awaited.
      opened.catch(ignore)
    } else await opened
    result = await fn(client)
    await opened
    if (write) {
      const { command } = await client.query('commit')
      // PostgreSQL answers COMMIT with ROLLBACK when a statement failed and fn continued regardless.
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements had failed')
      release(false)
    }
  } catch (error) {
    endFailed(client, release, error)
    throw error
  }
  if (!write) {
    // A read-only transaction has nothing to lose at its end, so the result does not wait for it.
    client.query(withTimeout('commit', 2_000)).then(
      () => release(false),
      () => release(true),
    )
  }
  return result
}

/**
 * Ends a transaction of which a statement failed; the caller need not wait for it. A connection that cannot even roll
 * back is discarded, so that the next caller neither waits behind a hanging query nor works inside an earlier
 * transaction; so is one on which a statement may still run, and one behind which a pooler has a database that is no
 * primary any more.
 */
function endFailed(client: pg.PoolClient, release: (broken: boolean) => void, error: unknown): void {
  const isReadOnly = error instanceof pg.DatabaseError && error.code === readOnlyDatabase
  if (isReadOnly || (error instanceof Error && error.message === gaveUp)) {
    release(true)
    return
  }
  client.query(withTimeout('rollback', 500)).then(
    () => release(false),
    () => release(true),
  )
}

/** Milliseconds for opening a transaction: short for pages, longer for imports, which may wait for a busy database. */
function openingTimeout({ options }: pg.Pool): number {
  return (options.query_timeout ?? 0) > 3_000 ? 10_000 : 2_000
}

function withTimeout(text: string, milliseconds: number): TimedQuery {
  return { text, query_timeout: milliseconds }
}

const ignore = () => undefined
