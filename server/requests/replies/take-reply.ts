import { hash } from 'node:crypto'
import type { Pool } from 'pg'
import { languages } from '#contract/languages.ts'
import { isRole, type Role } from '#contract/permissions.ts'
import { maxMessageLength } from '#contract/requests/conversation-rules.ts'
import { texts } from '#contract/texts.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Log } from '#database/log.ts'
import { cutReply } from '#server/formats/mail/cut-reply.ts'
import { readDeliveryFailure } from '#server/formats/mail/delivery-failure.ts'
import { type ReceivedMail, readMail } from '#server/formats/mail/read-mail.ts'
import type { RequestDeps } from '../create-request.ts'
import type { AnswerDelivery } from '../undelivered/undelivered.ts'
import {
  deleteReceived,
  insertReceived,
  isSalesperson,
  type ReceivedRow,
  type RepliedRequest,
  selectConcerned,
  selectRepliedDocument,
  selectRepliedRequest,
  selectRole,
  selectUserId,
  wasReceived,
} from './queries.ts'
import { type Refusal, type RefusalReason, storeRefusal } from './refusal.ts'
import type { ReplyAddresses, ReplyToken } from './reply-address.ts'
import { type Author, type Reply, writeReply } from './write-reply.ts'

export type ReplyDeps = RequestDeps & {
  addresses: ReplyAddresses
  /** The viewer of a member whose reply address was verified. */
  viewerOf: (member: { userId: string; accountId: string; role: Role }) => Viewer
  /** The address that the portal's mails come from: what comes from there goes round in circles. */
  ownAddress: string
  /** The name of the receiving server in Authentication-Results. */
  authenticationServer: string | undefined
  /** Is told of mails of answers that came back. */
  answers?: Pick<AnswerDelivery, 'refused'>
  log: Log
}

export type IncomingReply = { bytes: Buffer; recipients?: readonly string[]; isCut?: boolean }

/** What became of a mail in one conversation. */
type ReplyOutcome = ReceivedRow['outcome'] | 'repeated'

/** A mail that names more reply addresses than this was not written by a person. */
const mostConversations = 5

/** The line above which mails of the portal ask to write, in all languages. */
const markers = languages.map((language) => texts[language]['mail.replyAbove'])

/** How long it is remembered which mails came in, in milliseconds. */
const retention = 90 * 86_400_000
const hourMs = 3_600_000

/** What takes replies by mail in, and which addresses it takes them at; for each way by which mails come. */
export function replyReception(deps: ReplyDeps) {
  return { take: createReplyTaker(deps), isTaken: (email: string) => deps.addresses.read(email) !== undefined }
}

/** Takes mails as `takeReply` does, and forgets those of three months ago; returns whether a mail was for the portal. */
export function createReplyTaker(deps: ReplyDeps): (mail: IncomingReply) => Promise<boolean> {
  let nextCleanup = 0
  return async (mail) => {
    const outcomes = await takeReply(deps, mail)
    const now = deps.clock().getTime()
    if (now >= nextCleanup) {
      await deleteReceived(deps.db, new Date(now - retention))
      nextCleanup = now + hourMs
    }
    return outcomes.length > 0
  }
}

/**
 * Takes a mail that came in: writes what it says into each conversation whose reply address it was sent to, as the person to
 * whom that was mailed. A mail that comes in again changes nothing. `recipients` are those of the envelope, if it is known; of
 * a mail that is cut (`isCut`) no files are taken. Rejects when the database is away: then the mail is to be kept and taken later.
 */
async function takeReply(
  deps: ReplyDeps,
  { bytes, recipients, isCut = false }: IncomingReply,
): Promise<ReplyOutcome[]> {
  const mail = await readMail(bytes, { authenticationServer: deps.authenticationServer })
  const tokens = new Map<string, ReplyToken>()
  for (const address of recipients ?? mail.recipients) {
    const token = deps.addresses.read(address)
    if (token) tokens.set(token.thread.toString('hex'), token)
  }
  const outcomes: ReplyOutcome[] = []
  for (const token of [...tokens.values()].slice(0, mostConversations)) {
    if (mail.automatic === 'bounce') await noteBounce(deps, token, bytes)
    const outcome = await takeFor(deps, mail, token, isCut)
    deps.log.info(`A reply by mail was ${outcome} (${token.about} ${token.id}).`)
    outcomes.push(outcome)
  }
  return outcomes
}

