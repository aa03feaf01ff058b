import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkDocument } from './check.ts'
import { clearedPaths, propertyPath } from './empty-values.ts'

const order = { type: 'orders', number: 'SO-1', account: 'C-1' }

const problemsOf = (fields: object) => {
  const checked = checkDocument({ ...order, ...fields })
  return 'problems' in checked ? checked.problems : []
}
const documentOf = (fields: object) => {
  const checked = checkDocument({ ...order, ...fields })
  return 'problems' in checked ? checked.problems : checked.document
}

test('what is null or "" is as if it were not sent, also within lines and lists', () => {
  const sent = {
    note: '',
    dueDate: null,
    lines: [{ line: '1', name: '', sku: null, serials: ['S-1', '', 'S-2'] }],
    shipTo: { name: 'Dock 4', lines: ['', 'Gate 2', ''], city: null },
  }
  const kept = { lines: [{ line: '1', serials: ['S-1', 'S-2'] }], shipTo: { name: 'Dock 4', lines: ['Gate 2'] } }
  expect(documentOf(sent)).toEqual({ ...order, ...kept })
  expect(documentOf({ note: ' ' })).toEqual({ ...order, note: ' ' })
})

test('a null in a list is no empty entry, and is named by its place', () => {
  expect(problemsOf({ lines: [{ line: '1' }, null] })).toEqual([
    { path: '$.lines[1]', message: 'It must be an object in braces, not null.' },
  ])
  expect(problemsOf({ lines: [{ line: '1', serials: ['S-1', '', null] }] })).toEqual([
    { path: '$.lines[0].serials[1]', message: 'It must be a text in quotes, not null.' },
  ])
})

test('every control character but tab and line breaks is refused by its code, wherever it stands', () => {
  const kept = ['\t', '\n', '\r']
  for (let code = 0; code < 0xa0; code++) {
    const character = String.fromCharCode(code)
    const isRefused = (code < 0x20 && !kept.includes(character)) || code === 0x7f
    const hex = code.toString(16).toUpperCase().padStart(4, '0')
    const message = `"$.billTo.name" holds the control character U+${hex}; leave it out.`
    expect(problemsOf({ billTo: { name: `Better${character}Bikes` } }), hex).toEqual(
      isRefused ? [{ path: '$.billTo.name', message }] : [],
    )
  }
})

test('half of a character is refused wherever it stands', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 20 }),
      fc.integer({ min: 0xd800, max: 0xdfff }),
      fc.stringMatching(/^[ -~]{0,20}$/),
      (before, half, after) => {
        const note = `${before.replaceAll(/[\p{Cc}\p{Cs}]/gu, '')}${String.fromCharCode(half)}${after}`
        expect(problemsOf({ note })).toEqual([
          {
            path: '$.note',
            message: '"$.note" holds half of a character (a lone surrogate); send the whole character.',
          },
        ])
      },
    ),
  )
  expect(problemsOf({ note: 'a whole one: 😀' })).toEqual([])
})

test('at most twenty problems are told of one document', () => {
  const lines = Array.from({ length: 30 }, (_, index) => ({ line: `${index}`, name: 'a\u0000b' }))
  const told = problemsOf({ lines })
  expect(told).toHaveLength(20)
  expect(told[19]?.path).toBe('$.lines[19].name')
  const twice = Array.from({ length: 30 }, () => ({ line: '1' }))
  expect(problemsOf({ lines: twice })).toHaveLength(20)
})

test('a document that is nested endlessly is refused before anything else reads it', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 'text' : { a: nested(levels - 1) })
  const path = `$.note${'.a'.repeat(12)}`
  expect(problemsOf({ note: nested(13) })).toEqual([
    { path, message: `"${path}" is nested deeper than a document ever is.` },
  ])
  expect(problemsOf({ note: nested(12) })).toEqual([
    { path: '$.note', message: expect.stringContaining('It must be a text in quotes, not {"a"') },
  ])
  const inLists = (levels: number): unknown => (levels === 0 ? 'text' : [inLists(levels - 1)])
  expect(problemsOf({ note: inLists(13) })).toEqual([
    { path: `$.note${'[0]'.repeat(12)}`, message: expect.stringContaining('is nested deeper') },
  ])
})

test.each([
  ['totals', '$.totals'],
  ['_a1', '$._a1'],
  ['A', '$.A'],
  ['a b', '$["a b"]'],
  ['1a', '$["1a"]'],
  ['a-b', '$["a-b"]'],
  ['', '$[""]'],
  ['a"b', '$["a\\"b"]'],
  ['x'.repeat(60), `$.${'x'.repeat(60)}`],
  ['x'.repeat(61), `$["${'x'.repeat(60)}…"]`],
])('the property %j is named in a path as programs read it', (name, path) => expect(propertyPath('$', name)).toBe(path))

test('a partial message says which values it clears', () => {
  const message = {
    ...order,
    note: null,
    project: '',
    dueDate: '2026-03-01',
    totals: { net: null, gross: '1.00' },
    details: { placedBy: '' },
    shipment: { carrier: null },
    billTo: { name: null },
    lines: [{ line: '1', sku: null }, { line: '2', name: '', unit: 'EA' }, 'no line'],
  }
  const paths = [
    ['note'],
    ['project'],
    ['totals', 'net'],
    ['details', 'placedBy'],
    ['shipment', 'carrier'],
    ['lines', 0, 'sku'],
    ['lines', 1, 'name'],
  ]
  expect(clearedPaths(message)).toEqual(paths)
})

test.each([[null], [''], ['text'], [[]], [5]])('lines that are %j clear nothing', (lines) =>
  expect(clearedPaths({ ...order, lines, totals: lines, details: undefined })).toEqual(
    lines === null || lines === '' ? [['totals']] : [],
  ),
)

test('a value within a list of values other than lines is not cleared by itself', () => {
  expect(clearedPaths({ ...order, totals: [null, ''], shipment: { packages: [{ sscc: null }] } })).toEqual([])
})
