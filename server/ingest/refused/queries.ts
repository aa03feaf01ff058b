import type { Leniency } from '#contract/ingest/leniency.ts'
import type { Db } from '#database/transaction.ts'
import type { Problem } from '#server/formats/message.ts'

/** A refused message as a list shows it. */
export type RefusedRow = {
  id: string
  sourceId: string
  source: string | null
  reason: string
  /** The first problem as it was told. */
  problem: string
  line: string
  format: string
  type: string | null
  number: string | null
  account: string | null
  times: number
  firstAt: string
  lastAt: string
  settledAt: string | null
  outcome: string | null
  settledBy: string | null
  note: string | null
}

/** A refused message with all that is needed to take it in again. */
export type RefusedMessage = RefusedRow & {
  problems: Problem[]
  content: string
  whole: boolean
  parts: boolean
  forAccount: string | null
  numberingSource: string
  numberedBy: 'supplier' | 'customer'
  lenient: boolean
}

export type RefusedFilter = {
  source: string | null
  reason: string | null
  type: string | null
  /** A part of the number, the account or the reason. */
  text: string | null
  open: boolean
}

const columns = `r.id, r.source_id as "sourceId", k.name as source, r.reason,
  left(coalesce(r.problems -> 0 ->> 'path', '') || ': ' || coalesce(r.problems -> 0 ->> 'message', ''), 400) as problem, r.line::text as line, r.format, r.document_type as type,
  r.document_number as number, r.account_number as account, r.times, r.first_at as "firstAt", r.last_at as "lastAt",
  r.settled_at as "settledAt", r.outcome, r.settled_by as "settledBy", r.note`
const from = 'from refused_messages r left join api_keys k on k.id = r.source_id'
const filtered = `($4::uuid is null or r.source_id = $4) and ($5::text is null or r.reason = $5) and ($6::text is null or r.document_type = $6)
  and ($7::text is null or strpos(lower(concat_ws(' ', r.document_number, r.account_number, r.reason)), lower($7)) > 0)
  and (r.last_at, r.id) < (coalesce($2::timestamptz, 'infinity'), coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  order by r.last_at desc, r.id desc limit $1`

/** So many rows after one of them. */
export type RefusedPosition = { limit: number; after: Pick<RefusedRow, 'lastAt' | 'id'> | undefined }

/** A page of what was refused, the last first. */
export async function selectRefused(
  db: Db,
  { source, reason, type, text, open }: RefusedFilter,
  { limit, after }: RefusedPosition,
): Promise<RefusedRow[]> {
  const values = [limit, after?.lastAt ?? null, after?.id ?? null, source, reason, type, text]
  // The condition stands in each text, so that the index of what is open is used.
  const { rows } = open
    ? await db.query<RefusedRow>({
        name: 'refused-open',
        text: `select ${columns} ${from} where r.settled_at is null and ${filtered}`,
        values,
      })
    : await db.query<RefusedRow>({
        name: 'refused-settled',
        text: `select ${columns} ${from} where r.settled_at is not null and ${filtered}`,
        values,
      })
  return rows
}

/** A refused message with its text; undefined when there is none. */
export async function findRefused(db: Db, id: string): Promise<RefusedMessage | undefined> {
  const { rows } = await db.query<RefusedMessage>({
    name: 'refused-one',
    text: `select ${columns}, r.problems, r.content, r.whole, r.parts, r.for_account as "forAccount",
      r.numbering_source as "numberingSource", r.numbered_by as "numberedBy", r.lenient ${from} where r.id = $1`,
    values: [id],
  })
  return rows[0]
}

export type ReasonRow = { reason: string; messages: number; sources: number; lastAt: string }

/** Why messages are refused that wait, at most 50 reasons, the most frequent first. */
export async function selectReasons(db: Db, source: string | null): Promise<ReasonRow[]> {
  const { rows } = await db.query<ReasonRow>({
    name: 'refused-reasons',
    text: `select reason, count(*)::int as messages, count(distinct source_id)::int as sources, max(last_at) as "lastAt"
      from refused_messages where settled_at is null and ($1::uuid is null or source_id = $1)
      group by reason order by 2 desc, 1 limit 50`,
    values: [source],
  })
  return rows
}

