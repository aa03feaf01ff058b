import pg from 'pg'
import type { RoleUrls } from './roles.ts'
import { typeParsers } from './type-parsers.ts'

/**
 * The connection pools. `viewer` reads for one account (always through withAccount), `server` handles sign-in and
 * single documents, `work` has the server's role with longer timeouts for imports and seeds, `jobs` is for background
 * work. They connect on first use.
 */
export type Pools = { viewer: pg.Pool; server: pg.Pool; work: pg.Pool; jobs: pg.Pool; end: () => Promise<void> }

/** `onLost` is called when an idle connection breaks; `size` is the most connections of each pool. */
export type ConnectOptions = { onLost: (error: Error) => void; size?: number }

/**
 * Opens the pools. A database that hangs or is gone causes an error within four seconds; the pools recover by
 * themselves.
 */
export function connect(urls: RoleUrls, { onLost, size = 16 }: ConnectOptions): Pools {
  let ending = false
  const openRolePool = (connectionString: string, name: string, seconds: number, max: number, pipeline = false) =>
    openPool(
      {
        connectionString,
        application_name: `portal ${name}`,
        max,
        pipeline,
        types: typeParsers,
        options: '-c timezone=UTC -c datestyle=ISO',
        // Waiting for a connection (1.5 s) and opening the transaction (2 s) together take less than four seconds; so
        // does a query (3 s) that the database accepts but never answers.
        connectionTimeoutMillis: 1_500,
        query_timeout: seconds * 1_000,
        statement_timeout: seconds * 1_000 - 250,
        idle_in_transaction_session_timeout: seconds * 2_000,
        keepAlive: true,
        keepAliveInitialDelayMillis: 5_000,
        idleTimeoutMillis: 60_000,
      },
      (error) => {
        if (!ending) onLost(error)
      },
    )
  const viewer = openRolePool(urls.viewer, 'viewer', 3, size, true)
  const server = openRolePool(urls.server, 'server', 3, size)
  const work = openRolePool(urls.server, 'work', 120, 4, true)
  const jobs = openRolePool(urls.server, 'jobs', 60, 5, true)
  return {
    viewer,
    server,
    work,
    jobs,
    end: async () => {
      ending = true
      await Promise.all([viewer.end(), server.end(), work.end(), jobs.end()])
    },
  }
}

/**
 * Opens a pool in which a broken connection never ends the process: `onLost` is called for idle connections, and a
 * connection in use makes its next query fail.
 */
export function openPool(config: pg.PoolConfig, onLost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', onLost)
  // The pool listens only while a connection is idle. An `error` event without a listener would end the process.
  pool.on('connect', (client) => void client.on('error', ignore))
  return pool
}

/**
 * Connects once, outside the pools. When the connection breaks, the next query fails and `onLost` is called. Throws the
 * error of the database or the network when it cannot connect.
 */
export async function openClient(config: pg.ClientConfig, onLost: (error: Error) => void = ignore): Promise<pg.Client> {
  const client = new pg.Client(config)
  client.on('error', onLost)
  try {
    await client.connect()
  } catch (error) {
    await client.end().catch(ignore)
    throw error
  }
  return client
}

/**
 * A pool connection for the caller alone. `release` returns it, or discards it when it is broken; further calls do
 * nothing.
 */
export type CheckedOutClient = { client: pg.PoolClient; release: (broken?: boolean) => void }

/**
 * Takes a connection out of the pool. When it breaks between two queries, `onBroken` is called and the next query
 * fails. Throws the pool's error when none is free in time or none can be opened.
 */
export function checkOut(pool: pg.Pool, onBroken: (error: Error) => void = ignore): Promise<CheckedOutClient> {
  return new Promise((resolve, reject) => {
    // The callback runs before anything else can happen to the connection, so the listener is always in time.
    pool.connect((error, client) => {
      if (error || !client) return reject(error ?? new Error('The pool gave no connection'))
      client.on('error', onBroken)
      let released = false
      const release = (broken = false) => {
        if (released) return
        released = true
        client.release(broken)
        client.off('error', onBroken)
      }
      resolve({ client, release })
    })
  })
}

