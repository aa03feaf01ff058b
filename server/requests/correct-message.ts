import { notFound, PortalError, type TranslatableText, translatable } from '#contract/errors.ts'
import { correctionHindrance, correctionMinutes } from '#contract/requests/conversation-rules.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type Caller, record } from '../audit/record.ts'
import { announceChange } from '../notifications/announce.ts'
import { correctWords } from './correction-queries.ts'
import { checkRate, type RequestDeps } from './create-request.ts'
import { lockRequest } from './file-queries.ts'
import { notifyMentioned } from './mentions.ts'
import { findContext } from './message-context.ts'
import { selectLastMessage, selectMessage } from './message-queries.ts'
import { type RequestRow, selectAsker, selectRequest } from './queries.ts'
import { notifySupplier } from './request-mails.ts'
import { toCustomerRequest, toMessage } from './request-replies.ts'
import { maySeeSubject } from './subject.ts'
import { lockDocumentsOf } from './update-document.ts'
import type { WrittenMessage } from './write-message.ts'

type CorrectionInput = {
  /** The request. */
  id: string
  /** The message about it; without one, the question itself. */
  message?: string | undefined
  text: string
  /** What the person saw when they began. */
  former: string
  mentions?: readonly string[] | undefined
}

/**
 * Corrects what the viewer has written, keeps what stood there, and tells the supplier and the colleagues who are named
 * only now. The same text again changes nothing. Throws not_found for what another person wrote, conflict when it is too
 * late, the supplier has answered, the request was withdrawn or something else stands there by now, too_many_requests.
 */
export async function correctMessage(
  deps: RequestDeps,
  viewer: Viewer,
  input: CorrectionInput,
  caller: Caller,
): Promise<WrittenMessage> {
  const { accountId, userId } = viewer
  const { id, text } = input
  const message = input.message ?? null
  const request = await selectRequest(deps.db, accountId, id)
  const context =
    request && maySeeSubject(viewer, request.type) ? await findContext(deps, viewer, { ...request, text }) : undefined
  if (!request || !context) throw notFound()
  return withTransaction(deps.db, async (db) => {
    await lockDocumentsOf(db, request)
    // Two corrections at the same moment come one after the other, and after an answer that comes first.
    await lockRequest(db, accountId, id)
    const row = (await selectRequest(db, accountId, id)) ?? request
    const written = await findOwnWords(db, viewer, row, message)
    if (written.text === text) return readBack(db, viewer, row, message)
    const now = deps.clock()
    await refuseHindered(db, row, written, now)
    if (written.text !== input.former) throw refusal(translatable('correction.changed'))
    await checkRate(db, viewer, now)
    const words = { accountId, request: id, message }
    await correctWords(db, { ...words, id: deps.newId(), authorId: userId, at: now, text, former: written.text })
    const details = { request: id, ...(message === null ? {} : { message }) }
    await record(deps, db, { action: 'message_corrected', caller, userId, accountId, details })
    const author = (await selectAsker(db, userId)) ?? { name: '', email: '' }
    const corrected = {
      ...row,
      kind: 'ask',
      content: { note: text },
      madeByName: author.name,
      madeByEmail: author.email,
    }
    await notifySupplier(deps, db, corrected, context.salesperson, 'messageCorrected')
    const { type, number } = row
    const mentioned = { type, number, text, mentions: input.mentions, at: now, isDocument: context.id !== undefined }
    await notifyMentioned(deps, db, viewer, { ...words, ...mentioned })
    await announceChange(db, accountId)
    return readBack(db, viewer, (await selectRequest(db, accountId, id)) ?? row, message)
  })
}

/** What the viewer wrote, and when. Throws not_found for what is not theirs, or is no text that stands in the conversation. */
async function findOwnWords(
  db: Db,
  { accountId, userId }: Viewer,
  row: RequestRow,
  message: string | null,
): Promise<{ text: string; at: string }> {
  if (message === null) {
    const { note } = row.content
    if (row.kind !== 'ask' || row.madeById !== userId || typeof note !== 'string') throw notFound()
    return { text: note, at: row.madeAt }
  }
  const written = await selectMessage(db, { accountId, request: row.id, id: message })
  if (written?.authorId !== userId || written.text === null) throw notFound()
  return { text: written.text, at: written.at }
}

async function refuseHindered(db: Db, row: RequestRow, { at }: { at: string }, now: Date): Promise<void> {
  if (row.state === 'withdrawn') throw refusal(translatable('request.withdrawn'))
  const answeredAt = (await selectLastMessage(db, row.accountId, row.id, 'supplier'))?.at
  const hindrance = correctionHindrance({ at, answeredAt }, now.getTime())
  if (hindrance === 'late') throw refusal(translatable('correction.late', { minutes: correctionMinutes }))
  if (hindrance === 'answered') throw refusal(translatable('correction.answered'))
}

const refusal = (message: TranslatableText) =>
  new PortalError('conflict', message, { errors: [{ field: 'text', message }] })

async function readBack(db: Db, viewer: Viewer, row: RequestRow, id: string | null): Promise<WrittenMessage> {
  const { accountId } = viewer
  const written = id === null ? undefined : await selectMessage(db, { accountId, request: row.id, id })
  return { request: toCustomerRequest(viewer, row), message: written ? toMessage(viewer, written) : null }
}
