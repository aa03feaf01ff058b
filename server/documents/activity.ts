import type { Pool } from 'pg'
import type { DocumentChange } from '../../contract/documents/activity.ts'
import type { StoredChange } from '../../contract/documents/changes.ts'
import { notFound, PortalError, translatable } from '../../contract/errors.ts'
import { parseLimit } from '../../contract/page.ts'
import type { DocumentType } from '../../contract/values.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { type ChangePosition, readChanges } from './activity-queries.ts'
import { requireTypeAccess } from './list.ts'

/** How many of the lines with the same change are named. */
const maxNamedLines = 20

/**
 * A page of the changes of one of the viewer's documents, newest first. Throws not_found for an absent or hidden
 * document, invalid_input for a malformed cursor.
 */
export async function changesOf(
  db: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
  query: { limit?: string; cursor?: string },
): Promise<{ rows: DocumentChange[]; nextCursor: string | null }> {
  requireTypeAccess(viewer, type)
  const limit = parseLimit(query.limit)
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor)
  const rows = await readChanges(db, viewer, type, number, limit + 1, after)
  if (!rows) throw notFound()
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    rows: rows
      .slice(0, limit)
      .map(({ id, at, changes, amounts }) => ({ id, at, changes: [...changes, ...amounts].map(shownChange) })),
    nextCursor: last ? writeCursor(last) : null,
  }
}

function shownChange({ field, old, new: now, lines = [] }: StoredChange): DocumentChange['changes'][number] {
  return { field, old, new: now, lines: lines.slice(0, maxNamedLines), lineCount: lines.length }
}

function writeCursor({ at, id }: ChangePosition): string {
  return Buffer.from(`${at} ${id}`).toString('base64url')
}

const cursorPattern =
  /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

function readCursor(cursor: string): ChangePosition {
  const [, at, id] = cursorPattern.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? []
  if (at === undefined || id === undefined || Number.isNaN(Date.parse(at))) {
    throw new PortalError('invalid_input', translatable('input.pageOfChanges'), {
      errors: [{ field: 'cursor', message: translatable('input.newestCursor') }],
    })
  }
  return { at, id }
}
