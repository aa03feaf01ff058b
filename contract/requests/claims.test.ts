import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromMillionths } from '../money.ts'
import { type ClaimedLine, excessiveClaim } from './claims.ts'
import { claimKinds } from './rules.ts'

const millionths = fc.bigInt({ min: 1n, max: 20_000_000n })
const entries = fc.array(
  fc.record({ line: fc.constantFrom('1', '2'), kind: fc.constantFrom(...claimKinds), count: fc.option(millionths) }),
  { maxLength: 8 },
)
const lines = fc.tuple(millionths, millionths).map(([one, two]) => [one, two] as const)

test('missing, damaged and wrong of a line come to no more than was delivered, however often something is claimed', () => {
  fc.assert(
    fc.property(lines, fc.array(entries, { maxLength: 6 }), (delivered, claims) => {
      const taken = new Map([
        ['1', 0n],
        ['2', 0n],
      ])
      for (const claim of claims) {
        const lines = delivered.map((quantity, index) => {
          const line = String(index + 1)
          return { line, delivered: fromMillionths(quantity), claimed: fromMillionths(taken.get(line) ?? 0n) }
        })
        const entered = claim.map(
          ({ line, kind, count }): ClaimedLine => ({
            ...{ line, kind },
            ...(count === null ? {} : { quantity: fromMillionths(count) }),
          }),
        )
        const added = (line: string) =>
          claim
            .filter((entry) => entry.line === line && entry.kind !== 'over')
            .reduce((total, { count }) => total + (count ?? 0n), 0n)
        const fault = excessiveClaim(lines, entered)
        const isTooMuch = ['1', '2'].some(
          (line, index) => added(line) > 0n && (taken.get(line) ?? 0n) + added(line) > (delivered[index] ?? 0n),
        )
        expect(fault !== undefined).toBe(isTooMuch)
        if (!fault) for (const line of ['1', '2']) taken.set(line, (taken.get(line) ?? 0n) + added(line))
      }
      for (const [index, quantity] of delivered.entries())
        expect(taken.get(String(index + 1)) ?? 0n).toBeLessThanOrEqual(quantity)
    }),
  )
})

test('of a line whose quantity nobody knows, and of what came beyond it, any quantity can be claimed', () => {
  const entry = (kind: ClaimedLine['kind']): ClaimedLine => ({ line: '1', kind, quantity: '99' })
  expect(excessiveClaim([{ line: '1', delivered: null, claimed: '3' }], [entry('short')])).toBeUndefined()
  expect(excessiveClaim([{ line: '1', delivered: '7', claimed: '7' }], [entry('over')])).toBeUndefined()
  expect(excessiveClaim([{ line: '1', delivered: '7', claimed: '7' }], [{ line: '1', kind: 'wrong' }])).toBeUndefined()
  expect(excessiveClaim([{ line: '1', delivered: '7', claimed: '0' }], [entry('wrong')])).toEqual({
    ...{ line: '1', delivered: '7', claimed: '99' },
  })
})
