import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#database/testing/database.ts'
import { createCursors } from '../http/cursors.ts'
import { createHttpServer } from '../http/server.ts'
import { createKey, findKey, listKeys, revokeKey } from './keys.ts'
import { ingestRoutes } from './routes.ts'

const database = await testDatabase()
let now = Date.parse('2026-03-10T09:00:00Z')
const { server: db, work: workPool } = database.pools
const deps = { db, workPool, clock: () => new Date(now), newId: () => randomUUIDv7(), random: randomBytes }
const app = createHttpServer({
  https: false,
  trustProxy: false,
  logger: false,
  verifyToken: async () => undefined,
  findKey: (token) => findKey(deps, token),
  versionOf: async () => 0,
  cursors: createCursors(['a secret']),
})
ingestRoutes(app, deps)
await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())
const key = await createKey(deps, { name: 'ERP', scope: 'ingest' })

async function post(path: string, body: string | Buffer, type = 'application/x-ndjson', token = key) {
  return send('POST', path, body, type, token)
}
async function send(method: 'POST' | 'PATCH', path: string, body: string | Buffer, type: string, token = key) {
  const headers = { 'content-type': type, authorization: `Bearer ${token}` }
  const reply = await app.inject({ method, url: `/api/ingest/${path}`, headers, payload: body })
  return { status: reply.statusCode, body: reply.json() }
}
const order = (number: string) => JSON.stringify({ type: 'orders', number, account: 'C-1' })
async function numbers(): Promise<string[]> {
  const { rows } = await database.owner.query('select number from documents order by number')
  return rows.map((row) => row.number)
}

test('Documents are sent as NDJSON with an API key', async () => {
  const { status, body } = await post('documents', `${order('A')}\n{"type":\n${order('B')}\n`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ received: 3, created: 2, rejected: 1, errors: [{ line: 2, path: '$' }] })
  expect(await numbers()).toEqual(['A', 'B'])
  const { rows } = await database.owner.query('select source, media_type, first_line from raw_messages')
  expect(rows).toEqual([{ source: 'ndjson', media_type: 'application/x-ndjson', first_line: '1' }])
})

test('A moment that never was is refused with its document, and the good ones of the file go in', async () => {
  const quote = JSON.stringify({
    ...{ type: 'quotes', number: 'Q-1', account: 'C-1' },
    details: { acceptedAt: '2026-13-05T10:99:00Z' },
  })
  const { status, body } = await post('documents', `${quote}\n${order('AFTER')}\n`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ created: 1, rejected: 1, errors: [{ line: 1, path: '$.details.acceptedAt' }] })
  expect(await numbers()).toContain('AFTER')
})

test('A part of a document is sent by PATCH: its status changes, all else stays', async () => {
  const whole = {
    type: 'orders',
    number: 'P-1',
    account: 'C-1',
    status: 'confirmed',
    note: 'N',
    lines: [{ line: '1' }],
  }
  await post('documents', JSON.stringify(whole))
  const part = { type: 'orders', number: 'P-1', account: 'C-1', status: 'in_progress', lines: [{ line: '2' }] }
  const reply = await send('PATCH', 'documents', JSON.stringify(part), 'application/x-ndjson')
  expect(reply).toMatchObject({ status: 200, body: { updated: 1, rejected: 0, warnings: [] } })
  const { rows } = await database.owner.query("select * from documents where number = 'P-1'")
  expect(rows).toMatchObject([{ status: 'in_progress', details: { note: 'N' }, line_count: 2 }])
  await database.owner.query("delete from documents where number = 'P-1'")
})

test('A dry run writes nothing', async () => {
  expect((await post('documents?dryRun=true', order('DRY'))).body).toMatchObject({ created: 1 })
  expect(await numbers()).not.toContain('DRY')
})

