import type { Db } from '#database/transaction.ts'

export type NewRegistrationRequest = {
  id: string
  email: string
  name: string
  customerNumber: string
  documentNumber: string
  now: Date
}

/** Writes a registration request. A person who asks again before a decision has one request, with their latest data. */
export async function upsertRegistrationRequest(db: Db, request: NewRegistrationRequest): Promise<void> {
  await db.query({
    name: 'registration-request',
    text: `insert into registrations (id, email, name, customer_number, document_number, created_at)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (email, customer_number) where decided_at is null
      do update set name = excluded.name, document_number = excluded.document_number, created_at = excluded.created_at`,
    values: [request.id, request.email, request.name, request.customerNumber, request.documentNumber, request.now],
  })
}

export type RegistrationRequestRow = {
  id: string
  email: string
  name: string
  customerNumber: string
  documentNumber: string
  createdAt: string
  /** The name of the account with that number, if it exists. */
  account: string | null
  /** The types of that account's documents with that number; they support the request. */
  found: string[]
}

/** The registration requests that wait for a decision, the oldest first; or one of them. */
export async function selectRegistrationRequests(db: Db, id: string | null): Promise<RegistrationRequestRow[]> {
  const { rows } = await db.query<RegistrationRequestRow>(
    `select r.id, r.email, r.name, r.customer_number as "customerNumber", r.document_number as "documentNumber",
        r.created_at as "createdAt", a.name as account,
        array(select d.type from documents d where d.account_id = a.account_id and d.number = r.document_number
          order by d.type)::text[] as found
      from registrations r left join account_numbers n on n.number = r.customer_number
        left join accounts a on a.account_id = n.account_id
      where r.decided_at is null and ($1::uuid is null or r.id = $1) order by r.created_at, r.id limit 1000`,
    [id],
  )
  return rows
}

/** How the operator may decide a registration request. */
export const registrationDecisions = ['approved', 'rejected'] as const
export type RegistrationDecision = (typeof registrationDecisions)[number]

/** Decides a registration request. Returns false when it was decided already. */
export async function decideRegistrationRequest(
  db: Db,
  { id, decision, now }: { id: string; decision: RegistrationDecision; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'update registrations set decided_at = $3, decision = $2 where id = $1 and decided_at is null',
    [id, decision, now],
  )
  return rowCount === 1
}
