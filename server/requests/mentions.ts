import type { Viewer } from '#contract/viewer.ts'
import type { Db } from '#database/transaction.ts'
import { createMessageNotice } from '../notifications/announce.ts'
import { selectColleagues } from './colleagues.ts'
import { addMentioned, selectMentioned } from './correction-queries.ts'
import type { RequestDeps } from './create-request.ts'
import { selectAsker } from './queries.ts'
import type { Subject } from './subject.ts'

type Mention = Subject & {
  /** The request to which the message belongs. */
  request: string
  /** Null: the question of the request itself. */
  message: string | null
  text: string
  mentions?: readonly string[] | undefined
  at: Date
  /** The subject is a document, with a page of its own: neither an enquiry nor the account. */
  isDocument: boolean
}

/** The longest part of a message in a mail, in characters. */
const maxMailedLength = 1500

/**
 * Notifies and mails the colleagues whom a message names and who may read it; others are left out, and those whom it
 * named before it was corrected.
 */
export async function notifyMentioned(
  { mail, newId }: Pick<RequestDeps, 'mail' | 'newId'>,
  db: Db,
  viewer: Viewer,
  { request, message, type, number, text, mentions = [], at, isDocument }: Mention,
): Promise<void> {
  if (mentions.length === 0) return
  const { accountId, userId } = viewer
  const words = { accountId, request, message }
  const before = await selectMentioned(db, words)
  const colleagues = await selectColleagues(db, viewer, type)
  const readers = colleagues.filter(({ id }) => mentions.includes(id) && !before.includes(id))
  if (readers.length === 0) return
  const people = readers.map(({ id }) => id)
  await addMentioned(db, words, people)
  const author = await selectAsker(db, userId)
  for (const { id, email, name } of readers)
    await mail.send(db, {
      kind: 'mentioned',
      to: { email, name },
      reader: { accountId, userId: id, ...(type === 'account' ? {} : { type }), ...(isDocument ? { number } : {}) },
      values: { author: author?.name || author?.email || '', type, number, words: text.slice(0, maxMailedLength) },
      conversation: request,
      path: isDocument
        ? `/${type}/${encodeURIComponent(number)}`
        : `/profile/requests${type === 'account' ? '?conversations=true' : ''}`,
    })
  const notified = { kind: 'messages.mentioned', accountId, number, readers: people } as const
  const subject = type === 'account' || isDocument ? type : 'enquiry'
  await createMessageNotice(db, { ...notified, type: subject }, { now: at.toISOString(), newId })
}
