import type { Pool } from 'pg'
import type { Problem } from '#server/formats/message.ts'

/** A refused message as it is stored. */
export type NewRefused = {
  id: string
  hash: Buffer
  reason: string
  problems: readonly Problem[]
  line: number
  type: string | null
  number: string | null
  account: string | null
  content: string
  whole: boolean
}

/** How the messages of one call were to be taken. */
export type RefusedOrigin = {
  sourceId: string
  format: string
  parts: boolean
  forAccount: string | null
  numberingSource: string
  numberedBy: string
  lenient: boolean
}

/** What is kept of one source and day, in messages and bytes. */
export type DayLimit = { messages: number; bytes: number }

/**
 * Stores refused messages of one source, as far as its day has room; those that are there already are counted, and numbered
 * as they were the last time. What was settled and comes again is open again, unless somebody discarded it. Returns what
 * room the day has left.
 */
export async function insertRefused(
  workPool: Pool,
  origin: RefusedOrigin,
  messages: readonly NewRefused[],
  { now, most }: { now: string; most: DayLimit },
): Promise<DayLimit> {
  const { rows } = await workPool.query<{ messages: number; bytes: string }>({
    name: 'ingest keep refused',
    text: `with day as (
  select coalesce(max(kept), 0) as kept, coalesce(max(bytes), 0) as bytes from refused_days
  where source_id = $1 and day = ($2::timestamptz at time zone 'UTC')::date
), sent as (
  select *, row_number() over (order by n) as nth, sum(octet_length(content)) over (order by n) as upto
  from unnest($9::uuid[], $10::bytea[], $11::text[], $12::jsonb[], $13::bigint[], $14::text[], $15::text[], $16::text[], $17::text[], $18::boolean[])
    with ordinality as t (id, hash, reason, problems, line, type, number, account, content, whole, n)
), again as (
  update refused_messages r set times = r.times + 1, last_at = $2, line = s.line, problems = s.problems, reason = s.reason,
    numbering_source = $6, numbered_by = $7, lenient = $19,
    settled_at = case when r.outcome = 'discarded' then r.settled_at end, outcome = case when r.outcome = 'discarded' then r.outcome end,
    settled_by = case when r.outcome = 'discarded' then r.settled_by end
  from sent s where r.source_id = $1 and r.hash = s.hash returning r.hash
), fresh as (
  insert into refused_messages (id, source_id, hash, format, parts, for_account, numbering_source, numbered_by,
    reason, problems, line, document_type, document_number, account_number, content, whole, lenient, first_at, last_at)
  select s.id, $1, s.hash, $3, $4, $5, $6, $7, s.reason, s.problems, s.line, s.type, s.number, s.account, s.content, s.whole, $19, $2, $2
  from sent s, day d where not exists (select from again a where a.hash = s.hash)
    and d.kept + s.nth <= ($8::bigint[])[1] and d.bytes + s.upto <= ($8::bigint[])[2]
  on conflict (source_id, hash) do nothing returning octet_length(content) as size
), noted as (
  insert into refused_days as d (source_id, day, kept, bytes)
  select $1, ($2::timestamptz at time zone 'UTC')::date, count(*), coalesce(sum(size), 0) from fresh having count(*) > 0
  on conflict (source_id, day) do update set kept = d.kept + excluded.kept, bytes = d.bytes + excluded.bytes
)
select (($8::bigint[])[1] - d.kept - (select count(*) from fresh))::int as messages,
  (($8::bigint[])[2] - d.bytes - (select coalesce(sum(size), 0) from fresh))::text as bytes from day d`,
    values: [
      ...[origin.sourceId, now, origin.format, origin.parts, origin.forAccount],
      ...[origin.numberingSource, origin.numberedBy, [most.messages, most.bytes]],
      ...[messages.map(({ id }) => id), messages.map(({ hash }) => hash), messages.map(({ reason }) => reason)],
      messages.map(({ problems }) => JSON.stringify(problems)),
      ...[messages.map(({ line }) => line), messages.map(({ type }) => type), messages.map(({ number }) => number)],
      ...[messages.map(({ account }) => account), messages.map(({ content }) => content)],
      messages.map(({ whole }) => whole),
      origin.lenient,
    ],
  })
  const [left] = rows
  return { messages: left?.messages ?? 0, bytes: Number(left?.bytes ?? 0) }
}

/** Deletes what was refused last before the instant, and the days and hours before it. */
export async function deleteRefusedBefore(workPool: Pool, instant: string): Promise<void> {
  await workPool.query({
    name: 'ingest forget refused',
    text: `with days as (delete from refused_days where day < ($1::timestamptz at time zone 'UTC')::date),
  hours as (delete from intake_hours where hour < $1)
delete from refused_messages where last_at < $1`,
    values: [instant],
  })
}
