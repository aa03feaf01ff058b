import type { Pool } from 'pg'
import { type Db, withStaff } from '#database/transaction.ts'

export type AuditSearch = {
  /** A part of a name or e-mail. */
  person: string | null
  /** The number of an account, or a part of its name. */
  account: string | null
  act: string | null
  since: Date | null
  before: Date | null
}

export type AuditRow = {
  id: string
  at: string
  act: string
  user: string | null
  userName: string | null
  staff: string | null
  /** Whether the row of staff is that of a key. */
  byKey: boolean
  key: string | null
  userId: string | null
  keyId: string | null
  accountNumber: string | null
  accountName: string | null
  network: string | null
  userAgent: string | null
  details: Record<string, unknown>
}

/** A part of a name means so many people or accounts at most. */
const mostMeant = 20

const named = `select e.id, e.at, e.action as act, u.email as "user", u.name as "userName", s.name as staff, s.key_id is not null as "byKey", k.name as key, e.user_id as "userId",
    e.key_id as "keyId", a.number as "accountNumber", a.name as "accountName", e.address_prefix as network, e.user_agent as "userAgent", e.details
  from page p join audit_log e on e.id = p.id left join users u on u.id = e.user_id left join staff s on s.id = e.user_id
    left join api_keys k on k.id = e.key_id left join accounts a on a.account_id = e.account_id
  order by e.at desc, e.id desc`
const narrowed = `($3::text is null or l.action = $3) and l.at >= coalesce($4::timestamptz, '-infinity') and l.at < coalesce($5::timestamptz, 'infinity')
  and (l.at, l.id) < (coalesce($6::timestamptz, 'infinity'), coalesce($7::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))`
const newest = 'order by l.at desc, l.id desc limit $8'
const people = `people as materialized (
  (select id from users where strpos(lower(name), lower($1)) > 0 or strpos(email, lower($1)) > 0 order by email limit ${mostMeant})
  union all (select id from staff where strpos(lower(name), lower($1)) > 0 order by name limit ${mostMeant}))`
const accounts = `meant as materialized (
  select account_id from accounts where lower(number) = lower($2) or strpos(lower(name), lower($2)) > 0
  order by lower(number) <> lower($2), number limit ${mostMeant})`

/** For each way to narrow the log the statement that reads through the index of that: newest first, one page of each. */
const statements = {
  'audit-of-all': `with page as (select l.id, l.at from audit_log l where ${narrowed} and $1::text is null and $2::text is null ${newest}) ${named}`,
  'audit-of-act': `with page as (select l.id, l.at from audit_log l where l.action = $3 and ${narrowed} and $1::text is null and $2::text is null ${newest}) ${named}`,
  'audit-of-account': `with ${accounts}, page as (select l.id, l.at from meant m cross join lateral (
      select l.id, l.at from audit_log l where l.account_id = m.account_id and ${narrowed} and $1::text is null ${newest}) l ${newest}) ${named}`,
  'audit-of-person': `with ${people}, page as (select l.id, l.at from people m cross join lateral (
      select l.id, l.at from audit_log l where l.user_id = m.id and ${narrowed} and $2::text is null ${newest}) l ${newest}) ${named}`,
  'audit-of-both': `with ${people}, ${accounts}, page as (select l.id, l.at from people m cross join lateral (
      select l.id, l.at from audit_log l where l.user_id = m.id and l.account_id in (select account_id from meant) and ${narrowed} ${newest}) l ${newest}) ${named}`,
} as const

function nameOf({ person, account, act }: AuditSearch): keyof typeof statements {
  if (person !== null) return account === null ? 'audit-of-person' : 'audit-of-both'
  if (account !== null) return 'audit-of-account'
  return act === null ? 'audit-of-all' : 'audit-of-act'
}

export type AuditPlace = { at: string; id: string }

async function selectPage(
  db: Db,
  search: AuditSearch,
  { after, limit }: { after: AuditPlace | undefined; limit: number },
): Promise<AuditRow[]> {
  const name = nameOf(search)
  const { rows } = await db.query<AuditRow>({
    name,
    text: statements[name],
    values: [
      ...[search.person, search.account, search.act, search.since, search.before],
      ...[after?.at ?? null, after?.id ?? null, limit],
    ],
  })
  return rows
}

/** A page of the entries that a member of staff may see, the newest first. */
export function searchAudit(
  consolePool: Pool,
  staffId: string,
  search: AuditSearch,
  page: { after: AuditPlace | undefined; limit: number },
): Promise<AuditRow[]> {
  return withStaff(consolePool, staffId, (db) => selectPage(db, search, page))
}

/** The time of the oldest entry; null when there is none. */
export function selectOldestEntry(consolePool: Pool, staffId: string): Promise<string | null> {
  return withStaff(consolePool, staffId, async (db) => {
    const { rows } = await db.query<{ at: string }>('select at from audit_log order by at, id limit 1')
    return rows[0]?.at ?? null
  })
}

/** The names of these people and members of staff, by their ids. */
export function selectNames(
  consolePool: Pool,
  staffId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return withStaff(consolePool, staffId, async (db) => {
    const { rows } = await db.query<{ id: string; name: string }>({
      name: 'audit-names',
      text: 'select id, name from users where id = any ($1::uuid[]) union all select id, name from staff where id = any ($1::uuid[])',
      values: [ids],
    })
    return new Map(rows.map(({ id, name }) => [id, name]))
  })
}
