import { randomUUIDv7 } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { importLimits } from '#contract/console/imports.ts'
import type { ImportProfile } from '#contract/imports/profile.ts'
import { profileFormat } from '#server/formats/formats.ts'
import { ingestMappedFiles, previewFiles } from '#server/ingest/mapped-files.ts'
import { type Finding, median, within } from './harness/finding.ts'
import { freshDatabase } from './harness/fresh-database.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { reportProgress } from './harness/progress.ts'
import type { Settings } from './harness/settings.ts'

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

const spread = (values: readonly number[], digits: number) =>
  `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`

/**
 * Takes files of 10,000 and 100,000 lines by a profile into an empty database: how long it takes, and how memory grows.
 * Then what the console does with large files before anything is taken: it guesses how they are read, and shows a preview.
 */
export async function filesByProfile(data: MeasuredDatabase, { rounds }: Settings): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'))
  try {
    const [few, many]: [Run[], Run[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      few.push(await takeLines(data, folder, lines / 10))
      many.push(await takeLines(data, folder, lines))
    }
    const of = (runs: readonly Run[], part: keyof Run) => runs.map((run) => run[part])
    const [seconds, peak] = [median(of(many, 'seconds')), median(of(many, 'peak'))]
    const what = `a file of ${lines.toLocaleString('en')} lines by a profile`
    const more = [
      `${spread(of(many, 'seconds'), 1)} s in ${rounds} rounds`,
      `${median(of(many, 'processor')).toFixed(1)} s of the processor without PostgreSQL`,
      `${median(of(few, 'seconds')).toFixed(1)} s for a tenth of the lines`,
    ].join('; ')
    const memory = `${spread(of(many, 'peak'), 0)} MB; a tenth of the lines: ${spread(of(few, 'peak'), 0)} MB`
    reportProgress(`${what}: ${seconds.toFixed(1)} s, ${Math.round(peak)} MB more (${more}; ${memory})`)
    return [
      within(`${what}: time`, seconds, mostSeconds, more, 's'),
      within(`${what}: memory beside that before`, peak, mostMegabytes, memory, 'MB'),
      ...(await previews(data, folder, rounds)),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const depsOf = (workPool: Pool) => ({ workPool, clock: () => new Date(), newId: () => randomUUIDv7() })

async function takeLines(data: MeasuredDatabase, folder: string, count: number): Promise<Run> {
  const fresh = await freshDatabase(data)
  try {
    const path = join(folder, `${count}.csv`)
    await writeFile(path, csvOf(count))
    const deps = depsOf(fresh.pools.work)
    const take = async (file: { name: string; path: string }, dryRun: boolean) =>
      (await ingestMappedFiles(deps, { profile, files: [file], scratch: folder }, { dryRun })).created
    return await measure(path, take, count / linesOfOrder)
  } finally {
    await fresh.drop()
  }
}

/** A CSV of 200 columns, of which the portal knows some. */
function wideCsv(rows: number): Buffer {
  const others = Array.from({ length: 192 }, (_, index) => `Field ${index}`)
  const values = others.map((_, index) => `value ${index % 7}`)
  const [heading, ...body] = csvOf(rows).toString('latin1').split('\r\n')
  return Buffer.from(
    [[heading, ...others].join(';'), ...body.map((row) => [row, ...values].join(';'))].join('\r\n'),
    'latin1',
  )
}

/** Milliseconds for which somebody waits for a guess and a preview together. */
const mostPreview = 2_000

/** What the console does with a file that somebody gives it, or changes a choice of: a guess, and a preview. */
async function previews(data: MeasuredDatabase, folder: string, rounds: number): Promise<Finding[]> {
  const fresh = await freshDatabase(data)
  const deps = depsOf(fresh.pools.work)
  const most = { rows: importLimits.previewRows, documents: importLimits.previewDocuments }
  try {
    const findings: Finding[] = []
    for (const [name, content] of [
      ['100,000 rows', csvOf(lines)],
      ['200 columns and 10,000 rows', wideCsv(10_000)],
    ] as const) {
      const file = { name: 'lines.csv', path: join(folder, 'preview.csv') }
      await writeFile(file.path, content)
      const times: number[] = []
      for (let round = 0; round <= rounds; round++) {
        const start = performance.now()
        const guessed = await profileFormat.guess([file])
        await previewFiles(deps, { profile: guessed.profile, files: [file], scratch: folder }, most)
        times.push(performance.now() - start)
      }
      // The first compiles the server's code.
      const warm = times.slice(1)
      const what = `guess and preview of a file of ${name}`
      const more = `${spread(warm, 0)} ms in ${rounds} rounds, the first of a server ${Math.round(times[0] ?? 0)} ms; ${Math.round(content.length / 2 ** 20)} MB`
      reportProgress(`${what}: ${Math.round(median(warm))} ms (${more})`)
      findings.push(within(what, median(warm), mostPreview, more))
    }
    return findings
  } finally {
    await fresh.drop()
  }
}
