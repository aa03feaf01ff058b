import type { Pool } from 'pg'
import type { Customer } from '#contract/console/customers.ts'
import type { Staff } from '#contract/console/staff.ts'
import type { Language } from '#contract/languages.ts'
import { type Db, withStaff } from '#database/transaction.ts'
import { type CustomerRow, customerColumns, customerTables } from './list-queries.ts'

export type CustomerFacts = CustomerRow & {
  createdAt: string
  language: Language | null
  electronicAddress: string | null
  timeZone: string | null
  requiresSecondFactor: boolean
}
type MemberRow = Customer['people'][number]
type InvitationRow = Customer['invitations'][number]
type NoteRow = Customer['notes'][number]
type RequestRow = Customer['requests'][number]
type DocumentRow = Customer['documents'][number]
type OwnRow = {
  identifiers: Customer['identifiers']
  addresses: Customer['addresses']
  creditLimits: Customer['creditLimits']
}

/** All that staff see of a customer, without who of the staff looks after it and what was done. */
export type CustomerParts = {
  facts: CustomerFacts
  own: OwnRow
  people: MemberRow[]
  invitations: InvitationRow[]
  notes: NoteRow[]
  requests: RequestRow[]
  documents: DocumentRow[]
}

const factsText = `select ${customerColumns}, '' as position, a.created_at as "createdAt", a.language, a.time_zone as "timeZone", a.electronic_address as "electronicAddress",
  a.requires_second_factor as "requiresSecondFactor" from ${customerTables} where o.account_id = $1`

/** A customer that a member of staff may see; undefined when there is none. */
export function selectCustomer(
  consolePool: Pool,
  staff: Staff,
  id: string,
  now: Date,
): Promise<CustomerParts | undefined> {
  return withStaff(consolePool, staff.staffId, async (db) => {
    const { rows } = await db.query<CustomerFacts>({ name: 'customer-facts', text: factsText, values: [id] })
    const facts = rows[0]
    if (!facts) return undefined
    return {
      facts,
      own: await selectOwn(db, id),
      people: await selectPeople(db, id),
      invitations: await selectInvitations(db, id, now),
      notes: await selectNotes(db, id),
      requests: await selectRequests(db, id),
      documents: await selectDocuments(db, id),
    }
  })
}

/** The number and name of a customer that a member of staff may see. */
export function findCustomer(
  consolePool: Pool,
  staff: Staff,
  id: string,
): Promise<{ id: string; number: string; name: string } | undefined> {
  return withStaff(consolePool, staff.staffId, async (db) => {
    const { rows } = await db.query<{ id: string; number: string; name: string }>({
      name: 'customer-find',
      text: 'select account_id as id, number, name from accounts where account_id = $1 and merged_into is null',
      values: [id],
    })
    return rows[0]
  })
}

/** The customer with this number, or the one of which it is part now, as far as a member of staff may see it. */
export function findCustomerByNumber(
  consolePool: Pool,
  staff: Staff,
  number: string,
): Promise<{ id: string; number: string; name: string } | undefined> {
  return withStaff(consolePool, staff.staffId, async (db) => {
    const { rows } = await db.query<{ id: string; number: string; name: string }>({
      name: 'customer-by-number',
      text: 'select a.account_id as id, a.number, a.name from account_numbers n join accounts a using (account_id) where n.number = $1',
      values: [number],
    })
    return rows[0]
  })
}

async function selectOwn(db: Db, id: string): Promise<OwnRow> {
  const { rows } = await db.query<OwnRow>({
    name: 'customer-own',
    text: `select
      coalesce((select jsonb_agg(jsonb_build_object('scheme', i.scheme, 'value', i.value) order by i.scheme, i.value)
        from (select * from account_identifiers where account_id = $1 limit 200) i), '[]') as identifiers,
      coalesce((select jsonb_agg(jsonb_build_object('use', d.use, 'code', d.code, 'party', d.party) order by d.use, d.position)
        from (select * from account_addresses where account_id = $1 order by use, position limit 50) d), '[]') as addresses,
      coalesce((select jsonb_agg(jsonb_build_object('currency', c.currency, 'amount', c.amount::text) order by c.currency)
        from credit_limits c where c.account_id = $1), '[]') as "creditLimits"`,
    values: [id],
  })
  return rows[0] as OwnRow
}

async function selectPeople(db: Db, id: string): Promise<MemberRow[]> {
  const { rows } = await db.query<MemberRow>({
    name: 'customer-people',
    text: `select u.id, u.name, u.email, m.role, m.created_at as since,
        last_seen($1, u.id) as "lastSeenAt",
        u.disabled_at is not null as disabled, u.wrong_codes >= 100 as "codesEnded",
        exists (select from second_factors f where f.user_id = u.id) or exists (select from passkeys p where p.user_id = u.id) as "secondFactor"
      from memberships m join users u on u.id = m.user_id where m.account_id = $1 order by lower(u.name), u.id limit 500`,
    values: [id],
  })
  return rows
}

async function selectInvitations(db: Db, id: string, now: Date): Promise<InvitationRow[]> {
  const { rows } = await db.query<InvitationRow>({
    name: 'customer-invitations',
    text: `select id, name, email, role, created_at as "invitedAt", expires_at as "expiresAt", expires_at <= $2 as expired from invitations
      where account_id = $1 and accepted_at is null and revoked_at is null order by created_at desc, id desc limit 500`,
    values: [id, now],
  })
  return rows
}

async function selectNotes(db: Db, id: string): Promise<NoteRow[]> {
  const { rows } = await db.query<NoteRow>({
    name: 'customer-notes',
    text: `select n.id, n.written_at as at, s.name as by, n.text from account_notes n join staff s on s.id = n.staff_id
      where n.account_id = $1 order by n.written_at desc, n.id desc limit 100`,
    values: [id],
  })
  return rows
}

async function selectRequests(db: Db, id: string): Promise<RequestRow[]> {
  const { rows } = await db.query<RequestRow>({
    name: 'customer-requests',
    text: `select id, kind, case when document_type <> 'account' then document_number end as number, made_by_name as "madeBy", made_at as "madeAt", state
      from requests where account_id = $1 and state in ('open', 'taken') order by made_at, id limit 20`,
    values: [id],
  })
  return rows
}

async function selectDocuments(db: Db, id: string): Promise<DocumentRow[]> {
  // The newest of each type by its index, and of these the newest.
  const { rows } = await db.query<DocumentRow>({
    name: 'customer-documents',
    text: `select d.type, d.number, d.status_changed_at as "changedAt"
      from unnest(array['quotes', 'orders', 'shipments', 'invoices']) t(type) cross join lateral
        (select x.type, x.number, x.status_changed_at, x.id from documents x where x.account_id = $1 and x.type = t.type
          order by x.status_changed_at desc, x.id desc limit 8) d
      order by d.status_changed_at desc, d.id desc limit 8`,
    values: [id],
  })
  return rows
}
