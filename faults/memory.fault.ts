import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IngestReport } from '#contract/ingest/documents.ts'
import { generate } from '#database/seed/generate.ts'
import { capacityOf } from '#server/capacity.ts'
import type { RunningPortal } from '#server/testing/process.ts'
import { faultPortal } from './fault-portal.ts'
import { sendDocuments } from './ledger.ts'
import { keepReading } from './reader.ts'

/* A control group of 512 MB with the whole portal in it, its database too. Only root can make one. */

const mebibyte = 2 ** 20
const memoryLimit = 512 * mebibyte
const { processes, prepare, key, signIn } = faultPortal()
const group = memoryGroup(memoryLimit)
let portal: RunningPortal
let token = ''

beforeAll(async () => {
  // The server reads its memory limit when it starts, so it has to start inside the group. It is what operators start: the
  // sources take a third more memory.
  const main = join(import.meta.dirname, '../dist/server/main.js')
  const enter = `fs.writeFileSync(${JSON.stringify(group.members)}, String(process.pid))
process.execve(process.execPath, [process.execPath, ${JSON.stringify(main)}], process.env)`
  portal = await processes.served(processes.run({ LOG_LEVEL: 'warn' }, ['-e', enter]))
  await prepare(portal)
  token = await signIn(portal)
})
afterAll(async () => {
  await processes.endAll()
  group.remove()
})

test('F22: in 512 MB a hundred megabytes of documents go in while people read, and nothing is killed', {
  timeout: 400_000,
}, async () => {
  const reading = keepReading(() => portal.address, token)
  const watching = group.watch()
  const startedAt = performance.now()
  const reply = await fetch(`${portal.address}/api/ingest/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key()}`, 'content-type': 'application/x-ndjson' },
    body: Readable.toWeb(Readable.from(ndjsonLines(100 * mebibyte), { objectMode: false })) as ReadableStream,
    duplex: 'half',
  } as RequestInit)
  const report = (await reply.json()) as IngestReport
  const seconds = (performance.now() - startedAt) / 1000
  const peakMemory = watching()
  await reading.stop()
  // Prints the figures for docs/limits.md: no assertion shows how near to the limit it came.
  console.log(`100 MB in ${seconds.toFixed(0)} s, ${report.received} documents; ${peakMemory}`)
  expect([reply.status, report.rejected]).toEqual([200, 0])
  expect(report.created).toBe(report.received)
  expect(reading.answers.filter(({ status }) => status !== 200)).toEqual([])
  expectUnharmed()
})

test('F22: in 512 MB the longest document that is promised is printed, a longer one is refused with a sentence', {
  timeout: 200_000,
}, async () => {
  const { paperLines } = capacityOf({ memory: memoryLimit, cores: availableParallelism() })
  const documents = [paperLines, paperLines + 1, 5_000].map((count) => ({
    type: 'orders',
    number: `LONG-${count}`,
    account: 'C-1',
    currency: 'EUR',
    lines: Array.from({ length: count }, (_, index) => ({
      line: String(index + 1),
      sku: `SKU-${index}`,
      name: `Part number ${index} of many, galvanised, with a name that takes two lines of a narrow column`,
      quantity: '3',
      unit: 'EA',
      unitPrice: '1.50',
      amount: '4.50',
    })),
  }))
  expect((await sendDocuments(portal.address, key(), documents, 60_000)).status).toBe(200)
  const print = (lines: number, language = 'en') =>
    fetch(`${portal.address}/api/documents/orders/LONG-${lines}/pdf?language=${language}`, {
      headers: { authorization: `Bearer ${token}` },
    })
  const watching = group.watch()
  for (const language of ['en', 'ar', 'de']) {
    const paper = await print(paperLines, language)
    expect(paper.status, language).toBe(200)
    expect(
      Buffer.from(await paper.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  }
  // Prints the figures for docs/limits.md: no assertion shows how near to the limit it came.
  console.log(`${paperLines} lines printed; ${watching()}`)
  for (const lines of [paperLines + 1, 5_000]) {
    const refused = await print(lines)
    expect(refused.status).toBe(413)
    expect(((await refused.json()) as { message: string }).message).toContain(paperLines.toLocaleString('en'))
  }
  expectUnharmed()
})

/** Expects the same processes to run as at the start. */
function expectUnharmed(): void {
  expect(group.killed()).toBe(0)
  expect(portal.child.exitCode ?? portal.child.signalCode, portal.output()).toBeNull()
  expect(portal.output()).not.toMatch(/ended|terminated|killed/i)
}

/** Documents as an ERP sends them, up to this many bytes. */
function* ndjsonLines(bytes: number): Generator<Buffer> {
  let sent = 0
  for (const document of generate({ size: 'L', today: new Date().toISOString().slice(0, 10), seed: 5 })) {
    const line = Buffer.from(`${JSON.stringify(document)}\n`)
    sent += line.length
    yield line
    if (sent >= bytes) return
  }
}

type MemoryGroup = {
  /** The file that lists its processes: a process that writes its id into it joins the group. */
  members: string
  /** The number of processes that the system has killed for lack of memory. */
  killed: () => number
  /** Watches the memory of the processes without cached files; the returned function gives the maximum in words. */
  watch: () => () => string
  remove: () => void
}

/** A control group with this many bytes of memory, of cgroup version 1 or 2. Child processes belong to it as well. */
function memoryGroup(bytes: number): MemoryGroup {
  if (process.getuid?.() !== 0) throw new Error('These faults need a control group: run npm run faults as root.')
  const root = '/sys/fs/cgroup'
  const isVersionOne = existsSync(join(root, 'memory/memory.limit_in_bytes'))
  const folder = join(root, isVersionOne ? 'memory' : '', `portal-${process.pid}`)
  if (!isVersionOne) writeFileSync(join(root, 'cgroup.subtree_control'), '+memory')
  mkdirSync(folder)
  writeFileSync(join(folder, isVersionOne ? 'memory.limit_in_bytes' : 'memory.max'), String(bytes))
  const numberIn = (file: string, name: string) =>
    Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(readFileSync(join(folder, file), 'utf8'))?.[1])
  const heldBytes = () => numberIn('memory.stat', isVersionOne ? 'total_rss' : 'anon')
  return {
    members: join(folder, 'cgroup.procs'),
    killed: () => numberIn(isVersionOne ? 'memory.oom_control' : 'memory.events', 'oom_kill'),
    watch: () => {
      let largest = heldBytes()
      const timer = setInterval(() => {
        largest = Math.max(largest, heldBytes())
      }, 50)
      return () => {
        clearInterval(timer)
        return `held at most ${Math.round(largest / mebibyte)} MB`
      }
    },
    remove: () => rmdirSync(folder),
  }
}
