import type { Db } from '#database/transaction.ts'

/** Keeps the photograph of a member of staff. */
export async function upsertPicture(db: Db, id: string, png: Buffer, now: Date): Promise<void> {
  await db.query(
    `insert into staff_pictures (staff_id, png, changed_at) values ($1, $2, $3)
     on conflict (staff_id) do update set png = excluded.png, changed_at = excluded.changed_at`,
    [id, png, now],
  )
}

/** Forgets the photograph of a member of staff; false when there is none. */
export async function deletePicture(db: Db, id: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from staff_pictures where staff_id = $1', [id])
  return rowCount === 1
}

/** The photograph of a member of staff. */
export async function selectPicture(db: Db, id: string): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ png: Buffer }>({
    name: 'staff-picture',
    text: 'select png from staff_pictures where staff_id = $1',
    values: [id],
  })
  return rows[0]?.png
}

/** Since when there is a photograph of a member of staff; null: there is none. */
export async function selectPictureAt(db: Db, id: string): Promise<string | null> {
  const { rows } = await db.query<{ at: string }>('select changed_at as at from staff_pictures where staff_id = $1', [
    id,
  ])
  return rows[0]?.at ?? null
}
