import type { Pool } from 'pg'
import type { Viewer } from '#contract/viewer.ts'

/** When the member was last here, and when the visit before that ended. */
export type Visits = { visitedAt: string; previousVisitAt: string | null }

/** The stored visits of the viewer to the account; undefined before the first. */
export async function readVisits(db: Pool, viewer: Viewer): Promise<Visits | undefined> {
  const { rows } = await db.query<Visits>({
    name: 'dashboard visits',
    text: `select visited_at as "visitedAt", previous_visit_at as "previousVisitAt" from visits
      where account_id = $1 and user_id = $2`,
    values: [viewer.accountId, viewer.userId],
  })
  return rows[0]
}

/** Stores the viewer's visits to the account, as long as they are a member of it. */
export async function upsertVisits(db: Pool, viewer: Viewer, visits: Visits): Promise<void> {
  await db.query({
    name: 'dashboard visited',
    text: `insert into visits (account_id, user_id, visited_at, previous_visit_at)
      select account_id, user_id, $3, $4 from memberships where account_id = $1 and user_id = $2
      on conflict (account_id, user_id) do update
        set visited_at = excluded.visited_at, previous_visit_at = excluded.previous_visit_at`,
    values: [viewer.accountId, viewer.userId, visits.visitedAt, visits.previousVisitAt],
  })
}
