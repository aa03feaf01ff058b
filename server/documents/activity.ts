import type { Pool } from 'pg'
import type { DocumentChange } from '../../contract/documents/activity.ts'
import type { StoredChange } from '../../contract/documents/changes.ts'
import { notFound, PortalError, sentence } from '../../contract/errors.ts'
import { limitOf } from '../../contract/page.ts'
import type { DocumentType } from '../../contract/values.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { type After, readChanges } from './activity-queries.ts'
import { allow } from './list.ts'

/** How many lines are named of those that changed alike. */
const namedLines = 20

/**
 * What changed of one of the viewer's documents, newest first. Raises not_found for one that is absent or hidden,
 * invalid_input for a cursor that is none.
 */
export async function changesOf(
  db: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
  asked: { limit?: string; cursor?: string },
): Promise<{ rows: DocumentChange[]; nextCursor: string | null }> {
  allow(viewer, type)
  const limit = limitOf(asked.limit)
  const after = asked.cursor === undefined ? undefined : readAfter(asked.cursor)
  const rows = await readChanges(db, viewer, type, number, limit + 1, after)
  if (!rows) throw notFound()
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    rows: rows
      .slice(0, limit)
      .map(({ id, at, changes, amounts }) => ({ id, at, changes: [...changes, ...amounts].map(shown) })),
    nextCursor: last ? writeAfter(last) : null,
  }
}

function shown({ field, old, new: now, lines = [] }: StoredChange): DocumentChange['changes'][number] {
  return { field, old, new: now, lines: lines.slice(0, namedLines), lineCount: lines.length }
}

function writeAfter({ at, id }: After): string {
  return Buffer.from(`${at} ${id}`).toString('base64url')
}

const place = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

function readAfter(cursor: string): After {
  const [, at, id] = place.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? []
  if (at === undefined || id === undefined || Number.isNaN(Date.parse(at))) {
    throw new PortalError('invalid_input', sentence('input.pageOfChanges'), {
      errors: [{ field: 'cursor', message: sentence('input.newestCursor') }],
    })
  }
  return { at, id }
}
