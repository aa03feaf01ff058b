import type { Pool } from 'pg'
import type { Staff } from '#contract/console/staff.ts'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type Caller, record } from '#server/audit/record.ts'
import { deletePicture, upsertPicture } from './picture-queries.ts'
import { lockStaff } from './queries.ts'

export type PictureDeps = {
  db: Pool
  clock: () => Date
  newId: () => string
  /** Draws a picture anew, without what else its file holds. Throws invalid_input and too_large. */
  encode: (bytes: Buffer) => Promise<Buffer>
}

/** Keeps the photograph of a member of staff. Throws not_allowed, not_found, invalid_input, too_large. */
export async function setPicture(
  deps: PictureDeps,
  by: Staff,
  id: string,
  bytes: unknown,
  caller: Caller,
): Promise<void> {
  if (!Buffer.isBuffer(bytes)) throw new PortalError('invalid_input', translatable('avatar.png', { side: '512' }))
  const png = await deps.encode(bytes)
  await withTransaction(deps.db, async (db) => {
    await requireOwn(db, by, id)
    await upsertPicture(db, id, png, deps.clock())
    await record(deps, db, { action: 'staff_picture_set', caller, staffId: by.staffId, details: { staff: id } })
  })
}

/** Forgets the photograph of a member of staff. Throws not_allowed, not_found. */
export function removePicture(deps: PictureDeps, by: Staff, id: string, caller: Caller): Promise<void> {
  return withTransaction(deps.db, async (db) => {
    await requireOwn(db, by, id)
    if (!(await deletePicture(db, id))) throw notFound()
    await record(deps, db, { action: 'staff_picture_removed', caller, staffId: by.staffId, details: { staff: id } })
  })
}

async function requireOwn(db: Db, by: Staff, id: string): Promise<void> {
  if (!(await lockStaff(db, id))) throw notFound()
  if (by.staffId === id || by.permissions.has('staff.write')) return
  throw new PortalError('not_allowed', translatable('staff.notAllowed'))
}
