import { wallClock } from '#contract/values/time-zone.ts'
import type { Db } from '#database/transaction.ts'
import { createReminderNotices } from './announce.ts'
import { insertDueReminders, lockForReminders } from './reminder-queries.ts'

export type RemindDeps = { clock: () => Date; newId: () => string; timeZone: string }

/** An account is new for this long, in milliseconds: what was over by then is history and gets no notices. */
const newAccountAge = 2 * 86_400_000

/**
 * Stores the reminders of an account for today in its time zone: due soon and overdue, expiring and expired, late. Each
 * is stored once for its day, however often this runs and however long it did not run.
 */
export async function remindAccount(
  { clock, newId, timeZone }: RemindDeps,
  client: Db,
  accountId: string,
): Promise<void> {
  const account = await lockForReminders(client, accountId)
  if (!account) return
  const now = clock()
  const { day } = wallClock(account.timeZone ?? timeZone, now)
  const isNewAccount = now.getTime() - Date.parse(account.createdAt) < newAccountAge
  const due = await insertDueReminders(client, accountId, day)
  const reminders = due.filter(({ past }) => !(past && isNewAccount)).map(({ past: _, ...reminder }) => reminder)
  await createReminderNotices(client, accountId, reminders, { now: now.toISOString(), newId })
}
