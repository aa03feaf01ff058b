import { randomUUIDv7 } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportProfile } from '#contract/imports/profile.ts'
import { ingestMappedFiles } from '#server/ingest/mapped-files.ts'
import { atMost, type Finding, within } from './harness/finding.ts'
import { freshDatabase } from './harness/fresh-database.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { reportProgress } from './harness/progress.ts'

const lines = 100_000
const linesOfOrder = 5
const mostSeconds = 60
const mostMegabytes = 200

const profile: ImportProfile = {
  version: 1,
  name: 'lines',
  read: { as: 'csv', encoding: 'windows-1252', separator: ';', decimal: ',', thousands: '.', dates: 'day first' },
  tables: [{ name: 'rows' }],
  documents: {
    per: 'key',
    key: ['Order'],
    customer: { by: 'number', value: { column: 'Customer' } },
    fields: {
      type: { constant: 'orders' },
      number: { column: 'Order' },
      issueDate: { column: 'Date' },
      status: { lookup: { column: 'Status' }, in: 'statuses' },
      currency: { constant: 'EUR' },
    },
    lists: [
      {
        into: 'lines',
        fields: {
          line: { position: 10 },
          sku: { column: 'Item' },
          name: { column: 'Text' },
          quantity: { column: 'Quantity' },
          unitPrice: { column: 'Price' },
        },
      },
    ],
  },
  values: { statuses: { offen: 'confirmed' } },
}

/** A CSV with so many lines of orders, as an office's program writes it. */
function csvOf(count: number): Buffer {
  const rows = ['Order;Customer;Date;Status;Item;Text;Quantity;Price']
  for (let row = 0; row < count; row++) {
    const order = Math.floor(row / linesOfOrder)
    rows.push(
      `A-${order};C-${order % 500};01.11.2026;Offen;R-${row % 3000};"Räder; 28""";1.${String(row % 1000).padStart(3, '0')};2,50`,
    )
  }
  return Buffer.from(rows.join('\r\n'), 'latin1')
}

type Run = { seconds: number; processor: number; peak: number }

async function measure(
  path: string,
  work: (file: { name: string; path: string }, dryRun: boolean) => Promise<number>,
  expected: number,
): Promise<Run> {
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let peak = before
  const watching = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 50)
  const [start, processor] = [performance.now(), process.cpuUsage()]
  const received = await work({ name: 'lines.csv', path }, false)
  clearInterval(watching)
  if (received !== expected) throw new Error(`${received} documents were taken instead of ${expected}`)
  const { user, system } = process.cpuUsage(processor)
  return {
    seconds: (performance.now() - start) / 1000,
    processor: (user + system) / 1e6,
    peak: (peak - before) / 2 ** 20,
  }
}

/** Takes files of 10,000 and 100,000 lines by a profile into an empty database: how long it takes, and how memory grows. */
export async function filesByProfile(data: MeasuredDatabase): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'))
  const fresh = await freshDatabase(data)
  const deps = { workPool: fresh.pools.work, clock: () => new Date(), newId: () => randomUUIDv7() }
  try {
    const run = async (count: number) => {
      const path = join(folder, `${count}.csv`)
      await writeFile(path, csvOf(count))
      const take = async (file: { name: string; path: string }, dryRun: boolean) =>
        (await ingestMappedFiles(deps, { profile, files: [file], scratch: folder }, { dryRun })).created
      return measure(path, take, count / linesOfOrder)
    }
    const few = await run(lines / 10)
    const many = await run(lines)
    const what = `a file of ${lines.toLocaleString('en')} lines by a profile`
    const more = `${many.processor.toFixed(1)} s of the processor without PostgreSQL; ${few.seconds.toFixed(1)} s for a tenth of the lines`
    reportProgress(`${what}: ${many.seconds.toFixed(1)} s, ${Math.round(many.peak)} MB more (${more})`)
    return [
      within(`${what}: time`, many.seconds, mostSeconds, more, 's'),
      atMost(
        `${what}: memory beside that before`,
        many.peak,
        mostMegabytes,
        `a tenth of the lines: ${Math.round(few.peak)} MB`,
      ),
    ]
  } finally {
    await fresh.drop()
    await rm(folder, { recursive: true, force: true })
  }
}
