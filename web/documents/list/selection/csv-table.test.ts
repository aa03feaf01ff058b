import { describe, expect, test } from 'vitest'
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

  test('has amounts as numbers, days as days, and everything else as it is written', () => {
    const markup = tableMarkup([['<b>'], ['12.50'], ['0012'], ['a & <i>'], ['2026-11-02']])
    expect(markup).toContain('<th>&lt;b></th>')
    expect(markup).toContain('<td sdval="12.50" sdnum="1033;" x:num="12.50">12.50</td>')
    expect(markup).toContain('<td sdnum="1033;0;@" x:str>0012</td>')
    expect(markup).toContain('<td>2026-11-02</td>')
    expect(markup).toContain('>a &amp; &lt;i></td>')
  })
})
