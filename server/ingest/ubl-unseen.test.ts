import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ClassifiedValues, classifyValues } from './ubl-unseen.ts'
import { unusedExplanations } from './ubl-unseen-reasons.ts'

const ownFolder = join(import.meta.dirname, 'fixtures')
/** Published examples of UBL, if they are in a folder beside the repository. They are not part of it. */
const publishedFolder = join(import.meta.dirname, '../../../shared/data/ubl')
const filesIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.xml'))
        .map((name) => join(folder, name))
    : []

async function classifyFiles(files: readonly string[]) {
  const classified: ClassifiedValues[] = []
  for (const file of files) classified.push(await classifyValues(readFileSync(file)))
  return classified.filter((values): values is Extract<ClassifiedValues, { unseen: unknown }> => 'unseen' in values)
}

describe('of what an e-document says, a reader sees all or is told why not', () => {
  test.each([
    ['our own examples', ownFolder],
    ['published examples', publishedFolder],
  ])('%s have no value that stands nowhere', async (_, folder) => {
    const classified = await classifyFiles(filesIn(folder))
    expect(classified.flatMap(({ unseen }) => unseen)).toEqual([])
  })

  test('most values are seen, not explained away', async () => {
    const classified = await classifyFiles(filesIn(ownFolder))
    const sum = (countOf: (values: (typeof classified)[number]) => number) =>
      classified.map(countOf).reduce((a, b) => a + b, 0)
    expect(sum(({ explained }) => explained.length)).toBeLessThan(sum(({ seen }) => seen.length) / 7)
  })

  test('every explanation explains something', async ({ skip }) => {
    const files = filesIn(publishedFolder)
    skip(files.length === 0, `There are no published examples in ${publishedFolder}`)
    const classified = await classifyFiles([...filesIn(ownFolder), ...files])
    expect(unusedExplanations(classified.flatMap(({ explained }) => explained))).toEqual([])
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
