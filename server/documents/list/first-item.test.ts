import { beforeAll, expect, test } from 'vitest'
import type { DocumentType } from '#contract/values.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal('2026-03-10T09:00:00Z')

const base = { account: 'F-1', accountName: 'First Items', issueDate: '2026-03-01' }
const hose = { line: '20', sku: 'HH-8', name: 'Hydraulic hose 2SN DN8', quantity: '5', unit: 'MTR' }
const clamp = { line: '30', sku: 'CL-2', quantity: '2', unit: 'EA' }
const order = {
  ...base,
  ...{ type: 'orders', number: 'O-1', status: 'confirmed' },
  lines: [{ line: '10', kind: 'text', name: 'As agreed by telephone' }, hose, clamp],
}
let buyer: string
let logistics: string

beforeAll(async () => {
  const documents = [
    order,
    { ...base, type: 'orders', number: 'O-2', status: 'confirmed', lines: [clamp] },
    { ...base, type: 'orders', number: 'O-3', status: 'confirmed', lines: [] },
    {
      ...{ ...base, type: 'shipments', number: 'S-1', status: 'planned' },
      lines: [{ ...hose, name: `${'🛠'.repeat(90)} tool` }],
    },
  ]
  expect(await portal.ingest(...(documents as Parameters<typeof portal.ingest>))).toMatchObject({
    created: 4,
    errors: [],
  })
  buyer = await portal.signIn('ben@first.example', 'F-1', 'buyer')
  logistics = await portal.signIn('lou@first.example', 'F-1', 'logistics')
})

async function firstItems(type: DocumentType, token = buyer, query = ''): Promise<Record<string, string | null>> {
  const { rows } = (await portal.get(`/documents/${type}${query}`, token)).body as {
    rows: { number: string; firstItem: string | null }[]
  }
  return Object.fromEntries(rows.map(({ number, firstItem }) => [number, firstItem]))
}

test('A list names the first item of each document, or its SKU, to everybody who may open it', async () => {
  const expected = { 'O-1': 'Hydraulic hose 2SN DN8', 'O-2': 'CL-2', 'O-3': null }
  expect(await firstItems('orders')).toEqual(expected)
  expect(await firstItems('orders', logistics)).toEqual(expected)
  expect(await firstItems('orders', buyer, '?q=hose')).toEqual({ 'O-1': 'Hydraulic hose 2SN DN8' })
})

test('A long name is cut between two signs', async () => {
  expect(await firstItems('shipments')).toEqual({ 'S-1': '🛠'.repeat(80) })
})

test('A document that was stored before the column was there is named by its lines', async () => {
  await portal.database.owner.query('update documents set first_item = null')
  expect(await firstItems('orders')).toEqual({ 'O-1': 'Hydraulic hose 2SN DN8', 'O-2': 'CL-2', 'O-3': null })
  expect(await firstItems('shipments')).toEqual({ 'S-1': '🛠'.repeat(80) })
})

test('A part of an order that renames its first item renames it in the list, too', async () => {
  const part = { ...base, type: 'orders', number: 'O-1', partial: true, lines: [{ line: '20', name: 'Hose, 8 mm' }] }
  await portal.ingest(part as Parameters<typeof portal.ingest>[0])
  expect(await firstItems('orders')).toMatchObject({ 'O-1': 'Hose, 8 mm' })
})

test('An order whose first item is gone is named by the next', async () => {
  await portal.ingest({ ...order, lines: [clamp] } as Parameters<typeof portal.ingest>[0])
  expect(await firstItems('orders')).toMatchObject({ 'O-1': 'CL-2' })
})
