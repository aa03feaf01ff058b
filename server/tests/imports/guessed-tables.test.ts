import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { GuessChoices } from '#contract/imports/guess.ts'
import type { ImportProfile } from '#contract/imports/profile.ts'
import { guessFiles } from '#server/formats/files/guess/file.ts'
import { filePatterns } from '#server/formats/files/guess/linked-tables.ts'
import { profileProblems } from '#server/formats/files/map/compile.ts'
import { fileSets } from '#server/formats/files/map/file-sets.ts'
import { openFiles } from '#server/formats/files/map/open.ts'
import { workbook } from '#server/testing/dialects.ts'

/* Lists whose columns have fixed widths, that have no headings, or whose lines stand elsewhere. */

const folder = await mkdtemp(join(tmpdir(), 'portal-tables-'))
afterAll(() => rm(folder, { recursive: true }))
let run = 0

/** What the guess is, and the documents that its profile makes of the files, with what is refused. */
async function guessed(
  contents: Readonly<Record<string, string | Buffer>>,
  choices: GuessChoices = {},
  earlier: readonly ImportProfile[] = [],
) {
  const files = Object.keys(contents).map((name) => ({ name, path: join(folder, `${run++}-${name}`) }))
  for (const { name, path } of files) await writeFile(path, contents[name] ?? '')
  const guess = await guessFiles(files, { choices, earlier })
  const hasNumber = 'number' in guess.profile.documents.fields
  expect(profileProblems(guess.profile).map(({ path }) => path)).toEqual(hasNumber ? [] : ['$.documents.fields'])
  const [set, ...others] = fileSets(guess.profile, files)
  expect(set?.missing).toEqual([])
  const documents: Record<string, unknown>[] = []
  const problems: string[] = []
  if (set && hasNumber) {
    const mapped = await openFiles(guess.profile, set.files, { scratch: folder, id: `run-${run++}` })
    for await (const { document, customer, problems: own } of mapped.documents()) {
      documents.push({ ...document, account: customer?.value })
      problems.push(...own.map(({ path, message }) => `${path}: ${message}`))
    }
    mapped.close()
  }
  const finding = (subject: string) => guess.findings.find((one) => one.subject === subject)
  return { guess, documents, problems, finding, others }
}

const fixedList = [
  'AUFTRAG  KUNDE  DATUM      ARTIKEL  BEZEICHNUNG           MENGE    PREIS',
  '0004711  10010  03.04.2026 R-1      Rad 28 Zoll           1.000     2,50',
  '0004711  10010  03.04.2026 R-2      Schlauch, schwarz         5     1,10',
  '0004712  10020  31.12.2026 R-1      Rad 28 Zoll               2     2,50',
]

test('A text whose columns stand below each other is cut there, and says so', async () => {
  const { guess, documents, problems, finding } = await guessed({ 'auftrag.txt': `${fixedList.join('\r\n')}\r\n` })
  expect(finding('kind')).toMatchObject({ value: 'fixed', because: { code: 'blankColumns' } })
  expect(guess.text?.starts).toEqual([1, 10, 17, 28, 37, 59, 68])
  expect(guess.text?.lines[1]).toBe(fixedList[1])
  expect(problems).toEqual([])
  expect(documents).toMatchObject([
    {
      number: '0004711',
      account: '10010',
      lines: [
        { sku: 'R-1', name: 'Rad 28 Zoll', quantity: '1000', unitPrice: '2.50' },
        { sku: 'R-2', name: 'Schlauch, schwarz' },
      ],
    },
    { number: '0004712', issueDate: '2026-12-31' },
  ])
})

test('Columns without blanks between them begin where somebody says, with or without headings', async () => {
  const text = 'A0001K1020260403R1    0005\nA0002K2020261231R2    0012\n'
  const columns = { '1': 'number of orders', '2': 'account', '3': 'issueDate', '4': 'lines.sku', '5': 'lines.quantity' }
  const choices: GuessChoices = { as: 'fixed', starts: [17, 1, 6, 9, 23], header: 0, columns }
  const { documents, problems, finding } = await guessed({ 'export.dat': text }, choices)
  expect(finding('header')).toMatchObject({ value: '0', because: { code: 'noHeadings' } })
  expect(problems).toEqual([])
  expect(documents).toMatchObject([
    { number: 'A0001', account: 'K10', issueDate: '2026-04-03', lines: [{ sku: 'R1', quantity: '5' }] },
    { number: 'A0002', account: 'K20', issueDate: '2026-12-31', lines: [{ sku: 'R2', quantity: '12' }] },
  ])
})

