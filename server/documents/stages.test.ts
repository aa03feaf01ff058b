import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FlowRow } from './detail-queries.ts'
import { sharesOf, stagesOf } from './stages.ts'

const flow = (part: Partial<FlowRow>): FlowRow => ({
  position: 1,
  documentId: 'a',
  shipped: '0',
  delivered: '0',
  returned: '0',
  invoiced: '0',
  ...part,
})
const ten = [{ position: 1, quantity: '10.000000' }]

describe('what became of an ordered quantity', () => {
  test('what was not shipped is open', () => {
    const stages = stagesOf(
      ten,
      [flow({ shipped: '4', delivered: '4' }), flow({ documentId: 'b', shipped: '1.5' })],
      false,
    )
    expect(stages.get(1)).toMatchObject({ ordered: '10', shipped: '5.5', delivered: '4', open: '4.5', cancelled: '0' })
  })

  test('more shipped than ordered leaves nothing open, and says what was shipped', () => {
    expect(stagesOf(ten, [flow({ shipped: '12' })], false).get(1)).toMatchObject({ shipped: '12', open: '0' })
  })

  test('of a cancelled order the rest is cancelled, not open', () => {
    expect(stagesOf(ten, [flow({ shipped: '3' })], true).get(1)).toMatchObject({ cancelled: '7', open: '0' })
  })

  test('shipped, open and cancelled account for all that was ordered, in whatever order papers come', () => {
    const quantity = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(
        fc.array(quantity, { maxLength: 6 }),
        fc.integer({ min: 0, max: 5_000_000 }),
        fc.boolean(),
        (parts, ordered, cancelled) => {
          const flows = parts.map((part, n) => flow({ documentId: String(n), shipped: String(part) }))
          const lines = [{ position: 1, quantity: String(ordered) }]
          const stages = stagesOf(lines, flows, cancelled).get(1)
          expect(stages).toEqual(stagesOf(lines, flows.toReversed(), cancelled).get(1))
          const shipped = parts.reduce((total, part) => total + part, 0)
          expect(Number(stages?.open) + Number(stages?.cancelled)).toBe(Math.max(ordered - shipped, 0))
        },
      ),
    )
  })

  test('each document carries its share of the order', () => {
    const shares = sharesOf(ten, [
      flow({ shipped: '4' }),
      flow({ documentId: 'b', invoiced: '-10' }),
      flow({ documentId: 'c', shipped: '25' }),
    ])
    expect([...shares]).toEqual([
      ['a', 0.4],
      ['b', 1],
      ['c', 1],
    ])
    expect(sharesOf([{ position: 1, quantity: null }], [flow({ shipped: '1' })]).size).toBe(0)
  })
})
