import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { maxDownloadedDocuments } from '#contract/documents/downloads.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { testPortal } from '#server/testing/portal.ts'
import { createUniqueNamer, safeFileName } from './file-names.ts'

const portal = await testPortal('2026-03-10T09:00:00Z')
const account = { account: 'D-1', accountName: 'Downloaders', currency: 'EUR', issueDate: '2026-03-01' }
const file = (name: string, mimeType = 'text/plain') => ({
  name,
  mimeType,
  contentBase64: Buffer.from(mimeType === 'application/pdf' ? '%PDF-1.7 of the ERP' : `This is ${name}`).toString(
    'base64',
  ),
})

let finance: string
let logistics: string
beforeAll(async () => {
  const totals = { net: '10', gross: '10', open: '10' }
  const documents: IngestDocument[] = [
    {
      ...account,
      type: 'invoices',
      number: 'I-1',
      totals,
      attachments: [file('I-1.pdf', 'application/pdf'), file('terms.txt')],
    },
    { ...account, type: 'invoices', number: 'I/2 ä', totals, attachments: [file('terms.txt'), file('CON')] },
    // Without a date there is no UBL.
    { account: 'D-1', type: 'invoices', number: 'I-3' },
    ...Array.from(
      { length: maxDownloadedDocuments + 1 },
      (_, index): IngestDocument => ({ ...account, type: 'quotes', number: `Q-${index}` }),
    ),
    { ...account, type: 'shipments', number: 'S-1', attachments: [file('proof.txt')] },
    { ...account, type: 'orders', number: 'O-1', attachments: [file('confirmation.txt')] },
  ]
  expect(await portal.ingest(...documents)).toMatchObject({ errors: [] })
  finance = await portal.signIn('fin@down.example', 'D-1', 'admin')
  logistics = await portal.signIn('lou@down.example', 'D-1', 'logistics')
})

async function filesOf(bytes: Buffer): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const zip = await fromBufferPromise(bytes)
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, String(await buffer(Readable.from(await zip.openReadStreamPromise(entry)))))
  }
  return files
}

async function download(body: object, token = finance, headers: Record<string, string> = {}) {
  const reply = await portal.app.inject({
    method: 'POST',
    url: '/api/documents/download',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body,
  })
  const files = reply.statusCode === 200 ? await filesOf(reply.rawPayload) : new Map<string, string>()
  const manifest = (files.get('manifest.csv') ?? '').replace('\uFEFF', '').trim().split('\r\n')
  return { status: reply.statusCode, headers: reply.headers, body: reply.body, files, manifest }
}

