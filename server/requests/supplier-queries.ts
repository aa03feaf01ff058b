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

/** A page of the requests of all accounts in a state, oldest first. */
export async function selectRequestsByState(
  db: Db,
  state: string,
  limit: number,
  after: RequestCursor | undefined,
): Promise<SupplierRequestRow[]> {
  const { rows } = await db.query<SupplierRequestRow>({
    name: 'requests-by-state',
    text: `select ${supplierColumns} ${fromRequests}
      where r.state = $1 and (r.made_at, r.id) > (coalesce($3::timestamptz, '-infinity'), coalesce($4::uuid, '00000000-0000-0000-0000-000000000000'))
      order by r.made_at, r.id limit $2`,
    values: [state, limit, after?.at ?? null, after?.id ?? null],
  })
  return rows
}

/** The requests of all accounts in which something has happened since a moment, the change longest ago first. */
export async function selectRequestsByChange(
  db: Db,
  since: string,
  limit: number,
  after: RequestCursor | undefined,
): Promise<SupplierRequestRow[]> {
  const { rows } = await db.query<SupplierRequestRow>({
    name: 'requests-by-change',
    text: `select ${supplierColumns} ${fromRequests}
      where r.last_at >= $1::timestamptz
        and (r.last_at, r.id) > (coalesce($3::timestamptz, '-infinity'), coalesce($4::uuid, '00000000-0000-0000-0000-000000000000'))
      order by r.last_at, r.id limit $2`,
    values: [since, limit, after?.at ?? null, after?.id ?? null],
  })
  return rows
}
