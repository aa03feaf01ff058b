import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, expect, test } from 'vitest'
import type { ImportProfile } from '#contract/imports/profile.ts'
import { openFiles } from '#server/formats/files/map/open.ts'
import { zipOf } from '#server/formats/zip/write.ts'

/* Files that are made to cost time and memory are refused with a sentence, before they have cost much of either. */

const folder = await mkdtemp(join(tmpdir(), 'portal-hostile-'))
afterAll(() => rm(folder, { recursive: true }))

let files = 0

const profileFor = (as: ImportProfile['read']['as'], rows?: string): ImportProfile => ({
  version: 1,
  name: 'hostile',
  read: { as },
  tables: [{ name: 'rows', header: 0, ...(rows === undefined ? {} : { rows }) }],
  documents: {
    per: 'row',
    customer: { by: 'number', value: { constant: 'C-1' } },
    fields: { type: { constant: 'orders' }, number: { column: as === 'xml' || as === 'json' ? 'number' : 1 } },
  },
})

async function mappedOf(content: string | Buffer | AsyncIterable<string | Buffer>, profile: ImportProfile) {
  const path = join(folder, `file-${++files}`)
  if (typeof content === 'string' || Buffer.isBuffer(content)) await writeFile(path, content)
  else await pipeline(Readable.from(content), createWriteStream(path))
  return openFiles(profile, [{ name: 'hostile', path }], { scratch: folder, id: String(files) })
}

async function open(...file: Parameters<typeof mappedOf>) {
  const mapped = await mappedOf(...file)
  mapped.close()
}

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

/** A workbook whose one sheet has this content. */
async function* workbookOf(sheet: Iterable<string>, more: Record<string, string> = {}): AsyncGenerator<Buffer> {
  const parts: Record<string, string | Iterable<string>> = {
    'xl/workbook.xml': `<workbook ${main} xmlns:r="r"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': sheet,
    ...more,
  }
  const entries = (async function* () {
    for (const [name, content] of Object.entries(parts)) {
      const pieces = typeof content === 'string' ? [content] : content
      yield {
        name,
        content: (async function* () {
          yield* pieces
        })(),
      }
    }
  })()
  for await (const chunk of zipOf(entries, new Date('2026-03-10T09:00:00Z'))) yield chunk as Buffer
}

const heapNow = () => process.memoryUsage().heapUsed / 1024 / 1024

test('A sheet of more than five million cells is refused when they are read, in little memory', {
  tags: 'long',
  timeout: 120_000,
}, async () => {
  function* sheet() {
    yield `<worksheet ${main}><sheetData>`
    const cells = '<c t="b"/>'.repeat(100)
    for (let row = 1; row <= 50_001; row++) yield `<row r="${row}">${cells}</row>`
    yield '</sheetData></worksheet>'
  }
  const before = heapNow()
  await expect(open(workbookOf(sheet()), profileFor('xlsx'))).rejects.toThrow('more than 5,000,000 cells')
  expect(heapNow() - before).toBeLessThan(200)
})

/** A workbook whose list of parts claims that its sheet unpacks to this many bytes. */
async function workbookClaiming(bytes: number): Promise<Buffer> {
  const zip = Buffer.concat(await Array.fromAsync(workbookOf(['<worksheet/>'])))
  // The list is the end of the file; in it the size stands 22 bytes before the name.
  zip.writeUInt32LE(bytes, zip.lastIndexOf('xl/worksheets/sheet1.xml') - 22)
  return zip
}

test('A part of a workbook that unpacks to more than it may is refused before it is unpacked', async () => {
  const most = 512 * 1024 * 1024
  await expect(open(await workbookClaiming(most + 1), profileFor('xlsx'))).rejects.toThrow(
    'unpacks to more than 512 MB',
  )
  for (const lie of [1, most])
    await expect(open(await workbookClaiming(lie), profileFor('xlsx'))).rejects.toThrow('cannot be unpacked')
})

test('Document types and entities are refused in XML and in workbooks', async () => {
  const bomb = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a><b><number>&x;</number></b></a>'
  await expect(open(bomb, profileFor('xml', 'a/b'))).rejects.toThrow('document type or entities of its own')
  const sheet = [`<!DOCTYPE a [<!ENTITY x "y">]><worksheet ${main}><sheetData/></worksheet>`]
  await expect(open(workbookOf(sheet), profileFor('xlsx'))).rejects.toThrow('document type of its own')
})

test('XML and JSON that are nested without end are refused', async () => {
  await expect(open('<a>'.repeat(100_000), profileFor('xml', 'a'))).rejects.toThrow('nested deeper than 64 levels')
  await expect(open('<a>'.repeat(10), profileFor('xml', 'a'))).rejects.toThrow('not well-formed XML')
  const deep = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`
  await expect(open(deep, profileFor('json', ''))).rejects.toThrow('nested deeper than 64 levels')
})

test('A row with more parts than rows have is refused', async () => {
  const many = `<a><b>${'<c/>'.repeat(100_001)}</b></a>`
  await expect(open(many, profileFor('xml', 'a/b'))).rejects.toThrow('more than 100,000 parts')
})

test('What only calls itself a workbook is refused with a sentence', async () => {
  await expect(open('number;account\n1;2\n', profileFor('xlsx'))).rejects.toThrow('The workbook cannot be opened')
  await expect(open(Buffer.from('PK\u0003\u0004'), profileFor('csv'))).rejects.toThrow('This is a workbook or a ZIP')
  const secret = { 'xl/worksheets/sheet1.xml': '<worksheet>' }
  await expect(open(workbookOf([], secret), profileFor('xlsx'))).rejects.toThrow('The workbook is broken')
})

test('In a workbook whose cells do not name their columns, a value after an empty cell stays in its own', async () => {
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
  const rows = [
    `${text('SO-1')}<c/>${text('third')}`,
    `${text('SO-2')}<c r="C2" t="inlineStr"><is><t>third</t></is></c><c/>${text('fifth')}`,
  ]
  const cells = rows.map((row) => `<row>${row}</row>`).join('')
  const profile = profileFor('xlsx')
  const columns = { customerReference: { column: 2 }, paymentTerms: { column: 3 }, holdReason: { column: 5 } }
  const fields = { ...profile.documents.fields, ...columns }
  const mapped = await mappedOf(workbookOf([`<worksheet ${main}><sheetData>${cells}</sheetData></worksheet>`]), {
    ...profile,
    documents: { ...profile.documents, fields },
  })
  const documents = (await Array.fromAsync(mapped.documents())).map(({ document }) => document)
  mapped.close()
  expect(documents).toEqual([
    { type: 'orders', number: 'SO-1', paymentTerms: 'third' },
    { type: 'orders', number: 'SO-2', paymentTerms: 'third', holdReason: 'fifth' },
  ])
})
