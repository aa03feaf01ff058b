import pg from 'pg'
import type { RoleUrls } from './roles.ts'
import { typeParsers } from './type-parsers.ts'

/**
 * The connection pools. `viewer` reads for one account (always through withAccount), `server` handles sign-in and
 * single documents, `work` has the server's role with longer timeouts for imports and commands, `jobs` is for background
 * work, `console` reads for one member of staff (always through withStaff). They connect on first use. Handed on, each
 * has one name: `viewerPool`, `db`, `workPool`, `jobsPool`, `consolePool`.
 */
export type Pools = {
  viewer: pg.Pool
  server: pg.Pool
  work: pg.Pool
  jobs: pg.Pool
  console: pg.Pool
  end: () => Promise<void>
}

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
        // An idle connection takes 3 to 7 MB of PostgreSQL's memory.
        idleTimeoutMillis: 30_000,
      },
      (error) => {
        if (!ending) onLost(error)
      },
    )
  const viewer = openRolePool(urls.viewer, 'viewer', 3, size)
  const server = openRolePool(urls.server, 'server', 3, size)
  const work = openRolePool(urls.server, 'work', 120, 4, true)
  const jobs = openRolePool(urls.server, 'jobs', 60, 5, true)
  const console = openRolePool(urls.console, 'console', 3, 4)
  return {
    viewer,
    server,
    work,
    jobs,
    console,
    end: async () => {
      ending = true
      await Promise.all([viewer.end(), server.end(), work.end(), jobs.end(), console.end()])
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
    // The error that follows says more than how the connection ended.
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

const ignore = () => undefined
