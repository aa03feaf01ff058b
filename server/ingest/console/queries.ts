import type { Pool } from 'pg'
import type { IntakeHour } from '#contract/console/intake.ts'
import type { Staff } from '#contract/console/staff.ts'
import { withStaff } from '#database/transaction.ts'

export type SourceRow = {
  id: string
  name: string | null
  lastAt: string
  silentSince: string | null
  ended: boolean
  refused: number
}
type HourRow = IntakeHour & { sourceId: string }

/** The sources that a member of staff may see: those that are missed, then the last that spoke; with their hours since the instant. */
export function selectSources(
  consolePool: Pool,
  staff: Staff,
  since: string,
): Promise<{ sources: SourceRow[]; hours: HourRow[] }> {
  return withStaff(consolePool, staff.staffId, async (db) => {
    const { rows: sources } = await db.query<SourceRow>({
      name: 'intake-sources',
      text: `select s.id, k.name, s.last_at as "lastAt", s.silent_since as "silentSince", k.revoked_at is not null as ended,
        (select count(*) from (select from refused_messages r where r.source_id = s.id and r.settled_at is null limit 1000) o)::int as refused
        from intake_sources s left join api_keys k on k.id = s.id
        order by s.silent_since is not null and k.revoked_at is null desc, s.last_at desc, s.id limit 100`,
    })
    const { rows: hours } = await db.query<HourRow>({
      name: 'intake-hours',
      text: `select source_id as "sourceId", hour, created, updated, unchanged, rejected, quarantined
        from intake_hours where hour >= $1 and source_id = any ($2::uuid[]) order by hour limit 5000`,
      values: [since, sources.map(({ id }) => id)],
    })
    return { sources, hours }
  })
}

/** Accounts that a member of staff may see, by a part of their number or name, at most 20. */
export function selectAccounts(
  consolePool: Pool,
  staff: Staff,
  text: string,
): Promise<{ number: string; name: string }[]> {
  return withStaff(consolePool, staff.staffId, async (db) => {
    const { rows } = await db.query<{ number: string; name: string }>({
      name: 'intake-accounts',
      text: `select number, name from accounts where strpos(lower(number), lower($1)) > 0 or strpos(lower(name), lower($1)) > 0
        order by lower(number) = lower($1) desc, name, number limit 20`,
      values: [text],
    })
    return rows
  })
}
