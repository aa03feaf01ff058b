import { notFound } from '../../contract/errors.ts'
import type { RequestState } from '../../contract/request-rules.ts'
import type { SupplierRequest } from '../../contract/requests.ts'
import type { After, Db } from './queries.ts'
import { shownToSupplier } from './show.ts'
import { selectByState, selectForSupplier } from './supplier-queries.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const pageSize = 100

/** The requests of all accounts in a state, the oldest first, read page by page. */
export async function* eachInState(db: Db, state: RequestState): AsyncGenerator<SupplierRequest> {
  let after: After | undefined
  for (;;) {
    const rows = await selectByState(db, state, pageSize, after)
    for (const row of rows) yield shownToSupplier(row)
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = { at: last.madeAt, id: last.id }
  }
}

/** One request, whoever's it is. Raises not_found. */
export async function requestById(db: Db, id: string): Promise<SupplierRequest> {
  const row = uuid.test(id) ? await selectForSupplier(db, id) : undefined
  if (!row) throw notFound()
  return shownToSupplier(row)
}
