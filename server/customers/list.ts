import type { CustomerEntry, CustomerFlag, listCustomers } from '#contract/console/customers.ts'
import type { Staff } from '#contract/console/staff.ts'
import { readCursor, writeCursor } from '#contract/cursor.ts'
import type { Query } from '#contract/endpoint.ts'
import { keysetPages, parseLimit } from '#contract/page.ts'
import type { CustomerDeps } from './acts.ts'
import { type CustomerFilter, type CustomerRow, selectCustomers } from './list-queries.ts'
import { plainText } from './plain-text.ts'

type ListQuery = Query<typeof listCustomers>

/** A page of the customers that a member of staff may see. Throws invalid_input for a cursor of another list. */
export async function listCustomersForStaff(
  { consolePool }: Pick<CustomerDeps, 'consolePool'>,
  staff: Staff,
  query: ListQuery,
): Promise<{ customers: CustomerEntry[]; nextCursor: string | null }> {
  const { sort: order = 'name' } = query
  const limit = parseLimit(query.limit)
  const [of, position, id] = readCursor(query.cursor, 'word', 'text', 'id') ?? []
  const isSame = of === wordOf(order) && position !== undefined && id !== undefined
  const after = isSame ? { position, id } : undefined
  const rows = await selectCustomers(consolePool, staff, filterOf(query), { order, limit: limit + 1, after })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  const nextCursor = last ? writeCursor(wordOf(order), last.position, last.id) : null
  return { customers: rows.slice(0, limit).map(toEntry), nextCursor }
}

/** Names of orders in the letters that a cursor takes. */
const wordOf = (order: string) => order.toLowerCase()

/** All customers that a query names, a page at a time. */
export async function* customerPages(
  { consolePool }: Pick<CustomerDeps, 'consolePool'>,
  staff: Staff,
  query: Omit<ListQuery, 'cursor' | 'limit'>,
): AsyncGenerator<CustomerEntry[]> {
  const { sort: order = 'name' } = query
  const read = (position: { limit: number; after: CustomerRow | undefined }) =>
    selectCustomers(consolePool, staff, filterOf(query), { order, ...position })
  for await (const rows of keysetPages(read)) yield rows.map(toEntry)
}

function filterOf({ text, mine, flag }: Omit<ListQuery, 'cursor' | 'limit'>): CustomerFilter {
  return { text: text === undefined ? null : plainText(text.trim()), mine: mine === 'true', flag }
}

/** A row of the list with what somebody may be needed for. */
export function toEntry({ position: _, ...row }: CustomerRow): CustomerEntry {
  const flags: CustomerFlag[] = []
  if (row.members + row.invited === 0) flags.push('uninvited')
  else if (row.signedInAt === null) flags.push('unused')
  if (row.shutOut > 0) flags.push('shutOut')
  return { ...row, flags }
}
