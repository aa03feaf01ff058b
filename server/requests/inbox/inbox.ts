import type { Pool } from 'pg'
import type { exportInbox, InboxEntry, InboxRequest, listInbox } from '#contract/console/inbox.ts'
import type { Staff } from '#contract/console/staff.ts'
import { readCursor, writeCursor } from '#contract/cursor.ts'
import type { Query } from '#contract/endpoint.ts'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import { keysetPages, parseLimit } from '#contract/page.ts'
import type { AnswerOutcome } from '#contract/requests/conversation-rules.ts'
import { calendarDate } from '#contract/values/dates.ts'
import { withTransaction } from '#database/transaction.ts'
import { type Caller, record } from '#server/audit/record.ts'
import { type AnswerDeps, answerRequest } from '../answer.ts'
import { lockRequest } from '../file-queries.ts'
import { newSince } from '../new-since.ts'
import { toSupplierRequest } from '../request-replies.ts'
import {
  findAccountOfRequest,
  type InboxFilter,
  type InboxRow,
  insertNote,
  notifyConsole,
  replaceAssignee,
  selectInbox,
  selectInboxPage,
  selectInboxRequest,
} from './queries.ts'
import { upsertRead } from './read-queries.ts'
import { canLookAfter } from './staff-queries.ts'

export type InboxDeps = AnswerDeps & {
  /** Reads as the member of staff, under row-level security. */
  consolePool: Pool
  /** By when an answer was promised to who waits since an instant; null: none was. */
  dueAt: (waitingSince: string | null) => string | null
}

const day = 86_400_000

/** Where a request stands in a view. */
const positionOf = ({ id, madeAt, changedAt }: InboxRow, view: string) => ({
  ...{ at: view === 'done' ? changedAt : madeAt, id },
})

/** A page of the queue that a member of staff may see. Throws invalid_input for a cursor of another view. */
export async function listRequestsForStaff(
  { consolePool, clock, dueAt }: Pick<InboxDeps, 'consolePool' | 'clock' | 'dueAt'>,
  staff: Staff,
  query: Query<typeof listInbox>,
): Promise<{ requests: InboxEntry[]; waiting: number; unread: number; nextCursor: string | null }> {
  const { view = 'waiting' } = query
  const limit = parseLimit(query.limit)
  const [at, id] = readCursor(query.cursor, 'instant', 'id') ?? []
  const filter = filterOf(query, clock())
  const after = at !== undefined && id !== undefined ? { at, id } : undefined
  const { rows, waiting, unread } = await selectInbox(consolePool, staff, view, filter, { limit: limit + 1, after })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  const position = last && positionOf(last, view)
  const nextCursor = position ? writeCursor(position.at, position.id) : null
  return { requests: rows.slice(0, limit).map((row) => toEntry(row, dueAt)), waiting, unread, nextCursor }
}

const filterOf = ({ kind, account, assignee, olderThan }: Query<typeof exportInbox>, now: Date): InboxFilter => ({
  kind: kind ?? null,
  account: account?.trim() || null,
  assignee: assignee ?? null,
  madeBefore: olderThan === undefined ? null : new Date(now.getTime() - Number(olderThan) * day),
  now,
  newSince: newSince(now),
})

/** The pages of an export of the queue, each read when the reader wants it. */
export async function* inboxPages(
  { consolePool, clock, dueAt }: Pick<InboxDeps, 'consolePool' | 'clock' | 'dueAt'>,
  staff: Staff,
  query: Query<typeof exportInbox>,
): AsyncGenerator<InboxEntry[]> {
  const { view = 'waiting' } = query
  const filter = filterOf(query, clock())
  const read = ({ limit, after }: { limit: number; after: InboxRow | undefined }) =>
    selectInboxPage(consolePool, staff, view, filter, { limit, after: after && positionOf(after, view) })
  for await (const rows of keysetPages(read)) yield rows.map((row) => toEntry(row, dueAt))
}

function toEntry(
  { accountNumber, accountName, assigneeId, assignee, waitingSince, ...row }: InboxRow,
  dueAt: InboxDeps['dueAt'],
): InboxEntry {
  const person = assigneeId === null || assignee === null ? null : { id: assigneeId, name: assignee }
  const account = { number: accountNumber, name: accountName }
  return { ...row, account, assignee: person, dueAt: dueAt(waitingSince) } as InboxEntry
}

