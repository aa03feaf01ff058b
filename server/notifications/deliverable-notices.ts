import type { MailRecipient } from '#contract/mail.ts'
import type { MailedNotice } from '#contract/notifications/text.ts'
import { wallClock } from '#contract/values/time-zone.ts'
import type { Db } from '#database/transaction.ts'
import { channelsOf, mayReadNotice, quietUntil } from './channels.ts'
import { readChoicesInOrder, readCurrentAccount, readMembers, readSubjectPresence } from './notify-queries.ts'

export type DeliverableDeps = { clock: () => Date; timeZone: string }

/**
 * Of notices that wait to be mailed: those that their reader may still see and wants by mail, about documents that the
 * account still has, that still wait for what is reminded of and are not disputed; and when the reader's quiet hours end if it is quiet now. When the mail server was away for hours,
 * the reader may have muted a document or lost the right to see it.
 */
export async function filterDeliverable(
  { clock, timeZone }: DeliverableDeps,
  db: Db,
  reader: MailRecipient,
  notices: readonly MailedNotice[],
): Promise<{ notices: MailedNotice[]; quietUntil: Date | undefined }> {
  const now = clock()
  const { userId } = reader
  const accountId = await readCurrentAccount(db, reader.accountId)
  const [person] = accountId === undefined ? [] : await readMembers(db, accountId, now, userId)
  if (accountId === undefined || !person) return { notices: [], quietUntil: undefined }
  const [choices, present] = await Promise.all([
    person.chooses ? readChoicesInOrder(db, accountId, userId, notices) : [],
    readSubjectPresence(db, accountId, notices, wallClock(timeZone, now).day),
  ])
  const deliverable = notices.filter((notice, index) => {
    const channels = channelsOf(person, notice.kind, choices[index] ?? null)
    if (!present[index]) return false
    return (
      mayReadNotice(person, { ...notice, userId: null }) && (channels.includes('now') || channels.includes('digest'))
    )
  })
  return { notices: deliverable, quietUntil: quietUntil(person, person.timeZone ?? timeZone, now) }
}
