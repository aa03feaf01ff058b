import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ClassifiedValues, classifyValues } from './unseen.ts'

const ownFolder = join(import.meta.dirname, '../fixtures')

async function classifyOwn() {
  const classified: ClassifiedValues[] = []
  for (const name of readdirSync(ownFolder)) classified.push(await classifyValues(readFileSync(join(ownFolder, name))))
  return classified.filter((values): values is Extract<ClassifiedValues, { unseen: unknown }> => 'unseen' in values)
}

describe('of what an e-document says, a reader sees all or is told why not', () => {
  test('our examples have no value that stands nowhere', async () => {
    const classified = await classifyOwn()
    expect(classified.length).toBeGreaterThanOrEqual(5)
    expect(classified.flatMap(({ unseen }) => unseen)).toEqual([])
  })

  test('most values are seen, not explained away', async () => {
    const classified = await classifyOwn()
    const sum = (countOf: (values: (typeof classified)[number]) => number) =>
      classified.map(countOf).reduce((a, b) => a + b, 0)
    expect(sum(({ explained }) => explained.length)).toBeLessThan(sum(({ seen }) => seen.length) / 7)
  })

  test('a value that nobody thought of is named with its place', async () => {
    const xml = readFileSync(join(ownFolder, 'invoice.xml'), 'utf8').replace(
      /(<[a-z]*:?Item>)/,
      '$1<cac:Certificate xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"><cbc:ID xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">CE 0123</cbc:ID></cac:Certificate>',
    )
    expect(await classifyValues(Buffer.from(xml))).toMatchObject({
      unseen: [{ path: 'Invoice/InvoiceLine/Item/Certificate/ID', value: 'CE 0123' }],
    })
  })

  test('a number of another line does not stand in for a value', async () => {
    const xml = readFileSync(join(ownFolder, 'full-invoice.xml'), 'utf8')
    const doubled = xml.replace(
      /(<cac:InvoiceLine>[\s\S]*<\/cac:InvoiceLine>)/,
      (line) =>
        `${line}${line.replace('<cbc:ID>10<', '<cbc:ID>20<').replace('</cac:Item>', '<cac:Certificate><cbc:ID>98</cbc:ID></cac:Certificate></cac:Item>').replace('70 Shore', '98 Shore')}${line.replace('<cbc:ID>10<', '<cbc:ID>98<').replace('</cac:Item>', '<cac:Certificate><cbc:ID>20</cbc:ID></cac:Certificate></cac:Item>')}`,
    )
    const classified = await classifyValues(Buffer.from(doubled))
    expect('unseen' in classified && classified.unseen.map(({ xpath }) => xpath)).toEqual([
      '/Invoice/cac:InvoiceLine[3]/cac:Item/cac:Certificate/cbc:ID',
    ])
  })
})
