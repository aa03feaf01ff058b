import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { GuessChoices } from '#contract/imports/guess.ts'
import { profileProblems } from '../map/compile.ts'
import { openFiles } from '../map/open.ts'
import { guessFiles } from './file.ts'

/* XML and JSON are guessed as tables are: which parts are documents, which lines, and what their values mean. */

const folder = await mkdtemp(join(tmpdir(), 'portal-tree-guess-'))
afterAll(() => rm(folder, { recursive: true }))
let files = 0

async function guessOf(name: string, content: string, choices: GuessChoices = {}) {
  const path = join(folder, `${++files}`)
  await writeFile(path, content)
  return { path, guess: await guessFiles([{ name, path }], { choices, earlier: [] }) }
}

async function guessed(name: string, content: string, choices: GuessChoices = {}) {
  const { path, guess } = await guessOf(name, content, choices)
  expect(profileProblems(guess.profile)).toEqual([])
  const mapped = await openFiles(guess.profile, [{ name, path }], { scratch: folder, id: `rows-${files}` })
  const documents: unknown[] = []
  for await (const { document, customer, problems } of mapped.documents())
    documents.push(problems.length > 0 ? problems : { ...document, account: customer?.value })
  mapped.close()
  return { guess, documents }
}

const lines = [
  { line: '1', sku: 'R-1', name: 'Räder', quantity: '1000', unitPrice: '2.50' },
  { line: '2', sku: 'R-2', name: 'Schläuche', quantity: '5', unitPrice: '1.10' },
]
const expected = [
  { type: 'orders', number: 'A-1', account: 'C-1', issueDate: '2026-12-31', currency: 'EUR', lines },
  { type: 'orders', number: 'A-2', account: 'C-2', issueDate: '2026-04-03', currency: 'EUR', lines: lines.slice(0, 1) },
]

const position = (number: string, sku: string, name: string, quantity: string, price: string) =>
  `<e:Position nr="${number}"><e:Artikelnr>${sku}</e:Artikelnr><e:Bezeichnung>${name}</e:Bezeichnung><e:Menge>${quantity}</e:Menge><e:Einzelpreis>${price}</e:Einzelpreis></e:Position>`
const xml = `<?xml version="1.0"?><e:Export xmlns:e="urn:e"><e:Kopf><e:Datei>x</e:Datei></e:Kopf><e:Liste>
<e:Auftrag Auftragsnr="A-1"><e:Auftragsdatum>31.12.2026</e:Auftragsdatum><e:Kunde><e:Kundennr>C-1</e:Kundennr></e:Kunde><e:Waehrung>EUR</e:Waehrung><e:Positionen>${position('1', 'R-1', 'Räder', '1.000', '2,50')}${position('2', 'R-2', 'Schläuche', '5', '1,10')}</e:Positionen></e:Auftrag>
<e:Auftrag Auftragsnr="A-2"><e:Auftragsdatum>03.04.2026</e:Auftragsdatum><e:Kunde><e:Kundennr>C-2</e:Kundennr></e:Kunde><e:Waehrung>EUR</e:Waehrung><e:Positionen>${position('1', 'R-1', 'Räder', '1.000', '2,50')}</e:Positionen></e:Auftrag>
</e:Liste></e:Export>`

test('XML with prefixes, attributes and nested lines', async () => {
  const { guess, documents } = await guessed('export.xml', xml)
  expect(guess.profile.tables).toEqual([{ name: 'rows', rows: 'Export/Liste/Auftrag' }])
  expect(guess.profile.documents.lists?.[0]?.each).toBe('Positionen/Position')
  expect(guess.findings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ subject: 'kind', value: 'xml' }),
      expect.objectContaining({ subject: 'rows', because: { code: 'repeated', text: 'Auftrag', count: 2 } }),
      expect.objectContaining({ subject: 'lines', because: { code: 'repeated', text: 'Position', count: 3 } }),
      expect.objectContaining({ subject: 'dates', value: 'day first' }),
      expect.objectContaining({ subject: 'decimals', value: ',' }),
    ]),
  )
  expect(guess.columns.find(({ heading }) => heading === '@Auftragsnr')).toMatchObject({
    ...{ field: 'number of orders', samples: ['A-1', 'A-2'] },
  })
  expect(documents).toMatchObject(expected)
})

const order = (number: string, customer: string, date: string, positions: object[]) => ({
  ...{ orderNumber: number, orderDate: date, customer: { number: customer, city: 'Köln' }, currency: 'EUR' },
  positions,
})
const positions = lines.map(({ line, sku, name, quantity, unitPrice }) => ({
  ...{ line, sku, description: name, quantity: Number(quantity), unitPrice: Number(unitPrice), kinds: [1, 2] },
}))
const orders = [order('A-1', 'C-1', '2026-12-31', positions), order('A-2', 'C-2', '2026-04-03', positions.slice(0, 1))]