/** The ids of what waits for one reason, oldest first, after one of them. */
export async function selectIdsOfReason(
  db: Db,
  { reason, source, after, limit }: { reason: string; source: string | null; after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'refused-of-reason',
    text: `select id from refused_messages where settled_at is null and reason = $1 and whole and ($2::uuid is null or source_id = $2)
      and id > coalesce($3::uuid, '00000000-0000-0000-0000-000000000000') order by id limit $4`,
    values: [reason, source, after, limit],
  })
  return rows.map(({ id }) => id)
}

export type Settlement = {
  outcome: 'replayed' | 'discarded'
  by: string
  note: string | null
  now: Date
}

/** Settles a refused message; false when it is settled already. */
export async function settleRefused(db: Db, id: string, { outcome, by, note, now }: Settlement): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'refused-settle',
    text: `update refused_messages set settled_at = $2, outcome = $3, settled_by = $4, note = $5
      where id = $1 and settled_at is null`,
    values: [id, now, outcome, by, note],
  })
  return rowCount === 1
}

/** Says why a message that was sent through again is refused now. */
export async function updateProblems(
  db: Db,
  id: string,
  { problems, reason }: { problems: readonly Problem[]; reason: string },
): Promise<void> {
  await db.query({
    name: 'refused-problems',
    text: 'update refused_messages set problems = $2, reason = $3 where id = $1 and settled_at is null',
    values: [id, JSON.stringify(problems), reason],
  })
}

/**
 * Settles what was refused of documents that have come right since: the same type and number, of the account that the
 * message names, or of any where the numbers are the supplier's own. Returns how many.
 */
export async function settleCorrected(db: Db, now: Date): Promise<number> {
  const { rowCount } = await db.query({
    name: 'refused-came-right',
    text: `update refused_messages r set settled_at = $1, outcome = 'came_right'
      where r.settled_at is null and r.document_number is not null and case when r.account_number is not null then exists (
        select from account_numbers a join documents d on d.account_id = a.account_id and d.type = r.document_type and d.number = r.document_number
        where a.number = r.account_number and d.ingested_at > r.last_at)
      else r.numbered_by = 'supplier' and exists (
        select from document_numbers n join documents d on d.account_id = n.account_id and d.id = n.document_id
        where n.number = r.document_number and n.type = r.document_type and d.ingested_at > r.last_at) end`,
    values: [now],
  })
  return rowCount ?? 0
}

export type RefusedKey = { scope: string; leniency: Leniency | null; accountIds: string[] | null }

/** What a key may do, for which accounts (null: all), and how its documents are read; undefined when it was revoked. */
export async function findRefusedKey(db: Db, keyId: string): Promise<RefusedKey | undefined> {
  const { rows } = await db.query<RefusedKey>({
    name: 'refused-key',
    text: `select k.scope, k.leniency,
        case when k.limited then array(select a.account_id::text from key_accounts a where a.key_id = k.id) end as "accountIds"
      from api_keys k where k.id = $1 and k.revoked_at is null`,
    values: [keyId],
  })
  return rows[0]
}

export type RefusedSummary = { open: number; kept: number; last: string | null; example: string | null }

/** How much of what was refused waits, counted up to 10,000, and why the last was. */
export async function readRefusedSummary(db: Db): Promise<RefusedSummary> {
  const { rows } = await db.query<RefusedSummary>({
    name: 'refused-summary',
    text: `select (select count(*) from (select from refused_messages where settled_at is null limit 10000) o)::int as open,
      (select count(*) from (select from refused_messages limit 10000) o)::int as kept, l.last_at as last, l.reason as example
      from (select 1) one left join lateral (select last_at, reason from refused_messages where settled_at is null
        order by last_at desc, id desc limit 1) l on true`,
  })
  return rows[0] as RefusedSummary
}
