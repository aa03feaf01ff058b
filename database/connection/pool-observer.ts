import { AsyncResource } from 'node:async_hooks'
import type pg from 'pg'

/** How something ended: with an error, or with this many rows where it has rows. */
type Ended = (outcome: { error?: Error | undefined; rows?: number | null | undefined }) => void
type Statement = Pick<pg.QueryConfig, 'name' | 'text'>

/**
 * Is called when something begins at a pool, by the pool's name, and returns what is called when that has ended; undefined
 * when it need not know.
 */
export type PoolObserver = {
  /** A caller waits for a connection. */
  waits: (pool: string) => Ended | undefined
  /** Statements are sent, all of them in one message. */
  sends: (pool: string, statements: readonly Statement[]) => Ended | undefined
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0]
type QueryCallback = (error: Error | undefined, result?: { rowCount: number | null }) => void
/** What the driver sends by itself, such as a batch; `callback` is called at its end. */
type OwnQuery = {
  submit: unknown
  statements: readonly Statement[]
  rowCount: number
  callback: (error?: Error) => void
}

/** Tells the observer of each wait for a connection of the pool, and of what is sent on its connections. */
export function observePool(pool: pg.Pool, name: string, observer: PoolObserver): void {
  const connect = pool.connect.bind(pool)
  const connectObserved = (callback: ConnectCallback) => {
    const ended = observer.waits(name)
    if (!ended) return connect(callback)
    const connected: ConnectCallback = (error, client, done) => {
      ended({ error })
      callback(error, client, done)
    }
    // The pool calls it in the asynchronous context of the caller that has returned the connection.
    connect(AsyncResource.bind(connected))
  }
  Object.assign(pool, { connect: connectObserved })
  pool.on('connect', (client) => observeClient(client, name, observer))
}

function observeClient(client: pg.PoolClient, pool: string, observer: PoolObserver): void {
  const query: (...args: unknown[]) => unknown = client.query.bind(client)
  const queryObserved = (...args: unknown[]) => {
    const ended = observer.sends(pool, statementsOf(args[0]))
    return ended ? sendObserved(query, args, ended) : query(...args)
  }
  Object.assign(client, { query: queryObserved })
}

/** Sends as the driver does, in each of its three forms: with a callback, as a query of its own, or for a promise. */
function sendObserved(query: (...args: unknown[]) => unknown, args: unknown[], ended: Ended): unknown {
  const [first] = args
  const last = args.at(-1)
  if (typeof last === 'function') {
    const callback = last as QueryCallback
    const answered: QueryCallback = (error, result) => {
      ended({ error, rows: result?.rowCount })
      callback(error, result)
    }
    return query(...args.slice(0, -1), answered)
  }
  if (isOwnQuery(first)) {
    const { callback } = first
    first.callback = (error) => {
      ended({ error, rows: first.rowCount })
      callback(error)
    }
    return query(...args)
  }
  return (query(...args) as Promise<pg.QueryResult>).then(
    (result) => {
      ended({ rows: result.rowCount })
      return result
    },
    (error: Error) => {
      ended({ error })
      throw error
    },
  )
}

const isOwnQuery = (query: unknown): query is OwnQuery =>
  typeof query === 'object' && query !== null && 'submit' in query && 'statements' in query

function statementsOf(query: unknown): readonly Statement[] {
  if (typeof query === 'string') return [{ text: query }]
  return isOwnQuery(query) ? query.statements : [query as Statement]
}