/** Called for each notification, and when the connection is lost. */
export type ChannelListener = { onNotification: (notification: pg.Notification) => void; onLost: () => void }

/** Takes a connection out of the pool and listens on the channel; notifications arrive once they are committed. */
export async function listen(
  pool: pg.Pool,
  channel: string,
  { onNotification, onLost }: ChannelListener,
): Promise<CheckedOutClient> {
  const { client, release } = await checkOut(pool, onLost)
  client.on('notification', onNotification)
  const end = (broken?: boolean) => {
    client.off('notification', onNotification)
    release(broken)
  }
  try {
    await client.query(`listen ${channel}`)
  } catch (error) {
    end(true)
    throw error
  }
  return { client, release: end }
}

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
  return transaction(pool, openingStatements(accountId, write ? begin : beginRead), fn, write)
}

/** Runs a statement of `readTogether`. */
export type RunStatement = <R extends pg.QueryResultRow>(statement: pg.QueryConfig) => Promise<pg.QueryResult<R>>

/**
 * Reads for this account by statements that do not depend on each other. They are sent in one message together with the
 * beginning and end of their transaction and answered in one: every page is read this way. `fn` must start all of them
 * before it awaits any; later statements are refused. Returns the result of `fn`. The database ends each statement that
 * takes longer than `timeoutMs` milliseconds (57014), which frees its connection at once.
 */
export async function readTogether<T>(
  pool: pg.Pool,
  accountId: string,
  fn: (run: RunStatement) => Promise<T>,
  timeoutMs?: number,
): Promise<T> {
  // 0 would mean no limit.
  const timeoutSetting =
    timeoutMs === undefined ? '' : `;set local statement_timeout=${Math.max(1, Math.floor(timeoutMs))}`
  const opening = openingStatements(accountId, beginRead) + timeoutSetting
  const { client, release } = await checkOut(pool)
  const { stream } = client.connection
  let sent = false
  const run: RunStatement = (statement) => {
    if (sent) throw new Error('A statement came after the others of its transaction had been sent')
    return client.query(statement)
  }
  stream.cork()
  // If setting the account failed, the following statements would see nothing.
  const opened = client.query(withTimeout(opening, 2_000))
  opened.catch(ignore)
  const reading = (async () => fn(run))()
  sent = true
  // The result does not wait for the commit: nothing can be lost there.
  client.query('commit').then(
    () => release(false),
    () => release(true),
  )
  stream.uncork()
  const result = await reading
  await opened
  return result
}

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

function openingStatements(accountId: string, beginStatement: string): string {
  // SET takes no parameters, so the id is put into the text; therefore it must be a UUID.
  if (!uuid.test(accountId)) throw new Error('A transaction for one account needs the id of an account')
  // One message opens the transaction and sets the account.
  return `${beginStatement};set local app.account_id='${accountId}'`
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
    // On a pipelined connection the queries of `fn` follow without waiting, so that a read takes one round trip. If
    // setting the account failed, they would see nothing.
    if (client.pipeline && !write) opened.catch(ignore)
    else await opened
    result = await fn(client)
    await opened
    if (write) {
      const { command } = await client.query('commit')
      // PostgreSQL answers COMMIT with ROLLBACK when a statement failed and fn continued regardless.
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements had failed')
      release(false)
    }
  } catch (error) {
    // The caller need not wait for this. A connection that cannot even roll back is discarded, so that the next caller
    // neither waits behind a hanging query nor works inside an earlier transaction.
    client.query(withTimeout('rollback', 500)).then(
      () => release(false),
      () => release(true),
    )
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

/** Milliseconds for opening a transaction: short for pages, longer for imports, which may wait for a busy database. */
function openingTimeout({ options }: pg.Pool): number {
  return (options.query_timeout ?? 0) > 3_000 ? 10_000 : 2_000
}

function withTimeout(text: string, milliseconds: number): TimedQuery {
  return { text, query_timeout: milliseconds }
}

const ignore = () => undefined
