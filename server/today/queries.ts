import type { Pool } from 'pg'
import { maxCounted, todayHours } from '#contract/console/today.ts'
import { type Db, withStaff } from '#database/transaction.ts'

type Pile = { count: number; oldestAt: string | null }
type RequestRow = {
  id: string
  kind: string
  type: string
  number: string
  words: string | null
  account: string
  madeBy: string
  madeAt: string
  unread: boolean
  /** Since when it waits for the supplier; null: it does not. */
  waitingSince: string | null
}
/** Whether a request r is not put off at $1. */
const isBack = `not exists (select from request_snoozes z
  where z.account_id = r.account_id and z.request_id = r.id and z.last_at = r.last_at and z.until > $1)`

/** What customers ask that waits for the supplier, with the five that wait longest; as the member of staff may see it. */
export function selectWaitingRequests(
  consolePool: Pool,
  staffId: string,
  { now, newSince }: { now: Date; newSince: Date },
): Promise<Pile & { first: RequestRow[] }> {
  return withStaff(consolePool, staffId, async (db) => {
    const { rows: counted } = await db.query<Pile>({
      name: 'today-requests-count',
      text: `select count(*)::int as count, min(made_at) as "oldestAt"
        from (select r.made_at from requests r where r.state in ('open', 'taken') and ${isBack} order by r.made_at, r.id limit ${maxCounted}) w`,
      values: [now],
    })
    const { rows: first } = await db.query<RequestRow>({
      name: 'today-requests',
      text: `select r.id, r.kind, r.document_type as type, r.document_number as number, a.name as account,
          r.made_by_name as "madeBy", r.made_at as "madeAt",
          left(coalesce((select m.text from conversation_messages m where m.account_id = r.account_id and m.request_id = r.id and m.text is not null
            order by m.written_at desc, m.id desc limit 1), r.corrected_note, r.content ->> 'note'), 160) as words,
          u.at is not null as unread, w.at as "waitingSince"
        from requests r join accounts a on a.account_id = r.account_id
          cross join lateral waiting_since(r.account_id, r.id, r.made_at, r.state) w
          cross join lateral unread_since(r.account_id, r.id, r.made_at, r.state, $2, $3) u
        where r.state in ('open', 'taken') and ${isBack} order by r.made_at, r.id limit 5`,
      values: [now, staffId, newSince],
    })
    return { count: counted[0]?.count ?? 0, oldestAt: counted[0]?.oldestAt ?? null, first }
  })
}

/** The requests whose answer did not arrive by mail, with the five of them that wait longest. */
export function selectUndelivered(
  consolePool: Pool,
  staffId: string,
  newSince: Date,
): Promise<Pile & { first: RequestRow[] }> {
  return withStaff(consolePool, staffId, async (db) => {
    const { rows: counted } = await db.query<Pile>({
      name: 'today-undelivered-count',
      text: `select count(distinct request_id)::int as count, min(refused_at) as "oldestAt"
        from (select request_id, refused_at from undelivered_answers order by refused_at, request_id limit ${maxCounted}) w`,
    })
    const { rows: first } = await db.query<RequestRow>({
      name: 'today-undelivered',
      text: `select r.id, r.kind, r.document_type as type, r.document_number as number, a.name as account,
          r.made_by_name as "madeBy", d.refused_at as "madeAt", d.email as words,
          u.at is not null as unread, null as "waitingSince"
        from (select account_id, request_id, min(refused_at) as refused_at, min(email) as email
          from undelivered_answers group by account_id, request_id order by 3, 2 limit 5) d
        join requests r on r.account_id = d.account_id and r.id = d.request_id
        join accounts a on a.account_id = r.account_id
        cross join lateral unread_since(r.account_id, r.id, r.made_at, r.state, $1, $2) u order by d.refused_at, r.id`,
      values: [staffId, newSince],
    })
    return { count: counted[0]?.count ?? 0, oldestAt: counted[0]?.oldestAt ?? null, first }
  })
}

/** Requests with words of customers that the member of staff has not read. */
export function selectUnread(consolePool: Pool, staffId: string, newSince: Date): Promise<Pile> {
  return withStaff(consolePool, staffId, async (db) => {
    const { rows } = await db.query<Pile>({
      name: 'today-unread',
      text: `select count(*)::int as count, min(u.at) as "oldestAt" from (
          select n.at from requests r cross join lateral unread_since(r.account_id, r.id, r.made_at, r.state, $1, $2) n
          where r.last_at > $2 and n.at is not null limit ${maxCounted}) u`,
      values: [staffId, newSince],
    })
    return rows[0] as Pile
  })
}

