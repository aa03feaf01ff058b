import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ciiExample } from '#contract/ingest/cii-elements.ts'
import { readInvoiceFile } from '../read-file.ts'
import { embeddedInvoice } from './embedded-invoice.ts'

/* PDFs are written here as programs write them: plain objects, objects packed into streams, changed files. */

const xml = Buffer.from(ciiExample)

function stream(content: Buffer, entries = '', deflated = true): string {
  const bytes = deflated ? deflateSync(content) : content
  return `<< ${entries}${deflated ? '/Filter /FlateDecode ' : ''}/Length ${bytes.length} >>\nstream\n${bytes.toString('latin1')}\nendstream`
}

function pdf(objects: readonly (readonly [number: number, body: string])[], trailer = ''): Buffer {
  const bodies = objects.map(([number, body]) => `${number} 0 obj\n${body}\nendobj\n`)
  return Buffer.from(`%PDF-1.7\n${bodies.join('')}trailer\n<< /Root 1 0 R ${trailer}>>\n%%EOF\n`, 'latin1')
}

const fileSpec = (name: string, object: number) =>
  `<< /Type /Filespec /AFRelationship /Data /F (${name}) /UF (${name}) /EF << /F ${object} 0 R /UF ${object} 0 R >> >>`
const invoicePdf = (name = 'factur-x.xml') =>
  pdf([
    [1, '<< /Type /Catalog /AF [2 0 R] >>'],
    [2, fileSpec(name, 3)],
    [3, stream(xml, '/Type /EmbeddedFile /Subtype /text#2Fxml ')],
  ])

const refusalOf = (content: Buffer) =>
  embeddedInvoice(content).then(
    () => 'taken',
    (error: Error) => error.message,
  )

test.each(['factur-x.xml', 'ZUGFeRD-invoice.xml', 'zugferd-invoice.xml', 'xrechnung.xml'])(
  'The invoice that a PDF carries as %s is read',
  async (name) => {
    expect(await embeddedInvoice(invoicePdf(name))).toEqual(xml)
  },
)

test('The PDF becomes the paper of its invoice, and the XML the file as which it was sent', async () => {
  const content = invoicePdf()
  const read = await readInvoiceFile(content)
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  expect(read.file).toEqual(xml)
  expect(read.message.document.attachments).toEqual([
    { name: 'INV-9003.pdf', mimeType: 'application/pdf', contentBase64: content.toString('base64') },
  ])
})

test('A file whose objects are packed into a stream, with a name in UTF-16, is read', async () => {
  const name = `<FEFF${Buffer.from('factur-x.xml', 'utf16le').swap16().toString('hex')}>`
  const spec = `<< /Type /Filespec /UF ${name} /EF 5 0 R >>`
  const embedded = '<< /F 3 0 R >>'
  const head = `2 0 5 ${spec.length + 1} `
  const packed = stream(Buffer.from(`${head}${spec} ${embedded}`), `/Type /ObjStm /N 2 /First ${head.length} `)
  const content = pdf([
    [1, '<< /Type /Catalog >>'],
    [3, stream(xml, '', false)],
    [4, packed],
  ])
  expect(await embeddedInvoice(content)).toEqual(xml)
})

test('Of a PDF that was changed, the newest version is read', async () => {
  const content = pdf([
    [2, fileSpec('factur-x.xml', 3)],
    [3, stream(Buffer.from('<old/>'))],
    [3, stream(xml)],
  ])
  expect(await embeddedInvoice(content)).toEqual(xml)
})

test('What looks like an object inside the bytes of a stream is none', async () => {
  const misleading = stream(Buffer.from(`9 0 obj ${fileSpec('factur-x.xml', 3)} endobj`), '', false)
  expect(await refusalOf(pdf([[1, misleading]]))).toContain('The PDF carries no file')
})

test.each([
  ['no file', pdf([[1, '<< /Type /Catalog >>']]), 'The PDF carries no file'],
  ['another file', invoicePdf('drawing.dwg'), 'The PDF carries only drawing.dwg'],
  ['a password', pdf([[2, fileSpec('factur-x.xml', 3)]], '/Encrypt 9 0 R '), 'The PDF is encrypted'],
  [
    'a hundred files',
    pdf([...Array(100).keys()].map((index) => [index + 1, fileSpec(`file-${index}.xml`, 200)] as const)),
    'more than 50 files',
  ],
  [
    'a file that unpacks to 200 MB',
    pdf([
      [2, fileSpec('factur-x.xml', 3)],
      [3, stream(Buffer.alloc(200 * 1024 * 1024))],
    ]),
    'larger than 20 MB when it is unpacked',
  ],
  [
    'many streams of objects that unpack to 19 MB each',
    pdf(
      [...Array(12).keys()].map(
        (index) => [index + 1, stream(Buffer.alloc(19 * 1024 * 1024), '/Type /ObjStm /N 1 /First 4 ')] as const,
      ),
    ),
    'larger than 20 MB when it is unpacked',
  ],
  [
    'a damaged file',
    pdf([
      [2, fileSpec('factur-x.xml', 3)],
      [3, '<< /Filter /FlateDecode /Length 5 >>\nstream\nhello\nendstream'],
    ]),
    'damaged',
  ],
  [
    'a packing of another kind',
    pdf([
      [2, fileSpec('factur-x.xml', 3)],
      [3, '<< /Filter [/LZWDecode] /Length 5 >>\nstream\nhello\nendstream'],
    ]),
    'LZWDecode',
  ],
  ['brackets in brackets', Buffer.from(`%PDF-1.7\n1 0 obj << /A ${'['.repeat(100_000)}`), 'nested deeper than 32'],
  ['300,000 objects', Buffer.from(`%PDF-1.7\n${'1 0 obj<<>>'.repeat(300_000)}`), 'more than 200000 objects'],
  ['more than 20 MB', Buffer.concat([invoicePdf(), Buffer.alloc(21 * 1024 * 1024)]), 'larger than 20 MB'],
])('A PDF with %s is refused with a sentence', async (_, content, sentence) => {
  expect(await refusalOf(content)).toContain(sentence)
})

test('A file that refers to itself ends', async () => {
  const content = pdf([[2, '<< /Type /Filespec /F (factur-x.xml) /EF 2 0 R /UF (factur-x.xml) >>']])
  expect(await refusalOf(content)).toContain('The PDF carries')
})

test.each([
  ['texts in texts', '1 0 obj << /A (', ')', ' 5'],
  ['objects without an end', '1 0 obj << /A 5 /B stream ', '', ''],
  ['trailers in texts', 'trailer << /A (', ')', ' 5'],
  ['streams without an end', '1 0 obj <<>> stream ', '', ''],
])('A PDF of %s takes time by its length only', async (_, open, close, end) => {
  const cpuOf = async (size: number) => {
    const content = Buffer.from(`%PDF-1.7\n${open.repeat(size)}${close.repeat(size)}${end}`)
    const start = process.cpuUsage().user
    await refusalOf(content)
    return process.cpuUsage().user - start
  }
  await cpuOf(10_000)
  const [small, large] = [await cpuOf(10_000), await cpuOf(80_000)]
  expect(large).toBeLessThan(24 * Math.max(small, 10_000))
})
