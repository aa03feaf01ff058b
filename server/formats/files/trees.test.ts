import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { ImportProfile } from '#contract/imports/profile.ts'
import { openFiles } from './map/open.ts'

/* XML and JSON of other programs: rows are elements or objects, columns are paths inside them. */

const folder = await mkdtemp(join(tmpdir(), 'portal-trees-'))
afterAll(() => rm(folder, { recursive: true }))
let files = 0

async function documentsOf(content: string | Buffer, profile: ImportProfile): Promise<unknown[]> {
  const path = join(folder, `file-${++files}`)
  await writeFile(path, content)
  const mapped = await openFiles(profile, [{ name: 'file', path }], { scratch: folder, id: String(files) })
  const documents: unknown[] = []
  for await (const { document, customer, problems } of mapped.documents()) {
    documents.push(problems.length > 0 ? problems : { ...document, account: customer?.value })
  }
  mapped.close()
  return documents
}

const profileOf = (as: 'xml' | 'json', rows: string, lines: string, attribute: string): ImportProfile => ({
  version: 1,
  name: 'tree',
  read: { as, dates: 'year first' },
  tables: [{ name: 'orders', rows }],
  documents: {
    per: 'row',
    customer: { by: 'number', value: { column: 'customer/number' } },
    fields: { type: { constant: 'orders' }, number: { column: `${attribute}number` }, issueDate: { column: 'date' } },
    lists: [
      {
        into: 'lines',
        each: lines,
        fields: {
          line: { position: 1 },
          sku: { column: 'sku' },
          quantity: { column: 'quantity' },
          note: { join: [{ column: 'number', of: 'document' }, { column: `${attribute}kind` }], with: '/' },
        },
      },
    ],
  },
})

const expected = [
  {
    ...{ type: 'orders', number: 'A-1', issueDate: '2026-03-01', account: 'C-1' },
    lines: [
      { line: '1', sku: 'Räder', quantity: '1000000000000.10', note: 'x' },
      { line: '2', sku: 'B', quantity: '2' },
    ],
  },
  { type: 'orders', number: 'A-2', account: 'C-2' },
]

test('Orders in XML with their lines inside, in another encoding and with prefixes', async () => {
  const xml = `<?xml version="1.0" encoding="ISO-8859-1"?><e:Export xmlns:e="urn:e"><Head><Order number="none"/></Head>
<e:Orders><e:Order number="A-1"><date>2026-03-01</date><customer><number>C-1</number></customer>
<pos><p kind="x"><sku>R&#228;der</sku><quantity>1000000000000.10</quantity></p><p><sku><![CDATA[B]]></sku><quantity>2</quantity></p></pos></e:Order>
<e:Order number="A-2"><customer><number>C-2</number></customer></e:Order></e:Orders></e:Export>`
  const bytes = Buffer.from(xml.replace('R&#228;der', 'Räder'), 'latin1')
  expect(await documentsOf(bytes, profileOf('xml', 'Export/Orders/Order', 'pos/p', '@'))).toEqual(expected)
})

test('Orders in JSON keep the digits of their numbers, whole or one a line', async () => {
  const profile = profileOf('json', 'data/orders', 'pos', '')
  const orders = `[{"number":"A-1","date":"2026-03-01","customer":{"number":"C-1"},"pos":[{"sku":"Räder","quantity":1000000000000.10,"kind":"x"},{"sku":"B","quantity":2}]},
{"number":"A-2","customer":{"number":"C-2"},"date":null,"pos":[]}]`
  const withNumbers = expected.map((order) =>
    JSON.parse(
      JSON.stringify(order)
        .replace('"note":"x"', '"note":"A-1/x"')
        .replace('"quantity":"2"', '"quantity":"2","note":"A-1"'),
    ),
  )
  expect(await documentsOf(`{"data":{"orders":${orders}}}`, profile)).toEqual(withNumbers)
  const lines = (JSON.parse(orders.replace('1000000000000.10', '"1000000000000.10"')) as unknown[]).map((order) =>
    JSON.stringify(order),
  )
  const oneALine = { ...profile, tables: [{ name: 'orders', rows: '' }] }
  expect(await documentsOf(lines.join('\n'), oneALine)).toEqual(withNumbers)
})
