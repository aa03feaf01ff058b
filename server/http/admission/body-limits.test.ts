import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { createCursors } from '../cursors.ts'
import { createHttpServer } from '../server.ts'
import { limits } from './limits.ts'

/* Bodies over real connections, with the limits of the product; only the clock is moved by hand. */

// Before anything is measured by the clock that stands still from here on.
vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
const app = createHttpServer({
  https: false,
  trustProxy: false,
  logger: false,
  verifyToken: async () => undefined,
  findKey: async () => undefined,
  versionOf: async () => 0,
  cursors: createCursors(['a secret']),
})
app.addContentTypeParser(['application/octet-stream', 'application/x-ndjson'], (_request, payload, done) =>
  done(null, payload),
)
/** Reads what comes when it is told to. */
let mayRead = Promise.resolve()
const readAll = async (payload: AsyncIterable<Buffer>) => {
  await mayRead
  let bytes = 0
  for await (const part of payload) bytes += part.length
  return { bytes }
}
app.post('/call', async () => ({ bytes: 0 }))
app.post('/file', async ({ body }) => readAll(body as AsyncIterable<Buffer>))
app.post('/documents', { config: { access: 'ingest' } }, async ({ body }) => readAll(body as AsyncIterable<Buffer>))
app.get('/nothing', async () => ({ bytes: 0 }))
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
const accepted: Socket[] = []
app.server.on('connection', (socket: Socket) => void accepted.push(socket))
afterAll(async () => {
  await app.close()
  vi.useRealTimers()
})

const opened: Socket[] = []
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy()
  await until(() => accepted.every(({ destroyed }) => destroyed))
  accepted.length = 0
  mayRead = Promise.resolve()
})

/** Waits without a timer: the clock stands still. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

/** A connection that sends this text; it is returned when the server has received all of it. */
async function open(text: string) {
  const socket = connect({ port, host: '127.0.0.1' })
  opened.push(socket)
  const connection = { heard: '', isClosed: false, send }
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    connection.heard += String(chunk)
  })
  socket.on('close', () => {
    connection.isClosed = true
  })
  async function send(more: string) {
    const received = () => accepted.reduce((sum, { bytesRead }) => sum + bytesRead, 0)
    const before = received()
    socket.write(more)
    await until(() => received() >= before + more.length)
    // What it has received it passes on to its reader.
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  await send(text)
  return connection
}
type Connection = Awaited<ReturnType<typeof open>>

const types = { '/call': 'application/json', '/file': 'application/octet-stream', '/documents': 'application/x-ndjson' }
/** A request of whose body the first byte has come. */
const begin = (path: keyof typeof types, length = 10_000_000) =>
  open(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${types[path]}\r\nContent-Length: ${length}\r\n\r\n{`)

async function expectCut(connection: Connection): Promise<void> {
  await until(() => connection.isClosed)
  expect(connection.heard).toMatch(/^HTTP\/1\.1 408 /)
  expect(connection.heard).toContain('The request took too long to arrive.')
}
/** Another is answered meanwhile: by then, who had been cut off would have heard it. */
async function expectOpen(...connections: Connection[]): Promise<void> {
  const other = await open('GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  await until(() => other.isClosed)
  for (const { isClosed, heard } of connections) expect([isClosed, heard]).toEqual([false, ''])
}

describe('A body that comes too slowly is cut off with a sentence:', () => {
  test('an ordinary call after its time, however much comes', async () => {
    const request = await begin('/call', 100_000)
    await request.send(' '.repeat(50_000))
    vi.advanceTimersByTime(limits.bodies.call.whole)
    await expectOpen(request)
    vi.advanceTimersByTime(1_000)
    await expectCut(request)
  })

  test('a file of which too little comes in a stretch', async () => {
    const { least, within } = limits.bodies.file
    const request = await begin('/file')
    for (let stretch = 0; stretch < 5; stretch++) {
      await request.send(' '.repeat(least))
      vi.advanceTimersByTime(within)
      await expectOpen(request)
    }
    await request.send(' '.repeat(least - 1))
    vi.advanceTimersByTime(within)
    await expectCut(request)
  })

  test('a file after its time, however fast it comes', async () => {
    const { least, within, whole } = limits.bodies.file
    const request = await begin('/file')
    for (let passed = 0; passed < whole; passed += within) {
      await request.send(' '.repeat(least))
      vi.advanceTimersByTime(within)
    }
    await expectOpen(request)
    vi.advanceTimersByTime(1_000)
    await expectCut(request)
  })

  test('an ERP’s stream only when it has stopped, even after hours', async () => {
    const { least, within } = limits.bodies.ingest
    const request = await begin('/documents')
    for (let minute = 0; minute < 240; minute += 60) {
      await request.send(' '.repeat(least))
      vi.advanceTimersByTime(within)
    }
    await expectOpen(request)
    vi.advanceTimersByTime(within)
    await expectCut(request)
  })
})

test('An ERP’s stream that the portal itself does not read is not cut off', async () => {
  const reading = Promise.withResolvers<void>()
  mayRead = reading.promise
  const stream = await begin('/documents', 3)
  for (let stretch = 0; stretch < 3; stretch++) vi.advanceTimersByTime(limits.bodies.ingest.within)
  await expectOpen(stream)
  reading.resolve()
  await stream.send('}}')
  await until(() => stream.heard.includes('{"bytes":3}'))
})

test('A caller has no more than so many bodies under way, and another when one is done', async () => {
  const requests: Connection[] = []
  while (requests.length < limits.bodiesOfOne) requests.push(await begin('/file', 2))
  const oneTooMany = await begin('/file', 2)
  await until(() => oneTooMany.isClosed)
  expect(oneTooMany.heard).toMatch(/^HTTP\/1\.1 429 .*retry-after: 2/s)
  expect(oneTooMany.heard).toContain('connection: close')
  const [first, ...others] = requests as [Connection, ...Connection[]]
  await first.send('}')
  await until(() => first.heard.startsWith('HTTP/1.1 200 '))
  const next = await begin('/file', 2)
  await next.send('}')
  await until(() => next.heard.startsWith('HTTP/1.1 200 '))
  await expectOpen(...others)
})