test('A list without headings is seen as one, and its columns go by their numbers', async () => {
  const text = '4711;10010;03.04.2026\n4712;10020;31.12.2026\n'
  const first = await guessed({ 'a.csv': text })
  expect(first.finding('header')).toMatchObject({ value: '0', because: { code: 'noHeadings' } })
  expect(first.guess.columns.map(({ heading, samples }) => [heading, samples[0]])).toEqual([
    ['1', '4711'],
    ['2', '10010'],
    ['3', '03.04.2026'],
  ])
  const columns = { '1': 'number of orders', '2': 'account', '3': 'issueDate' }
  const { documents, problems } = await guessed({ 'a.csv': text }, { columns })
  expect(problems).toEqual([])
  expect(documents).toMatchObject([
    { number: '4711', account: '10010', issueDate: '2026-04-03' },
    { number: '4712', account: '10020', issueDate: '2026-12-31' },
  ])
})

const heads = ['Auftragsnr.;Kundennr.;Auftragsdatum', 'A-1;10010;03.04.2026', 'A-2;10020;31.12.2026'].join('\n')
const lines = ['Auftragsnr.;Pos.;Artikelnr.;Menge', 'A-2;1;R-9;4', 'A-1;1;R-1;1,5', 'A-1;2;R-2;2'].join('\n')
const both = [
  {
    number: 'A-1',
    account: '10010',
    lines: [
      { line: '1', sku: 'R-1', quantity: '1.5' },
      { line: '2', sku: 'R-2' },
    ],
  },
  { number: 'A-2', account: '10020', issueDate: '2026-12-31', lines: [{ sku: 'R-9' }] },
]

test('Of two files one holds the lines of the documents in the other, in whichever order they come', async () => {
  for (const names of [
    ['koepfe_0301.csv', 'positionen_0301.csv'],
    ['positionen_0301.csv', 'koepfe_0301.csv'],
  ]) {
    const contents = Object.fromEntries(names.map((name) => [name, `${name.startsWith('k') ? heads : lines}\n`]))
    const { guess, documents, problems, finding } = await guessed(contents)
    expect(finding('linesTable')).toMatchObject({
      ...{ value: 'positionen_0301.csv', because: { code: 'sameNumbers', text: expect.stringMatching(/^A-[12]$/) } },
    })
    expect(guess.lineColumns.map(({ field }) => field)).toEqual([
      ...['number of orders', 'lines.line', 'lines.sku', 'lines.quantity'],
    ])
    expect(guess.profile.tables.map(({ file }) => file)).toEqual(['koepfe_*.csv', 'positionen_*.csv'])
    expect(problems).toEqual([])
    expect(documents).toMatchObject(both)
  }
})

test('Of two files the name of one may begin as that of the other, and the profile knows both again', async () => {
  const contents = { 'orders_0301.csv': `${heads}\n`, 'orders_lines_0301.csv': `${lines}\n` }
  for (const names of [Object.keys(contents), Object.keys(contents).toReversed()]) {
    const { guess, documents, problems, others } = await guessed(
      Object.fromEntries(names.map((name) => [name, contents[name as keyof typeof contents]])),
    )
    expect(guess.profile.tables.map(({ file }) => file)).toEqual(['orders_*.csv', 'orders_lines_*.csv'])
    expect(others).toEqual([])
    expect(problems).toEqual([])
    expect(documents).toMatchObject(both)
  }
})

