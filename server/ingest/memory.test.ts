import { randomUUIDv7 } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { testDatabase } from '#database/testing/database.ts'
import { readNdjson } from '../formats/ndjson/read.ts'
import { ingestDocuments } from './ingest.ts'

const database = await testDatabase()
const deps = {
  workPool: database.pools.work,
  clock: () => new Date('2026-03-10T09:00:00Z'),
  newId: () => randomUUIDv7(),
}
const megabyte = 1024 * 1024
/** MEGABYTES=100 makes it a long test. */
const largeSize = Number(process.env.MEGABYTES ?? 60)

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** A file of this many bytes that is never in memory whole; `onPart` is called for each megabyte. */
async function* generateFile(size: number, onPart: () => void): AsyncGenerator<Uint8Array> {
  const note = 'Delivered as agreed by telephone. '.repeat(500)
  let sent = 0
  for (let number = 0; sent < size; ) {
    const lines: string[] = []
    for (let bytes = 0; bytes < megabyte; number++) {
      const line = JSON.stringify({ type: 'orders', number: `SO-${number}`, account: `C-${number % 50}`, note })
      lines.push(line)
      bytes += line.length + 1
    }
    const part = Buffer.from(`${lines.join('\n')}\n`)
    sent += part.length
    onPart()
    yield part
  }
}

/** The peak of memory in use (without garbage), heap and buffers, in megabytes; measured every 5 MB. */
async function peakMemory(size: number): Promise<number> {
  let peak = 0
  let parts = 0
  const measure = () => {
    parts++
    if (parts % 5 !== 0) return
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    peak = Math.max(peak, (heapUsed + external) / megabyte)
  }
  const report = await ingestDocuments(deps, readNdjson(generateFile(size, measure)), {
    dryRun: false,
    source: 'ndjson',
  })
  expect(report.rejected).toBe(0)
  expect(report.received).toBeGreaterThan(0)
  return peak
}

test('A large file takes no more memory than one of 10 MB', { timeout: 120_000 }, async () => {
  const small = await peakMemory(10 * megabyte)
  const large = await peakMemory(largeSize * megabyte)
  // What is measured differs by some megabytes from run to run.
  expect(large - small).toBeLessThan(20)
})
