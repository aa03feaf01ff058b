import type { Db } from '#database/transaction.ts'

/** What waits in the database, and how large it is. */
export type Waiting = {
  mails: number
  /** Of these, mails that were tried in vain at least once. */
  failing_mails: number
  /** Seconds since the oldest of them was written; 0 when none waits. */
  mail_age: number
  /** What customers have asked and nobody has answered. */
  requests: number
  request_age: number
  /** Messages of the supplier's systems that were refused and wait to be mended, counted up to 10,000. */
  refused: number
  database_bytes: number
}

/** Reads what waits; each count stands in an index of what waits, so that it costs as much as waits. */
export async function readWaiting(db: Db): Promise<Waiting> {
  const { rows } = await db.query<Waiting>({
    name: 'metrics-waiting',
    text: `select m.mails, m.failing_mails, m.mail_age, r.requests, r.request_age, o.refused, pg_database_size(current_database())::float8 as database_bytes
from (select count(*)::float8 as mails, count(*) filter (where attempts > 0)::float8 as failing_mails,
    coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as mail_age
  from mails where next_attempt_at is not null) m,
  (select count(*)::float8 as requests, coalesce(extract(epoch from now() - min(made_at)), 0)::float8 as request_age
  from requests where state in ('open', 'taken')) r,
  (select count(*)::float8 as refused from (select from refused_messages where settled_at is null limit 10000) w) o`,
  })
  return rows[0] as Waiting
}

export type JobCount = { queue: string; state: string; jobs: number }

/** The numbers of background jobs that are not done, by queue and state; those in `dead` are not tried again. */
export async function readJobCounts(db: Db): Promise<JobCount[]> {
  const { rows } = await db.query<JobCount>({
    name: 'metrics-jobs',
    text: `select name as queue, state::text as state, count(*)::float8 as jobs from jobs.job
where state in ('created', 'retry', 'active') group by 1, 2`,
  })
  return rows
}

export type SourceContact = { name: string; last_used: number | null; silent: boolean }

/**
 * The keys of the ERP that are in force, when each was last used (Unix seconds; null: never), and whether it is silent for
 * longer than its rhythm explains.
 */
export async function readSourceContacts(db: Db): Promise<SourceContact[]> {
  const { rows } = await db.query<SourceContact>({
    name: 'metrics-sources',
    text: `select k.name, extract(epoch from k.last_used_at)::float8 as last_used, s.silent_since is not null as silent
from api_keys k left join intake_sources s on s.id = k.id where k.revoked_at is null order by k.name limit 200`,
  })
  return rows
}
