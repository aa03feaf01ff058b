import pg from 'pg'
import type { RoleUrls } from './roles.ts'
import { typeParsers } from './types.ts'

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
  const open = (connectionString: string, name: string, seconds: number, max: number, pipeline = false) => {
    const pool = new pg.Pool({
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
    })
    pool.on('error', (error) => {
      if (!ending) onLost(error)
    })
    return pool
  }
  const viewer = open(urls.viewer, 'viewer', 3, size, true)
  const server = open(urls.server, 'server', 3, size)
  const work = open(urls.server, 'work', 120, 4, true)
  const jobs = open(urls.server, 'jobs', 60, 5, true)
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
 * Runs `fn` in a transaction that sees the rows of this account and no others; read-only unless `write` is set.
 * Gives what `fn` gives; when it throws, nothing was written.
 */
export function withAccount<T>(
  pool: pg.Pool,
  accountId: string,
  fn: (client: pg.PoolClient) => Promise<T>,
  { write = false }: { write?: boolean } = {},
): Promise<T> {
  return transaction(pool, openingFor(accountId, write ? begin : beginRead), fn, write)
}

/** Asks for a statement of `readTogether`. */
export type Ask = <R extends pg.QueryResultRow>(statement: pg.QueryConfig) => Promise<pg.QueryResult<R>>

/**
 * Reads for this account by statements that do not depend on each other. They go to the database in one message together
 * with the opening and the end of their transaction, and come back in one: this is what every page is read by. `fn` must
 * ask for all of them before it waits for any; one that comes later is refused. Gives what `fn` gives.
 */
export async function readTogether<T>(pool: pg.Pool, accountId: string, fn: (ask: Ask) => Promise<T>): Promise<T> {
  const opening = openingFor(accountId, beginRead)
  const { client, release } = await checkOut(pool)
  const { stream } = client.connection
  let sent = false
  const ask: Ask = (statement) => {
    if (sent) throw new Error('A statement came after the others of its transaction had been sent')
    return client.query(statement)
  }
  stream.cork()
  // Were the account not set, the statements behind it would see nothing.
  const opened = client.query(within(opening, 2_000))
  opened.catch(ignore)
  const reading = (async () => fn(ask))()
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

/** Runs `fn` in a transaction of the pool's role, without an account. When it throws, nothing was written. */
export function withTransaction<T>(pool: pg.Pool, fn: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return transaction(pool, begin, fn, true)
}

function openingFor(accountId: string, how: string): string {
  // SET takes no parameters, so the id goes into the text: nothing but a UUID may.
  if (!uuid.test(accountId)) throw new Error('A transaction for one account needs the id of an account')
  // One message opens the transaction and names the account.
  return `${how};set local app.account_id='${accountId}'`
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const begin = 'begin'
const beginRead = 'begin read only'

type Timed = pg.QueryConfig & { query_timeout: number }

async function transaction<T>(
  pool: pg.Pool,
  opening: string,
  fn: (client: pg.PoolClient) => Promise<T>,
  write: boolean,
): Promise<T> {
  const { client, release } = await checkOut(pool)
  let result: T
  try {
    const opened = client.query(within(opening, 2_000))
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
    client.query(within('rollback', 500)).then(
      () => release(false),
      () => release(true),
    )
    throw error
  }
  if (!write) {
    // Nothing can be lost at the end of a read-only transaction, so its answer does not wait for it.
    client.query(within('commit', 2_000)).then(
      () => release(false),
      () => release(true),
    )
  }
  return result
}

async function checkOut(pool: pg.Pool) {
  const client = await pool.connect()
  // A connection that breaks between two queries says so by an event; the next query then fails, which is enough.
  client.on('error', ignore)
  const release = (broken: boolean) => {
    client.off('error', ignore)
    client.release(broken)
  }
  return { client, release }
}

function within(text: string, milliseconds: number): Timed {
  return { text, query_timeout: milliseconds }
}

const ignore = () => undefined