test('all that belongs to a document comes as one ZIP, as far as the role sees it', async () => {
  const chain: IngestDocument[] = [
    { ...account, type: 'quotes', number: 'R-1', totals: { net: '5', gross: '5' } },
    { ...account, type: 'orders', number: 'R-2', references: [{ type: 'quotes', number: 'R-1' }] },
    { ...account, type: 'shipments', number: 'R-3', references: [{ type: 'orders', number: 'R-2' }] },
    {
      ...account,
      type: 'invoices',
      number: 'R-4',
      totals: { net: '5', gross: '5' },
      references: [{ type: 'orders', number: 'R-2' }],
    },
  ]
  expect(await portal.ingest(...chain)).toMatchObject({ errors: [] })
  const related = async (token: string, language: string) => {
    const reply = await portal.app.inject({
      url: `/api/documents/orders/R-2/related?language=${language}`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/zip'])
    return [...(await filesOf(reply.rawPayload)).keys()]
  }
  expect((await related(finance, 'en')).toSorted()).toEqual(
    [
      ...['Order confirmation R-2.pdf', 'Quote R-1.pdf', 'Packing list R-3.pdf', 'Invoice R-4.pdf'],
      ...['R-1.xml', 'R-2.xml', 'R-3.xml', 'R-4.xml', 'manifest.csv'],
    ].toSorted(),
  )
  const seen = await related(logistics, 'de')
  expect(seen).toContain('Lieferschein R-3.pdf')
  expect(seen.join()).not.toMatch(/R-4|R-1/)
  const { status } = await portal.get('/documents/orders/Nowhere/related', finance)
  expect(status).toBe(404)
})

test('a file that is damaged is named in the manifest and once in the log, and the others come', async () => {
  const lines: string[] = []
  const app = await portal.serve({}, { logger: { level: 'error', stream: { write: (line) => void lines.push(line) } } })
  await portal.database.owner.query(
    `insert into original_files (account_id, document_id, kind, has_amounts, content, received_at)
      select account_id, id, 'Invoice', true, 'no zstd', now() from documents where number = 'I-1'`,
  )
  const reply = await app.inject({
    method: 'POST',
    url: '/api/documents/download',
    headers: { authorization: `Bearer ${finance}`, 'accept-language': 'en' },
    body: { type: 'invoices', numbers: ['I-1'], parts: ['ubl', 'attachments'] },
  })
  await portal.database.owner.query('delete from original_files')
  const files = await filesOf(reply.rawPayload)
  expect([...files.keys()].filter((name) => name.startsWith('I-1/'))).toEqual(['I-1/I-1.pdf', 'I-1/terms.txt'])
  expect(files.get('manifest.csv')).toContain('Something went wrong on our side.')
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['a paper of a download failed'])
})

describe('the papers of many documents', () => {
  test('come as one ZIP: the ERP’s paper where there is one, the portal’s where not, what came with them, and a manifest', async () => {
    const { status, headers, files, manifest } = await download({ type: 'invoices', numbers: ['I-1', 'I/2 ä', 'I-9'] })
    expect([status, headers['content-type']]).toEqual([200, 'application/zip'])
    expect(headers['content-disposition']).toContain('filename="Invoices 2026-03-10.zip"')
    expect([...files.keys()]).toEqual([
      'Invoice I-1.pdf',
      'I-1/terms.txt',
      'Invoice I-2 ä.pdf',
      'I-2 ä/_CON',
      'I-2 ä/terms.txt',
      'manifest.csv',
    ])
    expect(files.get('Invoice I-1.pdf')).toBe('%PDF-1.7 of the ERP')
    expect(files.get('Invoice I-2 ä.pdf')).toMatch(/^%PDF-1\.7[\s\S]*%%EOF\s*$/)
    expect(files.get('I-1/terms.txt')).toBe('This is terms.txt')
    expect(manifest).toEqual([
      'Number,Kind,File,Result',
      'I-1,PDF,Invoice I-1.pdf,In this file',
      'I-1,Attachment,I-1/terms.txt,In this file',
      'I/2 ä,PDF,Invoice I-2 ä.pdf,In this file',
      'I/2 ä,Attachment,I-2 ä/_CON,In this file',
      'I/2 ä,Attachment,I-2 ä/terms.txt,In this file',
      'I-9,,,"We could not find this. It may have been moved, or it belongs to another account."',
    ])
  })

  test('that cannot be made do not spoil the others, and the manifest says why in the reader’s language', async () => {
    const asked = { type: 'invoices', numbers: ['I-3', 'I-1'], parts: ['ubl'], language: 'de' }
    const { files, manifest } = await download(asked, finance, { 'accept-language': 'de' })
    expect([...files.keys()]).toEqual(['I-1.xml', 'manifest.csv'])
    expect(files.get('I-1.xml')).toContain('<cbc:ID>I-1</cbc:ID>')
    expect(manifest[0]).toBe('Nummer,Art,Datei,Ergebnis')
    expect(manifest[1]).toMatch(/^I-3,UBL,,.*UBL/)
    expect(manifest[2]).toBe('I-1,UBL,I-1.xml,In dieser Datei')
  })

  test('are those of a narrowed list when its filters are given', async () => {
    const { files } = await download({ type: 'quotes', filters: { q: 'Q-17', sort: 'number' }, parts: ['pdf'] })
    const listed = (await portal.get('/documents/quotes?q=Q-17&sort=number', finance)).body as {
      rows: { number: string }[]
    }
    expect([...files.keys()]).toEqual([...listed.rows.map(({ number }) => `Quote ${number}.pdf`), 'manifest.csv'])
  })

  test('of a packer carry no file that may show a price', async () => {
    const parts = ['pdf', 'ubl', 'attachments']
    const orders = await download({ type: 'orders', numbers: ['O-1'], parts }, logistics)
    expect([...orders.files.keys()]).toEqual(['Order confirmation O-1.pdf', 'manifest.csv'])
    expect(orders.manifest).toHaveLength(3)
    const shipments = await download({ type: 'shipments', numbers: ['S-1'], parts: ['attachments'] }, logistics)
    expect([...shipments.files.keys()]).toEqual(['S-1/proof.txt', 'manifest.csv'])
    expect((await download({ type: 'invoices', numbers: ['I-1'] }, logistics)).status).toBe(404)
  })

  test.each([
    ['neither documents nor filters', { type: 'quotes' }, 400, 'either'],
    ['both', { type: 'quotes', numbers: ['Q-1'], filters: {} }, 400, 'either'],
    [
      'too many documents',
      { type: 'quotes', numbers: Array.from({ length: maxDownloadedDocuments + 1 }, (_, index) => `Q-${index}`) },
      400,
      `at most ${maxDownloadedDocuments} documents`,
    ],
    ['a list that is too long', { type: 'quotes', filters: {} }, 400, `at most ${maxDownloadedDocuments} documents`],
    ['documents that are not there', { type: 'quotes', numbers: ['X-1'] }, 404, 'None of these documents'],
    ['a list without documents', { type: 'quotes', filters: { status: 'rejected' } }, 404, 'None of these documents'],
    ['an unknown part', { type: 'quotes', numbers: ['Q-1'], parts: ['zip'] }, 400, 'parts'],
    ['an unknown filter', { type: 'quotes', filters: { colour: 'red' } }, 400, 'colour'],
  ])('are refused with a sentence for %s', async (_, body, status, words) => {
    const reply = await download(body)
    expect([reply.status, reply.body]).toEqual([status, expect.stringContaining(words)])
  })

  test.each([
    ['nothing is chosen', { type: 'quotes' }, 'numbers'],
    ['a list is too long', { type: 'quotes', filters: {} }, 'filters'],
  ])('are refused with the name of the field where %s', async (_, body, field) => {
    const reply = await download(body)
    expect(JSON.parse(String(reply.body))).toMatchObject({ errors: [{ field }] })
  })
})

describe('a file’s name in the ZIP', () => {
  test.each([
    ['../../etc/passwd', '-..-etc-passwd'],
    ['a\\b:c*.pdf', 'a-b-c-.pdf'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['name. ', 'name'],
    ['..', '_'],
    ['exe\u202efdp.exe', 'exe-fdp.exe'],
    ['Ä'.normalize('NFD'), 'Ä'],
  ])('%j is %j', (name, safe) => {
    expect(safeFileName(name)).toBe(safe)
  })

  test('is one that every system takes, and nobody else’s, whatever was sent', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('a.pdf', 'A.PDF', '../a', 'aux'))),
        (names) => {
          const once = createUniqueNamer()
          const uniqueNames = names.map((name) => once(safeFileName(name)))
          for (const name of uniqueNames) {
            expect(name).not.toMatch(/[<>:"/\\|?*]|^\.|[. ]$|^$/)
            expect(Buffer.byteLength(name)).toBeLessThan(600)
          }
          expect(new Set(uniqueNames.map((name) => name.toLowerCase())).size).toBe(names.length)
        },
      ),
    )
  })
})
