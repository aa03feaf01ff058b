import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { openFiles } from '#server/formats/files/map/open.ts'
import { canWrite, type Dialect, dialects, writeDialect } from '#server/testing/dialects.ts'

/* Documents written as programs of other makes write them are the same documents when a profile has read them. */

const folder = await mkdtemp(join(tmpdir(), 'portal-dialects-'))
afterAll(() => rm(folder, { recursive: true }))

const decimal = fc
  .tuple(fc.integer({ min: -9_999_999, max: 9_999_999 }), fc.integer({ min: 0, max: 4 }))
  .map(([units, places]) => {
    const digits = String(Math.abs(units)).padStart(places + 1, '0')
    const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
    return units < 0 ? `-${text}` : text
  })
const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const documentsFor = (dialect: Dialect) => {
  const characters = fc.constantFrom(...'aB7 ;,|"\'.äß€-/=')
  const text = fc
    .string({ unit: characters, minLength: 1, maxLength: 30 })
    .filter((value) => value === value.trim() && canWrite(value, dialect))
  const line = fc.record({
    sku: optional(text),
    name: text,
    quantity: decimal,
    unitPrice: optional(decimal),
    requestedDate: optional(day),
  })
  const document = fc.record({
    accountName: optional(text),
    issueDate: day,
    customerReference: optional(text),
    billTo: optional(fc.record({ name: text, lines: fc.array(text, { minLength: 1, maxLength: 2 }) })),
    totals: optional(fc.record({ net: decimal, gross: decimal })),
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
  })
  return fc.array(document, { minLength: 1, maxLength: 5 }).map((entries) =>
    entries.map((entry, index): IngestDocument => {
      const lines = entry.lines.map((content, at) => ({ line: String((at + 1) * 10), ...content }))
      return JSON.parse(
        JSON.stringify({ type: 'orders', number: `SO-${index}`, account: `C ${index % 2}`, ...entry, lines }),
      )
    }),
  )
}

/** A workbook keeps the value of a number, not the zeros behind it. */
const withoutEndZeros = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === 'string' && /^-?\d+\.\d+$/.test(inner) ? inner.replace(/\.?0+$/, '') : inner,
  )

let runs = 0

test.each(dialects)('Documents that are written %s are read as they were', async (dialect) => {
  await fc.assert(
    fc.asyncProperty(documentsFor(dialect), async (documents) => {
      const { files, profile } = await writeDialect(documents, dialect, folder)
      const mapped = await openFiles(profile, files, { scratch: folder, id: String(++runs) })
      const read: unknown[] = []
      for await (const { document, customer, problems } of mapped.documents()) {
        expect(problems).toEqual([])
        const lines = document.lines as { line: string }[]
        lines.sort((a, b) => Number(a.line) - Number(b.line))
        read.push({ ...document, account: customer?.value })
      }
      mapped.close()
      const shape = dialect === 'workbook' ? withoutEndZeros : (value: unknown) => value
      expect(shape(read)).toEqual(shape(documents))
    }),
    { numRuns: 40 },
  )
})
