import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatSearchQuery,
  parseAmount,
  parseSearchQuery,
  searchPrefixes,
  valuesOf,
  withoutFilter,
  withValues,
} from './query.ts'

const parse = (typed: string, prices = true) => {
  const { words, filters } = parseSearchQuery(typed, { prices })
  return { words, filters: filters.map(({ prefix, value }) => `${prefix}=${value}`) }
}

describe('a search with prefixes', () => {
  test.each([
    ['po:4500012 bearing', 'bearing', ['po=4500012']],
    ['PO:"PUR 000123"', '', ['po=PUR 000123']],
    ['bearing sku:KL-6204 sn:SN-1', 'bearing', ['sku=KL-6204', 'sn=SN-1']],
    ['type:inv status:overdue', '', ['type=invoices', 'status=overdue']],
    ['Type:order status:in-transit', '', ['type=orders', 'status=in_transit']],
    ['after:2026-03-01 before:31.3.2026', '', ['after=2026-03-01', 'before=2026-03-31']],
    ['after:2026-02 before:2026-02', '', ['after=2026-02-01', 'before=2026-02-28']],
    ['after:2026 before:2026', '', ['after=2026-01-01', 'before=2026-12-31']],
    ['over:1.000,50', '', ['over=1000.50']],
    ['over:€1,000', '', ['over=1000']],
    ['po:', '', []],
    ['po:  bearing', 'bearing', []],
    ['po:" " x', 'x', []],
    ['po:" A 1 "', '', ['po=A 1']],
    ['po:A1 po:A1 po:B2', '', ['po=A1', 'po=B2']],
    ['po:A1 sku:A1', '', ['po=A1', 'sku=A1']],
    ['after:1.12.2026 before:01.02.2026', '', ['after=2026-12-01', 'before=2026-02-01']],
    ['after:2026-3-1', '', ['after=2026-03-01']],
    ['after:1000', '', ['after=1000-01-01']],
    ['after:2026-12 before:2026-12-31', '', ['after=2026-12-01', 'before=2026-12-31']],
    ['before:29.2.2028', '', ['before=2028-02-29']],
    ['type:q type:s', '', ['type=quotes', 'type=shipments']],
  ])('“%s” is understood', (typed, words, filters) => {
    expect(parse(typed)).toEqual({ words, filters })
  })

  test.each([
    'foo:bar',
    'https://example.com',
    'type:banana',
    'status:sad',
    'after:2026-02-30',
    'after:2026-02-00',
    'after:2026-00',
    'after:2026-13',
    'after:0999',
    'after:x2026',
    'after:2026x',
    'after:0.3.2026',
    'after:32.3.2026',
    'after:x1.3.2026',
    'after:1.3.2026x',
    'after:2026-123',
    'over:lots',
    'po:---',
    '12:30',
  ])('“%s” is text like any other', (typed) => {
    expect(parse(typed)).toEqual({ words: typed, filters: [] })
  })

  test('amounts narrow nothing for those who may not see prices', () => {
    expect(parse('over:1000', false)).toEqual({ words: 'over:1000', filters: [] })
  })

  test('nothing that can be typed is lost or breaks it, and what was read is read again the same', () => {
    const piece = fc.oneof(
      fc.constantFrom(...searchPrefixes.map((prefix) => `${prefix}:`)),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.constantFrom('type:orders', 'status:open', 'after:2026-01', 'over:12', '"', ' ', 'po:"a 1"'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.boolean(), (pieces, prices) => {
        const typed = pieces.join(' ')
        const query = parseSearchQuery(typed, { prices })
        for (const word of query.words.split(' ')) expect(typed).toContain(word)
        for (const filter of query.filters) {
          expect(typed).toContain(filter.text)
          const rest = parseSearchQuery(formatSearchQuery(withoutFilter(query, filter)), { prices })
          expect(rest.filters).toEqual(query.filters.filter((other) => other !== filter))
          expect(rest.words).toBe(query.words)
        }
      }),
    )
  })

  test('a filter is written as a person would type it, in quotes only if it has blanks', () => {
    const query = parseSearchQuery('', { prices: true })
    const written = (...values: string[]) => formatSearchQuery(withValues(query, 'po', values))
    expect(written('A1')).toBe('po:A1')
    expect(written('A 1', 'B"2')).toBe('po:"A 1" po:B"2')
    expect(written('A" 1')).toBe('po:"A 1"')
    expect(written()).toBe('')
    expect(formatSearchQuery(withValues(parseSearchQuery('x', { prices: true }), 'po', ['A1']))).toBe('x po:A1')
  })

  test('taking one filter away leaves those of the same prefix, and those of the same value', () => {
    const query = parseSearchQuery('po:A1 po:B2 sku:A1', { prices: true })
    const [first] = query.filters
    expect(first && formatSearchQuery(withoutFilter(query, first))).toBe('po:B2 sku:A1')
  })

  test('a filter set is the filter read', () => {
    const code = fc.stringMatching(/^[A-Z0-9][A-Z0-9 -]{0,10}[A-Z0-9]$/)
    fc.assert(
      fc.property(code, (value) => {
        const query = parseSearchQuery(
          formatSearchQuery(withValues(parseSearchQuery('bearing type:orders', { prices: true }), 'po', [value])),
          { prices: true },
        )
        expect(valuesOf(query, 'po')).toEqual([value])
        expect(valuesOf(query, 'type')).toEqual(['orders'])
        expect(query.words).toBe('bearing')
      }),
    )
  })
})

test.each([
  ['1190', '1190'],
  ['1190.5', '1190.5'],
  ['1.190,50', '1190.50'],
  ['1,190.50', '1190.50'],
  ["1'190.50", '1190.50'],
  ['1.190', '1190'],
  ['12,50', '12.50'],
  ['1,190,000', '1190000'],
  ['EUR1190', '1190'],
  ['1190€', '1190'],
  ['$12', '12'],
  ['12usd', '12'],
  ['123456789012', '123456789012'],
  ['1\u00a0190', '1190'],
  ['1’190,5', '1190.5'],
])('the amount %s is %s', (input, amount) => {
  expect(parseAmount(input)).toBe(amount)
})
test.each([
  '',
  'abc',
  '12 EURO',
  'x12',
  '12-',
  '1,19.5',
  '1.190,000,5',
  '123.456.789.012.345',
  '1.2.3',
  '1,190.500',
  '1.190.50',
  '12345678901234',
])('“%s” is no amount', (input) => {
  expect(parseAmount(input)).toBeUndefined()
})
