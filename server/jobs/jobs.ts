import type { Pool, PoolClient } from 'pg'
import type { JobName } from '../../database/jobs.ts'
import { type Boss, clientOf, jobNames, openBoss } from './boss.ts'

/** The transaction of a job: what it writes there and that it is done are committed together, or neither. */
export type JobClient = PoolClient

/** One job to do. `id` stays the same however often it is tried. */
export type Job = { id: string; data: Readonly<Record<string, string>> }
export type JobHandler = (job: Job, client: JobClient) => Promise<void>

/** Something to do. */
export type NewJob = { name: JobName; data: Record<string, string> }

export type Jobs = {
  /** Has jobs done, if and when the transaction of `client` is committed. */
  send: (client: Pick<PoolClient, 'query'>, jobs: readonly NewJob[]) => Promise<void>
  /**
   * Works on what waits, beside all other servers, and calls `look` each second for what has become due. Can be called
   * again when the database did not answer.
   */
  start: (handlers: Readonly<Record<JobName, JobHandler>>, poll: () => Promise<unknown>) => Promise<void>
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

const pollInterval = 1_000

/** Jobs on the same PostgreSQL as everything else: any server does them, each is done once. */
export function createJobs({ pool, url, log }: JobsDeps): Jobs {
  const boss = openBoss({ pool, url, log })
  let timer: NodeJS.Timeout | undefined
  let polling: Promise<void> | undefined
  let failing = false
  let stopped = false
  const startedWorkers = new Set<JobName>()

  function schedule(poll: () => Promise<unknown>): void {
    timer = setTimeout(() => {
      polling = poll()
        .then(() => {
          failing = false
        })
        .catch((error: unknown) => {
          if (!failing) log.warn(`Jobs wait: ${error instanceof Error ? error.message : String(error)}`)
          failing = true
        })
        .finally(() => {
          if (!stopped) schedule(poll)
        })
    }, pollInterval)
    timer.unref()
  }

  return {
    send: (client, jobs) => sendAll(boss, client, jobs),
    start: async (handlers, poll) => {
      await boss.start()
      const options = { transactional: true, transactionTimeoutSeconds: 0, pollingIntervalSeconds: 1 } as const
      for (const name of jobNames) {
        if (startedWorkers.has(name)) continue
        const worker = await boss.queue.work(name, options, async (jobs, tx) => {
          for (const { id, data } of jobs) await handlers[name]({ id, data: data as Job['data'] }, clientOf(tx))
          // Where there was one there may be more: it looks at once, not in a second.
          boss.queue.notifyWorker(worker)
        })
        startedWorkers.add(name)
      }
      schedule(poll)
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await polling
      await boss.stop()
    },
  }
}

async function sendAll(boss: Boss, client: Pick<PoolClient, 'query'>, newJobs: readonly NewJob[]): Promise<void> {
  const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) }
  for (const [name, jobs] of Map.groupBy(newJobs, (job) => job.name)) {
    await boss.queue.insert(
      name,
      jobs.map(({ data }) => ({ data })),
      { db },
    )
  }
}
