import pg, { type Pool, type PoolClient } from 'pg'
import { type Db, PgBoss } from 'pg-boss'
import { isUnavailable } from '#database/availability.ts'
import { checkOut, openPool } from '#database/connect.ts'
import { deadQueue, type JobName, jobsSchema, queues } from '#database/jobs.ts'

/** pg-boss, and the connections for its own statements. */
export type Boss = { queue: PgBoss; start: () => Promise<void>; stop: () => Promise<void> }

export type BossDeps = {
  /** The pool for the transactions of jobs. */
  jobsPool: Pool
  /** The URL of the role portal_server for sessions. */
  url: string
  log: { warn: (line: string) => void }
}

/** The names of the jobs that have handlers. */
export const jobNames = Object.keys(queues).filter((name): name is JobName => name !== deadQueue)

/**
 * Opens pg-boss on two kinds of connections: its own statements read dates as Date, while a job's transaction reads
 * them as the rest of the portal does. pg-boss changes no table: migrations do.
 */
export function openBoss({ jobsPool, url, log }: BossDeps): Boss {
  // pg-boss reports a fault at each attempt of each worker, several times a second: the same one is logged once a minute,
  // and so is a database that is away, in however many words.
  const loggedAt = new Map<string, number>()
  const logError = (report: Error) => {
    const error = errorOf(report)
    const fault = isUnavailable(error) ? 'unavailable' : error.message
    const now = performance.now()
    if (now - (loggedAt.get(fault) ?? Number.NEGATIVE_INFINITY) < 60_000) return
    if (loggedAt.size > 100) loggedAt.clear()
    loggedAt.set(fault, now)
    log.warn(`Jobs: ${error.message}`)
  }
  const bookkeepingPool = openPool(
    {
      connectionString: url,
      application_name: 'portal jobs',
      // Its queries are short, and a connection takes 7 MB of PostgreSQL's memory.
      max: 1,
      connectionTimeoutMillis: 3_000,
      query_timeout: 30_000,
      statement_timeout: 30_000,
      idleTimeoutMillis: 60_000,
    },
    logError,
  )
  const queue = new PgBoss({
    schema: jobsSchema,
    db: {
      executeSql: (text, values) => bookkeepingPool.query(text, values),
      beginTransaction: () => beginTransaction(jobsPool),
    },
    migrate: false,
    createSchema: false,
    schedule: false,
    reindex: false,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  })
  queue.on('error', logError)
  return {
    queue,
    start: async () => {
      try {
        await queue.start()
      } catch (error) {
        // Whatever it has begun must not run on beside the next start.
        await queue.stop({ graceful: false }).catch(() => undefined)
        throw error
      }
    },
    stop: async () => {
      await queue.stop({ graceful: true, timeout: 4_000 })
      await bookkeepingPool.end()
    },
  }
}

/** pg-boss reports what a worker met as a plain object with the fields of the error, by which nothing would know its kind. */
function errorOf(report: { message: string }): Error {
  if (report instanceof Error) return report
  const { message } = report
  return Object.assign('severity' in report ? new pg.DatabaseError(message, 0, 'error') : new Error(message), report)
}

const clients = new WeakMap<Db, PoolClient>()

/** The connection on which a job's transaction runs. */
export function clientOf(db: Db): PoolClient {
  const client = clients.get(db)
  if (!client) throw new TypeError('A job runs in a transaction of its own')
  return client
}

async function beginTransaction(jobsPool: Pool) {
  let ended = false
  const { client, release: giveBack } = await checkOut(jobsPool, () => release(true))
  const release = (broken = false) => {
    ended = true
    giveBack(broken)
  }
  const query = async (text: string, values?: unknown[]) => {
    if (ended) throw new Error('The transaction of this job has ended')
    return client.query(text, values)
  }
  const finish = async (statement: 'commit' | 'rollback') => {
    try {
      const { command } = await query(statement)
      release()
      if (command.toLowerCase() !== statement)
        throw new Error('The job was rolled back: one of its statements had failed')
    } catch (error) {
      release(true)
      throw error
    }
  }
  const db: Db = { executeSql: query }
  clients.set(db, client)
  try {
    await query('begin')
  } catch (error) {
    release(true)
    throw error
  }
  return {
    db,
    commit: () => finish('commit'),
    // A rollback follows another error, which says more than the rollback's own.
    rollback: () => finish('rollback').catch(() => undefined),
  }
}
