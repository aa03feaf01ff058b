import { expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { generate } from '#database/seed/generate.ts'
import { historyOf } from '#database/seed/history.ts'
import { demoAccounts } from '#database/seed/people.ts'
import { readPdf } from '#server/testing/pdf.ts'

const today = '2026-11-21'
const withPapers = new Set(demoAccounts().map(({ number }) => number))
const documents = [...generate({ size: 'S', today })].flatMap(
  (document) => historyOf(document, { today, withPapers }).at(-1) ?? [],
)
const withoutSpaces = (text: string) => text.replace(/\s/g, '')
const papers = documents.flatMap((document) =>
  (document.attachments ?? []).map(({ name, contentBase64, purpose }) => ({
    ...{ document, name, isProof: purpose === 'proof_of_delivery' },
    bytes: Buffer.from(contentBase64, 'base64'),
  })),
)
const grossOf = ({ totals }: IngestDocument) => (totals?.gross ?? '').replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')

test('The papers that the demo’s ERP attaches name their document, their customer, all goods and the total', async () => {
  const wrong: string[] = []
  for (const { document, name, isProof, bytes } of papers) {
    if (isProof) continue
    const { text, pages, title } = await readPdf(bytes)
    const { number, type, accountName = '', lines = [], currency = '' } = document
    const total = type === 'shipments' ? '' : `${grossOf(document)}${currency}`
    const words = [number, accountName, ...lines.map(({ sku = '' }) => sku), total].map(withoutSpaces)
    const missing = words.filter((word) => !text.includes(word))
    if (pages !== 1 || `${title}.pdf` !== name || missing.length > 0 || text.includes('?'))
      wrong.push(`${name}: ${missing.join()}`)
  }
  expect(wrong).toEqual([])
  expect(papers.length).toBeGreaterThan(100)
})

test('The papers that the demo’s ERP attaches keep their margins, and no line runs into another or into the foot', async () => {
  const wrong: string[] = []
  for (const { name, bytes } of papers) {
    const { positions } = await readPdf(bytes)
    const foot = 270
    const outside = positions.filter(({ x, width }) => x < 17 || x + width > 193)
    const inFoot = positions.filter(({ y }) => y > foot)
    const overlapping = positions.filter((one) =>
      positions.some(
        (other) =>
          other !== one && Math.abs(other.y - one.y) < 1 && other.x >= one.x && other.x < one.x + one.width - 0.3,
      ),
    )
    if (outside.length + overlapping.length > 0 || inFoot.length !== 3)
      wrong.push(`${name}: ${[...outside, ...overlapping].map(({ text }) => text).join()} ${inFoot.length}`)
  }
  expect(wrong).toEqual([])
})
