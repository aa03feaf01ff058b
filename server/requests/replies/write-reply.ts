import { hash } from 'node:crypto'
import { PortalError } from '#contract/errors.ts'
import { maxMentions } from '#contract/requests/conversation-rules.ts'
import { mayMention, mentionsIn } from '#contract/requests/mentions.ts'
import { pendingStates } from '#contract/requests/rules.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Caller } from '#server/audit/record.ts'
import { answerRequest } from '../answer.ts'
import { selectColleagues, withSharedNames } from '../colleagues.ts'
import type { RequestDeps } from '../create-request.ts'
import { addAnswerFile, addFile } from '../files.ts'
import { selectMessageByKey } from '../message-queries.ts'
import { selectRequestByKey } from '../queries.ts'
import { accountSubject } from '../subject.ts'
import { writeMessage } from '../write-message.ts'
import type { RepliedRequest } from './queries.ts'
import type { RefusalReason } from './refusal.ts'

/** A member, or somebody at the supplier's by their name. */
export type Author = { viewer: Viewer } | { by: string }

export type Reply = {
  /** The request to which it belongs; undefined: the document's, as a message that is written on its page. */
  request: string | undefined
  replied: RepliedRequest
  /** The same each time the mail comes in. */
  key: Buffer
  text: string
  files: readonly { name: string; content: Buffer }[]
}

/** Of more files none is tried: a message has room for five. */
const mostFiles = 20

const byMail: Caller = { network: null, userAgent: 'mail', requestId: null }

/**
 * Writes a reply into its conversation, once, with its files. Returns why it was refused, or the names of the files that
 * cannot be taken.
 */
export async function writeReply(
  deps: RequestDeps,
  author: Author,
  reply: Reply,
): Promise<{ refused?: RefusalReason; leftOut: string[] }> {
  const { replied, files } = reply
  const { accountId } = replied
  const key = uuidOf(reply.key)
  try {
    if (!(await findWritten(deps, author, accountId, key))) await writeText(deps, author, reply, key)
  } catch (error) {
    return { refused: refusalOf(error), leftOut: [] }
  }
  const written = await findWritten(deps, author, accountId, key)
  if (!written) throw new Error('A message that was just written is gone')
  const leftOut = files.slice(mostFiles).map(({ name }) => name)
  for (const [index, { name, content }] of files.slice(0, mostFiles).entries()) {
    const fileId = uuidOf(hash('sha256', Buffer.concat([reply.key, Buffer.from([index])]), 'buffer'))
    const added = { ...written, name: name.slice(0, 200), content, fileId }
    try {
      if ('viewer' in author) await addFile(deps, author.viewer, added)
      else await addAnswerFile(deps, added, { caller: byMail })
    } catch (error) {
      // A file that cannot be looked at now is taken when the mail comes in again.
      if (!(error instanceof PortalError) || error.code === 'unavailable') throw error
      leftOut.push(name)
    }
  }
  return { leftOut }
}

/** What was written under a key: a message to a request, or a question that is a request of its own; undefined: nothing. */
async function findWritten(
  { db }: RequestDeps,
  author: Author,
  accountId: string,
  key: string,
): Promise<{ id: string; message: string | undefined } | undefined> {
  const message = await selectMessageByKey(db, accountId, key)
  if (message) return { id: message.request, message: message.id }
  const question = 'viewer' in author ? await selectRequestByKey(db, author.viewer, key) : undefined
  return question && { id: question.id, message: undefined }
}

async function writeText(
  deps: RequestDeps,
  author: Author,
  { request, replied, text }: Reply,
  key: string,
): Promise<void> {
  const { type, number, kind, state } = replied
  if ('viewer' in author) {
    const subject = type === 'account' ? accountSubject : { type, number }
    const colleagues = mayMention(text) ? await selectColleagues(deps.db, author.viewer, type) : []
    const mentions = mentionsIn(text, withSharedNames(colleagues)).slice(0, maxMentions)
    await writeMessage(deps, author.viewer, { ...subject, key, text, request, mentions }, byMail)
    return
  }
  // Words by mail answer a question. What waits for a decision is taken up by them: a mail decides nothing.
  if (request === undefined) throw new Error('The supplier replies to requests only')
  const isQuestion = kind === 'ask' || kind === 'enquire'
  const isPending = (pendingStates as readonly string[]).includes(state)
  const outcome = isQuestion || !isPending ? 'answered' : 'taken'
  await answerRequest(deps, { id: request, state: outcome, text, by: author.by, key, caller: byMail })
}

/** Why a message was not written, as its author is told. Throws what is no answer to them, such as that the database is away. */
function refusalOf(error: unknown): RefusalReason {
  if (!(error instanceof PortalError)) throw error
  if (error.code === 'not_found' || error.code === 'not_allowed') return 'removed'
  if (error.code === 'too_many_requests') return 'often'
  if (error.code === 'conflict') return 'over'
  throw error
}

/** A UUID of the form that leaves its bits to its maker (RFC 9562, version 8). */
function uuidOf(digest: Buffer): string {
  const bytes = Buffer.from(digest.subarray(0, 16))
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
