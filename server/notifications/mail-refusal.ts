import type { Db } from '#database/transaction.ts'
import { createPersonalNotices } from './announce.ts'
import { findUserIdByEmail } from './announce-queries.ts'

/**
 * Notifies a person in the portal that their mail server refuses its mails. Does nothing when nobody has that address.
 */
export async function notifyMailRefused(
  { clock, newId }: { clock: () => Date; newId: () => string },
  db: Db,
  email: string,
): Promise<void> {
  const userId = await findUserIdByEmail(db, email)
  if (userId === undefined) return
  await createPersonalNotices(db, userId, { kind: 'security.mailRefused' }, { now: clock().toISOString(), newId })
}
