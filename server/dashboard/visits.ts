import type { Pool } from 'pg'
import type { Viewer } from '#contract/viewer.ts'
import { readVisits, upsertVisits } from './visit-queries.ts'

const minute = 60_000
/** A member who returns within half an hour has not been away: what is new stays marked as new. */
const pause = 30 * minute

/** Records that the viewer is here, unless staff look at what they see. Returns when they were here before, ISO 8601; null on the first visit. */
export async function recordVisit(db: Pool, viewer: Viewer, now: Date): Promise<string | null> {
  const visits = await readVisits(db, viewer)
  const absence = visits ? now.getTime() - Date.parse(visits.visitedAt) : Number.POSITIVE_INFINITY
  const previousVisitAt = (absence > pause ? visits?.visitedAt : visits?.previousVisitAt) ?? null
  // Not on every call: once a minute is exact enough.
  if (absence > minute && !viewer.viewedBy)
    await upsertVisits(db, viewer, { visitedAt: now.toISOString(), previousVisitAt })
  return previousVisitAt === null ? null : new Date(previousVisitAt).toISOString()
}