test.each([
  ['inside an object', JSON.stringify({ made: 'today', data: { orders } }), 'data/orders'],
  ['as a list', JSON.stringify(orders), ''],
  ['one a line', orders.map((one) => JSON.stringify(one)).join('\n'), ''],
])('JSON %s', async (_, content, rows) => {
  const { guess, documents } = await guessed('export.json', content)
  expect(guess.profile.tables).toEqual([{ name: 'rows', rows }])
  expect(guess.profile.documents.lists?.[0]?.each).toBe('positions')
  expect(documents).toMatchObject(expected.map(({ lines: own, ...rest }) => ({ ...rest, lines: own.map(without) })))
})
const without = ({ unitPrice, ...line }: (typeof lines)[0]) => ({ ...line, unitPrice: String(Number(unitPrice)) })

test('A file of one order, whose lines alone repeat', async () => {
  const one = xml.replace(/<e:Auftrag Auftragsnr="A-2">.*<\/e:Auftrag>/s, '')
  const { guess, documents } = await guessed('export.xml', one)
  expect(guess.profile.tables[0]?.rows).toBe('Export/Liste/Auftrag')
  expect(documents).toMatchObject(expected.slice(0, 1))
})

test('What is neither XML nor JSON, or brings entities, is refused with a sentence', async () => {
  await expect(guessed('x.xml', '<a><b></a>')).rejects.toThrow('This is not well-formed XML')
  await expect(guessed('x.json', '{"a":')).rejects.toThrow('This is not JSON')
  await expect(guessed('x.xml', '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>')).rejects.toThrow('document type')
})

test('Where the guess is wrong, the places that may be documents and lines are offered, each with how many it has', async () => {
  const { guess } = await guessOf('export.xml', xml)
  expect(guess.places).toEqual({
    rows: [
      { path: 'Export', count: 1, isWhole: true },
      { path: 'Export/Kopf', count: 1, isWhole: true },
      { path: 'Export/Liste', count: 1, isWhole: true },
      { path: 'Export/Liste/Auftrag', count: 2, isWhole: true },
      { path: 'Export/Liste/Auftrag/Kunde', count: 2, isWhole: true },
      { path: 'Export/Liste/Auftrag/Positionen', count: 2, isWhole: true },
      { path: 'Export/Liste/Auftrag/Positionen/Position', count: 3, isWhole: true },
    ],
    lines: [
      { path: 'Kunde', count: 2, isWhole: true },
      { path: 'Positionen', count: 2, isWhole: true },
      { path: 'Positionen/Position', count: 3, isWhole: true },
    ],
  })
  const many = { data: { orders: Array.from({ length: 5000 }, () => orders[0]) } }
  const { places } = (await guessOf('export.json', JSON.stringify(many))).guess
  expect(places.rows.find(({ path }) => path === 'data/orders')).toEqual({
    ...{ path: 'data/orders', count: 5000, isWhole: true },
  })
  expect(places.lines).toContainEqual({ path: 'positions', count: 10_000, isWhole: true })
})

test.each([
  ['Export/Liste/Auftrag/Positionen/Position'],
  ['/e:Export/e:Liste/e:Auftrag/e:Positionen/e:Position'],
  ['//Position'],
])('The rows that somebody chooses are read instead, however the path is written: %s', async (rows) => {
  const { guess } = await guessOf('export.xml', xml, { rows })
  expect(guess.profile.tables).toEqual([{ name: 'rows', rows: 'Export/Liste/Auftrag/Positionen/Position' }])
  expect(guess.columns.map(({ heading }) => heading)).toContain('Artikelnr')
  expect(guess.findings).toContainEqual({
    ...{ subject: 'rows', value: 'Export/Liste/Auftrag/Positionen/Position', certainty: 1 },
    because: { code: 'chosen', text: '', count: 0 },
  })
})

test('A path of JSON is understood as it is written elsewhere, and one at which nothing stands offers the others', async () => {
  const content = JSON.stringify({ data: { orders } })
  expect((await guessed('a.json', content, { rows: '$.data.orders[*]' })).documents).toHaveLength(2)
  const none = (await guessOf('a.json', content, { rows: 'data/invoices' })).guess
  expect(none.profile.tables).toEqual([{ name: 'rows', rows: 'data/invoices' }])
  expect(none.places.rows.map(({ path }) => path)).toContain('data/orders')
})

test('Lines can be chosen, too, or that there are none', async () => {
  const none = (await guessed('export.xml', xml, { lines: '' })).guess
  expect(none.profile.documents.lists?.[0]?.each).toBeUndefined()
  const chosen = (await guessed('export.xml', xml, { rows: 'Export/Liste/Auftrag', lines: '//Position' })).guess
  expect(chosen.profile.documents.lists?.[0]?.each).toBe('Positionen/Position')
})