test('Two lists of whole documents stay two, and a person may say where the lines stand, or that they do not', async () => {
  const list = 'Auftragsnr.;Kundennr.;Artikelnr.;Menge\nA-1;10010;R-1;2\n'
  const same = await guessed({ 'a.csv': list, 'b.csv': list.replace('A-1', 'A-2') })
  expect(same.guess.lineColumns).toEqual([])
  expect(same.others).toHaveLength(1)
  expect(same.finding('linesTable')).toMatchObject({ value: '' })
  const apart = { 'heads.csv': `${heads}\n`, 'lines.csv': `${lines}\n` }
  expect((await guessed(apart, { linesTable: '' })).guess.lineColumns).toEqual([])
  // Headings of which nobody knows that they are lines: the person says it.
  const unknown = { 'heads.csv': `${heads}\n`, 'rest.csv': 'Nr;X;Y\nA-1;R-1;2\n' }
  const chosen = {
    linesTable: 'rest.csv',
    lineColumns: { Nr: 'number of orders', X: 'lines.sku', Y: 'lines.quantity' },
  }
  const { documents, finding } = await guessed(unknown, chosen)
  expect(finding('linesTable')).toMatchObject({ value: 'rest.csv', certainty: 1 })
  expect(documents[0]).toMatchObject({ number: 'A-1', lines: [{ sku: 'R-1', quantity: '2' }] })
})

test('Of a workbook the sheet with documents is taken, with the lines of another sheet', async () => {
  const rows = lines.split('\n').map((line) => line.split(';'))
  const [headings = [], ...data] = rows
  const numeric = data.map((row) => row.map((cell) => cell.replace(',', '.')))
  const kinds = ['text', 'text', 'text', 'decimal']
  const first = heads.split('\n').map((line) => line.split(';'))
  const { documents, problems, finding, guess } = await guessed({
    'export.xlsx': await workbook(headings, numeric, kinds, first),
  })
  expect(finding('sheet')).toMatchObject({ value: 'Notes' })
  expect(finding('linesTable')).toMatchObject({ value: 'Data', because: { code: 'sameNumbers' } })
  expect(guess.linesTables).toEqual(['Data'])
  expect(problems).toEqual([])
  expect(documents).toMatchObject(both)
  const notes = await guessed({ 'list.xlsx': await workbook(headings, numeric, kinds) })
  expect(notes.finding('sheet')).toMatchObject({ value: 'Data', because: { code: 'sheetOfDocuments' } })
})

test('A field is put together of columns: joined, cut, calculated, by default, or by what another says', async () => {
  const text = ['Auftragsnr.;Kundennr.;Jahr;Text 1;Text 2;Menge;Preis;Art', 'A-1;10010;26;Rad;rot;4;2,50;X', ''].join(
    '\n',
  )
  const column = (name: string) => ({ column: name })
  const formulas: GuessChoices['formulas'] = {
    'number of orders': { join: [column('Jahr'), column('Auftragsnr.')], with: '/' },
    'lines.name': { join: [column('Text 1'), column('Text 2')], with: ' ' },
    'lines.amount': { multiply: [column('Menge'), column('Preis')] },
    customerReference: { first: [column('Art'), { constant: '-' }] },
    account: { replace: column('Kundennr.'), find: '100', by: 'K-' },
    currency: { if: { equals: [column('Art'), { constant: 'X' }] }, yes: { constant: 'CHF' }, no: { constant: 'EUR' } },
  }
  const { documents, problems } = await guessed({ 'a.csv': text }, { formulas })
  expect(problems).toEqual([])
  expect(documents).toMatchObject([
    {
      ...{ number: '26/A-1', account: 'K-10', currency: 'CHF', customerReference: 'X' },
      lines: [{ name: 'Rad rot', amount: '10.00' }],
    },
  ])
})

