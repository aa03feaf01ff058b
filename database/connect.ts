import pg from 'pg'
import { connectTo, type Hosts, hostsOf } from './connection/hosts.ts'
import { observePool, type PoolObserver } from './connection/pool-observer.ts'
import { createReplica, type ViewerPool } from './connection/replica.ts'
import type { Log } from './log.ts'
import type { RoleUrls } from './roles.ts'
import { typeParsers } from './type-parsers.ts'

/**
 * The connection pools. `viewer` reads for one account (always through withAccount), `server` handles sign-in and
 * single documents, `work` has the server's role with longer timeouts for imports and commands, `jobs` is for background
 * work, `console` reads for one member of staff (always through withStaff), `lock` keeps connections that hold a lock for
 * longer than a transaction. They connect on first use. Handed on, each has one name: `viewerPool`, `db`, `workPool`,
 * `jobsPool`, `consolePool`, `lockPool`.
 */
export type Pools = {
  viewer: ViewerPool
  server: pg.Pool
  work: pg.Pool
  jobs: pg.Pool
  console: pg.Pool
  lock: pg.Pool
  end: () => Promise<void>
}

/**
 * `onLost` is called when an idle connection breaks; `size` is the most connections of each of the two large pools;
 * `connectTimeout` the milliseconds for which a query waits for a connection; `log` hears of the replica, which is not used
 * without it; `observer` is told what the pools do.
 */
export type ConnectOptions = {
  onLost: (error: Error) => void
  size?: number
  connectTimeout?: number
  log?: Log
  observer?: PoolObserver | undefined
}

/**
 * Opens the pools. A database that hangs or is gone causes an error within four seconds; the pools recover by
 * themselves.
 */
export function connect(urls: RoleUrls, options: ConnectOptions): Pools {
  const { onLost, size = 16, connectTimeout = 1_500, log, observer } = options
  let ending = false
  const lose = (error: Error) => {
    if (!ending) onLost(error)
  }
  const openRolePool = (
    connectionString: string,
    name: string,
    max: number,
    settings: pg.PoolConfig = {},
    loseIdle = lose,
  ) => {
    const pool = openPool(
      {
        connectionString,
        application_name: `portal ${name}`,
        max,
        types: typeParsers,
        // Waiting for a connection (1.5 s) and opening the transaction (2 s) together take less than four seconds; so
        // does a query (3 s) that the database accepts but never answers. The roles have the other limits as settings.
        connectionTimeoutMillis: connectTimeout,
        query_timeout: 3_000,
        keepAlive: true,
        keepAliveInitialDelayMillis: 5_000,
        // An idle connection takes 3 to 7 MB of PostgreSQL's memory.
        idleTimeoutMillis: 30_000,
        ...settings,
      },
      loseIdle,
    )
    if (observer) observePool(pool, name, observer)
    return pool
  }
  // A pooler would not take limits from who connects: long work goes past it.
  const longWork = (seconds: number) => ({
    pipeline: true,
    query_timeout: seconds * 1_000,
    statement_timeout: seconds * 1_000 - 250,
    idle_in_transaction_session_timeout: seconds * 2_000,
  })
  const primary = openRolePool(urls.viewer, 'viewer', size)
  // That it is away is said by the next read, and is no loss of the database.
  const openReplica = (url: string) => openRolePool(url, 'replica', size, { connectionTimeoutMillis: 500 }, ignore)
  const replica = urls.replica && log ? createReplica(openReplica(urls.replica), primary, log) : undefined
  const viewer = Object.assign(primary, { replica })
  const server = openRolePool(urls.server, 'server', size)
  const work = openRolePool(urls.session, 'work', 4, longWork(120))
  const jobs = openRolePool(urls.session, 'jobs', 5, longWork(60))
  const console = openRolePool(urls.console, 'console', 4)
  const lock = openRolePool(urls.session, 'lock', size)
  return {
    viewer,
    server,
    work,
    jobs,
    console,
    lock,
    end: async () => {
      ending = true
      await Promise.all([
        viewer.end(),
        replica?.pool.end(),
        server.end(),
        work.end(),
        jobs.end(),
        console.end(),
        lock.end(),
      ])
    },
  }
}

/**
 * Opens a pool in which a broken connection never ends the process: `onLost` is called for idle connections, and a
 * connection in use makes its next query fail. Of several hosts each new connection tries one after the other, beginning
 * with the one that was good last.
 */
export function openPool(config: pg.PoolConfig, onLost: (error: Error) => void): pg.Pool {
  const { addresses, primaryOnly } = hostsOf(config.connectionString)
  const pool = addresses.length > 1 || primaryOnly ? poolOverHosts(config, addresses, primaryOnly) : new pg.Pool(config)
  pool.on('error', onLost)
  // The pool listens only while a connection is idle. An `error` event without a listener would end the process.
  pool.on('connect', (client) => void client.on('error', ignore))
  return pool
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0]

function poolOverHosts(config: pg.PoolConfig, addresses: Hosts['addresses'], primaryOnly: boolean): pg.Pool {
  /** How many connections have failed one after another at the host that was tried: the next host is tried then. */
  let moves = 0
  // The pool makes its connections by `new`, which gives what the function returns.
  function hostClient(settings: pg.ClientConfig): pg.Client {
    const moved = moves
    const client = new pg.Client({ ...settings, connectionString: addresses[moved % addresses.length] })
    client.on('error', ignore)
    const connect = () => Reflect.apply(pg.Client.prototype.connect, client, [])
    const connectAndCheck = (callback: (error: Error | undefined) => void) =>
      void connectTo(client, connect, primaryOnly).then(
        () => callback(undefined),
        (error: Error) => {
          // Others may have failed at the same host meanwhile, and moved on from it.
          if (moves === moved) moves++
          callback(error)
        },
      )
    return Object.assign(client, { connect: connectAndCheck })
  }
  // The compiler has no type for a function that is called by `new` and returns its object; the arguments are checked above.
  const pool = new pg.Pool({ ...config, Client: hostClient as unknown as new () => pg.Client })
  const connectOnce = pool.connect.bind(pool)
  const connectInTurn = (callback: ConnectCallback, left = addresses.length) => {
    const before = moves
    connectOnce((error, client, done) => {
      if (error && moves !== before && left > 1) connectInTurn(callback, left - 1)
      else callback(error, client, done)
    })
  }
  return Object.assign(pool, { connect: connectInTurn })
}

/**
 * Connects once, outside the pools, to the first of its hosts that answers. When the connection breaks, the next query
 * fails and `onLost` is called. Throws the error of the database or the network when it cannot connect.
 */
export async function openClient(config: pg.ClientConfig, onLost: (error: Error) => void = ignore): Promise<pg.Client> {
  const { addresses, primaryOnly } = hostsOf(config.connectionString)
  const failures: unknown[] = []
  for (const connectionString of addresses) {
    const client = new pg.Client({ ...config, connectionString })
    client.on('error', onLost)
    try {
      await connectTo(client, () => client.connect(), primaryOnly)
      return client
    } catch (error) {
      failures.push(error)
    }
  }
  throw failures.at(-1)
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
