import type { Db } from '#database/transaction.ts'

/** How many requests have words of customers that a member of staff has not read, up to 1000. */
export async function countUnread(db: Db, staffId: string, newSince: Date): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'inbox-count-unread',
    text: `select count(*)::int as count from (
        select from requests r cross join lateral unread_since(r.account_id, r.id, r.made_at, r.state, $1, $2) n
        where r.last_at > $2 and n.at is not null limit 1000) u`,
    values: [staffId, newSince],
  })
  return rows[0]?.count ?? 0
}

/** Since when a request has words of the customer that a member of staff has not read; null when there are none. */
export async function selectUnreadSince(
  db: Db,
  staffId: string,
  { accountId, request, newSince }: { accountId: string; request: string; newSince: Date },
): Promise<string | null> {
  const { rows } = await db.query<{ since: string | null }>({
    name: 'inbox-unread-since',
    text: 'select unread_by_staff(r, $3, $4) as since from requests r where r.account_id = $1 and r.id = $2',
    values: [accountId, request, staffId, newSince],
  })
  return rows[0]?.since ?? null
}

/** Remembers that a member of staff has read a request up to a moment, and no further than it goes. */
export async function upsertRead(
  db: Db,
  staffId: string,
  { accountId, request, until }: { accountId: string; request: string; until: string },
): Promise<void> {
  await db.query({
    name: 'inbox-mark-read',
    text: `insert into request_reads as c (account_id, request_id, staff_id, read_until)
      select r.account_id, r.id, $3::uuid, least($4::timestamptz, r.last_at) from requests r where r.account_id = $1 and r.id = $2
      on conflict (account_id, request_id, staff_id) do update set read_until = excluded.read_until
      where c.read_until < excluded.read_until`,
    values: [accountId, request, staffId, until],
  })
}
