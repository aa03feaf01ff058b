import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { openPool } from '#database/connect.ts'
import { testDatabase } from '#database/testing/database.ts'
import { ingestDocuments } from './ingest.ts'

const database = await testDatabase()

const lines = ['1', '2', '3']

/** An order, the shipment that carries it and its invoice, of one customer. */
function dealOf(number: number) {
  const common = { account: 'C-1', issueDate: '2026-03-01' }
  const order = { type: 'orders', number: `SO-${number}` }
  const shipment = { type: 'shipments', number: `DN-${number}` }
  const lineOf = (line: string) => ({ line, sku: `A-${line}`, quantity: '2', unit: 'PCE' })
  return [
    { ...common, ...order, lines: lines.map(lineOf) },
    {
      ...common,
      ...shipment,
      status: 'delivered',
      lines: lines.map((line) => ({ ...lineOf(line), references: [{ ...order, line }] })),
    },
    {
      ...common,
      type: 'invoices',
      number: `IN-${number}`,
      currency: 'EUR',
      totals: { gross: '10.00' },
      lines: lines.map((line) => ({
        ...lineOf(line),
        references: [
          { ...order, line },
          { ...shipment, line },
        ],
      })),
    },
  ]
}

test('The first import takes as much work for the references of a document however many its customer has', async () => {
  const workPool = openPool({ connectionString: database.urls.server, max: 1, pipeline: true }, () => undefined)
  const deps = { workPool, clock: () => new Date('2026-03-10T09:00:00Z'), newId: () => randomUUIDv7() }
  /** How many entries of indexes have been read so far to find what documents refer to. */
  const entriesRead = async () => {
    await workPool.query('select pg_stat_force_next_flush()')
    const { rows } = await database.owner.query(
      `select sum(idx_tup_read)::int as read from pg_stat_user_indexes where relname ~ '^document_links(_[0-9]+)?$'`,
    )
    return rows[0].read as number
  }
  let next = 0
  const importDeals = async (count: number) => {
    const before = await entriesRead()
    const documents = Array.from({ length: count }, () => dealOf(next++)).flat()
    const incoming = documents.map((document, index) => ({ line: index + 1, document }))
    expect(await ingestDocuments(deps, incoming, { dryRun: false, source: 'ndjson' })).toMatchObject({
      created: documents.length,
    })
    return ((await entriesRead()) - before) / documents.length
  }
  try {
    const first = await importDeals(60)
    await importDeals(120)
    expect(await importDeals(60)).toBeLessThan(first * 1.3)
  } finally {
    await workPool.end()
  }
})
