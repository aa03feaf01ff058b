import type { Db } from '#database/transaction.ts'

type Counts = {
  documents: number
  duplicates: number
  people: number
  peopleInBoth: number
  invitations: number
  requests: number
  notes: number
  identifiers: number
  staff: number
}

/** What a merge of one account into another would move; each is counted up to 10,000. */
export async function countMerge(db: Db, from: string, into: string): Promise<Counts> {
  const { rows } = await db.query<Counts>({
    name: 'customer-merge-counts',
    text: `select
      (select count(*)::int from (select from documents where account_id = $1 limit 10000) x) as documents,
      (select count(*)::int from (select from documents o join documents n on n.account_id = $2 and n.type = o.type and n.number = o.number
        where o.account_id = $1 limit 10000) x) as duplicates,
      (select count(*)::int from memberships where account_id = $1) as people,
      (select count(*)::int from memberships o join memberships n on n.account_id = $2 and n.user_id = o.user_id where o.account_id = $1) as "peopleInBoth",
      (select count(*)::int from invitations where account_id = $1 and accepted_at is null and revoked_at is null) as invitations,
      (select count(*)::int from (select from requests where account_id = $1 limit 10000) x) as requests,
      (select count(*)::int from account_notes where account_id = $1) as notes,
      (select count(*)::int from account_identifiers where account_id = $1) as identifiers,
      (select count(*)::int from staff_accounts where account_id = $1) as staff`,
    values: [from, into],
  })
  return rows[0] as Counts
}
