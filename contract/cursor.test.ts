import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { invalidCursor, readCursor, writeCursor } from './cursor.ts'
import { PortalError } from './errors.ts'
import { parseLimit } from './page.ts'

const id = '018f0000-0000-7000-8000-000000000000'

describe('the cursor of a page', () => {
  test('goes on exactly where the page ended, whatever its last row is called', () => {
    const number = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !text.includes('\0'))
    fc.assert(
      fc.property(number, fc.uuid(), fc.nat(999_999_999), fc.boolean(), (text, document, position, exact) => {
        expect(readCursor(writeCursor(text, document, position, exact), 'text', 'id', 'count', 'flag')).toEqual([
          ...[text, document, String(position), String(exact)],
        ])
      }),
    )
  })

  test('made up by somebody is refused with a sentence, never an error of ours', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(() => readCursor(text, 'date', 'id')).toThrow('This page of the list is no longer there')
      }),
    )
  })

  test.for([
    ['date', '2026-02-30x'],
    ['date', '2026-13-01'],
    ['date', 'x2026-02-01'],
    ['instant', '2026-02-01T10:00:00+01'],
    ['instant', '2026-02-01T10:00:00.1234567Z'],
    ['instant', 'x2026-02-01T10:00:00Z'],
    ['instant', '2026-02-01T10:00:00Zx'],
    ['instant', '2026-02-01 24:30:00+00'],
    ['instant', '2026-02-01T25:00:00Z'],
    ['id', 'x'],
    ['id', `x${id}`],
    ['id', `${id}x`],
    ['count', '-1'],
    ['count', '1234567890'],
    ['integer', '-9223372036854775809'],
    ['integer', '1x'],
    ['integer', '9223372036854775808'],
    ['decimal', '1,5'],
    ['decimal', '1.1234567'],
    ['decimal', '1234567890123456789'],
    ['flag', 'yes'],
    ['flag', 'untrue'],
    ['flag', 'falsely'],
    ['text', 'a'.repeat(201)],
    ['word', 'a b'],
    ['text', 'a\0b'],
  ] as const)('with a %s such as %s is refused', ([shape, part]) => {
    expect(() => readCursor(writeCursor(part, id), shape, 'id')).toThrow('start again from the top')
  })

  test.for([
    ['instant', '2026-02-01T10:00:00.123456Z'],
    ['instant', '2026-02-01 10:00:00+00'],
    ['integer', '-9223372036854775808'],
    ['decimal', '-12.50'],
    ['word', '-list_date'],
  ] as const)('with a %s such as %s is taken', ([shape, part]) => {
    expect(readCursor(writeCursor(part), shape)).toEqual([part])
  })

  test('that is refused names itself, so that a program knows which value to leave out', () => {
    const refusal = invalidCursor()
    expect(refusal).toBeInstanceOf(PortalError)
    expect(refusal).toMatchObject({
      code: 'invalid_input',
      errors: [{ field: 'cursor', message: { key: 'input.cursor' } }],
    })
    for (const cursor of ['{', '7', 'null', '[7]']) expect(() => readCursor(cursor, 'count')).toThrow(PortalError)
  })

  test('with more or fewer parts than expected is refused', () => {
    for (const cursor of [writeCursor(), writeCursor(id, id)]) {
      expect(() => readCursor(cursor, 'id')).toThrow('start again from the top')
    }
    expect(readCursor(undefined, 'id')).toBeUndefined()
  })
})

test.each([
  [undefined, 50],
  ['1', 1],
  ['100', 100],
  ['101', 100],
  ['999', 100],
  ['0', 1],
])('a program that asks for %s rows gets %i', (text, rows) => expect(parseLimit(text)).toBe(rows))
