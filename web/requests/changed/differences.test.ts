import { expect, test } from 'vitest'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { loadTexts } from '#web/ui/load-texts.ts'
import { differencesOf } from './differences.ts'

await loadTexts(['shell', 'detail', 'fields', 'changes', 'requests'])

const line = { line: '1', name: 'Saddle', sku: 'BK-1', quantity: '4', unitPrice: '5.0000', lots: [], stages: null }
/** A document with the fields that are compared here; a real one has many more. */
const shown = (version: string, overrides: object = {}) =>
  ({
    ...{ version, type: 'orders', number: 'O-1', status: 'confirmed' },
    header: { currency: 'EUR', promisedDate: '2026-03-20', sourceModifiedAt: '2026-03-01T08:00:00Z', late: null },
    ...{ billTo: null, shipTo: null, totals: { gross: '20.0000' }, lines: [line], paymentTerms: '30 days' },
    ...overrides,
  }) as unknown as DocumentDetail
const differencesWith = (overrides: object) =>
  differencesOf(shown('a'), shown('b', overrides)).map(({ name, before, now }) => [name.toLowerCase(), before, now])

test('nothing is said of a document that is the same', () => {
  expect(differencesOf(shown('a'), shown('a'))).toEqual([])
  expect(differencesWith({})).toEqual([])
})

test('when it was sent, and what follows from today, is no difference', () => {
  const header = { ...shown('a').header, sourceModifiedAt: '2026-03-02T08:00:00Z', late: true }
  expect(differencesWith({ header })).toEqual([])
})

test('dates, terms, amounts and addresses are named with what they were', () => {
  const header = { ...shown('a').header, promisedDate: null }
  expect(differencesWith({ header, paymentTerms: '14 days', totals: { gross: '25.0000' } })).toEqual([
    [expect.stringMatching(/promised/), expect.stringMatching(/2026/), null],
    [expect.stringMatching(/terms/), '30 days', '14 days'],
    ['total', '20.00', '25.00'],
  ])
  expect(differencesWith({ shipTo: { name: 'Better Bikes', lines: ['12 Mill Lane'], city: 'Leeds' } })).toEqual([
    [expect.anything(), null, 'Better Bikes, 12 Mill Lane, Leeds'],
  ])
})

test('lines are named that changed, went and came, also where only a list in them changed', () => {
  const names = (lines: object[]) => differencesWith({ lines }).map(([, before, now]) => [before, now])
  expect(names([{ ...line, quantity: '6' }])).toEqual([['4', '6']])
  expect(names([])).toEqual([['Saddle', null]])
  expect(names([line, { ...line, line: '2', name: 'Pedal' }])).toEqual([[null, 'Pedal']])
  expect(names([{ ...line, lots: [{ lot: 'L-1' }] }])).toEqual([['Saddle', 'Saddle']])
  expect(names([{ ...line, stages: { delivered: '1' } }])).toEqual([])
})
