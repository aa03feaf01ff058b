import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRows } from '#server/formats/csv/write.ts'
import { readCsv, readInvitationList } from './read-list.ts'

test('what was written as CSV is read back, whatever stands in the cells', () => {
  // The separator is told from the first line, so that line has more commas than anything else.
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\n', '\r', ' ', '\t'), maxLength: 8 })
  const rows = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 5 })
  fc.assert(
    fc.property(rows, (cells) => {
      const written = [['first', 'second', 'third'], ...cells]
      expect(readCsv(csvRows(written))).toEqual(written)
    }),
  )
})

test.each([
  ['semicolons and a heading in another order', 'E-Mail;Kundennummer;Rolle\nann@a.example;C-1;buyer'],
  ['commas and no heading', 'C-1,ann@a.example,,buyer,'],
  [
    'tabs, as a spreadsheet copies, with a byte order mark',
    '\uFEFFaccount\temail\trole\r\nC-1\tann@a.example\tbuyer\r\n',
  ],
  ['quotes and empty lines', '\n"account","email","role"\n\n"C-1"," ann@a.example ","buyer"\n'.trimStart()],
])('a list with %s is read', (_, text) => {
  expect(readInvitationList(text)).toMatchObject([
    { account: 'C-1', email: 'ann@a.example', role: 'buyer', fits: true },
  ])
})

test('a row with more cells than there are columns does not fit', () => {
  expect(readInvitationList('C-1,ann@a.example,Ann,buyer,en,more')).toMatchObject([{ line: 1, fits: false }])
})
