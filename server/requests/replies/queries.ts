import type { RequestSubject } from '#contract/requests/conversation-rules.ts'
import type { RequestKind } from '#contract/requests/rules.ts'
import type { Db } from '#database/transaction.ts'

/** What becomes of a mail. */
export const replyOutcomes = ['taken', 'refused', 'ignored'] as const

export type ReceivedRow = {
  key: Buffer
  now: Date
  outcome: (typeof replyOutcomes)[number]
  reason: string | null
  request: string
}

/** Whether a mail was taken, refused or ignored before. */
export async function wasReceived(db: Db, key: Buffer): Promise<boolean> {
  const { rows } = await db.query<{ outcome: string }>({
    name: 'replies-received',
    text: 'select outcome from received_mails where key = $1',
    values: [key],
  })
  return rows.length > 0
}

/** Stores what became of a mail; false when that was stored before. */
export async function insertReceived(db: Db, row: ReceivedRow, notifiedSender: Buffer | null): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'replies-insert',
    text: `insert into received_mails (key, received_at, outcome, reason, request_id, notified_sender)
      values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    values: [row.key, row.now, row.outcome, row.reason, row.request, notifiedSender],
  })
  return rowCount === 1
}

/** How many mails have notified an address, or anybody about a request, of a refusal since a moment. */
export async function countNotified(
  db: Db,
  { sender, request, since }: { sender: Buffer; request: string; since: Date },
): Promise<{ address: number; request: number }> {
  const { rows } = await db.query<{ address: number; request: number }>({
    name: 'replies-notified',
    text: `select (select count(*) from received_mails where notified_sender = $1 and received_at > $3)::int as address,
        (select count(*) from received_mails where request_id = $2 and notified_sender is not null and received_at > $3)::int as request`,
    values: [sender, request, since],
  })
  return rows[0] ?? { address: 0, request: 0 }
}

/** Forgets mails that came in before a moment. */
export async function deleteReceived(db: Db, before: Date): Promise<void> {
  await db.query('delete from received_mails where received_at < $1', [before])
}

/** The request that a reply is about. */
export type RepliedRequest = {
  accountId: string
  type: RequestSubject
  number: string
  kind: RequestKind
  state: string
}

/** A request of any account; undefined when there is none. */
export async function selectRepliedRequest(db: Db, id: string): Promise<RepliedRequest | undefined> {
  const { rows } = await db.query<RepliedRequest>({
    name: 'replies-request',
    text: `select account_id as "accountId", document_type as type, document_number as number, kind, state
      from requests where id = $1`,
    values: [id],
  })
  return rows[0]
}

/** A document of an account to which a person belongs, as if somebody had asked about it; undefined when there is none. */
export async function selectRepliedDocument(db: Db, userId: string, id: string): Promise<RepliedRequest | undefined> {
  const { rows } = await db.query<RepliedRequest>({
    name: 'replies-document',
    text: `select d.account_id as "accountId", d.type, d.number, 'ask' as kind, 'open' as state
      from memberships m join documents d on d.account_id = m.account_id and d.id = $2 where m.user_id = $1`,
    values: [userId, id],
  })
  return rows[0]
}

/** The id of the person with an e-mail; undefined when there is none. */
export async function selectUserId(db: Db, email: string): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>({
    name: 'replies-user',
    text: 'select id from users where email = $1',
    values: [email],
  })
  return rows[0]?.id
}

/** The role of a person in an account; undefined when they are no member of it or were disabled. */
export async function selectRole(db: Db, accountId: string, userId: string): Promise<string | undefined> {
  const { rows } = await db.query<{ role: string }>({
    name: 'replies-role',
    text: `select m.role from memberships m join users u on u.id = m.user_id
      where m.account_id = $1 and m.user_id = $2 and u.disabled_at is null`,
    values: [accountId, userId],
  })
  return rows[0]?.role
}

/**
 * Whether an e-mail is that of the salesperson of a document, or of who stands in for them on the day `today`; of what is about no document,
 * of one whom the account's newest orders and quotes name.
 */
export async function isSalesperson(
  db: Db,
  { accountId, type, number }: Pick<RepliedRequest, 'accountId' | 'type' | 'number'>,
  email: string,
  today: string,
): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>({
    name: 'replies-salesperson',
    text: `with writer as (select array(select $4 union all
        select s.email from staff w cross join lateral stood_in_for(w.id, $5::date) away join staff s on s.id = away
        where w.email = $4 and w.disabled_at is null) as emails)
      select case when exists (select from documents where account_id = $1 and type = $2 and number = $3)
        then exists (select from documents where account_id = $1 and type = $2 and number = $3
          and lower(details -> 'salesperson' ->> 'email') = any (emails))
        else exists (select from (
            (select details -> 'salesperson' as salesperson from documents
              where account_id = $1 and type = 'orders' order by list_date desc, id desc limit 20)
            union all
            (select details -> 'salesperson' from documents
              where account_id = $1 and type = 'quotes' order by list_date desc, id desc limit 20)) n
          where lower(n.salesperson ->> 'email') = any (emails)) end as found from writer`,
    values: [accountId, type, number, email, today],
  })
  return rows[0]?.found ?? false
}

/** Who may have got a mail about a request: the members of its account. */
export async function selectConcerned(db: Db, request: string): Promise<{ userId: string; email: string }[]> {
  const { rows } = await db.query<{ userId: string; email: string }>({
    name: 'replies-concerned',
    text: `select u.id as "userId", u.email from requests r join memberships m on m.account_id = r.account_id
      join users u on u.id = m.user_id where r.id = $1 limit 1000`,
    values: [request],
  })
  return rows
}
