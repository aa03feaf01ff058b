import type { Pool } from 'pg'
import { readCursor, writeCursor } from '#contract/cursor.ts'
import type { DocumentChange } from '#contract/documents/activity.ts'
import type { StoredChange } from '#contract/documents/changes.ts'
import { notFound } from '#contract/errors.ts'
import { parseLimit } from '#contract/page.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { requireTypeAccess } from '../type-access.ts'
import { readChanges } from './activity-queries.ts'

/** How many of the lines with the same change are named. */
const maxNamedLines = 20

/**
 * A page of the changes of one of the viewer's documents, newest first. Throws not_found for an absent or hidden
 * document, invalid_input for a malformed cursor.
 */
export async function changesOf(
  viewerPool: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
  query: { limit?: string; cursor?: string },
): Promise<{ rows: DocumentChange[]; nextCursor: string | null }> {
  requireTypeAccess(viewer, type)
  const limit = parseLimit(query.limit)
  const [at, id] = readCursor(query.cursor, 'instant', 'id') ?? []
  const after = at !== undefined && id !== undefined ? { at, id } : undefined
  const rows = await readChanges(viewerPool, viewer, type, number, limit + 1, after)
  if (!rows) throw notFound()
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    rows: rows
      .slice(0, limit)
      .map(({ id, at, changes, amounts }) => ({ id, at, changes: [...changes, ...amounts].map(shownChange) })),
    nextCursor: last ? writeCursor(last.at, last.id) : null,
  }
}

function shownChange({ field, old, new: now, lines = [] }: StoredChange): DocumentChange['changes'][number] {
  return { field, old, new: now, lines: lines.slice(0, maxNamedLines), lineCount: lines.length }
}
