import { beforeAll, expect, test } from 'vitest'
import { type DocumentType, documentTypes } from '#contract/values.ts'
import { addDocumentsOfOthers } from '#server/testing/other-documents.ts'
import { testPortal } from '#server/testing/portal.ts'
import { runKeptPlans, viewerOf } from '#server/testing/statement-plans.ts'
import { showDocument } from './detail.ts'

/* Two accounts with the same quote, order, shipment and invoice; one of them has 8,000 other invoices and orders. */

const today = '2026-03-10'
const portal = await testPortal(`${today}T09:00:00Z`)
const accounts = { small: '', large: '' }

beforeAll(async () => {
  for (const [size, account] of [
    ['small', 'S-1'],
    ['large', 'L-1'],
  ] as const) {
    const own = { account, issueDate: '2026-03-01', currency: 'EUR' }
    const line = { line: '1', sku: 'BK-1', name: 'Bike', quantity: '1' }
    const after = (type: DocumentType, number: string) => ({
      references: [{ type, number }],
      lines: [{ ...line, references: [{ type, number, line: '1' }] }],
    })
    const report = await portal.ingest(
      { ...own, type: 'quotes', number: `${account}-Q`, status: 'accepted', lines: [line] },
      { ...own, type: 'orders', number: `${account}-O`, ...after('quotes', `${account}-Q`) },
      { ...own, type: 'shipments', number: `${account}-S`, ...after('orders', `${account}-O`) },
      { ...own, type: 'invoices', number: `${account}-I`, ...after('orders', `${account}-O`) },
    )
    expect(report.errors).toEqual([])
    const { rows } = await portal.database.owner.query<{ id: string }>(
      'select account_id as id from accounts where number = $1',
      [account],
    )
    accounts[size] = rows[0]?.id ?? ''
  }
  await portal.database.owner.query(
    `insert into documents (account_id, id, type, number, status, issue_date, source_system, content_hash, ingested_at)
select $1, gen_random_uuid(), t.type, t.type || at, t.status, date '${today}' - at / 20, 'erp', '\\x00', now()
from generate_series(1, 4000) as at cross join (values ('orders', 'completed'), ('invoices', 'paid')) t (type, status)`,
    [accounts.large],
  )
  await addDocumentsOfOthers(portal)
  await portal.database.owner.query('vacuum (analyze)')
}, 60_000)

test.each(documentTypes)(
  'the detail of one of the %s reads no more in a large account than in a small one',
  async (type) => {
    const read = async (accountId: string, account: string) => {
      const number = `${account}-${type[0]?.toUpperCase()}`
      const viewer = viewerOf(accountId)
      return runKeptPlans(portal.database.pools.viewer, portal.database.urls.viewer, accountId, async (viewerPool) => {
        expect((await showDocument(viewerPool, viewer, type, number, today)).chain).toHaveLength(4)
      })
    }
    const [small, large] = [await read(accounts.small, 'S-1'), await read(accounts.large, 'L-1')]
    expect(large.rows).toBe(small.rows)
    // An index of more documents may be one level deeper.
    expect(large.blocks).toBeLessThanOrEqual(small.blocks * 1.5)
  },
)