/** A request with its conversation and the notes of staff. Throws not_found for one that the member may not see. */
export async function showRequestToStaff(
  { consolePool, clock, dueAt }: Pick<InboxDeps, 'consolePool' | 'clock' | 'dueAt'>,
  staff: Staff,
  id: string,
): Promise<InboxRequest> {
  const found = await selectInboxRequest(consolePool, staff, id, { now: clock(), newSince: newSince(clock()) })
  if (!found) throw notFound()
  const { request, notes, assignee, snoozedUntil, unreadSince, undelivered, waitingSince } = found
  const { account: number, ...shown } = toSupplierRequest(request)
  return {
    ...shown,
    account: { number, name: request.accountName },
    assignee,
    snoozedUntil,
    unreadSince,
    dueAt: dueAt(waitingSince),
    notes,
    undelivered,
  }
}

export type StaffAnswer = {
  id: string
  state: AnswerOutcome
  text?: string | undefined
  key: string
  /** The `changedAt` of the request as the member of staff sees it. */
  seen: string
  caller: Caller
}

/**
 * Answers a request under the name of a member of staff, as the ERP does. Throws as answerRequest does, and not_found for
 * a request that the member may not see.
 */
export async function answerAsStaff(deps: InboxDeps, staff: Staff, answer: StaffAnswer): Promise<InboxRequest> {
  await requireVisible(deps, staff, answer.id)
  await answerRequest(deps, { ...answer, by: staff.name, staffId: staff.staffId })
  return showRequestToStaff(deps, staff, answer.id)
}

/** The account of a request. Throws not_found for one that the member of staff may not see. */
export async function requireVisible(
  { consolePool }: Pick<InboxDeps, 'consolePool'>,
  staff: Staff,
  id: string,
): Promise<string> {
  const accountId = await findAccountOfRequest(consolePool, staff, id)
  if (accountId === undefined) throw notFound()
  return accountId
}

/** Remembers that a member of staff has read a request up to a moment. Throws not_found. */
export async function markReadByStaff(
  deps: Pick<InboxDeps, 'db' | 'consolePool'>,
  staff: Staff,
  { request, until }: { request: string; until: string },
): Promise<Record<string, never>> {
  const accountId = await requireVisible(deps, staff, request)
  await upsertRead(deps.db, staff.staffId, { accountId, request, until })
  return {}
}

/** Writes a note for other staff; the same id again adds nothing. Throws not_found. */
export async function writeNoteAsStaff(
  deps: InboxDeps,
  staff: Staff,
  { request, id, text, caller }: { request: string; id: string; text: string; caller: Caller },
): Promise<InboxRequest> {
  const accountId = await requireVisible(deps, staff, request)
  await withTransaction(deps.db, async (db) => {
    const { staffId } = staff
    if (!(await insertNote(db, { accountId, request, id, staffId, text, now: deps.clock() }))) return
    const entry = { action: 'request_note_written', caller, staffId, accountId, details: { request } } as const
    await record(deps, db, entry)
    await notifyConsole(db)
  })
  return showRequestToStaff(deps, staff, request)
}

/** Says who looks after a request; null: nobody. Throws not_found, invalid_input for somebody who may not answer it. */
export async function assignAsStaff(
  deps: InboxDeps,
  staff: Staff,
  { request, assignee, caller }: { request: string; assignee: string | null; caller: Caller },
): Promise<InboxRequest> {
  const accountId = await requireVisible(deps, staff, request)
  await withTransaction(deps.db, async (db) => {
    if (assignee !== null && !(await canLookAfter(db, assignee, accountId, calendarDate(deps.clock())))) {
      const message = translatable('inbox.assignee')
      throw new PortalError('invalid_input', message, { errors: [{ field: 'staff', message }] })
    }
    // Two who take it at the same moment come one after the other.
    await lockRequest(db, accountId, request)
    const before = await replaceAssignee(db, { accountId, request, staffId: assignee, now: deps.clock() })
    if (before === assignee) return
    const details = { request, before, after: assignee }
    await record(deps, db, { action: 'request_assigned', caller, staffId: staff.staffId, accountId, details })
    await notifyConsole(db)
  })
  return showRequestToStaff(deps, staff, request)
}
