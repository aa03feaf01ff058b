import { hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { type PaperContent, toTemplateInput } from './content.ts'
import { createPdfWorkerPool, type PdfWorkerPool, type PrintInput } from './pdf-worker-pool.ts'

const workers: PdfWorkerPool[] = []
afterAll(() => {
  for (const worker of workers) worker.close()
})

test('A paper is the same on a machine that has fonts of its own for what the portal’s fonts lack', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fonts-'))
  writeFileSync(join(folder, 'stranger.ttf'), fontWith('漢'))
  const [bare, own] = [join(folder, 'bare.conf'), join(folder, 'own.conf')]
  writeFileSync(bare, '<fontconfig><dir>/a-folder-that-does-not-exist</dir></fontconfig>')
  writeFileSync(own, `<fontconfig><dir>${folder}</dir></fontconfig>`)
  const createPool = (name: string, config: string) => {
    const program = join(folder, `${name}.mjs`)
    const child = new URL('pdf-worker.ts', import.meta.url).href
    writeFileSync(
      program,
      `process.env.FONTCONFIG_FILE = ${JSON.stringify(config)}\nawait import(${JSON.stringify(child)})\n`,
    )
    const worker = createPdfWorkerPool({ processes: 1, program })
    workers.push(worker)
    return worker
  }
  const input = printInput('Ελλάδα 漢字 🚲 □ → ½')
  const papers = await Promise.all([
    createPool('without', bare).print(input),
    createPool('with', own).print(input),
    createPool('again', own).print(input),
  ])
  expect(papers[0].subarray(0, 5).toString()).toBe('%PDF-')
  expect(new Set(papers.map((paper) => hash('sha256', paper))).size).toBe(1)
})

/** The content of a paper with this note and little else. */
function printInput(note: string): PrintInput {
  const content: PaperContent = {
    ...{
      template: 'classic',
      language: 'en',
      region: null,
      rtl: false,
      size: 'a4',
      title: 'Order 1',
      kind: 'Order',
      number: '1',
      state: null,
    },
    brand: { name: 'Portal', color: '#c8102e', ground: '#c8102e', onGround: '#ffffff', logo: null, logoAlt: '' },
    ...{
      sender: ['Portal'],
      returnAddress: 'Portal',
      contact: null,
      facts: [],
      parties: [],
      lead: null,
      lines: null,
      sums: [],
      remarks: [],
    },
    ...{ pay: null, tables: [], texts: [{ title: 'Note', text: note, rows: [] }], legal: [], made: 'Made' },
    ...{ pageOf: '{page} of {pages}', stamp: 0 },
  }
  return { data: JSON.stringify(toTemplateInput(content)), stamp: 0, logo: null }
}

/** One of the portal's fonts, renamed "Zost", that maps this character and the next nine to its wide digits. */
function fontWith(character: string): Buffer {
  const path = '@expo-google-fonts/jost/600SemiBold/Jost_600SemiBold.ttf'
  const font = readFileSync(fileURLToPath(import.meta.resolve(path)))
  const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16()
  for (let offset = font.indexOf(utf16('Jost')); offset >= 0; offset = font.indexOf(utf16('Jost'), offset))
    utf16('Zost').copy(font, offset)
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, tableIndex) => 12 + 16 * tableIndex)
  const cmap = font.readUInt32BE(
    (tables.find((offset) => font.toString('latin1', offset, offset + 4) === 'cmap') ?? 0) + 8,
  )
  // A cmap table of format 4: the segments' ends, their starts, and the offsets from characters to glyphs.
  const map = cmap + font.readUInt32BE(cmap + 8)
  const size = font.readUInt16BE(map + 6)
  const [end, start, delta] = [14, 16 + size, 16 + 2 * size].map((column) => map + column + size - 4) as [
    number,
    number,
    number,
  ]
  const shift = (character.codePointAt(0) ?? 0) - font.readUInt16BE(start)
  font.writeUInt16BE(font.readUInt16BE(end) + shift, end)
  font.writeUInt16BE(font.readUInt16BE(start) + shift, start)
  font.writeInt16BE(((font.readInt16BE(delta) - shift) << 16) >> 16, delta)
  return font
}
