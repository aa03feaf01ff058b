import { isDeepStrictEqual } from 'node:util'
import type { Pool } from 'pg'
import { definitions } from '../../contract/documents/types.ts'
import { notFound, PortalError, type TranslatableText, translatable } from '../../contract/errors.ts'
import type { Outbox } from '../../contract/mail.ts'
import { availableRequests, quoteDecisions, mayRequest, type RequestKind } from '../../contract/request-rules.ts'
import type { CustomerRequest } from '../../contract/requests.ts'
import type { DocumentType } from '../../contract/values.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { type Caller, record } from '../audit/record.ts'
import {
  type Asked,
  countSince,
  type Db,
  holdDocument,
  insertRequest,
  inTransaction,
  type RequestRow,
  selectAsked,
  selectAsker,
  selectByKey,
  selectOne,
  settleQuote,
  waitingKinds,
} from './queries.ts'
import { shownTo } from './show.ts'
import { tellSupplier } from './tell.ts'

export type RequestDeps = {
  /** Reads as the viewer, under row-level security. */
  viewerPool: Pool
  /** Of the role portal_server: the viewer's writes nothing. */
  db: Pool
  clock: () => Date
  newId: () => string
  /** The supplier's calendar date. */
  today: () => string
  mail: Outbox<Db>
  /** Who hears of requests whose document names no salesperson with an address. */
  supportEmail: string | undefined
}

export type Made = {
  kind: RequestKind
  type: DocumentType
  number: string
  /** Chosen by the asker: the same one again gives what was made the first time. */
  key: string
  content: Record<string, unknown>
}

/** Requests that one person can make in an hour: more than anyone types, fewer than a program sends. */
const mostAnHour = 60
const hour = 3_600_000

/**
 * Makes a request about a document of the viewer's and tells the supplier. Raises not_found for a document that is not
 * there, not_allowed for a role that may not, conflict when it cannot be asked now, invalid_input for content that makes
 * no sense, too_many_requests.
 */
export async function makeRequest(
  deps: RequestDeps,
  viewer: Viewer,
  made: Made,
  caller: Caller,
): Promise<CustomerRequest> {
  const { accountId } = viewer
  const { kind, type, number, key } = made
  const asked = viewer.permissions.has(definitions[type].permission)
    ? await selectAsked(deps.viewerPool, viewer, type, number, deps.today())
    : undefined
  if (!asked) throw notFound()
  if (!mayRequest(kind, viewer.permissions)) {
    throw new PortalError('not_allowed', translatable('request.role'))
  }
  check(made, asked, deps.today())
  return inTransaction(deps.db, async (db) => {
    // Two people who decide at the same moment: the second sees the first.
    await holdDocument(db, accountId, asked.id)
    const before = await selectByKey(db, viewer, key)
    if (before) return sameAgain(before, made, viewer)
    const waiting = await waitingKinds(db, accountId, type, number)
    if (!(availableRequests(type, asked.status, viewer.permissions, waiting) as readonly RequestKind[]).includes(kind))
      throw notNow(waiting.length > 0)
    const row = await keep(deps, db, viewer, made, asked, caller)
    return shownTo(viewer, row)
  })
}

/**
 * Writes a request, records it and tells the supplier, in the transaction of `db`. Raises too_many_requests.
 */
export async function keep(
  deps: RequestDeps,
  db: Db,
  { accountId, userId }: Viewer,
  { kind, type, number, key, content }: Made,
  about: Pick<Asked, 'hash' | 'revision' | 'salesperson'>,
  caller: Caller,
): Promise<RequestRow> {
  const now = deps.clock()
  if ((await countSince(db, { accountId, userId }, new Date(now.getTime() - hour))) >= mostAnHour) {
    throw new PortalError('too_many_requests', translatable('error.tooMany'), { retryAfter: 60 })
  }
  const id = deps.newId()
  const asker = await selectAsker(db, userId)
  const { hash, revision, salesperson } = about
  await insertRequest(db, {
    ...{ id, key, accountId, kind, type, number, content, hash, revision, madeAt: now },
    ...{ madeById: userId, madeByName: asker?.name ?? '', madeByEmail: asker?.email ?? '', network: caller.network },
  })
  const details = { request: id, kind, document: `${type}/${number}`, documentHash: hash.toString('hex') }
  await record(deps, db, { action: 'request_made', caller, userId, accountId, details })
  if (kind in quoteDecisions) await settleQuote(db, accountId, number, now)
  const row = await selectOne(db, accountId, id)
  if (!row) throw new Error('A request that was just written is gone')
  await tellSupplier(deps, db, row, salesperson)
  return row
}

/** What was made under a key before, if it says the same. Raises conflict. */
export function sameAgain(
  before: RequestRow,
  made: Omit<Made, 'number'> & { number?: string },
  viewer: Viewer,
): CustomerRequest {
  const same =
    before.kind === made.kind &&
    before.type === made.type &&
    (made.number === undefined || before.number === made.number) &&
    isDeepStrictEqual(before.content, made.content)
  if (same) return shownTo(viewer, before)
  const message = translatable('request.key')
  throw new PortalError('conflict', message, { errors: [{ field: 'key', message }] })
}

function notNow(waits: boolean): PortalError {
  return new PortalError('conflict', waits ? translatable('request.waits') : translatable('request.over'))
}

/** What the schema of a kind cannot say. Raises invalid_input. */
function check({ kind, content }: Made, { lines }: Asked, today: string): void {
  const fault = (field: string, message: TranslatableText) => {
    throw new PortalError('invalid_input', message, { errors: [{ field, message }] })
  }
  if (kind === 'requestChange' && !content.requestedDate && !content.address && !content.note)
    fault('note', translatable('request.change'))
  if (kind === 'requestChange' && typeof content.requestedDate === 'string' && content.requestedDate < today)
    fault('requestedDate', translatable('request.datePassed'))
  for (const field of ['receivedOn', 'paidOn'])
    if (typeof content[field] === 'string' && (content[field] as string) > today)
      fault(field, translatable('request.dateAhead'))
  const known = new Set(lines)
  const named = (content.lines ?? []) as (string | { line: string })[]
  for (const one of named) {
    const line = typeof one === 'string' ? one : one.line
    if (!known.has(line)) fault('lines', translatable('request.lineUnknown', { line }))
  }
}