test('A wrong, missing or revoked API key is refused before anything is read', async () => {
  const wrong = `tt_${'x'.repeat(43)}`
  expect(await post('documents', order('X'), 'application/x-ndjson', wrong)).toMatchObject({
    status: 401,
    body: { code: 'not_signed_in' },
  })
  const other = await createKey(deps, { name: 'old ERP', scope: 'ingest' })
  expect((await post('documents', order('A'), 'application/x-ndjson', other)).status).toBe(200)
  expect(await revokeKey(deps, 'old ERP')).toBe(1)
  expect((await post('documents', order('X'), 'application/x-ndjson', other)).status).toBe(401)
  const reader = await createKey(deps, { name: 'report', scope: 'requests:read' })
  expect((await post('documents', order('X'), 'application/x-ndjson', reader)).status).toBe(403)
  expect(await numbers()).not.toContain('X')
})

test('The use of a key is on record, at most once a minute', async () => {
  const lastUse = async () => (await listKeys(deps)).find((entry) => entry.name === 'ERP')?.lastUsedAt
  await findKey(deps, key)
  const first = await lastUse()
  now += 30_000
  await findKey(deps, key)
  expect(await lastUse()).toBe(first)
  now += 60_000
  await findKey(deps, key)
  expect(await lastUse()).not.toBe(first)
  const { rows } = await database.owner.query('select * from api_keys')
  expect(JSON.stringify(rows)).not.toContain(key)
})

test('Another content type is refused by naming those that are taken', async () => {
  const { status, body } = await post('documents', order('X'), 'application/x-www-form-urlencoded')
  expect(status).toBe(415)
  expect(body.message).toBe(
    'This call takes application/x-ndjson or application/ndjson, not application/x-www-form-urlencoded. Send the header "Content-Type: application/x-ndjson".',
  )
  const pdf = await post('ubl', '%PDF-1.7', 'application/pdf')
  expect(pdf).toMatchObject({ status: 415, body: { message: expect.stringContaining('Factur-X') } })
  const reply = await post('ubl', '%PDF-1.7 ...', 'application/xml')
  expect(reply.body.errors[0].message).toContain('This is a PDF; UBL is taken as XML')
})

test('An empty body is refused: whoever sent it meant to send something', async () => {
  for (const body of ['', '\n \r\n']) {
    const reply = await post('documents', body)
    expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining('The body is empty.') } })
  }
})

test('A body that stops halfway leaves whole documents only', async () => {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const head = `POST /api/ingest/documents HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/x-ndjson\r\nContent-Length: 1000000\r\n\r\n`
  const orderLine = (index: number) =>
    JSON.stringify({ type: 'orders', number: `CUT-${index}`, account: 'C-1', lines: [{ line: '1' }] })
  socket.write(`${head}${Array.from({ length: 600 }, (_, index) => `${orderLine(index)}\n`).join('')}`)
  await expect.poll(numbers, { timeout: 10_000 }).toContain('CUT-0')
  socket.write(orderLine(1000).slice(0, 60))
  const closed = once(socket, 'close')
  socket.destroy()
  await closed
  const { rows } = await database.owner.query(`select count(*)::int as documents, sum(line_count)::int as announced,
  (select count(*)::int from document_lines) as lines from documents where number like 'CUT-%'`)
  expect(rows[0].documents).toBeGreaterThanOrEqual(500)
  expect(rows[0].lines).toBe(rows[0].documents)
  expect(rows[0].announced).toBe(rows[0].documents)
  expect(await numbers()).not.toContain('CUT-1000')
})

test('A paper is put beside a document and replaced by one of the same name', async () => {
  const path = 'attachments/orders/A?account=C-1&name=order.pdf&mimeType=application/pdf'
  const first = await post(path, Buffer.from('%PDF-1'), 'application/pdf')
  expect(first).toMatchObject({ status: 200, body: { size: 6 } })
  const second = await post(path, Buffer.from('%PDF-1.7'), 'application/octet-stream')
  expect(second.body).toEqual({ id: first.body.id, size: 8 })
  expect((await post(path.replace('orders/A', 'orders/NONE'), Buffer.from('x'), 'application/pdf')).status).toBe(404)
})