type SourceRow = { id: string; name: string | null; lastAt: string; silentSince: string | null; hours: number[] }
export type IntakeToday = { refused: Pile; sources: SourceRow[] }

/** What was refused and waits, and the sources whose keys work with their documents in each of the last hours. */
export function selectIntake(consolePool: Pool, staffId: string, now: Date): Promise<IntakeToday> {
  return withStaff(consolePool, staffId, async (db) => {
    const { rows: refused } = await db.query<Pile>({
      name: 'today-refused',
      text: `select count(*)::int as count, min(last_at) as "oldestAt"
        from (select last_at from refused_messages where settled_at is null order by last_at, id limit ${maxCounted}) w`,
    })
    const { rows: sources } = await db.query<SourceRow>({
      name: 'today-sources',
      text: `select s.id, k.name, s.last_at as "lastAt", s.silent_since as "silentSince",
        array(select coalesce(h.created + h.updated + h.unchanged + h.rejected + h.quarantined, 0)
          from generate_series(date_trunc('hour', $1::timestamptz) - interval '${todayHours - 1} hours', $1::timestamptz, interval '1 hour') as t (hour)
          left join intake_hours h on h.source_id = s.id and h.hour = t.hour order by t.hour) as hours
        from intake_sources s join api_keys k on k.id = s.id and k.revoked_at is null
        order by s.silent_since is null, s.last_at desc, s.id limit 20`,
      values: [now],
    })
    return { refused: refused[0] ?? { count: 0, oldestAt: null }, sources }
  })
}

/** Documents that wait for their customer. */
export async function countQuarantined(db: Db): Promise<Pile> {
  const { rows } = await db.query<Pile>({
    name: 'today-quarantine',
    text: `select count(*)::int as count, min(received_at) as "oldestAt"
      from (select received_at from quarantine order by received_at, id limit ${maxCounted}) w`,
  })
  return rows[0] as Pile
}

/** People who would like to register and wait for a decision. */
export async function countRegistrations(db: Db): Promise<Pile> {
  const { rows } = await db.query<Pile>({
    name: 'today-registrations',
    text: `select count(*)::int as count, min(created_at) as "oldestAt"
      from (select created_at from registrations where decided_at is null limit ${maxCounted}) w`,
  })
  return rows[0] as Pile
}

/** Mails that were tried in vain: those that are tried again, and those given up in the last 7 days. */
export async function countMails(db: Db, weekAgo: Date): Promise<Pile & { error: string | null }> {
  const { rows } = await db.query<Pile & { error: string | null }>({
    name: 'today-mails',
    text: `select count(*)::int as count, min(created_at) as "oldestAt", left((array_agg(last_error order by created_at desc))[1], 300) as error
      from (select created_at, last_error from mails where next_attempt_at is not null and recipient is not null and last_error is not null
        union all select created_at, last_error from mails where created_at > $1::timestamptz - interval '7 days' and given_up_at > $1
          and recipient is not null limit ${maxCounted}) w`,
    values: [weekAgo],
  })
  return rows[0] as Pile & { error: string | null }
}

/** Jobs that were given up. */
export async function countJobs(db: Db): Promise<Pile> {
  const { rows } = await db.query<Pile>({
    name: 'today-jobs',
    text: `select count(*)::int as count, min(created_on) as "oldestAt"
      from (select created_on from jobs.job where name = 'dead' and state = 'created' limit ${maxCounted}) w`,
  })
  return rows[0] as Pile
}

export type PeopleToday = { online: number; lately: number; invited: number; joined: number }

/** How many people of customers are there and were lately; how many were invited in a week, and have signed in. */
export async function countPeople(
  db: Db,
  { online, lately, weekAgo }: { online: Date; lately: Date; weekAgo: Date },
): Promise<PeopleToday> {
  const { rows } = await db.query<PeopleToday>({
    name: 'today-people',
    text: `select s.online, s.lately, i.invited, i.joined from
      (select count(distinct user_id) filter (where rotated_at > $1)::int as online, count(distinct user_id)::int as lately
        from sessions where rotated_at > $2 and expires_at > $2 and revoked_at is null) s,
      (select count(*)::int as invited, count(accepted_at)::int as joined
        from invitations where expires_at > $3 and created_at > $3 and revoked_at is null) i`,
    values: [online, lately, weekAgo],
  })
  return rows[0] as PeopleToday
}
