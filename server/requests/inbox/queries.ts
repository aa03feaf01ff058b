import type { Pool } from 'pg'
import type { InboxView } from '#contract/console/inbox-filters.ts'
import type { Staff } from '#contract/console/staff.ts'
import type { FileRow } from '#database/object-storage/read-file.ts'
import { type Db, withStaff } from '#database/transaction.ts'
import type { RequestCursor } from '../list-queries.ts'
import type { SupplierRequestRow } from '../supplier-queries.ts'
import { selectRequestForSupplier } from '../supplier-queries.ts'
import { countUnread, selectUnreadSince } from './read-queries.ts'

export type InboxFilter = {
  kind: string | null
  /** The number of an account, or a part of its name. */
  account: string | null
  /** The id of a member of staff, or `none`. */
  assignee: string | null
  madeBefore: Date | null
  now: Date
  /** What customers wrote before is new to nobody. */
  newSince: Date
}

export type InboxRow = {
  id: string
  kind: string
  type: string
  number: string
  accountNumber: string
  accountName: string
  madeAt: string
  madeBy: string
  state: string
  changedAt: string
  words: string | null
  assigneeId: string | null
  assignee: string | null
  snoozedUntil: string | null
  unreadSince: string | null
  /** Since when it waits for the supplier; null: it does not. */
  waitingSince: string | null
}

const waiting = 'cross join lateral waiting_since(r.account_id, r.id, r.made_at, r.state) w'
const columns = `r.id, r.kind, r.document_type as type, case r.document_type when 'account' then a.number else r.document_number end as number,
  a.number as "accountNumber", a.name as "accountName", r.made_at as "madeAt", r.made_by_name as "madeBy", r.state, r.last_at as "changedAt",
  left(coalesce((select m.text from conversation_messages m where m.account_id = r.account_id and m.request_id = r.id and m.text is not null
    order by m.written_at desc, m.id desc limit 1), r.corrected_note, r.content ->> 'note'), 300) as words,
  s.staff_id as "assigneeId", p.name as assignee, z.until as "snoozedUntil",
  u.at as "unreadSince", w.at as "waitingSince"`
const from = `from requests r join accounts a on a.account_id = r.account_id
  left join request_assignees s on s.account_id = r.account_id and s.request_id = r.id left join staff p on p.id = s.staff_id
  left join request_snoozes z on z.account_id = r.account_id and z.request_id = r.id and z.last_at = r.last_at and z.until > $8
  cross join lateral unread_since(r.account_id, r.id, r.made_at, r.state, $9, $10) u ${waiting}`
/** Accounts are few beside what they hold: their names are read through, whatever is typed. */
const filtered = `($4::text is null or r.kind = $4) and ($6::text is null or case $6 when 'none' then s.staff_id is null else s.staff_id::text = $6 or s.staff_id in (select stood_in_for($6::uuid)) end)
  and ($7::timestamptz is null or r.made_at <= $7)
  and ($5::text is null or r.account_id in (select n.account_id from accounts n where lower(n.number) = lower($5) or strpos(lower(n.name), lower($5)) > 0))`
const longestFirst = `(r.made_at, r.id) > (coalesce($2::timestamptz, '-infinity'), coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'))
  order by r.made_at, r.id limit $1`
const newestFirst = `(r.last_at, r.id) < (coalesce($2::timestamptz, 'infinity'), coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  order by r.last_at desc, r.id desc limit $1`

/** A page of the queue that a member of staff may see, by itself. */
export const selectInboxPage = (
  consolePool: Pool,
  staff: Staff,
  view: InboxView,
  filter: InboxFilter,
  page: { limit: number; after: RequestCursor | undefined },
): Promise<InboxRow[]> => withStaff(consolePool, staff.staffId, (db) => selectEntries(db, staff, view, filter, page))

