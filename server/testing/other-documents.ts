import type { TestPortal } from './portal.ts'

/**
 * Gives forty other accounts some orders: where tables are partitioned, an account of few documents then lies beside
 * others, and its indexes have as many levels as those of a large one.
 */
export async function addDocumentsOfOthers({ ingest, database }: TestPortal): Promise<void> {
  const accounts = Array.from({ length: 40 }, (_, index) => `Other-${index + 1}`)
  await ingest(
    ...accounts.map((account) => ({
      ...{ type: 'orders' as const, number: `${account}-1`, account, status: 'confirmed' as const },
      issueDate: '2026-03-01',
    })),
  )
  await database.owner.query(
    `insert into documents (account_id, id, type, number, status, issue_date, source_system, content_hash, ingested_at)
select a.account_id, gen_random_uuid(), 'orders', a.number || '-old-' || at, 'completed', date '2026-01-01', 'erp', '\\x00', now()
from accounts a cross join generate_series(1, 200) at where a.number like 'Other-%'`,
  )
}
