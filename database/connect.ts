import pg from 'pg'
import type { RoleUrls } from './roles.ts'
import { typeParsers } from './type-parsers.ts'

/**
 * The ways to the database. `viewer` reads for one account (always through withAccount), `server` signs in and takes
 * single documents, `work` is the server's role with time for imports and seeds, `jobs` for what is done in the
 * background. They connect when first used.
 */
export type Pools = { viewer: pg.Pool; server: pg.Pool; work: pg.Pool; jobs: pg.Pool; end: () => Promise<void> }

/** `onLost` hears of connections that break while nobody uses them; `size` is the most that each pool opens. */
export type ConnectOptions = { onLost: (error: Error) => void; size?: number }

/** Opens the pools. A database that hangs or is gone gives an error within four seconds and heals by itself. */
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
        // Waiting for a connection (1.5 s) and opening the transaction (2 s) stay below four seconds together; so does a
        // query (3 s) that the database accepted and never answers.
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
 * Opens a pool whose connections never end the process when they break: `onLost` hears of those that nobody uses, and
 * who uses one learns it from the query that fails.
 */
export function openPool(config: pg.PoolConfig, onLost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', onLost)
  // The pool listens only while a connection is idle. An `error` event without a listener would end the process.
  pool.on('connect', (client) => void client.on('error', ignore))
  return pool
}

/**
 * Connects once, outside of the pools. A connection that breaks makes the next query fail, and `onLost` hears of it.
 * Raises what the database or the network says when there is none.
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

/** A connection of a pool for the caller alone. `release` gives it back, or throws it away when it is broken; once is enough. */
export type CheckedOutClient = { client: pg.PoolClient; release: (broken?: boolean) => void }

/**
 * Takes a connection out of the pool. One that breaks between two queries calls `onBroken`; the next query then fails.
 * Raises what the pool says when none is free in time or none can be made.
 */
export function checkOut(pool: pg.Pool, onBroken: (error: Error) => void = ignore): Promise<CheckedOutClient> {
  return new Promise((resolve, reject) => {
    // A callback runs before anything else can happen to the connection, so the listener is never too late.
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

/** What a connection that listens hears, and that it is lost. */
export type ChannelListener = { onNotification: (notification: pg.Notification) => void; onLost: () => void }

/** Takes a connection out of the pool and has it hear what is notified on the channel, as soon as that is committed. */
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
 * Runs `fn` in a transaction that sees the rows of this account and no others; read-only unless `write` is set.
 * Gives what `fn` gives; when it throws, nothing was written.
 */
export function withAccount<T>(
  pool: pg.Pool,
  accountId: string,
  fn: (client: pg.PoolClient) => Promise<T>,
  { write = false }: { write?: boolean } = {},
): Promise<T> {
  return transaction(pool, openingStatements(accountId, write ? begin : beginRead), fn, write)
}

/** Asks for a statement of `readTogether`. */
export type RunStatement = <R extends pg.QueryResultRow>(statement: pg.QueryConfig) => Promise<pg.QueryResult<R>>

/**
 * Reads for this account by statements that do not depend on each other. They go to the database in one message together
 * with the opening and the end of their transaction, and come back in one: this is what every page is read by. `fn` must
 * ask for all of them before it waits for any; one that comes later is refused. Gives what `fn` gives. Each statement that
 * takes longer than `most` milliseconds is ended by the database (57014), which frees its connection at once.
 */
export async function readTogether<T>(
  pool: pg.Pool,
  accountId: string,
  fn: (run: RunStatement) => Promise<T>,
  timeoutMs?: number,
): Promise<T> {
  // 0 would be no limit at all.
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
  // Were the account not set, the statements behind it would see nothing.
  const opened = client.query(withTimeout(opening, 2_000))
  opened.catch(ignore)
  const reading = (async () => fn(run))()
  sent = true
  // The answer does not wait for the end: nothing can be lost there.
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
 * Runs `fn` in a transaction of the pool's role, without an account. When it throws, nothing was written. `settings` are
 * statements that hold for the transaction (`set local …`).
 */
export function withTransaction<T>(
  pool: pg.Pool,
  fn: (client: pg.PoolClient) => Promise<T>,
  settings: readonly string[] = [],
): Promise<T> {
  return transaction(pool, [begin, ...settings].join(';'), fn, true)
}

function openingStatements(accountId: string, beginStatement: string): string {
  // SET takes no parameters, so the id goes into the text: nothing but a UUID may.
  if (!uuid.test(accountId)) throw new Error('A transaction for one account needs the id of an account')
  // One message opens the transaction and names the account.
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
    // On a pipelined connection the queries of `fn` follow without waiting: one round trip for all of a read. Were the
    // account not set, they would see nothing.
    if (client.pipeline && !write) opened.catch(ignore)
    else await opened
    result = await fn(client)
    await opened
    if (write) {
      const { command } = await client.query('commit')
      // PostgreSQL answers COMMIT with ROLLBACK when a statement failed and fn went on regardless.
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements had failed')
      release(false)
    }
  } catch (error) {
    // The caller need not wait for it. A connection that does not even roll back is thrown away, so that the next
    // caller neither waits behind a hanging query nor stands in another's transaction.
    client.query(withTimeout('rollback', 500)).then(
      () => release(false),
      () => release(true),
    )
    throw error
  }
  if (!write) {
    // Nothing can be lost at the end of a read-only transaction, so its answer does not wait for it.
    client.query(withTimeout('commit', 2_000)).then(
      () => release(false),
      () => release(true),
    )
  }
  return result
}

/** Milliseconds for the opening of a transaction: a page is refused soon, an import may wait while the database is busy. */
function openingTimeout({ options }: pg.Pool): number {
  return (options.query_timeout ?? 0) > 3_000 ? 10_000 : 2_000
}

function withTimeout(text: string, milliseconds: number): TimedQuery {
  return { text, query_timeout: milliseconds }
}

const ignore = () => undefined
