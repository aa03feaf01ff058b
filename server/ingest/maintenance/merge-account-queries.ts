import { withCreditNoteMark } from '#contract/documents/credit-note-number.ts'
import { actUpdate } from '#database/acts.ts'
import type { Db } from '#database/transaction.ts'

type AccountPair = readonly [from: string, into: string]

export type OwnedDocument = {
  id: string
  type: string
  number: string
  source: string
  isCredit: boolean
  numberedBy: 'supplier' | 'customer'
}

/** Documents of one account that the other has too, and which of the two versions is older. */
export async function selectDuplicates(
  db: Db,
  [from, into]: AccountPair,
): Promise<{ type: string; number: string; fromId: string; intoId: string; older: 'from' | 'into' }[]> {
  const { rows } = await db.query<{
    type: string
    number: string
    fromId: string
    intoId: string
    older: 'from' | 'into'
  }>(
    `select o.type, o.number, o.id as "fromId", n.id as "intoId",
  case when coalesce(o.source_modified_at, '-infinity') > coalesce(n.source_modified_at, '-infinity') then 'into' else 'from' end as older
from documents o
cross join lateral (select case when right(o.number, length($3)) = $3 then left(o.number, -length($3)) else o.number end as own) b
join documents n on n.account_id = $2 and n.type = o.type and n.number in (b.own, b.own || $3)
  and (n.invoice_kind = '381') is not distinct from (o.invoice_kind = '381')
where o.account_id = $1`,
    [from, into, withCreditNoteMark('')],
  )
  return rows
}

/**
 * Credit notes of one account that have the number of an invoice of the other, with the number that they are to get.
 */
export async function selectCreditNotesToRenumber(
  db: Db,
  [from, into]: AccountPair,
): Promise<{ accountId: string; id: string; number: string; to: string }[]> {
  const { rows } = await db.query<{ accountId: string; id: string; number: string }>(
    `select c.account_id as "accountId", c.id, c.number from documents c
join documents i on i.account_id = case c.account_id when $1 then $2::uuid else $1::uuid end and i.type = 'invoices' and i.number = c.number
where c.account_id in ($1, $2) and c.type = 'invoices' and c.invoice_kind = '381' and i.invoice_kind <> '381'`,
    [from, into],
  )
  return rows.map((row) => ({ ...row, to: withCreditNoteMark(row.number) }))
}

/** Puts on documents of an account which of its requests answers what they wait for. */
export async function updateActs(
  db: Db,
  account: string,
  documents: readonly { type: string; number: string }[],
): Promise<void> {
  for (const { type, number } of documents) await db.query({ ...actUpdate, values: [account, type, number] })
}

/** Up to `limit` documents of an account, in the order of their ids. */
export async function selectDocuments(db: Db, account: string, limit: number): Promise<OwnedDocument[]> {
  const { rows } = await db.query<OwnedDocument>({
    name: 'merge some',
    text: `select id, type, number, source, coalesce(invoice_kind = '381', false) as "isCredit", numbered_by as "numberedBy"
from documents where account_id = $1 order by id limit $2`,
    values: [account, limit],
  })
  return rows
}

/**
 * Makes the members of one account members of the other, in the same role unless they have one there; requests,
 * invitations and other rows of the account move too. Returns the ids of those who were not members before.
 */
