import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkDocument } from './check.ts'
import { nearestWord } from './schema-problems.ts'

const order = { type: 'orders', number: 'SO-1', account: 'C-1' }

function problems(fields: object): string[] {
  const checked = checkDocument({ ...order, ...fields })
  return 'problems' in checked ? checked.problems.map(({ path, message }) => `${path}: ${message}`) : []
}
const shipmentAt = (place: object) => ({
  type: 'shipments',
  shipment: { events: [{ at: '2026-03-01T10:00:00Z', code: 'delivered', place }] },
})

test.each([
  [{ note: 5 }, '$.note: It must be a text in quotes, not 5.'],
  [{ note: ['a'] }, '$.note: It must be a text in quotes, not ["a"].'],
  [{ totals: 'none' }, '$.totals: It must be an object in braces, not "none".'],
  [{ lines: { line: '1' } }, '$.lines: It must be a list in brackets, not {"line":"1"}.'],
  [{ lines: ['1'] }, '$.lines[0]: It must be an object in braces, not "1".'],
  [shipmentAt({ lat: '53.5' }), '$.shipment.events[0].place.lat: It must be a number, not "53.5".'],
  [{ partial: 'yes' }, '$.partial: "yes" must be boolean.'],
  [
    { currency: 'Euro' },
    '$.currency: It must be a currency of ISO 4217 in three capital letters, such as "EUR", not "Euro".',
  ],
  [
    { billTo: { country: 'de' } },
    '$.billTo.country: It must be a country of ISO 3166 in two capital letters, such as "DE", not "de".',
  ],
  [
    { lines: [{ line: '1', leadTimeDays: 'soon' }] },
    '$.lines[0].leadTimeDays: It must be a whole number in quotes, such as "14", not "soon".',
  ],
  [
    { lines: [{ line: '1', kind: 'goods' }] },
    '$.lines[0].kind: "goods" is not known here; it must be one of item, charge, text.',
  ],
  [{ number: 'x'.repeat(201) }, '$.number: The text is 201 characters long; at most 200 are taken.'],
  [{ number: '😀'.repeat(201) }, '$.number: The text is 201 characters long; at most 200 are taken.'],
  [{ billTo: { lines: Array(11).fill('a') } }, '$.billTo.lines: The list has 11 entries; at most 10 are taken.'],
  [shipmentAt({ lat: 90.5 }), '$.shipment.events[0].place.lat: 90.5 is out of range; it must be <= 90.'],
  [shipmentAt({ lon: -181 }), '$.shipment.events[0].place.lon: -181 is out of range; it must be >= -180.'],
  [{ lines: [{}] }, '$.lines[0].line: "line" is missing; it is required.'],
])('%j is refused by its path, with what it must be', (fields, problem) => expect(problems(fields)).toEqual([problem]))

test('a value is shown as it was sent, and cut where it is long', () => {
  const list = (length: number) => ({ note: ['x'.repeat(length)] })
  expect(problems(list(56))).toEqual([`$.note: It must be a text in quotes, not ["${'x'.repeat(56)}"].`])
  expect(problems(list(57))).toEqual([`$.note: It must be a text in quotes, not ["${'x'.repeat(55)}….`])
})

test('a property that is not known is named by its path, with what to do about it', () => {
  const what = 'leave it out, or put it into "details" if the document type has such a field.'
  expect(problems({ colour: 'red' })).toEqual([`$.colour: The property "colour" is not known here; ${what}`])
  expect(problems({ lines: [{ line: '1' }, { line: '2', colour: 'red' }] })).toEqual([
    `$.lines[1].colour: The property "colour" is not known here; ${what}`,
  ])
  expect(problems({ totals: { 'net total': '1.00' } })).toEqual([
    `$.totals["net total"]: The property "net total" is not known here; ${what}`,
  ])
  expect(problems({ totals: { Gros: '1.00' } })).toEqual([
    '$.totals.Gros: The property "Gros" is not known. Did you mean "gross"?',
  ])
  const many = Array.from({ length: 12 }, (_, index) => [`unknown${index}`, 'x'])
  expect(problems(Object.fromEntries(many))).toEqual(
    many.slice(0, 8).map(([name]) => `$.${name}: The property "${name}" is not known here; ${what}`),
  )
})

test('a detail whose name has signs of a path is named as it was sent', () => {
  for (const [name, path] of [
    ['a/b', '$.details["a/b"]'],
    ['a~b', '$.details["a~b"]'],
    ['a~1b/c~0', '$.details["a~1b/c~0"]'],
    ['plain', '$.details.plain'],
  ] as const)
    expect(problems({ details: { [name]: 5 } }), name).toEqual([`${path}: It must be a text in quotes, not 5.`])
})

test('a document of another form is refused as a whole', () => {
  expect(checkDocument([])).toEqual({
    problems: [
      {
        path: '$',
        message:
          'The line is a list of 0; write each document on a line of its own, without brackets around them all and commas between them.',
      },
    ],
  })
})

const words = ['deliveryTerms', 'paymentTerms', 'customerReference', 'dueDate', 'sku']

test('a word with one slip is understood, however it is written', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...words.filter((word) => word.length > 5)),
      fc.nat(),
      fc.constantFrom('x', ''),
      (word, at, slip) => {
        const index = at % word.length
        const cut = word.slice(0, index) + slip + word.slice(index + 1)
        const longer = `${word.slice(0, index)}x${word.slice(index)}`
        for (const typed of [cut, longer, cut.toUpperCase(), `${cut.slice(0, 3)}_${cut.slice(3)}`])
          expect(nearestWord(typed, words)).toBe(word)
      },
    ),
  )
})

test.each([
  ['sk', undefined],
  ['skx', 'sku'],
  ['sxx', undefined],
  ['dueDaxx', 'dueDate'],
  ['dueDxxx', undefined],
  ['duDate', 'dueDate'],
  ['duDat', undefined],
  ['duat', undefined],
  ['', undefined],
  ['paymentTxxxx', undefined],
  ['payment terms', 'paymentTerms'],
  ['2ueDate', 'dueDate'],
  ['x'.repeat(41), undefined],
])('of %j is thought that %j was meant', (typed, meant) => expect(nearestWord(typed, words)).toBe(meant))

test('a word is found among long ones, and a name longer than any word is not compared', () => {
  const word = 'a'.repeat(41)
  expect(nearestWord('a'.repeat(40), [word])).toBe(word)
  expect(nearestWord(word, [word])).toBeUndefined()
  expect(nearestWord('sku', [])).toBeUndefined()
})
