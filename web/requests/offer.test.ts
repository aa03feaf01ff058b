import { expect, test } from 'vitest'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { acceptanceOf, isPossibleQuantity, withOption } from './offer.ts'

const line = (name: string, amount: string, option: 'optional' | 'alternative' | null = null) => ({
  ...{ line: name, kind: 'item', option, quantity: '10', taxRate: '0', amount },
})
const lines = [
  line('1', '100.00'),
  line('2', '120.00', 'alternative'),
  line('3', '90.00', 'alternative'),
  line('4', '20.00', 'optional'),
]
const detail = {
  header: { currency: 'EUR', revision: '2', validUntil: '2026-04-01', sourceModifiedAt: '2026-03-01T10:00:00Z' },
  totals: { net: '100.00', tax: '0.00', gross: '100.00' },
  lines,
} as unknown as DocumentDetail
const seen = { revision: '2', modifiedAt: '2026-03-01T10:00:00Z', validUntil: '2026-04-01' }

test('an alternative that is ticked unticks the other of the same line, and is taken whole', () => {
  const first = withOption({}, lines, '2', true)
  expect(first).toEqual({ '2': '10' })
  const both = withOption(withOption(first, lines, '4', true), lines, '3', true)
  expect(both).toEqual({ '3': '10', '4': '10' })
  expect(withOption(both, lines, '3', false)).toEqual({ '4': '10' })
})

test('all of an option whose quantity has three decimals is taken as it stands', () => {
  const weighed = lines.map((one) => ({ ...one, quantity: '1.125' }))
  const choice = withOption({}, weighed, '4', true)
  expect(choice).toEqual({ '4': '1.1250' })
  expect(isPossibleQuantity(choice['4'] ?? '', '1.125')).toBe(true)
  expect(acceptanceOf({ ...detail, lines: weighed } as DocumentDetail, choice).content).toMatchObject({
    lines: [{ line: '4' }],
  })
})

test('what is sent names what was chosen and what the person saw', () => {
  expect(acceptanceOf(detail, {}).content).toEqual({ seen: { ...seen, amount: '100.00' } })
  expect(acceptanceOf(detail, { '4': '2,5' }).content).toEqual({
    lines: [{ line: '4', quantity: '2.5' }],
    seen: { ...seen, amount: '105.00' },
  })
})

test.each([
  ['2,5', true],
  ['10', true],
  ['10.5', false],
  ['1,000', false],
  ['0', false],
  ['', false],
  ['some', false],
])('a quantity typed as "%s" can be taken of 10: %s', (typed, isPossible) => {
  expect(isPossibleQuantity(typed, '10')).toBe(isPossible)
})
