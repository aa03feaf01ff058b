import { expect, test } from 'vitest'
import {
  type Formula,
  fitOperands,
  formulaKinds,
  formulaOf,
  formulaValue,
  formulaValues,
  operandsOf,
} from './formula-value.ts'

/* What somebody puts together of columns is a value that a profile can hold. */

const column = (text: string) => ({ is: 'column' as const, text })
const text = (content: string) => ({ is: 'text' as const, text: content })
const formula = (more: Partial<Formula>): Formula => ({
  ...{ id: 1, field: 'lines.name', kind: 'join', operands: [column('A'), column('B')], sign: ' ', by: '' },
  ...{ calculation: 'multiply', from: 1, length: 0, ...more },
})

test.for([
  ['columns are joined', {}, { join: [{ column: 'A' }, { column: 'B' }], with: ' ' }],
  [
    'a column is multiplied by a number',
    { kind: 'calculate', operands: [column('A'), text('1.19')] },
    { multiply: [{ column: 'A' }, { constant: '1.19' }] },
  ],
  [
    'a column is divided by another',
    { kind: 'calculate', calculation: 'divide' },
    { divide: [{ column: 'A' }, { column: 'B' }], places: 4 },
  ],
  ['columns are added', { kind: 'calculate', calculation: 'plus' }, { add: [{ column: 'A' }, { column: 'B' }] }],
  [
    'the last part is taken',
    { kind: 'split', operands: [column('A')], sign: '-', from: -1 },
    { split: { column: 'A' }, at: '-', take: -1 },
  ],
  [
    'some characters are taken',
    { kind: 'part', operands: [column('A')], from: 3, length: 2 },
    { part: { column: 'A' }, from: 3, length: 2 },
  ],
  [
    'all from a character on are taken',
    { kind: 'part', operands: [column('A')], from: 3 },
    { part: { column: 'A' }, from: 3 },
  ],
  [
    'a text is replaced by nothing',
    { kind: 'replace', operands: [column('A')], sign: 'EUR' },
    { replace: { column: 'A' }, find: 'EUR', by: '' },
  ],
  [
    'an empty column has a default',
    { kind: 'default', operands: [column('A'), text('EUR')] },
    { first: [{ column: 'A' }, { constant: 'EUR' }] },
  ],
  [
    'a column decides',
    { kind: 'if', operands: [column('A'), text('CHF'), column('B')], by: 'X' },
    { if: { equals: [{ column: 'A' }, { constant: 'X' }] }, yes: { constant: 'CHF' }, no: { column: 'B' } },
  ],
  ['it is the same everywhere', { kind: 'text', operands: [text('DAP')] }, { constant: 'DAP' }],
] as const)('%s', ([, more, value]) => {
  expect(formulaValue(formula(more), false)).toEqual(value)
  expect(formulaValue(formulaOf(7, 'lines.name', value), false)).toEqual(value)
  expect(formulaOf(7, 'lines.name', value).kept).toBeUndefined()
})

test('a value of parts inside parts is kept as a profile has it', () => {
  const value = { upper: { join: [{ column: 'A' }, { column: 'B' }] } }
  expect(formulaValue(formulaOf(1, 'lines.name', value), false)).toBe(value)
  const inside = { join: [{ column: 'A' }, { upper: { column: 'B' } }] }
  expect(formulaOf(1, 'lines.name', inside).kept).toBe(inside)
})

test('what is not whole yet is no value, and columns without headings go by their numbers', () => {
  expect(formulaValue(formula({ field: '' }), false)).toBeUndefined()
  expect(formulaValue(formula({ operands: [column('A'), column('')] }), false)).toBeUndefined()
  expect(formulaValue(formula({ kind: 'split', operands: [column('A')], sign: '' }), false)).toBeUndefined()
  expect(formulaValue(formula({ kind: 'part', operands: [column('A')], from: 0 }), false)).toBeUndefined()
  const numbered = formula({ field: 'number of orders', operands: [column('1'), column('3')] })
  expect(formulaValues([numbered, formula({ field: '' })], () => true)).toEqual({
    'number of orders': { join: [{ column: 1 }, { column: 3 }], with: ' ' },
  })
})

test('another way of putting together keeps the columns that it can use', () => {
  const before = [column('A'), column('B'), text('x')]
  for (const kind of formulaKinds) {
    const after = fitOperands(kind, before)
    const [least, most] = operandsOf[kind]
    expect(after.length).toBeGreaterThanOrEqual(least)
    expect(after.length).toBeLessThanOrEqual(most)
    if (kind !== 'text') expect(after[0]).toEqual(column('A'))
  }
  expect(fitOperands('default', before)).toEqual([column('A'), text('')])
  expect(fitOperands('text', before)).toEqual([text('')])
})
