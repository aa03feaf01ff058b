import { notFound, PortalError, translatable } from '#contract/errors.ts'
import type { ConversationMessage } from '#contract/requests/conversation.ts'
import { isReopenable } from '#contract/requests/conversation-rules.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type Caller, record } from '../audit/record.ts'
import { announceChange } from '../notifications/announce.ts'
import { wasFormerText } from './correction-queries.ts'
import { checkRate, type RequestDeps, repeatedRequest, storeRequest } from './create-request.ts'
import { lockDocuments } from './document-queries.ts'
import { notifyMentioned } from './mentions.ts'
import { findContext, type MessageContext } from './message-context.ts'
import {
  insertMessage,
  lockWaitingRequest,
  type MessageRow,
  type OpenRequest,
  selectMessageByKey,
  selectWrittenNumbers,
} from './message-queries.ts'
import { lockKey, selectAsker, selectRequest, selectRequestByKey, updateRequestState } from './queries.ts'
import { notifySupplier } from './request-mails.ts'
import { toCustomerRequest, toMessage } from './request-replies.ts'
import { maySeeSubject, type Subject } from './subject.ts'
import { updateDocument } from './update-document.ts'

type MessageInput = Subject & {
  key: string
  text: string
  request?: string | undefined
  mentions?: readonly string[] | undefined
}
/** A message with its request; null when it became a request of its own, a question. */
export type WrittenMessage = { request: CustomerRequest; message: ConversationMessage | null }

/**
 * Writes to the supplier about a document, an enquiry or the account: to the request that is named, else to one about
 * which the supplier has asked back, else to the question that waits, else as a new question. Colleagues whom it names
 * are notified. Throws not_found, conflict
 * when another message was written under the key or the request was withdrawn, too_many_requests.
 */
export async function writeMessage(
  deps: RequestDeps,
  viewer: Viewer,
  input: MessageInput,
  caller: Caller,
): Promise<WrittenMessage> {
  const { accountId } = viewer
  const { type, number, key, text } = input
  const context = maySeeSubject(viewer, type) ? await findContext(deps, viewer, input) : undefined
  if (!context) throw notFound()
  const asked = { kind: 'ask', type, key, content: { note: text } } as const
  return withTransaction(deps.db, async (db) => {
    await lockKey(db, viewer, key)
    // Two messages at the same moment find the same question. Documents are locked before requests, as everywhere.
    if (type !== 'account')
      await lockDocuments(db, accountId, type, await selectWrittenNumbers(db, accountId, input, input.request))
    const request = await selectRequestByKey(db, viewer, key)
    if (request) return { request: await repeatedRequest(db, request, asked, viewer), message: null }
    const message = await selectMessageByKey(db, accountId, key)
    if (message) return repeatedMessage(db, viewer, message, text)
    const mentioned = { ...input, at: deps.clock(), isDocument: context.id !== undefined }
    const waiting = await lockWaitingRequest(db, accountId, input, input.request)
    if (waiting) {
      const written = await addMessage(deps, db, viewer, { ...input, waiting, context }, caller)
      await notifyMentioned(deps, db, viewer, {
        ...mentioned,
        request: waiting.id,
        message: written.message?.id ?? null,
      })
      return written
    }
    if (input.request !== undefined) throw notFound()
    const stored = await storeRequest(deps, db, viewer, { ...asked, number }, context, caller)
    await notifyMentioned(deps, db, viewer, { ...mentioned, request: stored.id, message: null })
    return { request: toCustomerRequest(viewer, stored), message: null }
  })
}

type Addition = MessageInput & { waiting: OpenRequest; context: MessageContext }

/** Adds a message to a request and tells the supplier; one that waited for the customer, or was over, is open again. */
async function addMessage(
  deps: RequestDeps,
  db: Db,
  viewer: Viewer,
  { type, number, key, text, waiting, context }: Addition,
  caller: Caller,
): Promise<WrittenMessage> {
  const { accountId, userId } = viewer
  if (waiting.state === 'withdrawn') throw new PortalError('conflict', translatable('request.withdrawn'))
  const now = deps.clock()
  await checkRate(db, viewer, now)
  const author = (await selectAsker(db, userId)) ?? { name: '', email: '' }
  const reopens = isReopenable(waiting.kind, waiting.state)
  const written = { at: now, side: 'customer', authorId: userId, by: author.name, text } as const
  const outcome = reopens ? ('open' as const) : null
  const message = { accountId, request: waiting.id, id: deps.newId(), key, outcome, ...written }
  if (!(await insertMessage(db, message))) throw otherKeyError()
  if (reopens || waiting.state === 'asked') {
    const change = { state: 'open', by: author.name, at: now, answer: null }
    await updateRequestState(db, accountId, waiting.id, [waiting.state], change)
    await updateDocument(db, { ...waiting, accountId, type, number }, now)
  }
  await record(deps, db, { action: 'message_written', caller, userId, accountId, details: { request: waiting.id } })
  const request = await selectRequest(db, accountId, waiting.id)
  const stored = await selectMessageByKey(db, accountId, key)
  if (!request || !stored) throw new Error('A message that was just written is gone')
  const asked = { ...request, kind: 'ask', content: { note: text }, madeByName: author.name, madeByEmail: author.email }
  await notifySupplier(deps, db, asked, context.salesperson)
  await announceChange(db, accountId)
  return { request: toCustomerRequest(viewer, request), message: toMessage(viewer, stored) }
}

async function repeatedMessage(db: Db, viewer: Viewer, message: MessageRow, text: string): Promise<WrittenMessage> {
  const request = await selectRequest(db, viewer.accountId, message.request)
  const words = { accountId: viewer.accountId, request: message.request, message: message.id }
  const isSame = message.text === text || (await wasFormerText(db, words, text))
  if (!request || message.authorId !== viewer.userId || !isSame) throw otherKeyError()
  return { request: toCustomerRequest(viewer, request), message: toMessage(viewer, message) }
}

function otherKeyError(): PortalError {
  const message = translatable('request.key')
  return new PortalError('conflict', message, { errors: [{ field: 'key', message }] })
}
