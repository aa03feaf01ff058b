import type { Db } from '#database/transaction.ts'

/** A finding of a check-up, as it is stored. */
export type StoredFinding = { name: string; verdict: string; text: string }

export type RunRow = {
  id: string
  kind: string
  by: string | null
  startedAt: string
  finishedAt: string | null
  progress: string | null
  fault: string | null
  findings: StoredFinding[]
}

/** Notes of work that no server goes on with that it was broken off. */
export async function endBrokenRuns(db: Db, { now, seenBefore }: { now: Date; seenBefore: Date }): Promise<void> {
  await db.query({
    name: 'system-end-broken',
    text: `update system_runs set finished_at = $1, fault = 'It was broken off: its server was stopped.'
      where finished_at is null and seen_at < $2`,
    values: [now, seenBefore],
  })
}

/** Writes work that begins; false when other work is under way on any server, or some of its kind was begun since a moment. */
export async function insertRun(
  db: Db,
  run: { id: string; kind: string; staffId: string | null; now: Date; unlessSince: Date | null },
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'system-begin',
    text: `insert into system_runs (id, kind, staff_id, started_at, seen_at) select $1::uuid, $2, $3::uuid, $4::timestamptz, $4
      where not exists (select from system_runs where kind = $2 and started_at >= $5::timestamptz)
      on conflict ((true)) where finished_at is null do nothing`,
    values: [run.id, run.kind, run.staffId, run.now, run.unlessSince],
  })
  return rowCount === 1
}

/** Stores how far work has come. */
export async function updateRun(
  db: Db,
  id: string,
  { now, progress, findings }: { now: Date; progress: string | null; findings: readonly StoredFinding[] },
): Promise<void> {
  await db.query({
    name: 'system-goes-on',
    text: 'update system_runs set seen_at = $2, progress = $3, findings = $4 where id = $1 and finished_at is null',
    values: [id, now, progress, JSON.stringify(findings)],
  })
}

/** Stores that work is done, or why it failed. */
export async function finishRun(
  db: Db,
  id: string,
  { now, fault }: { now: Date; fault: string | null },
): Promise<void> {
  await db.query({
    name: 'system-done',
    text: 'update system_runs set finished_at = $2, fault = $3 where id = $1 and finished_at is null',
    values: [id, now, fault],
  })
}

const columns = `r.id, r.kind, s.name as by, r.started_at as "startedAt", r.finished_at as "finishedAt", r.progress, r.fault, r.findings`

/** The last work of each kind. */
export async function selectLastRuns(db: Db, kinds: readonly string[]): Promise<RunRow[]> {
  const { rows } = await db.query<RunRow>({
    name: 'system-last-runs',
    text: `select ${columns} from unnest($1::text[]) k(kind)
      cross join lateral (select * from system_runs o where o.kind = k.kind order by o.id desc limit 1) r
      left join staff s on s.id = r.staff_id order by r.id desc`,
    values: [kinds],
  })
  return rows
}

/** One piece of work. */
export async function selectRun(db: Db, id: string): Promise<RunRow | undefined> {
  const { rows } = await db.query<RunRow>(
    `select ${columns} from system_runs r left join staff s on s.id = r.staff_id where r.id = $1`,
    [id],
  )
  return rows[0]
}

/**
 * Deletes all but the newest 20 of a kind. The last that was done stays, and the first that failed since: by them it is
 * known since when backups fail.
 */
export async function deleteOldRuns(db: Db, kind: string): Promise<void> {
  await db.query(
    `with done as (${lastDone}),
    first_failed as (${firstFailed})
    delete from system_runs where kind = $1 and finished_at is not null
      and id not in (select id from system_runs where kind = $1 order by id desc limit 20)
      and id not in (select id from done union all select id from first_failed)`,
    [kind],
  )
}

const lastDone =
  'select id, finished_at from system_runs where kind = $1 and finished_at is not null and fault is null order by id desc limit 1'
/** The first that failed since. */
const firstFailed = `select id, finished_at from system_runs where kind = $1 and finished_at is not null
  and id > coalesce((select id from done), '00000000-0000-0000-0000-000000000000') order by id limit 1`

/** The last work of a kind that has ended: why it failed, and since when all such work does. */
export type LastEnd = { finishedAt: string; fault: string | null; isOfPortal: boolean; failsSince: string | null }

/** How the last work of a kind ended; undefined: none has. */
export async function selectLastEnd(db: Db, kind: string): Promise<LastEnd | undefined> {
  const { rows } = await db.query<LastEnd>({
    name: 'system-last-end',
    text: `with done as (${lastDone}),
      first_failed as (${firstFailed})
      select finished_at as "finishedAt", fault, staff_id is null as "isOfPortal", (select finished_at from first_failed) as "failsSince"
      from system_runs where kind = $1 and finished_at is not null order by id desc limit 1`,
    values: [kind],
  })
  return rows[0]
}
