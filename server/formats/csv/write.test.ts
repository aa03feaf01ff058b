import { expect, test } from 'vitest'
import { csvRows } from './write.ts'

test('a cell with a comma, a quote or any kind of line break stays one cell', () => {
  const rows = [
    ['plain', '', 'Müller; Söhne', ' spaces '],
    ['a, b', 'the "best"', 'two\r\nlines', 'one\nor', 'other\rend'],
  ]
  expect(csvRows(rows)).toBe(
    'plain,,Müller; Söhne, spaces \r\n"a, b","the ""best""","two\r\nlines","one\nor","other\rend"\r\n',
  )
})

test('no rows make no text', () => {
  expect(csvRows([])).toBe('')
})
