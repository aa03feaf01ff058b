import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv } from './csv.ts'
import type { Row } from './rows.ts'

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

async function read(text: string, size = 7, dialect = { separator: ';', quote: '"' }): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of readCsv(inPieces(text, size), dialect)) rows.push(row)
  return rows
}

const cellsOf = (rows: readonly Row[]) => rows.map((row) => ('cells' in row ? [row.line, ...row.cells] : []))

test('Lines end as they like, and each row knows its line', async () => {
  expect(cellsOf(await read('a;b\r\n1;"two\nlines"\r3;\n\n;'))).toEqual([
    [1, 'a', 'b'],
    [2, '1', 'two\nlines'],
    [4, '3', ''],
    [5, ''],
    [6, '', ''],
  ])
})

test('Quotes inside a quoted cell stand for themselves, written twice or not', async () => {
  expect(cellsOf(await read('"28"" wheel";"28" wheel";28" wheel; "x" \n'))).toEqual([
    [1, '28" wheel', '28" wheel', '28" wheel', 'x'],
  ])
})

test('A quote that is never closed makes a fault of its line alone', async () => {
  const rows = await read(`1;"open\n${Array.from({ length: 9 }, (_, at) => `${at};ok`).join('\n')}\n`)
  expect(rows[0]).toMatchObject({ line: 1, fault: expect.stringContaining('never closed') })
  expect(rows).toHaveLength(10)
  expect(rows[9]).toEqual({ line: 10, cells: ['8', 'ok'] })
})

test('A cell of more than 100,000 characters is refused in its row, and one of 10,000 is read', async () => {
  const [first, second, third] = await read(`${'x'.repeat(10_000)};1\n${'y'.repeat(100_001)};2\nz;3\n`, 4096)
  expect(first).toMatchObject({ line: 1, cells: ['x'.repeat(10_000), '1'] })
  expect(second).toMatchObject({ line: 2, fault: expect.stringContaining('longer than') })
  expect(third).toMatchObject({ line: 3, cells: ['z', '3'] })
})

test('However a CSV is cut into pieces, what was written is read', async () => {
  const cell = fc.string({ unit: fc.constantFrom(...'ab";, \n\r'), maxLength: 8 })
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      async (table, size, end) => {
        const text = table.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(';')).join(end)
        const read_ = cellsOf(await read(text, size)).map(([, ...cells]) => cells)
        expect(read_).toEqual(table)
      },
    ),
  )
})
