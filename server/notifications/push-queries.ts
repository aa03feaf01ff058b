import type { Language } from '../../contract/languages.ts'
import type { Db } from './announce-queries.ts'
import type { Subscription } from './push-message.ts'

/** Has the browser of a session told; another session's on the same browser ends. */
export async function upsertSubscription(
  db: Db,
  owner: { sessionId: string; userId: string; now: Date },
  { endpoint, p256dh, auth }: Subscription,
): Promise<void> {
  await db.query({
    name: 'push keep',
    // That what has gone is counted has it go first: a browser's address stands here once.
    text: `with gone as (delete from push_subscriptions where endpoint = $3 and session_id <> $1 returning 1)
insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth, created_at)
select $1, $2, $3, $4, $5, $6 from (select count(*) from gone) g
on conflict (session_id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth`,
    values: [owner.sessionId, owner.userId, endpoint, p256dh, auth, owner.now],
  })
}

/** Tells the browser of a session no more. */
export async function deleteSubscription(db: Db, sessionId: string): Promise<void> {
  await db.query({
    name: 'push drop',
    text: 'delete from push_subscriptions where session_id = $1',
    values: [sessionId],
  })
}

/** Whether the browser of a session is told. */
export async function hasSubscription(db: Db, sessionId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'push has',
    text: 'select from push_subscriptions where session_id = $1',
    values: [sessionId],
  })
  return rowCount === 1
}

export type BrowserSubscription = Subscription & { language: Language | null }

/** The browser of a session that still stands in this account, and the language of its person. */
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
