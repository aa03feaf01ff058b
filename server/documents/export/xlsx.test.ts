import { describe, expect, test } from 'vitest'
import type { CellKind, Column } from './columns.ts'
import { xlsxFiles } from './xlsx.ts'

const column = (kind: CellKind, name = 'value'): Column => ({
  name,
  heading: name,
  kind,
  textOf: (row) => String(row[name] ?? ''),
})

type Rows = readonly Readonly<Record<string, unknown>>[]

/** The files of a workbook by their names. */
async function workbook(columns: readonly Column[], pages: readonly Rows[], title = 'Orders') {
  const source = (async function* () {
    yield* pages
  })()
  const files = new Map<string, string>()
  for await (const { name, content } of xlsxFiles({ title, columns, rightToLeft: false }, source)) {
    let text = ''
    for await (const part of Buffer.isBuffer(content) ? [content] : content) text += String(part)
    files.set(name, text)
  }
  return files
}

/** The cell of one value: a number, or the text in it. */
async function cellOf(kind: CellKind, value: string): Promise<number | string | undefined> {
  const sheet = (await workbook([column(kind)], [[{ value }]])).get('xl/worksheets/sheet1.xml') ?? ''
  const [, number, text] =
    /<row r="2"><c r="A2"[^>]*>(?:<v>(.*?)<\/v>|<is><t[^>]*>(.*?)<\/t><\/is>)<\/c>/.exec(sheet) ?? []
  return number === undefined ? text : Number(number)
}

describe('A cell of a workbook', () => {
  test.each(['number', 'amount'] as const)(
    'holds a %s of 15 digits as a number, a longer one as text',
    async (kind) => {
      for (const text of ['123456789012345', '-12345678901.2345', '0.12345678901234'])
        expect(await cellOf(kind, text)).toBe(Number(text))
      for (const text of ['1234567890123456', '-123456789012.3456', '0.123456789012345', '99999999999999999'])
        expect(await cellOf(kind, text)).toBe(text)
    },
  )

  test('holds a day and a moment as what a spreadsheet counts them by', async () => {
    expect(await cellOf('date', '1900-03-01')).toBe(61)
    expect(await cellOf('date', '2026-03-01')).toBe(46082)
    expect(await cellOf('moment', '2026-03-01T12:00:00Z')).toBe(46082.5)
  })

  test('holds a day that a spreadsheet would count wrongly, or that is none, as text', async () => {
    expect(await cellOf('date', '1900-02-28')).toBe('1900-02-28')
    expect(await cellOf('date', 'soon')).toBe('soon')
  })

  test('holds a number in a column of texts as text, and nothing where nothing is known', async () => {
    expect(await cellOf('text', '12')).toBe('12')
    expect(await cellOf('amount', '')).toBeUndefined()
  })

  test('holds as much of a text as Excel takes in one, and says that there is more', async () => {
    const whole = 'SN-123456789; '.repeat(3_000)
    const text = String(await cellOf('text', whole))
    expect(text).toHaveLength(32_767)
    expect(text).toBe(`${whole.slice(0, 32_766)}…`)
    expect(await cellOf('text', whole.slice(0, 32_767))).toBe(whole.slice(0, 32_767))
    expect(await cellOf('text', `${'x'.repeat(32_765)}😀😀`)).toBe(`${'x'.repeat(32_765)}…`)
  })

  test('holds a text that XML could not, without what XML cannot express', async () => {
    expect(await cellOf('text', 'a\u0001\ud800<b>&c\ufffe')).toBe('a�&lt;b&gt;&amp;c')
  })
})

describe('A workbook', () => {
  test('has a column after Z', async () => {
    const columns = Array.from({ length: 53 }, (_, index) => column('text', `c${index}`))
    const sheet = (await workbook(columns, [[{ c25: 'z', c26: 'aa', c52: 'ba' }]])).get('xl/worksheets/sheet1.xml')
    for (const [reference, text] of [
      ['Z2', 'z'],
      ['AA2', 'aa'],
      ['BA2', 'ba'],
    ])
      expect(sheet).toMatch(new RegExp(`<c r="${reference}"[^>]*><is><t[^>]*>${text}<`))
    expect(sheet).toContain('<autoFilter ref="A1:BA2"/>')
  })

  test('goes on in a second sheet where the first is full, and names it', { tags: 'long' }, async () => {
    const page = Array.from({ length: 524_000 }, () => ({ value: '' }))
    const files = await workbook(
      [column('text')],
      [page, page, [{ value: 'last' }]],
      'Open: orders/of a very long name',
    )
    expect(files.get('xl/worksheets/sheet1.xml')).toContain('<autoFilter ref="A1:A524001"/>')
    expect(files.get('xl/worksheets/sheet2.xml')).toContain('>last<')
    expect(files.get('xl/workbook.xml')).toContain(
      '<sheet name="Open  orders of a very long" sheetId="1" r:id="rId1"/>',
    )
    expect(files.get('xl/workbook.xml')).toContain('name="Open  orders of a very long 2" sheetId="2" r:id="rId2"/>')
    for (const part of ['xl/_rels/workbook.xml.rels', '[Content_Types].xml'])
      expect(files.get(part)).toContain('worksheets/sheet2.xml')
    expect(files.get('xl/_rels/workbook.xml.rels')).toContain('Id="rId3"')
  })
})