export async function movePeople(db: Db, pair: AccountPair): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `insert into memberships (account_id, user_id, role, created_at)
select $2, user_id, role, created_at from memberships where account_id = $1 on conflict do nothing returning user_id as id`,
    [...pair],
  )
  for (const text of [
    `insert into visits (account_id, user_id, visited_at, previous_visit_at)
       select $2, user_id, visited_at, previous_visit_at from visits where account_id = $1 on conflict do nothing`,
    // Where both accounts have a return under one number of the supplier's, that of the other account keeps it: the one that
    // moves has the portal's number alone, and so do the documents that name it.
    `update documents d set details = jsonb_set(d.details, '{returnNumber}', to_jsonb(o.number))
       from returns o join returns n on n.account_id = $2 and n.supplier_number = o.supplier_number
       join return_documents k on k.account_id = $1 and k.return_number = o.supplier_number
       where o.account_id = $1 and d.account_id = $1 and d.id = k.document_id`,
    `update returns o set supplier_number = null from returns n
       where o.account_id = $1 and n.account_id = $2 and n.supplier_number = o.supplier_number`,
    'update requests set account_id = $2 where account_id = $1',
    // Each term carries its account's key.
    `update message_search m set account_id = n.account_id, terms = array_to_tsvector(array(
         select n.search_key || substr(term, length(o.search_key::text) + 1) from unnest(tsvector_to_array(m.terms)) term))
       from accounts o, accounts n where m.account_id = $1 and o.account_id = $1 and n.account_id = $2`,
    'update invitations set account_id = $2 where account_id = $1',
    'update account_identifiers set account_id = $2 where account_id = $1',
    `update accounts n set electronic_address = o.electronic_address from accounts o
       where o.account_id = $1 and n.account_id = $2 and n.electronic_address is null and o.electronic_address is not null`,
    // Whoever of the staff looks after the one looks after what it becomes part of.
    `insert into staff_accounts (account_id, staff_id, created_at, deputy)
       select $2, staff_id, created_at, deputy from staff_accounts where account_id = $1 on conflict do nothing`,
    'delete from staff_accounts where account_id = $1 and $2::uuid is not null',
    'insert into key_accounts (account_id, key_id) select $2, key_id from key_accounts where account_id = $1 on conflict do nothing',
    'delete from key_accounts where account_id = $1 and $2::uuid is not null',
    `insert into account_notes (account_id, id, staff_id, text, written_at)
       select $2, id, staff_id, text, written_at from account_notes where account_id = $1 on conflict do nothing`,
    'delete from account_notes where account_id = $1 and $2::uuid is not null',
    `update account_overviews n set signed_in_at = greatest(n.signed_in_at, o.signed_in_at)
       from account_overviews o where o.account_id = $1 and n.account_id = $2`,
    // Where both accounts have messages of an order, those of the other account stay.
    `insert into document_parts (account_id, type, number, part, payload, modified_at)
       select $2, type, number, part, payload, modified_at from document_parts where account_id = $1 on conflict do nothing`,
    'delete from document_parts where account_id = $1 and $2::uuid is not null',
    `insert into former_documents (account_id, type, number, source, is_credit, numbered_by, modified_at, until, withdrawn_at)
       select $2, type, number, source, is_credit, numbered_by, modified_at, until, withdrawn_at from former_documents f
       where account_id = $1 and not exists (select from documents d where d.account_id = $2 and d.type = f.type and d.number = f.number)
       on conflict do nothing`,
    'delete from former_documents where account_id = $1 and $2::uuid is not null',
    `insert into credit_limits (account_id, currency, amount, stated_at)
       select $2, currency, amount, stated_at from credit_limits where account_id = $1 on conflict do nothing`,
    'delete from credit_limits where account_id = $1 and $2::uuid is not null',
    `insert into account_addresses (account_id, use, position, code, party, stated_at)
       select $2, use, position, code, party, stated_at from account_addresses a
       where account_id = $1 and not exists (select from account_addresses n where n.account_id = $2 and n.use = a.use)`,
    'delete from account_addresses where account_id = $1 and $2::uuid is not null',
  ]) {
    await db.query(text, [...pair])
  }
  return rows.map(({ id }) => id)
}

/**
 * Has the other account demand a second factor when the one did; sessions in it that have shown none end. Returns whether it
 * did not demand one before.
 */
export async function moveFactorDemand(db: Db, [from, into]: AccountPair, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `with demanding as (
       update accounts n set requires_second_factor = true from accounts o where o.account_id = $1 and o.requires_second_factor
         and n.account_id = $2 and not n.requires_second_factor returning n.account_id
     )
     select end_sessions_without_factor(account_id, $3) from demanding`,
    [from, into, now],
  )
  return rowCount === 1
}

type SavedView = {
  id: string
  type: string
  name: string
  state: string
  shared: boolean
  position: number
  author_id: string | null
  created_at: string
}

/** Moves the saved views to the other account; of two shared ones with the same name, the other account's stays. */
export async function moveViews(db: Db, [from, into]: AccountPair): Promise<void> {
  // Row-level security shows the views of one account at a time.
  await setCurrentAccount(db, from)
  const { rows } = await db.query<SavedView>(
    'select id, type, name, state, shared, position, author_id, created_at from saved_views where account_id = $1',
    [from],
  )
  await db.query('delete from saved_views where account_id = $1', [from])
  await setCurrentAccount(db, into)
  for (const view of rows) {
    await db.query(
      `insert into saved_views (account_id, id, type, name, state, shared, position, author_id, created_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
      [into, view.id, view.type, view.name, view.state, view.shared, view.position, view.author_id, view.created_at],
    )
  }
  await db.query(`set local app.account_id = ''`)
}

async function setCurrentAccount(db: Db, account: string): Promise<void> {
  if (!/^[0-9a-f-]{36}$/.test(account)) throw new TypeError('An account is named by its id')
  await db.query(`set local app.account_id = '${account}'`)
}

/** Deletes what is left of an account except its number, which stands for the other account from now on. */
export async function emptyAccount(db: Db, pair: AccountPair): Promise<void> {
  for (const table of [
    'memberships',
    'notices',
    'notice_groups',
    'scheduled_tasks',
    'search_words',
    'items',
    'item_totals',
    'document_counts',
    'document_days',
    'document_sums',
    'account_months',
    'account_movements',
  ]) {
    await db.query(`delete from ${table} where account_id = $1`, [pair[0]])
  }
  await db.query('update accounts set merged_into = $2 where account_id = $1 or merged_into = $1', [...pair])
}
