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
  /** When the last backup was made from the console or by itself (Unix seconds); null: none that is still known. */
  backup: number | null
  /** Whether the last backup that has ended failed; null: none has ended that is still known. */
  backup_failing: boolean | null
  database_bytes: number
}

/** Reads what waits; each count stands in an index of what waits, so that it costs as much as waits. */
export async function readWaiting(db: Db): Promise<Waiting> {
  const { rows } = await db.query<Waiting>({
    name: 'metrics-waiting',
    text: `select m.mails, m.failing_mails, m.mail_age, r.requests, r.request_age, o.refused, b.backup,
  (select fault is not null from system_runs where kind = 'backup' and finished_at is not null order by id desc limit 1) as backup_failing, pg_database_size(current_database())::float8 as database_bytes
from (select count(*)::float8 as mails, count(*) filter (where attempts > 0)::float8 as failing_mails,
    coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as mail_age
  from mails where next_attempt_at is not null) m,
  (select count(*)::float8 as requests, coalesce(extract(epoch from now() - min(made_at)), 0)::float8 as request_age
  from requests where state in ('open', 'taken')) r,
  (select count(*)::float8 as refused from (select from refused_messages where settled_at is null limit 10000) w) o,
  (select extract(epoch from max(finished_at))::float8 as backup from system_runs where kind = 'backup' and fault is null) b`,
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

/** How a way goes by which files come: a source of files, or the watched folder or the call for a profile. */
export type FileWay = {
  /** The name of the source, or the profile. */
  name: string
  way: string
  failing: boolean
  silent: boolean
  /** Whether the last files by this way were refused, in whole or in part. */
  refused: boolean
  /** When files were last taken without a refusal (Unix seconds; null: not in 90 days). */
  last_success: number | null
}

/** The ways by which files come: sources that are looked at, folders that are watched, and calls with an alarm or a run. */
export async function readFileWays(db: Db): Promise<FileWay[]> {
  const { rows } = await db.query<FileWay>({
    name: 'metrics-file-ways',
    text: `select s.name, case split_part(s.settings ->> 'url', ':', 1) when 'sftp' then 'sftp' when 'imap' then 'mailbox' when 'imaps' then 'mailbox' else 'https' end as way,
  s.failing_since is not null as failing, s.alarm is not distinct from 'silent' as silent,
  (select e.outcome = 'refused' from file_source_entries e where e.source_id = s.id and e.outcome in ('processed', 'refused') order by e.at desc limit 1) is true as refused,
  (select extract(epoch from e.at)::float8 from file_source_entries e where e.source_id = s.id and e.outcome in ('processed', 'refused') and e.outcome = 'processed' order by e.at desc limit 1) as last_success
from (select * from file_sources where (settings ->> 'isOn')::boolean order by name limit 200) s
union all
select w.profile, w.way, w.failing_since is not null or w.alarm is not distinct from 'failing', w.alarm is not distinct from 'silent',
  (select r.failure is not null or r.rejected > 0 or r.full_list ->> 'heldBack' is not null from import_runs r where r.profile = w.profile and r.way = w.way
    and not r.dry_run and r.finished_at is not null order by r.started_at desc limit 1) is true,
  (select extract(epoch from r.started_at)::float8 from import_runs r where r.profile = w.profile and r.way = w.way
    and not r.dry_run and r.finished_at is not null and r.failure is null and r.rejected = 0 and r.full_list ->> 'heldBack' is null order by r.started_at desc limit 1)
from (
  select way, profile, failing_since, alarm from import_ways
  union all select w.way, p.name, null, null from (select distinct name from import_profiles order by name limit 200) p cross join (values ('folder'), ('call')) w (way)
  where not exists (select from import_ways i where i.way = w.way and i.profile = p.name)
    and exists (select from import_runs r where r.profile = p.name and r.way = w.way and not r.dry_run)
  order by way, profile limit 400
) w`,
  })
  return rows
}
