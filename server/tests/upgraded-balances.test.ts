import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import { expect, inject, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { sum } from '#contract/money.ts'
import { connect, openClient } from '#database/connect.ts'
import { migrate } from '#database/migrate.ts'
import { roleUrls } from '#database/roles.ts'
import { atEnd } from '#database/testing/at-end.ts'
import { testDatabase } from '#database/testing/database.ts'
import { migrateAsBefore } from '#database/testing/former.ts'
import { linksOf } from '../ingest/check/links.ts'
import { ingestDocuments } from '../ingest/ingest.ts'
import { resettleInvoices } from '../ingest/maintenance/resettle-invoices.ts'

/*
 * A portal from before credit notes were set against invoices, with documents as it stored them: the open amount was
 * the gross amount less payments, whatever a credit note said, unless that one alone covered one invoice completely.
 */

const log = { info: () => undefined, warn: () => undefined }
const clock = () => new Date('2026-03-10T09:00:00Z')
const newId = () => randomUUIDv7()
const { adminUrl, tokenSecret } = inject('database')

const invoice = (number: string, gross: string, overrides: Partial<IngestDocument> = {}): IngestDocument => ({
  ...{ type: 'invoices', number, account: 'C-1', invoiceKind: '380', currency: 'EUR', totals: { gross } },
  ...{ issueDate: '2026-01-10', dueDate: '2026-02-09', ...overrides },
})
const credit = (number: string, gross: string, names: string[], overrides: Partial<IngestDocument> = {}) =>
  invoice(number, gross, {
    ...{ invoiceKind: '381', issueDate: '2026-02-20', dueDate: '2026-02-20' },
    references: names.map((invoiceNumber) => ({ type: 'invoices', number: invoiceNumber })),
    ...overrides,
  })
const line = (number: string, amount: string, invoiceNumber: string) => ({
  ...{ line: number, name: 'Goods back', amount },
  references: [{ type: 'invoices' as const, number: invoiceNumber }],
})

const order: IngestDocument = {
  ...{ type: 'orders', number: 'SO-1', account: 'C-1', status: 'completed', currency: 'EUR', issueDate: '2026-01-02' },
  lines: [{ line: '1', sku: 'BK-1', quantity: '1' }],
}
const documents: IngestDocument[] = [
  order,
  invoice('I-1', '100.00', { references: [{ type: 'orders', number: 'SO-1' }] }),
  credit('C-1', '100.00', ['I-1']),
  ...[invoice('I-2', '119.00'), invoice('I-3', '59.50')],
  credit('C-2', '178.50', [], { lines: [line('1', '100.00', 'I-2'), line('2', '50.00', 'I-3')] }),
  ...[
    invoice('I-4', '100.00'),
    invoice('I-5', '70.00', { dueDate: '2026-02-01' }),
    credit('C-3', '120.00', ['I-4', 'I-5']),
  ],
  ...[invoice('I-6', '100.00'), credit('C-4', '30.00', ['I-6']), credit('C-5', '50.00', ['I-6'])],
  invoice('I-7', '100.00', { totals: { gross: '100.00', open: '70.00' } }),
  credit('C-6', '50.00', ['I-7'], { totals: { gross: '50.00', open: '50.00' } }),
  invoice('I-8', '80.00', { totals: { gross: '80.00', open: '80.00' } }),
  credit('C-7', '-80.00', ['I-8'], { totals: { gross: '-80.00', open: '-80.00' } }),
  invoice('I-9', '60.00', { status: 'paid', totals: { gross: '60.00', open: '60.00' } }),
  ...[invoice('I-10', '90.00'), credit('C-8', '90.00', ['I-10'], { status: 'cancelled' })],
  invoice('I-11', '75.00', { payments: [{ date: '2026-02-01', amount: '40.00' }] }),
  ...[invoice('I-12', '10.00', { currency: 'USD' }), credit('C-9', '25.00', ['I-12'], { currency: 'USD' })],
  credit('C-10', '-15.00', ['I-unknown']),
]

/** Stores a document as the portal did then. */
async function storeAsBefore(client: pg.Client, document: IngestDocument): Promise<void> {
  const { type, number, status = null, issueDate, dueDate, currency, invoiceKind, payments } = document
  const { gross, open: openAsSent } = document.totals ?? {}
  const paid = payments ? sum(payments.map(({ amount }) => amount)) : null
  const covered = documents.some(
    (candidate) =>
      candidate.invoiceKind === '381' &&
      candidate.status !== 'cancelled' &&
      candidate.totals?.gross === gross &&
      candidate.references?.length === 1 &&
      candidate.references[0]?.number === number,
  )
  const isDone = covered || status === 'paid' || status === 'cancelled'
  const open = openAsSent ?? (gross === undefined ? null : isDone ? '0' : sum([gross, `-${paid ?? '0'}`]))
  const shown = type === 'orders' || status ? status : covered ? 'credited' : paid ? 'partially_paid' : 'open'
  const id = newId()
  await client.query(
    `insert into documents (account_id, id, type, number, status, source_status, issue_date, due_date, currency, gross, paid, open, invoice_kind,
  fulfilment, billing, payment, details, source_system, content_hash, ingested_at)
select account_id, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 'ndjson', '\\x00', now() from accounts`,
    [
      ...[id, type, number, shown, status, issueDate, dueDate, currency, gross, paid, open, invoiceKind],
      ...(type === 'orders' ? ['not_shipped', 'not_invoiced', 'pending'] : [null, null, null]),
      JSON.stringify(type === 'invoices' ? { payments, openAsSent } : {}),
    ],
  )
  for (const [index, documentLine] of (document.lines ?? []).entries()) {
    await client.query(
      `insert into document_lines (account_id, document_id, position, line, kind, sku, quantity, amount, details)
select account_id, $1, $2, $3, 'item', $4, $5, $6, '{}' from accounts`,
      [id, index + 1, documentLine.line, documentLine.sku, documentLine.quantity, documentLine.amount],
    )
  }
  for (const link of linksOf(document)) {
    await client.query(
      `insert into document_links (account_id, document_id, position, to_type, to_number, to_line, quantity)
select account_id, $1, $2, $3, $4, $5, $6 from accounts`,
      [id, link.position, link.toType, link.toNumber, link.toLine, link.quantity],
    )
  }
}

/** A database of that version with the documents, upgraded to this version. */
async function upgradedDatabase(): Promise<string> {
  const name = `upgraded_${randomBytes(6).toString('hex')}`
  const admin = await openClient({ connectionString: adminUrl })
  await admin.query(`create database ${name}`)
  atEnd(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  await migrateAsBefore(url.href, '0046')
  const client = await openClient({ connectionString: url.href })
  await client.query(`insert into accounts (account_id, number, name) values ($1, 'C-1', 'Better Bikes')`, [newId()])
  for (const document of documents) await storeAsBefore(client, document)
  await client.end()
  await migrate({ url: url.href, tokenSecret, log })
  return url.href
}

/** What is open, settled and owed, read as the owner from the tables that pages read. */
async function snapshotOf(url: string) {
  const client = await openClient({ connectionString: url })
  const rows = async (text: string) => (await client.query(text)).rows
  const snapshot = {
    documents: await rows(
      'select number, status, open::float, credited::float, payment from documents order by number collate "C"',
    ),
    balances: await rows('select currency, sum(amount)::float as balance from account_movements group by 1 order by 1'),
    months: await rows(
      'select currency, month::text, amount::float from account_months where amount <> 0 order by 1, 2',
    ),
    sums: await rows(
      'select topic, currency, sum(count)::int as count, sum(amount)::float as amount from document_sums group by 1, 2 having sum(count) <> 0 order by 1, 2',
    ),
    waiting: await rows('select count(*)::int as count from accounts_to_settle'),
  }
  await client.end()
  return snapshot
}

test('an upgraded portal has the same balances as one that was sent the same documents anew', async () => {
  const url = await upgradedDatabase()
  const before = await snapshotOf(url)
  expect(before.waiting).toEqual([{ count: 1 }])
  const pools = connect(roleUrls(url, tokenSecret), { onLost: () => undefined, size: 4 })
  const fresh = await testDatabase()
  const report = await ingestDocuments(
    { workPool: fresh.pools.work, clock, newId },
    documents.map((document, index) => ({ line: index + 1, document })),
    { dryRun: false, source: 'ndjson' },
  )
  expect(report.errors).toEqual([])
  const expected = await snapshotOf(fresh.ownerUrl)
  expect(before.balances).not.toEqual(expected.balances)
  await expect(resettleInvoices({ workPool: pools.work, clock, hasRoom: () => false })).rejects.toMatchObject({
    code: 'storage_full',
  })
  expect(await snapshotOf(url)).toEqual(before)
  expect(await resettleInvoices({ workPool: pools.work, clock })).toBe(documents.length - 1)
  expect(await snapshotOf(url)).toEqual(expected)
  expect(await resettleInvoices({ workPool: pools.work, clock })).toBe(0)
  await pools.end()
})
