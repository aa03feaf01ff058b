import { existsSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { testPortal } from '../testing/portal.ts'

/** LINES=20000 makes it the longest document that is allowed. */
const lines = Number(process.env.LINES ?? 6_000)

const portal = await testPortal('2026-03-10T09:00:00Z')

/** An order of so many lines, a shipment of all of them with a serial each, and an invoice that names the shipment's lines. */
function chain(account: string, lines: number): [IngestDocument, IngestDocument, IngestDocument] {
  const each = <T>(make: (line: string) => T) => Array.from({ length: lines }, (_, index) => make(String(index + 1)))
  const line = (name: string) => ({ line: name, sku: `SKU-${name}`, name: `Part ${name}`, quantity: '1', unit: 'EA' })
  const referenceTo = (type: 'orders' | 'shipments', number: string, name: string) => ({
    references: [{ type, number, line: name }],
  })
  return [
    { type: 'orders', number: 'SO-1', account, status: 'confirmed', lines: each(line) },
    {
      ...{ type: 'shipments', number: 'DN-1', account, status: 'delivered' },
      lines: each((name) => ({ ...line(name), serials: [`SN-${name}`], ...referenceTo('orders', 'SO-1', name) })),
    },
    {
      ...{ type: 'invoices', number: 'IN-1', account },
      lines: each((name) => ({ ...line(name), ...referenceTo('shipments', 'DN-1', name) })),
    },
  ]
}

/** Processor time of the database processes of this file, in hundredths of a second; wall time says little. */
async function databaseCpuTime(): Promise<number> {
  const { rows } = await portal.database.owner.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  )
  return rows
    .map(({ pid }) => `/proc/${pid}/stat`)
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'))
    .map((stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' '))
    .reduce((sum, fields) => sum + Number(fields[11]) + Number(fields[12]), 0)
}

async function ingestDocument(document: IngestDocument): Promise<void> {
  const { errors, rejected } = await portal.ingest(document)
  expect([errors, rejected]).toEqual([[], 0])
}

/** The cost of sending the chain, and its shipment again with one more change. */
async function costOf(account: string, lines: number): Promise<number> {
  const before = await databaseCpuTime()
  const [order, shipment, invoice] = chain(account, lines)
  for (const document of [order, shipment, invoice]) await ingestDocument(document)
  // As on any database that has run for a while: with statistics the planner chooses other plans.
  await portal.database.owner.query('analyze documents, document_lines, document_links')
  await ingestDocument({ ...shipment, customerReference: 'PO-2' })
  return (await databaseCpuTime()) - before
}

const retryOptions = { timeout: 60_000, interval: 1_000 }

test('A long chain goes in and is read whole, in a time that grows with its lines alone', {
  timeout: 240_000,
}, async () => {
  await costOf('L-0', 100)
  const few = await costOf('L-1', lines / 8)
  const many = await costOf('L-2', lines)
  const token = await portal.signIn('l@l.example', 'L-2')
  // On a busy machine, a request for such a long page may be asked to try again later.
  const { body } = await vi.waitFor(async () => {
    const reply = await portal.get('/documents/orders/SO-1', token)
    expect(reply.status).toBe(200)
    return reply
  }, retryOptions)
  const order = body as DocumentDetail
  expect(order.header).toMatchObject({ fulfilment: 'delivered', billing: 'invoiced' })
  expect(order.lines.filter(({ stages }) => stages?.delivered === '1' && stages.invoiced === '1')).toHaveLength(lines)
  // Eight times the lines: eight times the work, or a little more for sorting; with the square of the lines it would be 64.
  expect(many).toBeLessThan(few * 16)
})