/** A page of the queue that a member of staff may see. */
async function selectEntries(
  db: Db,
  { staffId }: Staff,
  view: InboxView,
  filter: InboxFilter,
  page: { limit: number; after: RequestCursor | undefined },
): Promise<InboxRow[]> {
  const values = [
    ...[page.limit, page.after?.at ?? null, page.after?.id ?? null],
    ...[filter.kind, filter.account, filter.assignee, filter.madeBefore, filter.now],
    ...[staffId, filter.newSince],
  ]
  // The states stand in each text, so that the index of what waits is used.
  if (view === 'waiting') {
    const { rows } = await db.query<InboxRow>({
      name: 'inbox-waiting',
      text: `select ${columns} ${from} where r.state in ('open', 'taken') and z.until is null and ${filtered} and ${longestFirst}`,
      values,
    })
    return rows
  }
  if (view === 'unread') {
    const { rows } = await db.query<InboxRow>({
      name: 'inbox-unread',
      text: `select ${columns} ${from} where r.last_at > $10 and u.at is not null and ${filtered} and ${longestFirst}`,
      values,
    })
    return rows
  }
  if (view === 'snoozed') {
    const { rows } = await db.query<InboxRow>({
      name: 'inbox-snoozed',
      text: `select ${columns} ${from} where r.state in ('open', 'taken') and z.until is not null and ${filtered} and ${longestFirst}`,
      values,
    })
    return rows
  }
  if (view === 'asked') {
    const { rows } = await db.query<InboxRow>({
      name: 'inbox-asked',
      text: `select ${columns} ${from} where r.state = 'asked' and ${filtered} and ${longestFirst}`,
      values,
    })
    return rows
  }
  const { rows } = await db.query<InboxRow>({
    name: 'inbox-done',
    text: `select ${columns} ${from} where r.state not in ('open', 'taken', 'asked', 'colleagues') and r.kind <> 'askApproval' and ${filtered} and ${newestFirst}`,
    values,
  })
  return rows
}

/** Whether a request r is not put off at $1. */
const isBack = `not exists (select from request_snoozes z
  where z.account_id = r.account_id and z.request_id = r.id and z.last_at = r.last_at and z.until > $1)`

/** A page of the queue, how many wait in all and how many have words that the member has not read, counted up to 1000. */
export function selectInbox(
  consolePool: Pool,
  staff: Staff,
  view: InboxView,
  filter: InboxFilter,
  page: { limit: number; after: RequestCursor | undefined },
): Promise<{ rows: InboxRow[]; waiting: number; unread: number }> {
  return withStaff(consolePool, staff.staffId, async (db) => {
    const rows = await selectEntries(db, staff, view, filter, page)
    const { rows: counted } = await db.query<{ waiting: number }>({
      name: 'inbox-count-waiting',
      text: `select count(*)::int as waiting from (select from requests r where r.state in ('open', 'taken') and ${isBack} limit 1000) w`,
      values: [filter.now],
    })
    const unread = await countUnread(db, staff.staffId, filter.newSince)
    return { rows, waiting: counted[0]?.waiting ?? 0, unread }
  })
}

export type NoteRow = { id: string; at: string; by: string; text: string }
type UndeliveredRow = { userId: string; email: string; reason: string; at: string }
type AssigneeRow = { id: string; name: string }
export type InboxRequestRow = {
  request: SupplierRequestRow
  notes: NoteRow[]
  assignee: AssigneeRow | null
  snoozedUntil: string | null
  undelivered: UndeliveredRow[]
  unreadSince: string | null
  waitingSince: string | null
}

