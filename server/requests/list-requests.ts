import { notFound } from '#contract/errors.ts'
import type { RequestState } from '#contract/requests/rules.ts'
import type { SupplierRequest } from '#contract/requests/supplier-endpoints.ts'
import type { Db } from '#database/transaction.ts'
import type { RequestCursor } from './list-queries.ts'
import { toSupplierRequest } from './request-replies.ts'
import { selectAccountOfRequest, selectRequestForSupplier, selectRequestsByState } from './supplier-queries.ts'

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const pageSize = 100

/** The requests of all accounts in a state, oldest first, read page by page. */
export async function* eachRequestInState(db: Db, state: RequestState): AsyncGenerator<SupplierRequest> {
  let after: RequestCursor | undefined
  for (;;) {
    const rows = await selectRequestsByState(db, state, { accountIds: null, limit: pageSize, after })
    for (const row of rows) yield toSupplierRequest(row)
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = { at: last.madeAt, id: last.id }
  }
}

/** A request of any account. Throws not_found. */
export async function findRequest(db: Db, id: string): Promise<SupplierRequest> {
  const row = uuidPattern.test(id) ? await selectRequestForSupplier(db, id) : undefined
  if (!row) throw notFound()
  return toSupplierRequest(row)
}

/** Throws not_found when a key is for some accounts alone and the request is of none of them, or there is none. */
export async function requireRequestOf(
  db: Db,
  { accountIds }: { accountIds: ReadonlySet<string> | null },
  id: string,
): Promise<void> {
  if (accountIds === null) return
  const accountId = await selectAccountOfRequest(db, id)
  if (accountId === undefined || !accountIds.has(accountId)) throw notFound()
}
