import type { Pool, PoolClient } from 'pg'
import type { JobName } from '#database/jobs.ts'
import type { Log } from '#database/log.ts'
import { type Repetition, repeat } from '#database/repeat.ts'
import type { Db } from '#database/transaction.ts'
import { type Boss, clientOf, jobNames, openBoss } from './boss.ts'

/** The transaction of a job: its writes and its completion are committed together, or neither is. */
export type JobClient = PoolClient

/** One job to do. `id` stays the same for every attempt. */
export type Job = { id: string; data: Readonly<Record<string, string>> }
export type JobHandler = (job: Job, client: JobClient) => Promise<void>

/** A job to be queued. */
export type NewJob = { name: JobName; data: Record<string, string> }

export type Jobs = {
  /** Queues jobs in the transaction of `client`: they run if and when it is committed. */
  send: (client: Db, jobs: readonly NewJob[]) => Promise<void>
  /**
   * Works on queued jobs, beside all other servers, and calls `poll` each second to queue what has become due. Can be
   * called again when the database did not answer.
   */
  start: (handlers: Readonly<Record<JobName, JobHandler>>, poll: () => Promise<unknown>) => Promise<void>
  /** Stops after the running jobs have finished. */
  stop: () => Promise<void>
}

export type JobsDeps = {
  /** A pool of the role portal_server, for the transactions of jobs. */
  jobsPool: Pool
  /** The URL of the role portal_server: pg-boss opens connections of its own for its statements. */
  url: string
  log: Log
  /** Runs each job, for traces; unset: nobody reads them. */
  runJob?: ((name: JobName, run: () => Promise<void>) => Promise<void>) | undefined
}

const runUntraced: NonNullable<JobsDeps['runJob']> = (_name, run) => run()
const pollInterval = 1_000

/** A job queue in the portal's PostgreSQL: any server works on it, and each job is done once. */
export function createJobs({ jobsPool, url, log, runJob = runUntraced }: JobsDeps): Jobs {
  const boss = openBoss({ jobsPool, url, log })
  let polls: Repetition | undefined
  const startedWorkers = new Set<JobName>()

  return {
    send: (client, jobs) => sendAll(boss, client, jobs),
    start: async (handlers, poll) => {
      await boss.start()
      const options = { transactional: true, transactionTimeoutSeconds: 0, pollingIntervalSeconds: 1 } as const
      for (const name of jobNames) {
        if (startedWorkers.has(name)) continue
        const worker = await boss.queue.work(name, options, async (jobs, tx) => {
          for (const { id, data } of jobs)
            await runJob(name, () => handlers[name]({ id, data: data as Job['data'] }, clientOf(tx)))
          // There may be more jobs: the worker looks at once, not in a second.
          boss.queue.notifyWorker(worker)
        })
        startedWorkers.add(name)
      }
      polls = repeat({
        work: poll,
        every: pollInterval,
        log,
        failing: (reason) => `Jobs wait: ${reason}`,
        working: (seconds) => `Jobs are queued again, after ${seconds} s.`,
      })
    },
    stop: async () => {
      await polls?.stop()
      await boss.stop()
    },
  }
}

async function sendAll(boss: Boss, client: Db, newJobs: readonly NewJob[]): Promise<void> {
  const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) }
  for (const [name, jobs] of Map.groupBy(newJobs, (job) => job.name)) {
    await boss.queue.insert(
      name,
      jobs.map(({ data }) => ({ data })),
      { db },
    )
  }
}
