import { expect, test } from 'vitest'
import type { IngestLine } from '#contract/ingest/documents.ts'
import { eventId } from './event-id.ts'
import { itemsOf, unitsOf } from './items.ts'

const withoutLines = { type: 'shipments', number: 'DN-1', account: 'C-1' } as const
const shipment = (...lines: IngestLine[]) => ({ ...withoutLines, lines })

test('each serial number and lot is there once for its line', () => {
  const document = shipment(
    { line: '1' },
    { line: '2', serials: ['S-1', 'S-1', 'S-2'], lots: [{ lot: 'L-1' }, { lot: 'L-1', quantity: '2' }] },
    { line: '3', serials: ['S-1'] },
    { line: '4', lots: [{ lot: '٤٢' }] },
  )
  expect(unitsOf(document)).toEqual([
    { position: 2, kind: 'serial', written: 'S-1' },
    { position: 2, kind: 'serial', written: 'S-2' },
    { position: 2, kind: 'lot', written: 'L-1' },
    { position: 3, kind: 'serial', written: 'S-1' },
    { position: 4, kind: 'lot', written: '٤٢' },
  ])
  expect(unitsOf(withoutLines)).toEqual([])
})

test('a serial number without a letter or digit is none, for nobody can search for it', () => {
  expect(unitsOf(shipment({ line: '1', serials: ['-', '---', '#', 'n/a'], lots: [{ lot: '…' }] }))).toEqual([
    { position: 1, kind: 'serial', written: 'n/a' },
  ])
})

test('an article is there once, as the first line names it; a line without one is none', () => {
  const first = { sku: 'A', customerSku: 'X', gtin: '4006381333931', name: 'Pen', unit: 'EA' }
  const document = shipment(
    { line: '1', ...first },
    { line: '2', sku: 'A', name: 'Another name' },
    { line: '3', name: 'No article' },
    { line: '4', sku: 'B' },
  )
  expect(itemsOf(document)).toEqual([
    first,
    { sku: 'B', customerSku: undefined, gtin: undefined, name: undefined, unit: undefined },
  ])
  expect(itemsOf(withoutLines)).toEqual([])
})

test('an event sent again without an id is the same, another is not', () => {
  const event = { at: '2026-03-01T10:00:00Z', code: 'delivered' }
  expect(eventId({ ...event, id: 'E-1' })).toBe('E-1')
  expect(eventId(event)).toBe(eventId({ ...event }))
  expect(eventId(event)).toMatch(/^[0-9a-f]{32}$/)
  expect(eventId(event)).not.toBe(eventId({ ...event, code: 'delayed' }))
})
