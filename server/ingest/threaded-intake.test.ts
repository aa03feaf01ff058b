import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { RoleUrls } from '#database/roles.ts'
import { testDatabase } from '#database/testing/database.ts'
import { isLong } from '#database/testing/long-form.ts'
import { createCursors } from '../http/cursors.ts'
import { createHttpServer } from '../http/server.ts'
import { createKey, findKey } from './keys.ts'
import { ingestRoutes } from './routes.ts'
import { createThreadedIntake } from './threaded-intake.ts'

const database = await testDatabase()
const { server: db, work: workPool } = database.pools
const deps = { db, workPool, clock: () => new Date(), newId: () => randomUUIDv7(), random: randomBytes }
const threadOptionsFor = (urls: RoleUrls) => ({
  start: () => new Worker(new URL('../intake-thread.ts', import.meta.url), { workerData: { urls } }),
  onDeath: () => undefined,
})
const threadOptions = threadOptionsFor(database.urls)
const intake = createThreadedIntake(threadOptions)
const app = createHttpServer({
  https: false,
  trustProxy: false,
  logger: false,
  verifyToken: async () => undefined,
  findKey: (token) => findKey(deps, token),
  versionOf: async () => 0,
  cursors: createCursors(['a secret']),
})
ingestRoutes(app, { ...deps, intake })
await app.ready()
afterAll(async () => {
  await app.close()
  await intake.close()
})
const key = await createKey(deps, { name: 'ERP', scope: 'ingest' })

beforeEach(async () => {
  await database.owner.query('truncate accounts, raw_messages, epcis_events cascade')
})

async function post(path: string, type: string, payload: string | Buffer) {
  const headers = { 'content-type': type, authorization: `Bearer ${key}` }
  const reply = await app.inject({ method: 'POST', url: `/api/${path}`, headers, payload })
  return { status: reply.statusCode, body: reply.json() }
}
const documents = (payload: string) => post('ingest/documents', 'application/x-ndjson', payload)
const order = (number: string, more: object = {}) =>
  JSON.stringify({ type: 'orders', number, account: 'C-1', lines: [], ...more })

test('Documents, UBL and EPCIS taken in a thread of their own come to the same as anywhere', async () => {
  const file = Array.from({ length: 1200 }, (_, index) => order(`N-${index}`, { note: 'x'.repeat(500) })).join('\n')
  expect(await documents(`${file}\nbroken`)).toMatchObject({
    status: 200,
    body: { received: 1201, created: 1200, rejected: 1, errors: [{ line: 1201, path: '$' }] },
  })
  expect(await documents('\n')).toMatchObject({ status: 400 })
  const { rows } = await database.owner.query('select count(*)::int as count from documents')
  expect(rows).toEqual([{ count: 1200 }])
  expect(await post('ingest/ubl', 'application/xml', '<x/>')).toMatchObject({ status: 200, body: { rejected: 1 } })
  const deep = `{"a":${'['.repeat(5000)}}`
  expect(await post('epcis/capture', 'application/ld+json', deep)).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', message: expect.stringContaining('nested deeper') },
  })
})

/**
 * The longest processor time in milliseconds that this thread spent without yielding to other work, until `work` is
 * done.
 */
async function longestBlock<T>(work: () => Promise<T>): Promise<{ result: T; longest: number; turns: number }> {
  let [longest, turns] = [0, 0]
  let last = threadCpuTime()
  const measure = () => {
    const now = threadCpuTime()
    longest = Math.max(longest, now - last)
    last = now
    turns++
  }
  // Each millisecond: a loop that never rests would take a core of its own.
  const timer = setInterval(measure, 1)
  const result = await work().finally(() => clearInterval(timer))
  measure()
  return { result, longest, turns }
}
/** The same of the better of two times: what the memory of earlier tests takes to be looked through comes once only. */
async function longestBlockOfTwo<T>(work: () => Promise<T>): ReturnType<typeof longestBlock<T>> {
  const [first, second] = [await longestBlock(work), await longestBlock(work)]
  return { ...first, longest: Math.min(first.longest, second.longest) }
}

function threadCpuTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

async function* inPieces(body: string | Buffer): AsyncGenerator<Uint8Array> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  for (let offset = 0; offset < bytes.length; offset += 65_536) {
    yield bytes.subarray(offset, offset + 65_536)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
const serials = Array.from({ length: 400 }, (_, index) => `SERIAL-NUMBER-${index}`)
const lines = Array.from({ length: 500 }, (_, index) => ({
  line: `${index}`,
  sku: `A-${index}`,
  quantity: '400',
  serials,
}))
const options = { dryRun: true, parts: false }

const longReads: readonly [string, () => string][] = [
  ['200,000 serial numbers', () => JSON.stringify({ type: 'shipments', number: 'S', account: 'C-1', lines })],
  ['4 MB of brackets', () => '['.repeat(4 * 1024 * 1024)],
  ['ten million values', () => `[${'1,'.repeat(10_000_000)}1]`],
  ['80,000 unknown properties', () => `{${Array.from({ length: 80_000 }, (_, at) => `"p${at}":1`).join()}}`],
]
test.each(isLong ? longReads : longReads.slice(0, 2))(
  'While a line of %s is read, everything else gets its turn',
  { timeout: 60_000 },
  async (_, makeText) => {
    const body = Buffer.from(makeText())
    await intake.take('ndjson', inPieces(order('WARM')), options)
    const { result, turns, longest } = await longestBlockOfTwo(() => intake.take('ndjson', inPieces(body), options))
    expect(result.received).toBe(1)
    // The last turn is taken by the measurement itself. Brackets alone are read within some milliseconds.
    expect(turns).toBeGreaterThan(2)
    // Processor time, which a busy machine changes little. Read in this thread, the first line would take many times as
    // long.
    expect(longest).toBeLessThan(100)
  },
)

test('While 30 MB of brackets come as EPCIS, everything else gets its turn', { timeout: 60_000 }, async () => {
  await intake.take('ndjson', inPieces(order('WARM')), options)
  // The intake takes the memory of a body over.
  const bodies = [1, 2].map(() => Buffer.alloc(30 * 1024 * 1024, '['))
  const capture = () =>
    intake.take('epcis', bodies.pop() ?? Buffer.of(), { dryRun: true }).catch((error: unknown) => error)
  const { result, longest } = await longestBlockOfTwo(capture)
  expect(result).toMatchObject({ code: 'invalid_input' })
  expect(longest).toBeLessThan(100)
})

test('A call that cannot reach the database is answered with an error, and one that needs none is taken', {
  tags: 'long',
}, async () => {
  const dying = createThreadedIntake(
    threadOptionsFor({ ...database.urls, session: 'postgres://nobody@127.0.0.1:1/none' }),
  )
  await expect(dying.take('ndjson', inPieces(order('X')), { ...options, dryRun: false })).rejects.toThrow()
  await dying.close()
  await expect(dying.take('ndjson', inPieces('\n'), options)).resolves.toMatchObject({ received: 0 })
  await dying.close()
})

test('A thread that ends in the middle of a call is answered as unavailable, and the next call has a new one', {
  tags: 'long',
}, async () => {
  const ending = createThreadedIntake(threadOptions)
  const takeTurn = async () => {
    await ending.close()
    return () => undefined
  }
  const cut = ending.take('ndjson', inPieces(order('X')), { ...options, takeTurn })
  await expect(cut).rejects.toMatchObject({ code: 'unavailable' })
  const next = ending.take('ndjson', inPieces(order('Y')), { ...options, dryRun: false })
  await expect(next).resolves.toMatchObject({ created: 1 })
  await ending.close()
})
