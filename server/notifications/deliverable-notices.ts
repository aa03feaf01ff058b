import type { MailRecipient } from '../../contract/mail.ts'
import type { MailedNotice } from '../../contract/notice-text.ts'
import type { Db } from './announce-queries.ts'
import { channelsOf, mayReadNotice, quietUntil } from './channels.ts'
import { readChoicesInOrder, readCurrentAccount, readMembers, readSubjectPresence } from './notify-queries.ts'

export type DeliverableDeps = { clock: () => Date; timeZone: string }

/**
 * What of notices that wait to be mailed their reader still may see and wants by mail, about documents that are still theirs, and when their quiet hours end if it
 * is quiet now. A mail server that was away for hours is no reason to mail what somebody has muted or may not know any more.
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
    readSubjectPresence(db, accountId, notices),
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
