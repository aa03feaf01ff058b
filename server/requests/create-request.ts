import { isDeepStrictEqual } from 'node:util'
import type { Pool } from 'pg'
import { definitions } from '#contract/documents/types.ts'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import type { Outbox } from '#contract/mail.ts'
import { answersNeed } from '#contract/requests/acts.ts'
import type { RequestSubject } from '#contract/requests/conversation-rules.ts'
import { isTooEarly } from '#contract/requests/main-requests.ts'
import type { CustomerRequest, ShownOffer } from '#contract/requests/request.ts'
import {
  availableRequests,
  colleagueKind,
  invoiceClaims,
  mayRequest,
  quoteDecisions,
  type RequestKind,
} from '#contract/requests/rules.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type Caller, record } from '../audit/record.ts'
import { announceChange } from '../notifications/announce.ts'
import { shownOffer } from './acceptance.ts'
import { updateAct, updateQuoteStatus } from './act-queries.ts'
import { approversOf, askColleagues } from './approvals/ask-colleagues.ts'
import { type AskedPerson, endApprovals } from './approvals/queries.ts'
import { wasFormerText } from './correction-queries.ts'
import {
  lockDocument,
  type RequestedDocument,
  selectBlockingRequests,
  selectClaimedLines,
  selectRequestedDocument,
} from './document-queries.ts'
import { checkClaim } from './invoice-claims.ts'
import { countInvoiceChange } from './invoice-queries.ts'
import {
  countRequestsSince,
  insertRequest,
  type RequestRow,
  selectAsker,
  selectRequest,
  selectRequestByKey,
} from './queries.ts'
import { refuseRepeated, waitsError } from './refuse-repeated.ts'
import { type ReadVersion, refuseUnseen } from './refuse-unseen.ts'
import { checkClaimedLines, checkContent, checkSeenPromise } from './request-content.ts'
import { notifySupplier } from './request-mails.ts'
import { toCustomerRequest } from './request-replies.ts'
import type { VirusScanner } from './virus-scan.ts'

export type RequestDeps = {
  /** Reads as the viewer, under row-level security. */
  viewerPool: Pool
  /** A pool of the role portal_server: the viewer's role cannot write. */
  db: Pool
  clock: () => Date
  newId: () => string
  /** Today's date for the supplier. */
  today: () => string
  mail: Outbox<Db>
  /** Gets the requests whose document names no salesperson with an address. */
  supportEmail: string | undefined
  /** Whether there is a console, to which mails to staff lead. */
  hasConsole?: boolean | undefined
  /** The operator's virus scanner, for files that people send. */
  scanFile?: VirusScanner | undefined
}

/** What an act on a document needs beside that. */
export type ActDeps = RequestDeps & { readVersion: ReadVersion }

export type RequestInput = {
  kind: RequestKind
  type: DocumentType
  number: string
  /** Chosen by the client: the same key again returns the request that was made first. */
  key: string
  /** The version of the document that the person saw, if they say so. */
  seenVersion: string | undefined
  content: Record<string, unknown>
}

/** A request as it is stored: of a document, or of what concerns none. */
type NewRequest = Omit<RequestInput, 'type' | 'seenVersion'> & { type: RequestSubject }

/** Requests and messages that one person can send in an hour: more than anyone types, fewer than a program sends. */
const maxRequestsPerHour = 60
const hourMs = 3_600_000

/**
 * Makes a request about a document of the viewer's and notifies the supplier. Throws not_found for a missing document,
 * not_allowed for a role without the right, conflict when it is not possible now, invalid_input for invalid content,
 * too_many_requests.
 */
