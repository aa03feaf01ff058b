import { describe, expect, test } from 'vitest'
import type { FieldKind } from '#contract/documents/definition.ts'
import { readCsv, tabbedText, tableMarkup } from './csv-table.ts'

const file = '\uFEFFNumber,Your reference,Amount\r\nSO-1,"a, ""b""\r\nc",1240.50\r\nSO-2,,-3.00\r\n'
const rows = [
  ['Number', 'Your reference', 'Amount'],
  ['SO-1', 'a, "b"\r\nc', '1240.50'],
  ['SO-2', '', '-3.00'],
]

describe('a list that is copied as a table', () => {
  test('has the cells of its file', () => {
    expect(readCsv(file)).toEqual(rows)
    expect(readCsv('one\r\n')).toEqual([['one']])
    expect(readCsv('a,b')).toEqual([['a', 'b']])
    expect(readCsv('a,\r\n')).toEqual([['a', '']])
    expect(readCsv('')).toEqual([])
  })

  test('is a row on each line as text', () => {
    expect(tabbedText(rows)).toBe('Number\tYour reference\tAmount\nSO-1\ta, "b" c\t1240.50\nSO-2\t\t-3.00')
  })

  const cellsOf = (row: string[], kinds: (FieldKind | undefined)[]) =>
    tableMarkup([row.map(() => '<b>'), row], kinds)
      .split('</th></tr>')[1]
      ?.match(/<td.*?<\/td>/g)
  const number = (text: string) => `<td sdval="${text}" sdnum="1033;" x:num="${text}">${text}</td>`
  const text = (markup: string) => `<td sdnum="1033;0;@" x:str>${markup}</td>`

  test('has amounts as numbers, days as days, and everything else as it is written', () => {
    expect(tableMarkup([['<b>']], ['text'])).toContain('<th>&lt;b></th>')
    expect(cellsOf(['0012', 'a & <i>', '12.50', '2026-11-02'], ['text', 'text', 'money', 'date'])).toEqual([
      text('0012'),
      text('a &amp; &lt;i>'),
      number('12.50'),
      '<td>2026-11-02</td>',
    ])
  })

  test('keeps a document’s number that looks like an amount or a day, and takes an amount in yen as a number', () => {
    const kinds: FieldKind[] = ['text', 'money', 'text', 'quantity', 'count']
    expect(cellsOf(['2026.1040', '1200', '2026-11-02', '-2.5', '3'], kinds)).toEqual([
      text('2026.1040'),
      number('1200'),
      text('2026-11-02'),
      number('-2.5'),
      number('3'),
    ])
  })

  test('leaves the cell of an unknown amount or day empty', () => {
    expect(cellsOf(['', '', ''], ['money', 'date', undefined])).toEqual([text(''), '<td></td>', text('')])
  })
})
