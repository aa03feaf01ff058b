import type { Db } from '#database/transaction.ts'

export type NewAuditEntry = {
  id: string
  at: Date
  action: string
  userId: string | null
  accountId: string | null
  keyId: string | null
  addressPrefix: string | null
  userAgent: string | null
  requestId: string | null
  details: Readonly<Record<string, unknown>>
}

/** Adds an entry to the audit log. */
export async function insertAuditEntry(db: Db, entry: NewAuditEntry): Promise<void> {
  await db.query({
    name: 'audit-insert',
    text: `insert into audit_log
        (id, at, action, user_id, account_id, key_id, address_prefix, user_agent, request_id, details)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      entry.id,
      entry.at,
      entry.action,
      entry.userId,
      entry.accountId,
      entry.keyId,
      entry.addressPrefix,
      entry.userAgent,
      entry.requestId,
      JSON.stringify(entry.details),
    ],
  })
}

/** An entry as the operator reads it: with current names, or the ids of what no longer exists. */
export type AuditEntryRow = {
  at: string
  action: string
  user: string | null
  account: string | null
  key: string | null
  staff: string | null
  addressPrefix: string | null
  userAgent: string | null
  requestId: string | null
  details: Record<string, unknown>
}

export type AuditCriteria = { user: string | null; account: string | null; since: Date | null; limit: number }

/**
 * The newest entries, ordered from old to new; optionally of one person or member of staff (by e-mail or id), of one account (by number or
 * id), since a moment.
 */
export async function selectAuditEntries(
  db: Db,
  { user, account, since, limit }: AuditCriteria,
): Promise<AuditEntryRow[]> {
  const { rows } = await db.query<AuditEntryRow>(
    `select l.at, l.action, case when s.id is null then coalesce(u.email, l.user_id::text) end as "user",
        coalesce(a.number, l.account_id::text) as account, coalesce(k.name, l.key_id::text) as key,
        case when s.key_id is null then s.email else s.name end as staff,
        l.address_prefix as "addressPrefix", l.user_agent as "userAgent", l.request_id as "requestId", l.details
      from audit_log l
        left join users u on u.id = l.user_id
        left join accounts a on a.account_id = l.account_id
        left join api_keys k on k.id = l.key_id
        left join staff s on s.id = l.user_id
      where ($1::text is null or u.email = $1 or l.user_id::text = $1 or s.email = $1)
        and ($2::text is null or a.number = $2 or l.account_id::text = $2
          or l.account_id = (select n.account_id from account_numbers n where n.number = $2))
        and ($3::timestamptz is null or l.at >= $3)
      order by l.at desc, l.id desc limit $4`,
    [user, account, since, limit],
  )
  return rows.toReversed()
}
