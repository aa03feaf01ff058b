import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readListCursor, writeListCursor } from './cursor.ts'

const id = fc.uuid()
const day = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('the cursor of a list', () => {
  test('a page goes on exactly where the last one ended', () => {
    fc.assert(
      fc.property(day, id, fc.nat(10_000), fc.boolean(), (value, documentId, count, exact) => {
        const cursor = { sort: '-list_date', value, id: documentId, count, exact }
        expect(readListCursor(writeListCursor(cursor), '-list_date')).toEqual(cursor)
      }),
    )
  })

  test('any number is carried, whatever its characters', () => {
    const number = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((text) => !text.includes('\0'))
    fc.assert(
      fc.property(number, id, (value, documentId) => {
        const cursor = { sort: 'number', value, id: documentId, count: 1, exact: true }
        expect(readListCursor(writeListCursor(cursor), 'number')).toEqual(cursor)
      }),
    )
  })

  test('a cursor of another sorting is refused', () => {
    const text = writeListCursor({
      sort: 'number',
      value: 'A',
      id: '018f0000-0000-7000-8000-000000000000',
      count: 1,
      exact: true,
    })
    expect(() => readListCursor(text, '-list_date')).toThrow('start again from the top')
  })
})
