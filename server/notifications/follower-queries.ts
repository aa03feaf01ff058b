import type { Db } from '#database/transaction.ts'

/** A notice that a person follows: of a document that they follow, or of one with an item that they follow. */
export type FollowedNotice = { id: string; userId: string }

/** The most followed notices of a person that are stored beside a group at once. */
const maxFollowed = 100

/**
 * Who follows what these notices are about, at most 100 of them for each person. Their memberships are locked until the
 * end of the transaction; whoever is leaving the account at this moment is left out.
 */
export async function selectFollowers(
  client: Db,
  notices: readonly { accountId: string; id: string; type: string; number: string | null; documentId: string | null }[],
): Promise<FollowedNotice[]> {
  const { rows } = await client.query<FollowedNotice>({
    name: 'announce followers',
    // Lines are read only where somebody follows an item.
    text: `with r as (
  select r.* from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[]) as r (account_id, id, type, number, document_id)
), followed as materialized (
  select c.account_id, c.user_id, c.subject, c.key from notice_choices c where c.account_id = any ($1::uuid[]) and c.choice = 'follow'
), candidates as (
  select r.id, f.user_id from r
  join followed f on f.account_id = r.account_id and f.subject = 'document' and f.key = r.type || '/' || r.number
  union
  select r.id, f.user_id from r
  join document_lines l on l.account_id = r.account_id and l.document_id = r.document_id
  join followed f on f.account_id = r.account_id and f.subject = 'item' and f.key = l.sku
  where exists (select from followed where subject = 'item')
), numbered as (
  select r.account_id, r.id, c.user_id, row_number() over (partition by r.account_id, c.user_id order by r.type, r.number, r.id) as nth
  from candidates c join r on r.id = c.id
  where notice_choice(r.account_id, c.user_id, r.type, r.number, r.document_id) = 'follow'
)
select n.id, n.user_id as "userId" from numbered n
join memberships m on m.account_id = n.account_id and m.user_id = n.user_id
where n.nth <= ${maxFollowed} for key share of m skip locked`,
    values: [
      notices.map((notice) => notice.accountId),
      notices.map((notice) => notice.id),
      notices.map((notice) => notice.type),
      notices.map((notice) => notice.number),
      notices.map((notice) => notice.documentId),
    ],
  })
  return rows
}
