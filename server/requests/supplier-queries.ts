import type { Db } from '#database/transaction.ts'
import { fromRequests, type RequestCursor, type RequestRow, requestColumns } from './queries.ts'

/** A request of any account; undefined when there is none. */
export async function selectRequestForSupplier(db: Db, id: string): Promise<RequestRow | undefined> {
  const { rows } = await db.query<RequestRow>({
    name: 'requests-for-supplier',
    text: `select ${requestColumns} ${fromRequests} where r.id = $1`,
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
): Promise<RequestRow[]> {
  const { rows } = await db.query<RequestRow>({
    name: 'requests-by-state',
    text: `select ${requestColumns} ${fromRequests}
      where r.state = $1 and (r.made_at, r.id) > (coalesce($3::timestamptz, '-infinity'), coalesce($4::uuid, '00000000-0000-0000-0000-000000000000'))
      order by r.made_at, r.id limit $2`,
    values: [state, limit, after?.at ?? null, after?.id ?? null],
  })
  return rows
}
