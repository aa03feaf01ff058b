import type { Pool } from 'pg'
import type { Db } from '#database/transaction.ts'

export type Upload = { id: string; staffId: string; name: string; size: number; uploadedAt: string }

/** Stores a part of an upload. */
export async function insertPart(db: Db, upload: string, part: number, content: Buffer): Promise<void> {
  await db.query('insert into import_upload_parts (upload_id, part, content) values ($1, $2, $3)', [
    upload,
    part,
    content,
  ])
}

/**
 * Stores an upload without its bytes, and deletes those that are too old and, of the same person, those beyond the
 * newest few.
 */
export async function insertUpload(
  db: Db,
  { id, staffId, name, size, uploadedAt }: Upload,
  most: { hours: number; each: number },
): Promise<void> {
  await db.query(
    `with old as (delete from import_uploads where uploaded_at < $5::timestamptz - make_interval(hours => $6)
  or id in (select id from import_uploads where staff_id = $2 order by uploaded_at desc offset $7))
insert into import_uploads (id, staff_id, name, size, uploaded_at) values ($1, $2, $3, $4, $5::timestamptz)`,
    [id, staffId, name, size, uploadedAt, most.hours, most.each - 1],
  )
}

/** The names of uploads of a member of staff, by their ids. */
export async function selectUploads(
  db: Pool,
  staffId: string,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.query<{ id: string; name: string }>(
    'select id, name from import_uploads where staff_id = $1 and id = any ($2::uuid[])',
    [staffId, ids],
  )
  return rows
}

/** A part of an upload; undefined after the last. */
export async function findPart(db: Pool, upload: string, part: number): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ content: Buffer }>({
    name: 'import upload part',
    text: 'select content from import_upload_parts where upload_id = $1 and part = $2',
    values: [upload, part],
  })
  return rows[0]?.content
}