/** A request that a member of staff may see, with what staff wrote about it; undefined when there is none. */
export function selectInboxRequest(
  consolePool: Pool,
  staff: Staff,
  id: string,
  { now, newSince }: Pick<InboxFilter, 'now' | 'newSince'>,
): Promise<InboxRequestRow | undefined> {
  return withStaff(consolePool, staff.staffId, async (db) => {
    const request = await selectRequestForSupplier(db, id)
    if (!request) return undefined
    const { rows: notes } = await db.query<NoteRow>({
      name: 'inbox-notes',
      text: `select n.id, n.written_at as at, s.name as by, n.text from request_notes n join staff s on s.id = n.staff_id
        where n.account_id = $1 and n.request_id = $2 order by n.written_at, n.id limit 200`,
      values: [request.accountId, id],
    })
    const { rows: assignees } = await db.query<AssigneeRow>({
      name: 'inbox-assignee',
      text: `select s.id, s.name from request_assignees r join staff s on s.id = r.staff_id
        where r.account_id = $1 and r.request_id = $2`,
      values: [request.accountId, id],
    })
    const { rows: snoozes } = await db.query<{ until: string }>({
      name: 'inbox-snooze',
      text: `select z.until from request_snoozes z join requests r on r.account_id = z.account_id and r.id = z.request_id
        where z.account_id = $1 and z.request_id = $2 and z.last_at = r.last_at and z.until > $3`,
      values: [request.accountId, id, now],
    })
    const { rows: waits } = await db.query<{ since: string | null }>({
      name: 'inbox-waiting-since',
      text: `select w.at as since from requests r ${waiting} where r.account_id = $1 and r.id = $2`,
      values: [request.accountId, id],
    })
    const { rows: undelivered } = await db.query<UndeliveredRow>({
      name: 'inbox-undelivered',
      text: `select user_id as "userId", email, reason, refused_at as at from undelivered_answers
        where account_id = $1 and request_id = $2 order by refused_at, user_id limit 50`,
      values: [request.accountId, id],
    })
    const unreadSince = await selectUnreadSince(db, staff.staffId, {
      accountId: request.accountId,
      request: id,
      newSince,
    })
    return {
      ...{ request, notes, undelivered, unreadSince },
      ...{ assignee: assignees[0] ?? null, snoozedUntil: snoozes[0]?.until ?? null },
      waitingSince: waits[0]?.since ?? null,
    }
  })
}

/** The id of the account of a request that a member of staff may see; undefined when there is none. */
export function findAccountOfRequest(consolePool: Pool, staff: Staff, id: string): Promise<string | undefined> {
  return withStaff(consolePool, staff.staffId, async (db) => {
    const { rows } = await db.query<{ accountId: string }>({
      name: 'inbox-account',
      text: 'select account_id as "accountId" from requests where id = $1',
      values: [id],
    })
    return rows[0]?.accountId
  })
}

/** A file of a request that a member of staff may see. */
export function selectInboxFile(
  consolePool: Pool,
  staff: Staff,
  id: string,
  fileId: string,
): Promise<(FileRow & { name: string; mimeType: string }) | undefined> {
  return withStaff(consolePool, staff.staffId, async (db) => {
    const { rows } = await db.query<FileRow & { name: string; mimeType: string }>({
      name: 'inbox-file',
      text: `select f.name, f.mime_type as "mimeType", f.content, f.object_key as "objectKey" from requests r
        join request_files f on f.account_id = r.account_id and f.request_id = r.id where r.id = $1 and f.id = $2`,
      values: [id, fileId],
    })
    return rows[0]
  })
}

/** Tells open pages of the console that something has changed. */
export async function notifyConsole(db: Db): Promise<void> {
  await db.query({ name: 'inbox-notify', text: `select pg_notify('console_changed', '')` })
}

export type NewNote = { accountId: string; request: string; id: string; staffId: string; text: string; now: Date }

/** Stores a note about a request; false when there is one with its id. */
export async function insertNote(db: Db, note: NewNote): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'inbox-insert-note',
    text: `insert into request_notes (account_id, request_id, id, staff_id, text, written_at) values ($1, $2, $3, $4, $5, $6)
      on conflict do nothing`,
    values: [note.accountId, note.request, note.id, note.staffId, note.text, note.now],
  })
  return rowCount === 1
}

/** Says who looks after a request; null: nobody. Returns who did before. */
export async function replaceAssignee(
  db: Db,
  { accountId, request, staffId, now }: { accountId: string; request: string; staffId: string | null; now: Date },
): Promise<string | null> {
  const { rows } = await db.query<{ staffId: string }>({
    name: 'inbox-remove-assignee',
    text: 'delete from request_assignees where account_id = $1 and request_id = $2 returning staff_id as "staffId"',
    values: [accountId, request],
  })
  if (staffId !== null)
    await db.query({
      name: 'inbox-insert-assignee',
      text: 'insert into request_assignees (account_id, request_id, staff_id, assigned_at) values ($1, $2, $3, $4)',
      values: [accountId, request, staffId, now],
    })
  return rows[0]?.staffId ?? null
}
