import pg from 'pg'
import type { QueueOptions } from 'pg-boss'

/*
 * Where jobs wait: tables of pg-boss in a schema of their own. They are made and brought to this version as owner, with
 * the migrations; the server works on them as portal_server and changes no table.
 */
export const jobsSchema = 'jobs'
export const deadQueue = 'dead'

const secondsPerDay = 86_400

/**
 * What there is to do. A job that failed is tried again, later and later, for about a day; then it lies in the dead
 * queue until the operator has it done again. A server that dies is noticed by its silence: another takes the job.
 */
export const queues = {
  /** Nobody works on these. */
  [deadQueue]: { retentionSeconds: 90 * secondsPerDay },
  /** Mails and pushes what is new in an account to those of its people who want that. */
  tell: {},
  /** Tells what the calendar brings about in an account: due, overdue, expiring, late. */
  remind: {},
  /** Mails one person what happened since the last digest. */
  digest: {},
  /** Hands one message to one browser's push service. */
  push: {},
} as const satisfies Record<string, QueueOptions>

export type JobName = Exclude<keyof typeof queues, typeof deadQueue>

const queueDefaults = {
  retryLimit: 12,
  retryDelay: 15,
  retryBackoff: true,
  retryDelayMax: 3 * 3600,
  heartbeatSeconds: 20,
  expireInSeconds: 120,
  retentionSeconds: 14 * secondsPerDay,
  deleteAfterSeconds: 7 * secondsPerDay,
  deadLetter: deadQueue,
}

/** What the schema was made for, kept as its comment: the package and the queues above. */
export const jobsVersion = 'pg-boss 12.34.0, queues 1'

/** Makes the tables of jobs, or brings them to this version. Call as owner, one at a time (migrate holds the lock). */
export async function prepareJobs(client: pg.ClientBase, url: string): Promise<void> {
  const { rows } = await client.query<{ made: string | null }>(
    `select obj_description(to_regnamespace('${jobsSchema}'), 'pg_namespace') as made`,
  )
  if (rows[0]?.made === jobsVersion) return
  // Loaded when it has something to do: most starts and commands find everything made.
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({ connectionString: url, schema: jobsSchema, max: 1, supervise: false, schedule: false })
  boss.on('error', () => undefined)
  await boss.start()
  try {
    for (const [name, queue] of Object.entries(queues)) {
      const options = name === deadQueue ? queue : { ...queueDefaults, ...queue }
      await boss.createQueue(name, options)
      await boss.updateQueue(name, options)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
  await client.query(`
    grant usage on schema ${jobsSchema} to portal_server;
    grant select, insert, update, delete on all tables in schema ${jobsSchema} to portal_server;
    grant usage on all sequences in schema ${jobsSchema} to portal_server;
    comment on schema ${jobsSchema} is ${pg.escapeLiteral(jobsVersion)}`)
}
