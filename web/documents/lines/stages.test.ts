import { describe, expect, test } from 'vitest'
import type { DocumentLine } from '#contract/documents/endpoints.ts'
import { openLines, type Stages, stageShares } from './stages.ts'

const stages = (overrides: Partial<Stages>): Stages => ({
  ordered: '10',
  shipped: '0',
  delivered: '0',
  invoiced: '0',
  returned: '0',
  cancelled: '0',
  open: '10',
  ...overrides,
})

function line(number: string, overrides: Partial<DocumentLine>): DocumentLine {
  const textFields = [
    'sku',
    'customerSku',
    'gtin',
    'name',
    'description',
    'quantity',
    'unit',
    'unitPrice',
    'discountPercent',
  ]
  const otherFields = [
    'taxRate',
    'amount',
    'requestedDate',
    'promisedDate',
    'estimatedDate',
    'originCountry',
    'commodityCode',
  ]
  const empty = Object.fromEntries([...textFields, ...otherFields, 'note', 'package'].map((name) => [name, null]))
  return { line: number, kind: 'item', serials: [], lots: [], references: [], ...empty, ...overrides } as DocumentLine
}

describe('what is still open on an order', () => {
  test('comes soonest first, what has no date last, what is complete or a charge not at all', () => {
    const lines = [
      line('10', { stages: stages({ open: '0', shipped: '10' }) }),
      line('20', { stages: stages({}) }),
      line('30', { stages: stages({}), promisedDate: '2026-12-05' }),
      line('40', { stages: stages({ open: '0.5' }), promisedDate: '2026-11-01', estimatedDate: '2026-12-01' }),
      line('900', { kind: 'charge', stages: stages({}) }),
    ]
    expect(openLines(lines).map((openLine) => openLine.line)).toEqual(['40', '30', '20'])
  })
})

describe('the bar of a line', () => {
  test('shows delivered, then what is on its way, and never more than the whole', () => {
    const { delivered, underWay } = stageShares(stages({ shipped: '6', delivered: '4' }))
    expect(delivered).toBe(0.4)
    expect(underWay).toBeCloseTo(0.2)
    expect(stageShares(stages({ shipped: '15', delivered: '12' }))).toEqual({ delivered: 1, underWay: 0 })
    expect(stageShares(stages({ ordered: '0', shipped: '3' }))).toEqual({ delivered: 0, underWay: 0 })
  })
})
