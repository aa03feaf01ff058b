import type { Pool } from 'pg'
import type { Viewings } from '#contract/company/endpoints.ts'
import { readCursor, writeCursor } from '#contract/cursor.ts'
import { notFound } from '#contract/errors.ts'
import { parseLimit } from '#contract/page.ts'
import type { Viewer } from '#contract/viewer.ts'
import { selectViewings } from './viewing-queries.ts'

/** When staff saw the portal of the viewer's account, the newest first. Throws not_found unless the viewer is an admin. */
export async function listAccountViewings(
  { db }: { db: Pool },
  viewer: Viewer,
  query: { limit?: string | undefined; cursor?: string | undefined },
): Promise<Viewings> {
  if (!viewer.permissions.has('members.write')) throw notFound()
  const limit = parseLimit(query.limit)
  const [before = null] = readCursor(query.cursor, 'id') ?? []
  const rows = await selectViewings(db, viewer.accountId, { before, limit: limit + 1 })
  const viewings = rows.slice(0, limit)
  const last = viewings.at(-1)
  return { viewings, nextCursor: rows.length > limit && last ? writeCursor(last.id) : null }
}
