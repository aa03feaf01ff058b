import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal } from '../testing/portal.ts'
import { clamdScanner, pingScanner, type ScannerAddress } from './virus-scan.ts'

/* A clamd of the tests, or the operator's where CLAMD_TEST_PATH names the socket of a real one that knows EICAR. */

const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
const clean = Buffer.from('%PDF-1.7 a photograph of the box')
const infected = Buffer.from(`%PDF-1.7\n${eicar}`)

/** What the scanner of the tests does with a file. */
let behaviour: 'scan' | 'silent' | 'limit' = 'scan'
let double: Server | undefined
let address: ScannerAddress

/** The content of the chunks of an INSTREAM, or undefined while the empty one has not come. */
function streamedContent(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = []
  for (let position = 0; position + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(position)
    if (length === 0) return Buffer.concat(parts)
    parts.push(bytes.subarray(position + 4, position + 4 + length))
    position += 4 + length
  }
  return undefined
}

function replyTo(bytes: Buffer): string | undefined {
  if (bytes.toString('latin1') === 'zPING\0') return 'PONG\0'
  const prefix = Buffer.from('zINSTREAM\0')
  if (!bytes.subarray(0, prefix.length).equals(prefix))
    return bytes.length < prefix.length ? undefined : 'UNKNOWN COMMAND\0'
  const content = streamedContent(bytes.subarray(prefix.length))
  if (!content || behaviour === 'silent') return undefined
  if (behaviour === 'limit') return 'INSTREAM size limit exceeded. ERROR\0'
  return content.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0'
}

const startDouble = async (): Promise<ScannerAddress> => {
  double = createServer((socket) => {
    let bytes = Buffer.alloc(0)
    socket.on('error', () => socket.destroy())
    socket.on('data', (part) => {
      bytes = Buffer.concat([bytes, Buffer.from(part)])
      const reply = replyTo(bytes)
      if (reply !== undefined) socket.end(reply)
      else if (behaviour === 'silent') socket.destroy()
    })
  })
  await new Promise<void>((resolve) => double?.listen(0, '127.0.0.1', resolve))
  const bound = double.address()
  return { host: '127.0.0.1', port: typeof bound === 'object' && bound ? bound.port : 0 }
}

const portal = await testPortal(undefined, { scanFile: (content) => clamdScanner(address)(content) })
let buyer: string
let request: string
beforeAll(async () => {
  const socket = process.env.CLAMD_TEST_PATH
  address = socket === undefined ? await startDouble() : { path: socket }
  await portal.ingest({ type: 'orders', number: 'O-1', account: 'C-1' })
  buyer = await portal.signIn('buyer@c.example', 'C-1', 'buyer')
  const body = { key: randomUUID(), text: 'See the photograph.' }
  const path = '/documents/orders/O-1/messages'
  const written = await portal.call<{ request: { id: string } }>('POST', path, { token: buyer, body })
  request = written.body.request.id
})
afterAll(() => double?.close())

const addFile = (body: Buffer) =>
  portal.call('POST', `/requests/${request}/files?name=box.pdf&fileId=${randomUUID()}`, {
    ...{ token: buyer, body, headers: { 'content-type': 'application/octet-stream' } },
  })
const fileCount = async () => {
  const { rows } = await portal.database.pools.server.query('select from request_files')
  return rows.length
}

test('a file without a virus is taken, and one of several megabytes, too', async () => {
  await pingScanner(address)
  expect((await addFile(clean)).status).toBe(200)
  expect((await addFile(Buffer.concat([clean, Buffer.alloc(4_000_000, 'a')]))).status).toBe(200)
  expect(await fileCount()).toBe(2)
})

test('a file with a virus is refused by its name, and nothing of it is kept', async () => {
  const { status, body } = await addFile(infected)
  expect(status).toBe(400)
  expect(body.message).toMatch(/^The virus scanner has found \S*Eicar\S* in this file, so it was not sent\.$/i)
  expect(body.errors).toEqual([{ field: 'file', message: body.message }])
  expect(await fileCount()).toBe(2)
})

test.skipIf(process.env.CLAMD_TEST_PATH !== undefined).each(['silent', 'limit'] as const)(
  'what a scanner did not look at is not taken: %s',
  async (now) => {
    behaviour = now
    const { status, body } = await addFile(clean)
    behaviour = 'scan'
    expect([status, body.code]).toEqual([503, 'unavailable'])
    expect(body.message).toContain('cannot be checked for viruses')
    expect(await fileCount()).toBe(2)
  },
)

test('without a scanner that answers nothing is taken', async () => {
  const before = address
  address = { host: '127.0.0.1', port: 1 }
  const { status } = await addFile(clean)
  await expect(pingScanner(address)).rejects.toThrow()
  address = before
  expect([status, await fileCount()]).toEqual([503, 2])
  expect((await addFile(clean)).status).toBe(200)
})
