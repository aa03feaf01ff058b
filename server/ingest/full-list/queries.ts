import type { PoolClient } from 'pg'
import { definitions } from '#contract/documents/types.ts'
import type { Db } from '#database/transaction.ts'

/** A document that earlier files of a profile named, with the account that has it and the hash of what it says. */
export type ListedDocument = {
  accountId: string
  account: string
  id: string
  type: string
  number: string
  hash: Buffer
}

/** The statuses in which documents are not closed, each with its type. */
const openStatuses = Object.entries(definitions).flatMap(([type, { active }]) =>
  active.map((status) => ({ type, status })),
)

/** A page of the documents of these types that a profile has named and that are not closed, after the one with this id. */
export async function selectOpenDocuments(
  db: Db,
  profile: string,
  types: readonly string[],
  { after, limit }: { after: string | null; limit: number },
): Promise<ListedDocument[]> {
  const open = openStatuses.filter(({ type }) => types.includes(type))
  const { rows } = await db.query<ListedDocument>({
    name: 'full list open documents',
    text: `select a.account_id as "accountId", a.number as account, d.id, d.type, d.number, d.content_hash as hash
from import_profile_documents p join accounts h on h.account_id = p.held_by
join accounts a on a.account_id = coalesce(h.merged_into, h.account_id)
join documents d on d.account_id = a.account_id and d.id = p.document_id
where p.profile = $1 and p.document_id > coalesce($2::uuid, '00000000-0000-0000-0000-000000000000')
  and (d.type, d.status) in (select * from unnest($3::text[], $4::text[]))
order by p.document_id limit $5`,
    values: [profile, after, open.map(({ type }) => type), open.map(({ status }) => status), limit],
  })
  return rows
}

/** Forgets that a profile named documents that are gone. */
export async function deleteGoneDocuments(db: Db, profile: string): Promise<void> {
  await db.query({
    name: 'full list forget gone',
    text: `delete from import_profile_documents p where p.profile = $1 and not exists (
  select from accounts h join documents d on d.account_id = coalesce(h.merged_into, h.account_id) and d.id = p.document_id
  where h.account_id = p.held_by)`,
    values: [profile],
  })
}

export type Withdrawal = { accountId: string; id: string }

/** The next documents that a run withdrew and that nobody has tried to bring back. */
export async function selectWithdrawals(db: Db, run: string, limit: number): Promise<Withdrawal[]> {
  const { rows } = await db.query<Withdrawal>({
    name: 'full list withdrawals left',
    text: `select held_by as "accountId", document_id as id from import_withdrawals
where run_id = $1 and outcome is null order by document_id limit $2`,
    values: [run, limit],
  })
  return rows
}

/** Those of the withdrawn documents that can be brought back: their account is there, and their number is free. */
export async function selectRestorable(
  client: PoolClient,
  run: string,
  withdrawals: readonly Withdrawal[],
): Promise<(Withdrawal & { type: string; number: string })[]> {
  const { rows } = await client.query<Withdrawal & { type: string; number: string }>({
    name: 'full list restorable',
    text: `select a.account_id as "accountId", k.id, w.content ->> 'type' as type, w.content ->> 'number' as number
from unnest($2::uuid[], $3::uuid[]) as k (account_id, id)
join accounts a on a.account_id = k.account_id and a.merged_into is null
join import_withdrawn_rows w on w.run_id = $1 and w.document_id = k.id and w.from_table = 'documents'
where not exists (select from documents d where d.account_id = k.account_id and (d.id = k.id
    or d.type = w.content ->> 'type' and d.number = w.content ->> 'number'))
  and not exists (select from document_numbers n where w.content ->> 'numbered_by' = 'supplier'
    and n.number = w.content ->> 'number' and n.type = w.content ->> 'type'
    and n.is_credit = coalesce(w.content ->> 'invoice_kind' = '381', false))
order by k.id`,
    values: [run, withdrawals.map(({ accountId }) => accountId), withdrawals.map(({ id }) => id)],
  })
  return rows
}

/** Records which of the withdrawn documents are back, forgets what was kept of them, and counts them to their profile. */
export async function updateWithdrawals(
  client: PoolClient,
  run: string,
  tried: readonly Withdrawal[],
  restored: readonly Withdrawal[],
): Promise<void> {
  const values = [run, tried.map(({ id }) => id), restored.map(({ id }) => id)]
  await client.query({
    name: 'full list outcomes',
    text: `with kept as (delete from import_withdrawn_rows where run_id = $1 and document_id = any ($2::uuid[])),
back as (insert into import_profile_documents (profile, document_id, held_by)
  select r.profile, w.document_id, w.held_by from import_withdrawals w join import_runs r on r.id = w.run_id
  where w.run_id = $1 and w.document_id = any ($3::uuid[]) on conflict do nothing)
update import_withdrawals set outcome = case when document_id = any ($3::uuid[]) then 'restored' else 'notRestored' end
where run_id = $1 and document_id = any ($2::uuid[])`,
    values,
  })
}
