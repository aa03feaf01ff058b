import type { Db } from '#database/transaction.ts'
import type { RequestCursor } from './list-queries.ts'
import { messageFiles } from './message-queries.ts'
import { fromRequests, type RequestRow, requestColumns } from './queries.ts'

/** A request with the newest 200 messages about it, oldest first. */
export type SupplierRequestRow = RequestRow & {
  messages: {
    id: string
    at: string
    side: string
    by: string | null
    text: string | null
    correctedAt: string | null
    outcome: string | null
    files: unknown[]
  }[]
}

const supplierColumns = `${requestColumns},
  coalesce((select json_agg(json_build_object('id', m.id, 'at', to_char(m.written_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'side', m.side, 'by', m.author_name, 'text', m.text,
      'correctedAt', to_char(m.corrected_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'outcome', m.outcome, 'files', ${messageFiles}) order by m.written_at, m.id)
    from (select * from conversation_messages c where c.account_id = r.account_id and c.request_id = r.id
      order by c.written_at desc, c.id desc limit 200) m), '[]') as messages`

/** A request of any account; undefined when there is none. */
export async function selectRequestForSupplier(db: Db, id: string): Promise<SupplierRequestRow | undefined> {
  const { rows } = await db.query<SupplierRequestRow>({
    name: 'requests-for-supplier',
    text: `select ${supplierColumns} ${fromRequests} where r.id = $1`,
    values: [id],
  })
  return rows[0]
}

/** The account that a request is of; undefined when there is none. */
export async function selectAccountOfRequest(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await db.query<{ accountId: string }>({
    name: 'account-of-request',
    text: 'select account_id as "accountId" from requests where id = $1',
    values: [id],
  })
  return rows[0]?.accountId
}

/** Which requests are meant: of these accounts, of all with null; so many at most; after a position. */
export type SupplierPage = { accountIds: readonly string[] | null; limit: number; after: RequestCursor | undefined }

// A statement of its own, so that it is planned for the accounts' index.
const ofAccounts = (accountIds: readonly string[] | null) => ({
  name: accountIds ? '-of-accounts' : '',
  condition: accountIds ? 'r.account_id = any ($5::uuid[]) and' : '',
  values: accountIds ? [accountIds] : [],
})

/** A page of the requests in a state, oldest first. */
export async function selectRequestsByState(
  db: Db,
  state: string,
  { accountIds, limit, after }: SupplierPage,
): Promise<SupplierRequestRow[]> {
  const { name, condition, values } = ofAccounts(accountIds)
  const { rows } = await db.query<SupplierRequestRow>({
    name: `requests-by-state${name}`,
    text: `select ${supplierColumns} ${fromRequests}
      where ${condition} r.state = $1 and (r.made_at, r.id) > (coalesce($3::timestamptz, '-infinity'), coalesce($4::uuid, '00000000-0000-0000-0000-000000000000'))
      order by r.made_at, r.id limit $2`,
    values: [state, limit, after?.at ?? null, after?.id ?? null, ...values],
  })
  return rows
}

/** The requests in which something has happened since a moment, the change longest ago first. */
export async function selectRequestsByChange(
  db: Db,
  since: string,
  { accountIds, limit, after }: SupplierPage,
): Promise<SupplierRequestRow[]> {
  const { name, condition, values } = ofAccounts(accountIds)
  const { rows } = await db.query<SupplierRequestRow>({
    name: `requests-by-change${name}`,
    text: `select ${supplierColumns} ${fromRequests}
      where ${condition} r.last_at >= $1::timestamptz
        and (r.last_at, r.id) > (coalesce($3::timestamptz, '-infinity'), coalesce($4::uuid, '00000000-0000-0000-0000-000000000000'))
      order by r.last_at, r.id limit $2`,
    values: [since, limit, after?.at ?? null, after?.id ?? null, ...values],
  })
  return rows
}
