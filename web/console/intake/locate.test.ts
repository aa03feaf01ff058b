import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indentJson, placeOf } from './locate.ts'

const marked = (text: string, path: string, message = '') => {
  const place = placeOf(text, { path, message })
  return place && text.slice(place.from, place.to)
}

test('the value at a path is found, however the text is laid out', () => {
  const document = {
    type: 'orders',
    status: 'Open',
    lines: [{ line: '1' }, { line: '2', unit: 'Stück "groß"', tags: [1, [2, { a: null }]] }],
  }
  for (const text of [
    JSON.stringify(document),
    indentJson(JSON.stringify(document)),
    JSON.stringify(document, null, 4),
  ]) {
    expect(marked(text, '$.status')).toBe('"Open"')
    expect(marked(text, '$.lines[1].unit')).toBe('"Stück \\"groß\\""')
    expect(marked(text, '$.lines[1].tags[1][1].a')).toBe('null')
    // What is missing is told by what should hold it.
    expect(marked(text, '$.account')).toBe('{')
    expect(marked(text, '$.lines[0].quantity')).toBe('{')
  }
})

test('whatever a document holds, each of its values is found at its path', () => {
  const key = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9]{0,8}$/)
  const { document } = fc.letrec((tie) => ({
    document: fc.dictionary(
      key,
      fc.oneof(
        { maxDepth: 3 },
        fc.string(),
        fc.integer(),
        fc.constant(null),
        tie('document'),
        fc.array(fc.string(), { maxLength: 3 }),
      ),
      { maxKeys: 4 },
    ),
  }))
  const paths = (value: unknown, path: string): [string, unknown][] => [
    [path, value],
    ...(typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, inner]) =>
          paths(inner, Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`),
        )
      : []),
  ]
  fc.assert(
    fc.property(document, (value) => {
      for (const text of [JSON.stringify(value), indentJson(JSON.stringify(value))])
        for (const [path, inner] of paths(value, '$')) expect(JSON.parse(marked(text, path) ?? '')).toEqual(inner)
    }),
  )
})

test('laying a text out changes nothing of what it says, and leaves what is no JSON alone', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(JSON.parse(indentJson(text))).toEqual(JSON.parse(text))
    }),
  )
  expect(indentJson('{"price":10.50}')).toBe('{\n  "price": 10.50\n}')
  expect(indentJson('{"a":x}')).toBe('{"a":x}')
})

test('no text and no path makes it fail', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (text, path, message) => {
      const place = placeOf(text, { path, message })
      if (place) expect(0 <= place.from && place.from <= place.to && place.to <= text.length).toBe(true)
    }),
  )
})

test('an element is found by its path, with or without prefixes', () => {
  const text = `<?xml version="1.0"?><Invoice xmlns="a > b"><!-- <x> --><cbc:ID>I-1</cbc:ID><cac:InvoiceLine><cbc:ID>1</cbc:ID></cac:InvoiceLine><cac:InvoiceLine><cbc:ID>2</cbc:ID></cac:InvoiceLine></Invoice>`
  expect(marked(text, '/Invoice/cac:InvoiceLine[2]/cbc:ID')).toBe('<cbc:ID>2</cbc:ID>')
  expect(marked(text, '/Invoice/ID')).toBe('<cbc:ID>I-1</cbc:ID>')
  expect(marked(text, '/Invoice/cac:InvoiceLine[1]/cbc:Note')).toBe('<cac:InvoiceLine>')
})

test('a column that a problem names is found in a line', () => {
  expect(marked('{"a":x}', '$', 'The line is not JSON: "x" cannot stand at column 6.')).toBe('x')
})
