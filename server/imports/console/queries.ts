import type { Pool } from 'pg'
import type { Staff } from '#contract/console/staff.ts'
import { withStaff } from '#database/transaction.ts'

/** Those of the numbers that an account has which the member of staff sees. */
export function selectKnownNumbers(consolePool: Pool, staff: Staff, numbers: readonly string[]): Promise<string[]> {
  return withStaff(consolePool, staff.staffId, async (db) => {
    const { rows } = await db.query<{ number: string }>({
      name: 'import known accounts',
      text: 'select number from accounts where number = any ($1)',
      values: [numbers],
    })
    return rows.map(({ number }) => number)
  })
}

/** The accounts with these names; a name that several have is with each. */
export function selectAccountsByName(
  consolePool: Pool,
  staff: Staff,
  names: readonly string[],
): Promise<{ number: string; name: string }[]> {
  return withStaff(consolePool, staff.staffId, async (db) => {
    const { rows } = await db.query<{ number: string; name: string }>({
      name: 'import accounts by name',
      text: 'select number, name from accounts where name = any ($1) and merged_into is null order by number limit 200',
      values: [names],
    })
    return rows
  })
}

export type RunDocumentRow = { type: string; number: string; account: string; accountName: string; isNew: boolean }

/** The first documents that a run wrote and that are there, as far as the member of staff sees their accounts. */
export function selectRunDocuments(consolePool: Pool, staff: Staff, run: string): Promise<RunDocumentRow[]> {
  return withStaff(consolePool, staff.staffId, async (db) => {
    const { rows } = await db.query<RunDocumentRow>({
      name: 'import run documents',
      text: `select d.type, d.number, a.number as account, a.name as "accountName", r.is_new as "isNew"
from (select * from import_run_documents where run_id = $1 order by document_id limit 50) r
join accounts h on h.account_id = r.held_by join accounts a on a.account_id = coalesce(h.merged_into, h.account_id)
join documents d on d.account_id = a.account_id and d.id = r.document_id
order by d.type, d.number`,
      values: [run],
    })
    return rows
  })
}
