import { expect, test } from 'vitest'
import { linesWith } from './line-search.ts'

const lines = [
  {
    line: '10',
    sku: 'KL-6210',
    customerSku: 'A 77',
    gtin: null,
    name: 'Deep groove ball bearing 6210',
    description: null,
  },
  {
    line: '20',
    sku: 'SL-DN8',
    customerSku: null,
    gtin: '4006381333931',
    name: 'Hydraulikschlauch für Öl',
    description: null,
  },
  { line: '30', sku: null, customerSku: null, gtin: null, name: null, description: 'Please mark every package' },
]

test.each([
  ['', ['10', '20', '30']],
  ['  ', ['10', '20', '30']],
  ['bearing', ['10']],
  ['BALL 6210', ['10']],
  ['a 77', ['10']],
  ['ol fur', ['20']],
  ['400638', ['20']],
  ['mark', ['30']],
  ['nothing like it', []],
])('“%s” finds the lines %j', (typed, found) => {
  expect(linesWith(lines, typed).map(({ line }) => line)).toEqual(found)
})