test('What an earlier profile puts together is put together again, and its columns begin where they began', async () => {
  const formulas: GuessChoices['formulas'] = {
    'lines.name': { join: [{ column: 'ARTIKEL' }, { column: 'BEZEICHNUNG' }], with: ' ' },
    customerReference: { part: { column: 'AUFTRAG' }, from: 3 },
  }
  const starts = [1, 10, 17, 28, 37, 59, 68]
  const text = `${fixedList.join('\n')}\n`
  const first = await guessed({ 'auftrag.txt': text }, { formulas, starts, title: 'Aufträge' })
  // With blanks nowhere below each other nothing but the profile says where the columns begin.
  const next = `${fixedList[0]}\n0005000 10030 31.12.2026 R-1      Rad 28 Zoll\n${'x'.repeat(72)}\n`
  const { guess, finding } = await guessed({ 'neu.txt': next }, {}, [first.guess.profile])
  expect(guess.text?.starts).toEqual(starts)
  expect(finding('kind')?.because).toEqual({ code: 'earlier', text: 'Aufträge', count: 0 })
  expect(guess.formulas).toEqual(formulas)
  expect(guess.profile.documents.fields.customerReference).toEqual(formulas.customerReference)
  // Taken back by the person, and for a list without these columns, there is none.
  expect((await guessed({ 'neu.txt': next }, { formulas: {} }, [first.guess.profile])).guess.formulas).toEqual({})
  expect((await guessed({ 'a.csv': `${heads}\n` }, {}, [first.guess.profile])).guess.formulas).toEqual({})
})

test('A carrier’s code has a name, and one whose name is known is left as it stands', async () => {
  const list = (carrier: string) => `Lieferscheinnr.;Kundennr.;Spediteur\nL-1;10010;${carrier}\nL-2;10010;DHL Paket\n`
  const first = await guessed({ 'a.csv': list('70012') })
  expect(first.guess.tables).toMatchObject([
    {
      name: 'carriers',
      entries: [
        { from: '70012', to: '70012' },
        { from: 'DHL Paket', to: 'DHL Paket' },
      ],
    },
  ])
  const named = await guessed({ 'a.csv': list('70012') }, { values: { carriers: { '70012': 'Dachser' } } })
  expect(named.documents).toMatchObject([{ shipment: { carrier: 'Dachser' } }, { shipment: { carrier: 'DHL Paket' } }])
  // The next list has one more, and an earlier name is known.
  const next = await guessed({ 'b.csv': list('70099') }, {}, [named.guess.profile])
  expect(next.problems).toEqual([])
  const again = await guessed({ 'b.csv': list('70012') }, {}, [named.guess.profile])
  expect(again.documents[0]).toMatchObject({ shipment: { carrier: 'Dachser' } })
  expect((await guessed({ 'c.csv': list('UPS') })).guess.tables).toEqual([])
})

test('However wide the columns are, they are found where two blanks stand between them', async () => {
  const cell = fc.string({ unit: fc.constantFrom(...'abcXYZ019.-'), minLength: 1, maxLength: 12 })
  const table = fc
    .integer({ min: 2, max: 6 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 3, maxLength: 12 }))
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)) + 2)
      const text = rows
        .map((row) =>
          row
            .map((value, at) => value.padEnd(widths[at] ?? 0))
            .join('')
            .trimEnd(),
        )
        .join('\n')
      const path = join(folder, `p-${run++}.txt`)
      await writeFile(path, `${text}\n`)
      const guess = await guessFiles([{ name: 'p.txt', path }], { choices: { as: 'fixed' }, earlier: [] })
      let from = 1
      const starts = widths.map((width) => {
        from += width
        return from - width
      })
      // A line much shorter than the others is taken for a title.
      const longest = Math.max(...text.split('\n').map(({ length }) => length))
      fc.pre(text.split('\n').every(({ length }) => length >= longest * 0.6))
      expect(guess.text?.starts).toEqual(starts)
    }),
    { numRuns: 50 },
  )
})

test.each([
  ['head_0301.csv', 'lines_0301.csv', 'head_*.csv', 'lines_*.csv'],
  ['export-2026-03-01-k.txt', 'export-2026-03-01-p.txt', 'export-*-k.txt', 'export-*-p.txt'],
  ['heads.csv', 'lines.csv', 'heads.csv', 'lines.csv'],
  ['A1.csv', 'A2.csv', 'A1.csv', 'A2.csv'],
  ['2026_A17.csv', '2026_A18.csv', '*_A17.csv', '*_A18.csv'],
])('The files %s and %s belong together as %s and %s', (first, second, one, other) => {
  expect(filePatterns(first, second)).toEqual([one, other])
})
