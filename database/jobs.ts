import pg from 'pg'
import type { QueueOptions } from 'pg-boss'
import type { RoleNames } from './connection/role-names.ts'

/*
 * Jobs wait in tables of pg-boss in a schema of their own. The owner creates and upgrades them with the migrations; the
 * server works on them as portal_server and changes no table.
 */
export const jobsSchema = 'jobs'
export const deadQueue = 'dead'

const secondsPerDay = 86_400

/**
 * The queues. A failed job is retried at growing intervals for about a day; then it goes to the dead queue until the
 * operator has it run again. When a server dies, its heartbeat stops and another server takes the job.
 */
export const queues = {
  /** No worker reads this queue. */
  [deadQueue]: { retentionSeconds: 90 * secondsPerDay },
  /** Sends mails and pushes about new notices of an account to the members who want them. */
  notify: {},
  /** Creates the reminders of an account: due soon, overdue, expiring, late. */
  remind: {},
  /** Mails one person the notices since their last digest. */
  digest: {},
  /** Sends one message to one browser's push service. */
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

/** The version of the schema, stored as its comment: the package, the queues above and the rights below. */
export const jobsVersion = 'pg-boss 12.34.0, queues 2, rights 2'

/**
 * Creates the job tables, or upgrades them to this version. Call as owner, one caller at a time (migrate holds the
 * lock).
 */
export async function prepareJobs(client: pg.ClientBase, { server, backup }: RoleNames): Promise<void> {
  const { rows } = await client.query<{ made: string | null }>(
    `select obj_description(to_regnamespace('${jobsSchema}'), 'pg_namespace') as made`,
  )
  if (rows[0]?.made === jobsVersion) return
  // Loaded only when needed: most starts and commands find everything in place.
  const { PgBoss } = await import('pg-boss')
  const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) }
  const boss = new PgBoss({ db, schema: jobsSchema, supervise: false, schedule: false })
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
    grant usage on schema ${jobsSchema} to ${server};
    grant select, insert, update, delete on all tables in schema ${jobsSchema} to ${server};
    grant usage on all sequences in schema ${jobsSchema} to ${server};
    grant usage on schema ${jobsSchema} to ${backup};
    grant select on all tables in schema ${jobsSchema} to ${backup};
    grant select on all sequences in schema ${jobsSchema} to ${backup};
    comment on schema ${jobsSchema} is ${pg.escapeLiteral(jobsVersion)}`)
}