export async function createRequest(
  deps: ActDeps,
  viewer: Viewer,
  input: RequestInput,
  caller: Caller,
): Promise<CustomerRequest> {
  const { accountId } = viewer
  const { kind, type, number, key } = input
  const mayRead =
    viewer.permissions.has(definitions[type].permission) &&
    (await selectRequestedDocument(deps.viewerPool, viewer, type, number, deps.today())) !== undefined
  if (!mayRead) throw notFound()
  if (!mayRequest(kind, viewer.permissions)) {
    throw new PortalError('not_allowed', translatable('request.role'))
  }
  return withTransaction(deps.db, async (db) => {
    // When two people act at the same moment, the second sees what the first did.
    const locked = await lockDocument(db, viewer, type, number, deps.today())
    if (!locked) throw notFound()
    const { seen: _seen, ...content } = input.content
    const stored = { ...input, content }
    const existing = await selectRequestByKey(db, viewer, key)
    if (existing) return repeatedRequest(db, existing, stored, viewer)
    checkClaim(input, locked.gross, deps.today())
    checkContent(kind, input.content, locked, deps.today())
    const waiting = await selectBlockingRequests(db, accountId, type, number, locked)
    const kinds = waiting.map((one) => one.kind)
    const available = availableRequests(type, locked.status, viewer.permissions, kinds, locked)
    if (!(available as readonly RequestKind[]).includes(kind)) throw waitsError(kind, waiting)
    if (kind === 'confirmReceipt' && isTooEarly({ ...locked, today: deps.today() }))
      throw new PortalError('conflict', translatable('request.early'))
    await refuseRepeated(db, accountId, input)
    if (kind === 'claim') checkClaimedLines(content, await selectClaimedLines(db, accountId, { ...locked, number }))
    checkSeenPromise(input.content, locked)
    const approvers = kind === colleagueKind ? await approversOf(db, viewer, number, content) : []
    const shown = kind === 'accept' ? await shownOffer(db, accountId, { ...locked, number }, input.content) : null
    await refuseUnseen(deps.readVersion, viewer, input)
    const context = { ...locked, need: answersNeed(kind, content) ? locked.need : null, shown, approvers }
    return toCustomerRequest(viewer, await storeRequest(deps, db, viewer, stored, context, caller))
  })
}

/**
 * Stores a request, records it in the audit log and notifies the supplier, in the transaction of `db`. Throws
 * too_many_requests.
 */
export async function storeRequest(
  deps: RequestDeps,
  db: Db,
  { accountId, userId }: Viewer,
  { kind, type, number, key, content }: NewRequest,
  context: Pick<RequestedDocument, 'hash' | 'revision' | 'salesperson'> & {
    /** What the document waits for, if the request answers that. */
    need?: string | null
    shown?: ShownOffer | null
    /** The colleagues whom a request among colleagues asks: the supplier is not notified of it. */
    approvers?: readonly AskedPerson[]
  },
  caller: Caller,
): Promise<RequestRow> {
  const now = deps.clock()
  await checkRate(db, { accountId, userId }, now)
  const id = deps.newId()
  const asker = await selectAsker(db, userId)
  const { hash, revision, salesperson, need = null, shown = null, approvers = [] } = context
  await insertRequest(db, {
    ...{ id, key, accountId, kind, type, number, content, hash, revision, need, shown, madeAt: now },
    ...{ madeById: userId, madeByName: asker?.name ?? '', madeByEmail: asker?.email ?? '', network: caller.network },
  })
  const details = { request: id, kind, document: `${type}/${number}`, documentHash: hash.toString('hex') }
  await record(deps, db, { action: 'request_made', caller, userId, accountId, details })
  if (kind in quoteDecisions) {
    await updateQuoteStatus(db, accountId, number, now)
    await endApprovals(db, { accountId, number, by: asker?.name ?? '', at: now })
  }
  const actChanged = need !== null && type !== 'account' && (await updateAct(db, accountId, type, number))
  // Where the document itself has changed, its account's version has risen.
  if (invoiceClaims.includes(kind) && !actChanged) await countInvoiceChange(db, accountId)
  const row = await selectRequest(db, accountId, id)
  if (!row) throw new Error('A request that was just written is gone')
  if (kind === colleagueKind) await askColleagues(deps, db, { accountId, request: id, number, at: now }, approvers)
  else await notifySupplier(deps, db, row, salesperson)
  await announceChange(db, accountId)
  return (kind === colleagueKind && (await selectRequest(db, accountId, id))) || row
}

/** Throws too_many_requests when a person has made so many requests and written so many messages within the hour. */
export async function checkRate(db: Db, person: Pick<Viewer, 'accountId' | 'userId'>, now: Date): Promise<void> {
  if ((await countRequestsSince(db, person, new Date(now.getTime() - hourMs))) < maxRequestsPerHour) return
  throw new PortalError('too_many_requests', translatable('error.tooMany'), { retryAfter: 60 })
}

/** The request that was made under a key before, if it had the same content when it was made. Throws conflict. */
export async function repeatedRequest(
  db: Db,
  existing: RequestRow,
  input: Omit<NewRequest, 'number'> & { number?: string },
  viewer: Viewer,
): Promise<CustomerRequest> {
  const words = { accountId: existing.accountId, request: existing.id, message: null }
  const { note } = input.content
  const wasSent = existing.correctedAt !== null && (await wasFormerText(db, words, String(note)))
  const isSame =
    existing.kind === input.kind &&
    existing.type === input.type &&
    (input.number === undefined || existing.number === input.number) &&
    isDeepStrictEqual(wasSent ? { ...existing.content, note } : existing.content, input.content)
  if (isSame) return toCustomerRequest(viewer, existing)
  const message = translatable('request.key')
  throw new PortalError('conflict', message, { errors: [{ field: 'key', message }] })
}
