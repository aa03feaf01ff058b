import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromMillionths, toMillionths } from '../money.ts'
import {
  acceptedOffer,
  type ChosenLine,
  choiceFault,
  isOption,
  type OfferedLine,
  replacedLines,
} from './quote-choice.ts'

const line = (
  name: string,
  amount: string | null,
  option: string | null = null,
  more: Partial<OfferedLine> = {},
): OfferedLine => ({ line: name, kind: 'item', option, quantity: '10', amount, taxRate: '19', ...more })
const lines = [
  line('1', '100'),
  line('2', '120', 'alternative'),
  line('3', '130', 'alternative'),
  line('4', '20', 'optional'),
]
const totals = { net: '100', tax: '19', gross: '119' }
const offer = { currency: 'EUR', totals, lines }

test('without a choice all that is no option is accepted, for what the quote says', () => {
  const accepted = acceptedOffer(offer, [])
  expect(accepted).toMatchObject(totals)
  expect(accepted.lines).toEqual([{ line: '1', quantity: '10', amount: '100' }])
})

test('an alternative takes the place of its line, an option comes on top, a part of it costs its share, and tax follows', () => {
  const accepted = acceptedOffer(offer, [{ line: '2' }, { line: '4', quantity: '3' }])
  expect(accepted).toEqual({
    lines: [
      { line: '2', quantity: '10', amount: '120' },
      { line: '4', quantity: '3', amount: '6.00' },
    ],
    // 100 + 20 + 6, with 19 % of the 26 more.
    net: '126.00',
    tax: '23.94',
    gross: '149.94',
  })
})

test('where the totals of a quote hold its options, those that are not taken go off', () => {
  const all = { net: '370', tax: '70.3', gross: '440.3' }
  expect(acceptedOffer({ ...offer, totals: all }, [])).toMatchObject({ net: '100.00', tax: '19.00', gross: '119.00' })
})

test('what cannot be known is not guessed: the amount of a line without one, the tax of a line without a rate', () => {
  const priceless = { ...offer, lines: [line('1', '100'), line('2', null, 'optional')] }
  expect(acceptedOffer(priceless, [{ line: '2' }])).toMatchObject({ net: null, tax: null, gross: null })
  const untaxed = { ...offer, lines: [line('1', '100'), line('2', '10', 'optional', { taxRate: null })] }
  expect(acceptedOffer(untaxed, [{ line: '2' }])).toMatchObject({ net: '110.00', tax: null, gross: null })
  expect(acceptedOffer({ ...offer, totals: null }, [])).toMatchObject({ net: null, tax: null, gross: null })
})

test.each<[string, ChosenLine[], string, string]>([
  ['a line that the quote does not have', [{ line: '9' }], 'unknown', '9'],
  ['a line that is no option', [{ line: '1' }], 'notOptional', '1'],
  ['a line twice', [{ line: '4' }, { line: '4' }], 'twice', '4'],
  ['two alternatives of one line', [{ line: '2' }, { line: '3' }], 'twice', '3'],
  ['more than is offered', [{ line: '4', quantity: '10.5' }], 'tooMany', '4'],
])('%s cannot be chosen', (_what, choice, reason, wrongLine) => {
  expect(choiceFault(lines, choice)).toEqual({ reason, line: wrongLine })
})

test('an alternative without a line before it replaces none', () => {
  const alone = [line('1', '10', 'alternative'), line('2', '100')]
  expect(replacedLines(alone).size).toBe(0)
  expect(acceptedOffer({ ...offer, lines: alone }, [{ line: '1' }])).toMatchObject({ net: '110.00' })
})

const cents = fc.integer({ min: 0, max: 1_000_000 }).map((value) => fromMillionths(BigInt(value) * 10_000n, 2))
const anyLines = fc
  .array(fc.record({ amount: cents, option: fc.constantFrom(null, 'optional', 'alternative'), taken: fc.boolean() }), {
    minLength: 1,
    maxLength: 8,
  })
  .map((rows) =>
    rows.map(({ amount, option, taken }, index) => ({ ...line(String(index + 1), amount, option), taken })),
  )

test('whatever is offered and chosen, the net amount is the sum of what is accepted, to the cent', () => {
  fc.assert(
    fc.property(anyLines, (offered) => {
      const sumOf = (rows: readonly { amount: string | null }[]) =>
        rows.reduce((sum, { amount }) => sum + toMillionths(amount ?? '0'), 0n)
      const choice = offered.filter((one) => one.taken && isOption(one)).map((one) => ({ line: one.line }))
      fc.pre(choiceFault(offered, choice) === undefined)
      const net = sumOf(offered.filter((one) => !isOption(one)))
      // Otherwise it could not be told whether the totals hold the options.
      fc.pre(sumOf(offered) !== net || offered.every((one) => !isOption(one) || one.amount === '0.00'))
      const accepted = acceptedOffer(
        {
          currency: 'EUR',
          totals: { net: fromMillionths(net, 2), tax: '0', gross: fromMillionths(net, 2) },
          lines: offered,
        },
        choice,
      )
      expect(toMillionths(accepted.net ?? '')).toBe(sumOf(accepted.lines))
      const chosen = new Set(choice.map((one) => one.line))
      expect(accepted.lines.filter((one) => chosen.has(one.line))).toHaveLength(chosen.size)
    }),
  )
})
