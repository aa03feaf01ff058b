import type { Language } from '#contract/languages.ts'
import type { Db } from '#database/transaction.ts'
import type { Subscription } from './push-message.ts'

/** Stores the push subscription of a session; another session's subscription of the same browser ends. */
export async function upsertSubscription(
  db: Db,
  owner: { sessionId: string; userId: string; now: Date },
  { endpoint, p256dh, auth }: Subscription,
): Promise<void> {
  await db.query({
    name: 'push keep',
    // The count makes the delete run before the insert: each endpoint is unique in this table.
    text: `with gone as (delete from push_subscriptions where endpoint = $3 and session_id <> $1 returning 1)
insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth, created_at)
select $1, $2, $3, $4, $5, $6 from (select count(*) from gone) g
on conflict (session_id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth`,
    values: [owner.sessionId, owner.userId, endpoint, p256dh, auth, owner.now],
  })
}

/** Ends the push subscription of a session. */
export async function deleteSubscription(db: Db, sessionId: string): Promise<void> {
  await db.query({
    name: 'push drop',
    text: 'delete from push_subscriptions where session_id = $1',
    values: [sessionId],
  })
}

/** Whether a session has a push subscription. */
export async function hasSubscription(db: Db, sessionId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'push has',
    text: 'select from push_subscriptions where session_id = $1',
    values: [sessionId],
  })
  return rowCount === 1
}

export type BrowserSubscription = Subscription & { language: Language | null }

/** The push subscription of a session that is still valid for this account, and its person's language. */
export async function readBrowserSubscription(
  db: Db,
  accountId: string,
  sessionId: string,
  now: Date,
): Promise<BrowserSubscription | undefined> {
  const { rows } = await db.query<BrowserSubscription>({
    name: 'push browser',
    text: `select p.endpoint, p.p256dh, p.auth, coalesce(u.language, a.language, u.browser_language) as language
from push_subscriptions p join sessions s on s.id = p.session_id join users u on u.id = p.user_id
join accounts a on a.account_id = s.account_id
where p.session_id = $1 and s.account_id = $2 and s.revoked_at is null and s.expires_at > $3`,
    values: [sessionId, accountId, now],
  })
  return rows[0]
}
