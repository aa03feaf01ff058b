import type { Pool } from 'pg'
import type { ImportRun } from '#contract/console/imports.ts'
import type { IngestReport } from '#contract/ingest/documents.ts'
import type { Db } from '#database/transaction.ts'

export type StartedRun = {
  id: string
  profile: string
  /** Null for a profile that is not saved. */
  version: number | null
  way: ImportRun['way']
  files: readonly string[]
  /** The same for the same files, of those that nobody sends; '' for others. */
  fingerprint: string
  startedBy: string | null
  isDry: boolean
  now: string
}

/**
 * Records that files are read from now on. Returns how often reading the same files was started before and never came to
 * an end.
 */
export async function insertRun(db: Db, run: StartedRun): Promise<number> {
  const { rows } = await db.query<{ unfinished: number }>(
    `with started as (insert into import_runs (id, profile, version, way, files, fingerprint, started_by, dry_run, started_at, seen_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9::timestamptz, $9::timestamptz))
select count(*)::integer as unfinished from (
  select 1 from import_runs where profile = $2 and fingerprint = $6 and fingerprint <> '' and finished_at is null limit 100) r`,
    [run.id, run.profile, run.version, run.way, run.files, run.fingerprint, run.startedBy, run.isDry, run.now],
  )
  return rows[0]?.unfinished ?? 0
}

/** Notes that those of the runs that have not ended go on. */
export async function touchRuns(db: Pool, ids: readonly string[], now: string): Promise<void> {
  await db.query('update import_runs set seen_at = $2 where id = any ($1::uuid[]) and finished_at is null', [ids, now])
}

type FinishedRun = { id: string; now: string; report: IngestReport | undefined; failure: string | null }
/** How many problems of a run are kept. */
const mostProblems = 200

/** Records how reading files ended. */
export async function finishRun(db: Pool, { id, now, report, failure }: FinishedRun): Promise<void> {
  const problems = report && {
    errors: report.errors.slice(0, mostProblems),
    warnings: report.warnings.slice(0, mostProblems),
  }
  await db.query(
    `update import_runs set finished_at = $2, failure = $3, received = $4, created = $5, updated = $6, unchanged = $7,
  stale = $8, rejected = $9, problems = $10, full_list = $11 where id = $1`,
    [
      ...[id, now, failure],
      ...(['received', 'created', 'updated', 'unchanged', 'stale', 'rejected'] as const).map((name) => report?.[name]),
      problems ? JSON.stringify(problems) : null,
      report?.fullList ? JSON.stringify(report.fullList) : null,
    ],
  )
}

/** A run that has not noted for so long that it goes on was broken off. */
const columns = `r.id, r.profile, r.version, r.way, r.files, r.started_by as "startedBy", r.started_at as "startedAt",
  r.finished_at as "finishedAt", r.finished_at is null and coalesce(r.seen_at, r.started_at) < $1::timestamptz - interval '1 minute' as "isBroken",
  r.received, r.created, r.updated, r.unchanged, r.stale, r.rejected, r.failure, r.full_list as "fullList", r.undone_at as "undoneAt", r.undone_by as "undoneBy"`

export type RunRow = {
  id: string
  profile: string
  version: number | null
  way: string
  files: string[]
  startedBy: string | null
  startedAt: string
  finishedAt: string | null
  isBroken: boolean
  received: number | null
  created: number | null
  updated: number | null
  unchanged: number | null
  stale: number | null
  rejected: number | null
  failure: string | null
  fullList: unknown
  undoneAt: string | null
  undoneBy: string | null
}

/** The last hundred runs by which files of a profile came in one way, the newest first, without dry ones. */
export async function selectRunsByWay(db: Db, way: string, profile: string, now: string): Promise<RunRow[]> {
  const { rows } = await db.query<RunRow>(
    `select ${columns} from import_runs r where not r.dry_run and r.profile = $2 and r.way = $3
order by r.started_at desc, r.id desc limit 100`,
    [now, profile, way],
  )
  return rows
}

/** The last run of each of these ways of profiles, without dry ones. */
export async function selectLastRunsByWay(
  db: Db,
  ways: readonly { way: string; profile: string }[],
  now: string,
): Promise<RunRow[]> {
  const { rows } = await db.query<RunRow>(
    `select ${columns} from unnest($2::text[], $3::text[]) as w (way, profile) cross join lateral (
  select * from import_runs x where x.profile = w.profile and x.way = w.way and not x.dry_run
  order by x.started_at desc, x.id desc limit 1
) r`,
    [now, ways.map(({ way }) => way), ways.map(({ profile }) => profile)],
  )
  return rows
}

type Page = { profile: string | null; limit: number; after: { at: string; id: string } | undefined; now: string }

/** Runs without dry ones, the newest first. */
export async function selectRuns(db: Db, { profile, limit, after, now }: Page): Promise<RunRow[]> {
  const { rows } = await db.query<RunRow>(
    `select ${columns} from import_runs r
where not r.dry_run and ($2::text is null or r.profile = $2) and ($3::timestamptz is null or (r.started_at, r.id) < ($3, $4::uuid))
order by r.started_at desc, r.id desc limit $5`,
    [now, profile, after?.at ?? null, after?.id ?? null, limit],
  )
  return rows
}

/** The last run of each of these profiles. */
export async function selectLastRuns(db: Db, profiles: readonly string[], now: string): Promise<RunRow[]> {
  const { rows } = await db.query<RunRow>(
    `select ${columns} from unnest($2::text[]) as p (name) cross join lateral (
  select * from import_runs x where x.profile = p.name and not x.dry_run order by x.started_at desc limit 1
) r`,
    [now, profiles],
  )
  return rows
}

export type RunDetail = RunRow & { isDry: boolean; problems: unknown }

/** A run with its problems. */
export async function findRun(db: Db, id: string, now: string): Promise<RunDetail | undefined> {
  const { rows } = await db.query<RunDetail>(
    `select ${columns}, r.dry_run as "isDry", r.problems from import_runs r where r.id = $2`,
    [now, id],
  )
  return rows[0]
}

/** Records that a run was undone, and by whom. */
export async function updateUndone(db: Db, id: string, by: string, now: string): Promise<void> {
  await db.query('update import_runs set undone_at = $3, undone_by = $2 where id = $1', [id, by, now])
}
