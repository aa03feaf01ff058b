import type { IngestDocument } from '#contract/ingest/documents.ts'
import { databaseCpu } from './harness/database-cpu.ts'
import { atMost, type Finding, median } from './harness/finding.ts'
import { freshDatabase } from './harness/fresh-database.ts'
import { createIngestKey, ndjsonOf, sendNdjson } from './harness/http-import.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { reportProgress } from './harness/progress.ts'
import { startPortal } from './harness/servers.ts'
import type { Settings } from './harness/settings.ts'

const [fewLines, manyLines] = [10, 1_000]
const linesInAll = 20_000

/**
 * Imports as many lines in documents of ten and of a thousand, orders with the shipments that carry them, in turn: a
 * line must cost the same wherever it stands.
 */
export async function longDocuments(data: MeasuredDatabase, { rounds }: Settings): Promise<Finding[]> {
  const fresh = await freshDatabase(data)
  const portal = await startPortal({ ...data, ...fresh })
  try {
    const key = await createIngestKey(fresh.pools)
    let turn = 0
    const importOf = async (lines: number) => {
      const file = [...ndjsonOf(deals(lines, `${lines}-${turn++}`))]
      const before = databaseCpu(data)
      const { seconds } = await sendNdjson(portal.port, key, file)
      return { each: (seconds * 1e6) / linesInAll, database: (databaseCpu(data) - before) / linesInAll }
    }
    await importOf(fewLines)
    await importOf(manyLines)
    const short: Awaited<ReturnType<typeof importOf>>[] = []
    const long: typeof short = []
    for (let round = 0; round < rounds; round++) {
      short.push(await importOf(fewLines))
      long.push(await importOf(manyLines))
    }
    const ratio = median(long.map(({ each }, round) => each / (short[round]?.each ?? 0)))
    const figures = (lines: number, runs: typeof short) =>
      `${lines} lines: ${Math.round(median(runs.map(({ each }) => each)))} µs a line, PostgreSQL ${Math.round(median(runs.map(({ database }) => database)))} µs`
    const finding = atMost(
      `import of documents of ${manyLines} lines: time of a line against documents of ${fewLines}`,
      ratio,
      1.2,
      `${figures(fewLines, short)}; ${figures(manyLines, long)}`,
    )
    reportProgress(`long documents: ${finding.measured} (${finding.more})`)
    return [finding]
  } finally {
    await portal.stop()
    await fresh.drop()
  }
}

/** Orders of so many lines, and shipments that carry half of each line. */
function* deals(lineCount: number, mark: string): Generator<IngestDocument> {
  for (let deal = 0; deal < linesInAll / lineCount / 2; deal++) {
    const numbers = Array.from({ length: lineCount }, (_, index) => index)
    const common = { account: 'LONG', issueDate: '2026-01-05' }
    const lineOf = (index: number) => ({
      line: String(index + 1),
      sku: `PART-${index % 700}`,
      name: `Part ${index % 700} of stainless steel`,
    })
    yield {
      ...common,
      type: 'orders',
      number: `SO-${mark}-${deal}`,
      currency: 'EUR',
      lines: numbers.map((index) => ({ ...lineOf(index), quantity: '2', unit: 'PCE', amount: '10.00' })),
    } as IngestDocument
    yield {
      ...common,
      type: 'shipments',
      number: `DN-${mark}-${deal}`,
      status: 'in_transit',
      lines: numbers.map((index) => ({
        ...lineOf(index),
        quantity: '1',
        unit: 'PCE',
        references: [{ type: 'orders', number: `SO-${mark}-${deal}`, line: String(index + 1) }],
      })),
    } as IngestDocument
  }
}
