import type { Pool, PoolClient } from 'pg'
import type { JobName } from '../../database/jobs.ts'
import { type Boss, clientOf, jobNames, openBoss } from './boss.ts'

/** The transaction of a job: what it writes there and that it is done are committed together, or neither. */
export type JobClient = PoolClient

/** One job to do. `id` stays the same however often it is tried. */
export type Job = { id: string; data: Readonly<Record<string, string>> }
export type Work = (job: Job, client: JobClient) => Promise<void>

/** Something to do. */
export type Wanted = { name: JobName; data: Record<string, string> }

export type Jobs = {
  /** Has jobs done, if and when the transaction of `client` is committed. */
  send: (client: Pick<PoolClient, 'query'>, wanted: readonly Wanted[]) => Promise<void>
  /**
   * Works on what waits, beside all other servers, and calls `look` each second for what has become due. Can be called
   * again when the database did not answer.
   */
  start: (works: Readonly<Record<JobName, Work>>, look: () => Promise<unknown>) => Promise<void>
  /** Lets what is being done finish. */
  stop: () => Promise<void>
}

export type JobsDeps = {
  /** Of the role portal_server: the transactions of jobs run here. */
  pool: Pool
  /** The address of the role portal_server: the book-keeping has connections of its own. */
  url: string
  log: { warn: (line: string) => void }
}

const lookEvery = 1_000

/** Jobs on the same PostgreSQL as everything else: any server does them, each is done once. */
export function createJobs({ pool, url, log }: JobsDeps): Jobs {
  const boss = openBoss({ pool, url, log })
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let troubled = false
  let stopped = false
  const working = new Set<JobName>()

  function schedule(look: () => Promise<unknown>): void {
    timer = setTimeout(() => {
      looking = look()
        .then(() => {
          troubled = false
        })
        .catch((error: unknown) => {
          if (!troubled) log.warn(`Jobs wait: ${error instanceof Error ? error.message : String(error)}`)
          troubled = true
        })
        .finally(() => {
          if (!stopped) schedule(look)
        })
    }, lookEvery)
    timer.unref()
  }

  return {
    send: (client, wanted) => sendAll(boss, client, wanted),
    start: async (works, look) => {
      await boss.start()
      const how = { transactional: true, transactionTimeoutSeconds: 0, pollingIntervalSeconds: 1 } as const
      for (const name of jobNames) {
        if (working.has(name)) continue
        const worker = await boss.queue.work(name, how, async (jobs, tx) => {
          for (const { id, data } of jobs) await works[name]({ id, data: data as Job['data'] }, clientOf(tx))
          // Where there was one there may be more: it looks at once, not in a second.
          boss.queue.notifyWorker(worker)
        })
        working.add(name)
      }
      schedule(look)
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await looking
      await boss.stop()
    },
  }
}

async function sendAll(boss: Boss, client: Pick<PoolClient, 'query'>, wanted: readonly Wanted[]): Promise<void> {
  const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) }
  for (const [name, jobs] of Map.groupBy(wanted, (one) => one.name)) {
    await boss.queue.insert(
      name,
      jobs.map(({ data }) => ({ data })),
      { db },
    )
  }
}
