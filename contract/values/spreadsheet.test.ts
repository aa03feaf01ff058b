import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeFormulas } from './spreadsheet.ts'

/**
 * Returns the cells that a spreadsheet may see in a text, whatever its separator, and whether or not it respects
 * quotes.
 */
const cellsOf = (text: string) => text.split(/[;\t\r\n]/)

describe('A text in a CSV file', () => {
  test.each([
    ['x;=WEBSERVICE(A1);', "x;'=WEBSERVICE(A1);"],
    ['=1+1', "'=1+1"],
    ['a\n=1+1', "a\n'=1+1"],
    ['a\t@SUM(1)', "a\t'@SUM(1)"],
    ['a; +1+cmd', "a;' +1+cmd"],
    ['width 10;-5', 'width 10;-5'],
    ['-12.50', '-12.50'],
    ['-5+cmd', "'-5+cmd"],
    ['-5.', "'-5."],
    ['a;-5 OR 1', "a;'-5 OR 1"],
    ['a;;\r\n=1', "a;;\r\n'=1"],
    ['a;b,c', 'a;b,c'],
  ])('%j is written as %j', (text, written) => {
    expect(escapeFormulas(text)).toBe(written)
  })

  test('begins no formula, in whatever country it is opened', () => {
    const signs = fc.constantFrom('=', '+', '-', '@', ';', '\t', '\n', ' ', '1', 'A', '(', ')', '.', '\uff1d', '"')
    fc.assert(
      fc.property(
        fc.array(signs).map((characters) => characters.join('')),
        (text) => {
          for (const cell of cellsOf(escapeFormulas(text))) {
            const isNumber = /^-?\d+(\.\d+)?$/.test(cell)
            expect([cell, isNumber || !/^[\s\u200b]*[=+\-@\uff1d]/.test(cell)]).toEqual([cell, true])
          }
        },
      ),
    )
  })

  test('is not changed when there is nothing in it to begin a formula', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9 ,.]*$/), (text) => {
        expect(escapeFormulas(text)).toBe(text)
      }),
    )
  })
})
