import { isDeepStrictEqual } from 'node:util'
import type { Pool } from 'pg'
import { definitions } from '#contract/documents/types.ts'
import { notFound, PortalError, type TranslatableText, translatable } from '#contract/errors.ts'
import type { Outbox } from '#contract/mail.ts'
import type { CustomerRequest } from '#contract/requests/endpoints.ts'
import {
  availableRequests,
  invoiceClaims,
  mayRequest,
  quoteDecisions,
  type RequestKind,
} from '#contract/requests/rules.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type Caller, record } from '../audit/record.ts'
import { checkClaim, refuseRepeatedClaim } from './invoice-claims.ts'
import { countInvoiceChange } from './invoice-queries.ts'
import {
  countRequestsSince,
  insertRequest,
  lockDocument,
  type RequestedDocument,
  type RequestRow,
  selectAsker,
  selectRequest,
  selectRequestByKey,
  selectRequestedDocument,
  selectWaitingKinds,
  updateQuoteStatus,
} from './queries.ts'
import { notifySupplier } from './request-mails.ts'
import { toCustomerRequest } from './request-replies.ts'

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
}

export type RequestInput = {
  kind: RequestKind
  type: DocumentType
  number: string
  /** Chosen by the client: the same key again returns the request that was made first. */
  key: string
  content: Record<string, unknown>
}

/** Requests that one person can make in an hour: more than anyone types, fewer than a program sends. */
const maxRequestsPerHour = 60
const hourMs = 3_600_000

/**
 * Makes a request about a document of the viewer's and notifies the supplier. Throws not_found for a missing document,
 * not_allowed for a role without the right, conflict when it is not possible now, invalid_input for invalid content,
 * too_many_requests.
 */
export async function createRequest(
  deps: RequestDeps,
  viewer: Viewer,
  input: RequestInput,
  caller: Caller,
): Promise<CustomerRequest> {
  const { accountId } = viewer
  const { kind, type, number, key } = input
  const document = viewer.permissions.has(definitions[type].permission)
    ? await selectRequestedDocument(deps.viewerPool, viewer, type, number, deps.today())
    : undefined
  if (!document) throw notFound()
  if (!mayRequest(kind, viewer.permissions)) {
    throw new PortalError('not_allowed', translatable('request.role'))
  }
  checkContent(input, document, deps.today())
  return withTransaction(deps.db, async (db) => {
    // When two people decide at the same moment, the second sees the first one's decision.
    await lockDocument(db, accountId, document.id)
    const existing = await selectRequestByKey(db, viewer, key)
    if (existing) return repeatedRequest(existing, input, viewer)
    const waiting = await selectWaitingKinds(db, accountId, type, number)
    if (
      !(availableRequests(type, document.status, viewer.permissions, waiting) as readonly RequestKind[]).includes(kind)
    )
      throw notPossibleError(waiting.length > 0)
    await refuseRepeatedClaim(db, accountId, input)
    const row = await storeRequest(deps, db, viewer, input, document, caller)
    return toCustomerRequest(viewer, row)
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
  { kind, type, number, key, content }: RequestInput,
  context: Pick<RequestedDocument, 'hash' | 'revision' | 'salesperson'>,
  caller: Caller,
): Promise<RequestRow> {
  const now = deps.clock()
  if ((await countRequestsSince(db, { accountId, userId }, new Date(now.getTime() - hourMs))) >= maxRequestsPerHour) {
    throw new PortalError('too_many_requests', translatable('error.tooMany'), { retryAfter: 60 })
  }
  const id = deps.newId()
  const asker = await selectAsker(db, userId)
  const { hash, revision, salesperson } = context
  await insertRequest(db, {
    ...{ id, key, accountId, kind, type, number, content, hash, revision, madeAt: now },
    ...{ madeById: userId, madeByName: asker?.name ?? '', madeByEmail: asker?.email ?? '', network: caller.network },
  })
  const details = { request: id, kind, document: `${type}/${number}`, documentHash: hash.toString('hex') }
  await record(deps, db, { action: 'request_made', caller, userId, accountId, details })
  if (kind in quoteDecisions) await updateQuoteStatus(db, accountId, number, now)
  if (invoiceClaims.includes(kind)) await countInvoiceChange(db, accountId)
  const row = await selectRequest(db, accountId, id)
  if (!row) throw new Error('A request that was just written is gone')
  await notifySupplier(deps, db, row, salesperson)
  return row
}

/** The request that was made under a key before, if it has the same content. Throws conflict. */
export function repeatedRequest(
  existing: RequestRow,
  input: Omit<RequestInput, 'number'> & { number?: string },
  viewer: Viewer,
): CustomerRequest {
  const isSame =
    existing.kind === input.kind &&
    existing.type === input.type &&
    (input.number === undefined || existing.number === input.number) &&
    isDeepStrictEqual(existing.content, input.content)
  if (isSame) return toCustomerRequest(viewer, existing)
  const message = translatable('request.key')
  throw new PortalError('conflict', message, { errors: [{ field: 'key', message }] })
}

function notPossibleError(isWaiting: boolean): PortalError {
  return new PortalError('conflict', isWaiting ? translatable('request.waits') : translatable('request.over'))
}

/** Checks what the schema of a kind cannot express. Throws invalid_input. */
function checkContent(input: RequestInput, document: RequestedDocument, today: string): void {
  const { kind, content } = input
  checkClaim(input, document.gross, today)
  if (kind === 'requestChange' && !content.requestedDate && !content.address && !content.note)
    fail('note', translatable('request.change'))
  const datesAhead = kind === 'requestChange' || kind === 'instructDelivery'
  if (datesAhead && typeof content.requestedDate === 'string' && content.requestedDate < today)
    fail('requestedDate', translatable('request.datePassed'))
  if (kind === 'instructDelivery' && (content.instruction === 'deliver_elsewhere') !== (content.address !== undefined))
    fail('address', translatable(content.address === undefined ? 'request.addressMissing' : 'request.addressUnused'))
  for (const field of ['receivedOn', 'paidOn'])
    if (typeof content[field] === 'string' && (content[field] as string) > today)
      fail(field, translatable('request.dateAhead'))
  checkLines(content, document)
}

function checkLines(content: RequestInput['content'], document: RequestedDocument): void {
  const documentLines = new Set(document.lines)
  const requestLines = (content.lines ?? []) as (string | { line: string })[]
  for (const entry of requestLines) {
    const line = typeof entry === 'string' ? entry : entry.line
    if (!documentLines.has(line)) fail('lines', translatable('request.lineUnknown', { line }))
  }
}

function fail(field: string, message: TranslatableText): never {
  throw new PortalError('invalid_input', message, { errors: [{ field, message }] })
}