/** Notes on a request that the mail of an answer has come back. The reply address says of which and to whom it was. */
async function noteBounce({ db, answers }: ReplyDeps, token: ReplyToken, bytes: Buffer): Promise<void> {
  if (token.about !== 'request' || token.side !== 'customer') return
  const reason = readDeliveryFailure(bytes)
  const person = reason && (await selectConcerned(db, token.id)).find(({ userId }) => token.isFor({ member: userId }))
  if (person) await answers?.refused({ request: token.id, userId: person.userId, email: person.email, reason })
}

async function takeFor(deps: ReplyDeps, mail: ReceivedMail, token: ReplyToken, isCut: boolean): Promise<ReplyOutcome> {
  const key = hash('sha256', Buffer.concat([token.thread, Buffer.from(mail.id)]), 'buffer')
  if (await wasReceived(deps.db, key)) return 'repeated'
  const row = { key, now: deps.clock(), request: token.id }
  const { from } = mail
  if (!from || mail.automatic || isOwn(deps, from.address)) {
    const reason = mail.automatic ?? (from ? 'loop' : 'no sender')
    await insertReceived(deps.db, { ...row, outcome: 'ignored', reason }, null)
    return 'ignored'
  }
  const path = token.side === 'customer' ? { path: '/profile/requests' } : {}
  const defaults = { recipient: from.address, title: mail.subject, ...path }
  const refuse = async (refusal: Refusal) => {
    await storeRefusal(deps, { ...row, outcome: 'refused' }, refusal)
    return 'refused' as const
  }

  const bound = await bindSender(deps, mail, from, token)
  if ('reason' in bound)
    return refuse({ ...defaults, ...(bound.reason === 'expired' ? {} : { path: undefined }), ...bound })
  const text = cutReply(mail.text, markers) || mail.files.map(({ name }) => name).join('\n')
  if (text === '') return refuse({ ...defaults, reason: 'empty' })
  if (text.length > maxMessageLength) return refuse({ ...defaults, reason: 'long' })
  const { author, replied } = bound
  const request = token.about === 'request' ? token.id : undefined
  const reply: Reply = { request, replied, key, text, files: isCut ? [] : mail.files }
  const { refused, leftOut } = await writeReply(deps, author, reply)
  if (refused) return refuse({ ...defaults, reason: refused })
  const files = isCut ? mail.files.map(({ name }) => name) : leftOut
  if (files.length > 0) await storeRefusal(deps, { ...row, outcome: 'taken' }, { ...defaults, reason: 'files', files })
  else await insertReceived(deps.db, { ...row, outcome: 'taken', reason: null }, null)
  return 'taken'
}

const isOwn = ({ ownAddress, addresses }: ReplyDeps, address: string) =>
  address === ownAddress.toLowerCase() || addresses.isOwn(address)

type Sender = { address: string; name: string }

/** As whom a mail is taken, and for which request; else why not, and whether its sender may be notified. */
async function bindSender(
  deps: ReplyDeps,
  { verdict }: ReceivedMail,
  from: Sender,
  token: ReplyToken,
): Promise<{ author: Author; replied: RepliedRequest } | (Partial<Refusal> & { reason: RefusalReason })> {
  const userId = token.side === 'customer' ? await selectUserId(deps.db, from.address) : undefined
  const isBound = userId === undefined ? token.isFor({ supplier: from.address }) : token.isFor({ member: userId })
  // Nothing proves that a stranger has written at all: where something speaks against it, nobody is notified.
  if (!isBound) return verdict === 'fail' ? { reason: 'foreign', recipient: undefined } : { reason: 'foreign' }
  if (verdict === 'fail') return { reason: 'forged' }
  if (token.expired) return { reason: 'expired' }
  const replied = await selectReplied(deps.db, token, userId)
  const author = replied && (await authorOf(deps, replied, { userId, ...from }))
  return author ? { author, replied } : { reason: 'removed' }
}

/** What a reply is about; of a document only where the person is a member of its account. */
function selectReplied(db: Pool, { about, id }: ReplyToken, userId: string | undefined) {
  if (about === 'request') return selectRepliedRequest(db, id)
  return userId === undefined ? undefined : selectRepliedDocument(db, userId, id)
}

/** Who writes: a member who still is one, or somebody at the supplier's who is still concerned; else undefined. */
async function authorOf(
  { db, supportEmail, today, viewerOf }: ReplyDeps,
  replied: RepliedRequest,
  { userId, address, name }: Sender & { userId: string | undefined },
): Promise<Author | undefined> {
  if (userId !== undefined) {
    const { accountId } = replied
    const role = await selectRole(db, accountId, userId)
    return role !== undefined && isRole(role) ? { viewer: viewerOf({ userId, accountId, role }) } : undefined
  }
  const isConcerned = address === supportEmail?.toLowerCase() || (await isSalesperson(db, replied, address, today()))
  return isConcerned ? { by: name || address } : undefined
}
