import { expect, test } from 'vitest'
import { scanTarget } from './scan-target.ts'

const label = { gtin: '04012345000016', serial: null, lot: null, expiry: null, sscc: null }
const item = { sku: 'BK-42', customerSku: null, gtin: null, name: null, next: null }
const unit = { kind: 'serial' as const, code: 'S-1', sku: 'BK-42', name: null }
const document = {
  type: 'shipments' as const,
  number: 'DN/1',
  status: 'packed',
  date: null,
  customerReference: null,
  items: [],
}
const reply = { label, items: [item], units: [unit], documents: [document] }

test('a label leads to its unit, else to its article, else to the shipment with its package', () => {
  expect(scanTarget({ ...reply, documents: [] })).toMatchObject({ params: { code: 'S-1' } })
  expect(scanTarget({ ...reply, units: [], documents: [] })).toMatchObject({ params: { sku: 'BK-42' } })
  expect(scanTarget({ ...reply, items: [], units: [] })).toMatchObject({
    params: { type: 'shipments', number: 'DN/1' },
  })
})

test('what leaves a choice, and what was typed, is a list', () => {
  expect(scanTarget(reply)).toBeNull()
  expect(scanTarget({ ...reply, label: null, documents: [] })).toBeNull()
  expect(scanTarget({ label, items: [item, { ...item, sku: 'BK-43' }], units: [], documents: [] })).toBeNull()
  expect(scanTarget({ label, items: [], units: [unit, { ...unit, code: 'S-2' }], documents: [] })).toBeNull()
  expect(scanTarget({ label, items: [], units: [], documents: [] })).toBeNull()
})
