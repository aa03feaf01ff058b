import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compare, sum } from '../money.ts'
import {
  type DoneStep,
  type ExpectedLine,
  isLater,
  leftToReturn,
  type NamingDocument,
  type NamingLine,
  type ReportedSteps,
  returnProgress,
  returnSteps,
  suppliersSteps,
  takenOf,
} from './returns.ts'

const nothingReported: ReportedSteps = { approved: null, shipped: null, received: null, credited: null }
const shipment = (status: string, more: Partial<NamingDocument> = {}): NamingDocument => ({
  ...{ type: 'shipments', status, date: '2026-03-05', deliveredDate: null },
  ...more,
})
const credit = (status = 'credit'): NamingDocument => ({
  ...{ type: 'invoices', status, date: '2026-03-09', deliveredDate: null },
})
const stepOf = (reported: Partial<ReportedSteps>, ...documents: NamingDocument[]) =>
  returnProgress('2026-03-01', { ...nothingReported, ...reported }, documents).at(-1)

describe('how far a return is', () => {
  test.each<[string, Partial<ReportedSteps>, NamingDocument[], DoneStep]>([
    ['asked for', {}, [], { step: 'asked', at: '2026-03-01' }],
    ['agreed', { approved: '2026-03-02' }, [], { step: 'approved', at: '2026-03-02' }],
    [
      'still agreed while its shipment is packed',
      { approved: '2026-03-02' },
      [shipment('packed')],
      { step: 'approved', at: '2026-03-02' },
    ],
    [
      'on its way by its shipment',
      { approved: '2026-03-02' },
      [shipment('in_transit')],
      { step: 'shipped', at: '2026-03-05' },
    ],
    [
      'received by its shipment',
      {},
      [shipment('delivered', { deliveredDate: '2026-03-07' })],
      { step: 'received', at: '2026-03-07' },
    ],
    ['credited by its credit note', {}, [credit()], { step: 'credited', at: '2026-03-09' }],
    ['no further by a credit note that was cancelled', {}, [credit('cancelled')], { step: 'asked', at: '2026-03-01' }],
    [
      'as far as the supplier said',
      { received: '2026-03-08' },
      [shipment('in_transit')],
      { step: 'received', at: '2026-03-08' },
    ],
  ])('%s', (_, reported, documents, expected) => {
    expect(stepOf(reported, ...documents)).toEqual(expected)
  })

  test('never goes back by what is said or sent besides, and has all steps before the last', () => {
    const when = fc.constantFrom(null, '2026-03-02', '2026-03-08')
    const reported = fc.record({ approved: when, shipped: when, received: when, credited: when })
    const document = fc.oneof(
      fc.constantFrom('packed', 'in_transit', 'delivered', 'returned', 'cancelled').map((status) => shipment(status)),
      fc.constantFrom('credit', 'settled', 'cancelled').map((status) => credit(status)),
    )
    fc.assert(
      fc.property(
        reported,
        fc.array(document),
        document,
        fc.constantFrom(...suppliersSteps),
        (known, sent, another, step) => {
          const before = returnProgress('2026-03-01', known, sent)
          expect(before.map((one) => one.step)).toEqual(returnSteps.slice(0, before.length))
          const last = before.at(-1)?.step ?? 'asked'
          for (const after of [
            returnProgress('2026-03-01', known, [...sent, another]),
            returnProgress('2026-03-01', { ...known, [step]: '2026-03-10' }, sent),
          ])
            expect(isLater(last, after.at(-1)?.step ?? 'asked')).toBe(false)
        },
      ),
    )
  })
})

const quantity = fc.integer({ min: 0, max: 10 ** 7 }).map((thousandths) => (thousandths / 1000).toFixed(3))

describe('what can be returned', () => {
  test('with what is asked for and what came back otherwise is never more than came', () => {
    const wishes = fc.array(fc.tuple(fc.constantFrom(0, 1), quantity), { maxLength: 12 })
    fc.assert(
      fc.property(quantity, quantity, quantity, wishes, (first, second, back, wanted) => {
        // One line of an order, delivered by two shipments.
        const delivered = [first, second]
        const ordered = sum(delivered)
        const asked = ['0', '0']
        for (const [from, wish] of wanted) {
          const line = { delivered: delivered[from] ?? '0', asked: asked[from] ?? '0' }
          const left = leftToReturn(line, { delivered: ordered, back, asked: sum(asked) })
          expect(compare(left, '0')).toBeGreaterThanOrEqual(0)
          if (compare(wish, left) <= 0) asked[from] = sum([asked[from], wish])
        }
        for (const from of [0, 1]) expect(compare(asked[from] ?? '0', delivered[from] ?? '0')).toBeLessThanOrEqual(0)
        if (compare(sum(asked), '0') > 0) expect(compare(sum([...asked, back]), ordered)).toBeLessThanOrEqual(0)
      }),
    )
  })

  test('is all that came, as long as nothing else is known', () => {
    expect(leftToReturn({ delivered: '10.5', asked: '0' }, null)).toBe('10.5')
    expect(leftToReturn({ delivered: '10', asked: '12' }, null)).toBe('0')
  })
})

describe('what documents take of a return', () => {
  const article = fc.record({
    order: fc.constantFrom(null, 'O-1', 'O-2'),
    orderLine: fc.constantFrom(null, '1', '2'),
    sku: fc.constantFrom(null, 'A', 'B'),
  })
  const expected: fc.Arbitrary<ExpectedLine> = fc
    .tuple(article, quantity, fc.option(quantity))
    .map(([of, asked, agreed]) => ({
      ...of,
      quantity: asked,
      approved: agreed !== null && compare(agreed, asked) <= 0 ? agreed : null,
    }))
  const naming: fc.Arbitrary<NamingLine> = fc
    .tuple(article, quantity, fc.boolean())
    .map(([of, amount, isNegative]) => ({ ...of, quantity: isNegative ? `-${amount}` : amount }))

  test('with what fits nowhere is what they name, and of no line more than was agreed', () => {
    fc.assert(
      fc.property(fc.array(expected, { maxLength: 6 }), fc.array(naming, { maxLength: 6 }), (lines, named) => {
        const { taken, surplus } = takenOf(lines, named)
        expect(sum([...taken, surplus])).toBe(sum(named.map((one) => one.quantity.replace('-', ''))))
        lines.forEach((line, index) => {
          expect(compare(taken[index] ?? '0', line.approved ?? line.quantity)).toBeLessThanOrEqual(0)
        })
      }),
    )
  })

  test('goes first to the line of the order that is named, then to its article', () => {
    const line = (orderLine: string) => ({ order: 'O-1', orderLine, sku: 'A', quantity: '2', approved: null })
    const named = { order: 'O-1', orderLine: '2', sku: 'A', quantity: '3' }
    expect(takenOf([line('1'), line('2')], [named])).toEqual({ taken: ['1', '2'], surplus: '0' })
    expect(takenOf([line('1')], [{ ...named, sku: 'B' }])).toEqual({ taken: ['0'], surplus: '3' })
  })
})
