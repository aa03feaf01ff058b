import type { RequestChange } from '#contract/requests/changes.ts'
import type { Db } from '#database/transaction.ts'
import { messageFiles } from '../message-queries.ts'
import { type FileRow, fromRequests, type RequestRow, requestColumns } from '../queries.ts'
import type { SupplierRequestRow } from '../supplier-queries.ts'

export type ChangeRow = RequestRow & {
  position: string
  mark: string
  change: RequestChange
  happenedAt: string
  message: SupplierRequestRow['messages'][number] | null
  file: FileRow | null
}

/** The first part of `mark`: enough to tell two changes apart that had the same place. */
const mark = 'left(c.mark::text, 8)'

/** Whether there are changes that have no place in the order yet. */
export async function hasUnplacedChanges(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ waits: boolean }>({
    name: 'request-changes-waiting',
    text: 'select exists (select from request_changes where position is null) as waits',
  })
  return rows[0]?.waits ?? false
}

/**
 * Gives changes their place behind all that have one, at most `limit`. A change is placed after its transaction has
 * ended, and by one server at a time, so that none is ever placed before one that somebody has read.
 */
export async function placeChanges(db: Db, limit: number): Promise<void> {
  await db.query(`select pg_advisory_xact_lock(hashtextextended('request changes', 0))`)
  // What waited for the lock sees by a statement of its own what was placed meanwhile.
  await db.query({
    name: 'request-changes-place',
    text: `with waiting as (
        select written from request_changes where position is null order by written limit $1 for update skip locked),
      placed as (
        select written, (select coalesce(max(position), 0) from request_changes) + row_number() over (order by written) as position
        from waiting)
      update request_changes c set position = placed.position from placed where c.written = placed.written`,
    values: [limit],
  })
}

/** The changes behind a place, in their order. */
export async function selectChanges(db: Db, after: string, limit: number): Promise<ChangeRow[]> {
  const { rows } = await db.query<ChangeRow>({
    name: 'request-changes-page',
    text: `select c.position, ${mark} as mark, c.change, c.happened_at as "happenedAt",
        case when m.id is not null then json_build_object('id', m.id,
          'at', to_char(m.written_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'side', m.side, 'by', m.author_name, 'text', m.text,
          'correctedAt', to_char(m.corrected_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'outcome', m.outcome, 'files', ${messageFiles}) end as message,
        case when f.id is not null then json_build_object('id', f.id, 'name', f.name, 'mimeType', f.mime_type, 'size', f.size) end as file,
        ${requestColumns}
      ${fromRequests}
      join request_changes c on c.account_id = r.account_id and c.request_id = r.id
      left join conversation_messages m on m.account_id = c.account_id and m.request_id = c.request_id and m.id = c.message_id
      left join request_files f on f.account_id = c.account_id and f.request_id = c.request_id and f.id = c.file_id
      where c.position > $1 order by c.position limit $2`,
    values: [after, limit],
  })
  return rows
}

/** The mark of the change at a place; undefined when there is none. */
export async function selectMark(db: Db, position: string): Promise<string | undefined> {
  const { rows } = await db.query<{ mark: string }>({
    name: 'request-changes-mark',
    text: `select ${mark} as mark from request_changes c where c.position = $1`,
    values: [position],
  })
  return rows[0]?.mark
}

/** The last place up to which a reader has acknowledged, and its mark; undefined when it has not acknowledged anything. */
export async function selectReader(db: Db, reader: string): Promise<{ position: string; mark: string } | undefined> {
  const { rows } = await db.query<{ position: string; mark: string }>({
    name: 'request-changes-reader',
    text: `select c.position, ${mark} as mark from request_readers r join request_changes c on c.position = r.read_through
      where r.reader = $1`,
    values: [reader],
  })
  return rows[0]
}

/** Stores that a reader has read up to a place, unless it has read further. */
export async function upsertReader(db: Db, reader: string, position: string, now: Date): Promise<void> {
  await db.query({
    name: 'request-changes-acknowledge',
    text: `insert into request_readers as r (reader, read_through, read_at) values ($1, $2, $3)
      on conflict (reader) do update set read_through = excluded.read_through, read_at = excluded.read_at
      where r.read_through < excluded.read_through`,
    values: [reader, position, now],
  })
}
