import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { isLong } from '#database/testing/long-form.ts'
import { createKey } from '#server/ingest/keys.ts'
import { testPortal, unlimitedAdmission } from '#server/testing/portal.ts'
import { limits } from './limits.ts'

/* A crowd comes from one address, one person or one key; customers elsewhere must notice nothing. */

const crowd = '127.0.0.9'
const customer = '127.0.0.2'
const halfOpen = 40
const portal = await testPortal(undefined, {
  admission: {
    ...unlimitedAdmission,
    limits: {
      halfOpen,
      bodies: { ...limits.bodies, call: { ...limits.bodies.call, whole: 3_000 } },
    },
  },
})
await portal.app.listen({ host: '127.0.0.1', port: 0 })
const { port } = portal.app.server.address() as AddressInfo
const ids = Array.from({ length: 60 }, (_, index) => `SO-${index}`)
await portal.ingest(...ids.map((number) => ({ type: 'orders' as const, number, account: 'C-1' })))
await portal.ingestPerCustomer({
  type: 'orders',
  number: 'SO-1',
  account: 'C-2',
  lines: [{ line: '1', name: 'Bearing' }],
})
const crowdToken = await portal.signIn('crowd@x.example', 'C-1')
const customerToken = await portal.signIn('customer@x.example', 'C-2')
const keyDeps = { db: portal.database.pools.server, clock: () => new Date(), newId: () => randomUUIDv7() }
const newKey = (name: string) => createKey({ ...keyDeps, random: randomBytes }, { name, scope: 'ingest' })

const longTimeout = { timeout: 15_000 }
const sockets = new Set<Socket>()
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
})
const isClosed = (socket: Socket) => socket.destroyed || socket.readableEnded

type Answer = { status: number; headers: NodeJS.Dict<string | string[]>; body: Record<string, unknown>; took: number }

/** A call over the network, from an address of its own. */
function call(
  path: string,
  { from = customer, token = customerToken, method = 'GET', body = '', type = 'application/json' } = {},
) {
  return new Promise<Answer>((resolve, reject) => {
    const began = performance.now()
    const headers = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': type, 'content-length': Buffer.byteLength(body) } : {}),
    }
    const clientRequest = request({
      host: '127.0.0.1',
      localAddress: from,
      port,
      path: `/api${path}`,
      method,
      headers,
      agent: false,
    })
    clientRequest.on('error', reject)
    clientRequest.on('response', async (reply) => {
      const parts: Buffer[] = []
      for await (const part of reply) parts.push(part as Buffer)
      const text = Buffer.concat(parts).toString()
      const json = reply.headers['content-type']?.includes('json') ? JSON.parse(text) : {}
      resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: json, took: performance.now() - began })
    })
    clientRequest.end(body)
  })
}
const statuses = (answers: Answer[]) => [...new Set(answers.map(({ status }) => status))].sort()

/** A connection of the crowd that sends this text and no more; the answer collects in `heard`. */
async function open(text: string, from = crowd) {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  sockets.add(socket)
  const connection = { socket, heard: '' }
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    connection.heard += String(chunk)
  })
  await once(socket, 'connect').catch(() => undefined)
  socket.write(text)
  return connection
}
const openMany = (count: number, text: string) => Promise.all(Array.from({ length: count }, () => open(text)))
const unfinished = (path: string, headers = 'Content-Type: application/json', body = '{') =>
  `POST /api${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\nContent-Length: 100000\r\n\r\n${body}`

/** Nobody else may notice: lists, sign-in and the page's first call are answered as usual. */
async function othersAreServed(): Promise<void> {
  for (let round = 0; round < 5; round++) {
    const lists = await Promise.all(Array.from({ length: 4 }, () => call('/documents/orders')))
    expect(statuses(lists)).toEqual([200])
  }
  expect((await call('/portal', { token: '' })).status).toBe(200)
  const body = JSON.stringify({ email: 'customer@x.example', password: portal.passphrase })
  expect((await call('/auth/login', { token: '', method: 'POST', body })).status).toBe(200)
  expect((await call('/health/ready', { token: '' })).status).toBe(200)
}

/** Locks a table until it is released, as a query does that takes long. */
async function lockTable(table: string) {
  const client = await portal.database.owner.connect()
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

describe('Nobody is shut out', { timeout: 60_000 }, () => {
  test('by 300 requests of one address whose bodies do not come', { tags: 'long' }, async () => {
    const unfinishedRequest = unfinished('/auth/login')
    const held = await openMany(300, unfinishedRequest)
    await othersAreServed()
    await expect
      .poll(() => held.filter(({ heard }) => heard.includes(' 429 ')).length, longTimeout)
      .toBe(300 - limits.bodiesOfOne)
    expect(held.find(({ heard }) => heard.includes(' 429 '))?.heard).toMatch(/retry-after: \d/)
    // The slow connections get a 408 and are closed.
    await expect.poll(() => held.filter(({ heard }) => heard.includes(' 408 ')).length, longTimeout).toBe(32)
    await expect.poll(() => held.every(({ socket }) => isClosed(socket)), longTimeout).toBe(true)
    await othersAreServed()
  })

  test('by 300 streams of documents of one key that drip', async () => {
    const [leaking, other] = [await newKey('leaking'), await newKey('other')]
    const headers = `Content-Type: application/x-ndjson\r\nAuthorization: Bearer ${leaking}`
    const held = await openMany(300, unfinished('/ingest/documents', headers))
    const drip = setInterval(() => {
      for (const { socket } of held) if (!isClosed(socket)) socket.write(' ')
    }, 50)
    try {
      await expect
        .poll(() => held.filter(({ heard }) => heard.includes(' 429 ')).length, longTimeout)
        .toBe(300 - limits.bodiesOfOne)
      const body = JSON.stringify({ type: 'orders', number: 'MEANWHILE', account: 'C-2' })
      const sent = await call('/ingest/documents', { token: other, method: 'POST', body, type: 'application/x-ndjson' })
      expect(sent).toMatchObject({ status: 200, body: { created: 1 } })
      await othersAreServed()
    } finally {
      clearInterval(drip)
    }
  })

  test('by half-open connections: the oldest of an address go first', async () => {
    const began = performance.now()
    const held = await openMany(200, 'GET /api/portal HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    await othersAreServed()
    const left = async () => {
      // A client that connects beside them, even from the same address, and sends a request is served.
      expect((await call('/documents/orders', { from: crowd })).status).toBe(200)
      return held.filter(({ socket }) => !isClosed(socket)).length
    }
    await expect.poll(left, longTimeout).toBeLessThanOrEqual(halfOpen)
    expect(performance.now() - began).toBeLessThan(limits.headersTimeout)
  })

  test('by headers that never end: they are looked at every moment, not every half minute', async () => {
    const admission = { ...unlimitedAdmission, limits: { headersTimeout: 500, checkConnections: 100 } }
    const app = await portal.serve({}, { admission: admission })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write('GET /api/portal HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    let heard = ''
    for await (const chunk of socket) heard += String(chunk)
    expect(heard).toContain('HTTP/1.1 408 ')
    expect(limits.checkConnections).toBeLessThanOrEqual(5_000)
  })

  test('by opening 300 connections at once: all that send a request are answered', async () => {
    const answers = await Promise.all(
      Array.from({ length: 300 }, () => call('/health/live', { from: crowd, token: '' })),
    )
    expect(statuses(answers)).toEqual([200])
  })

  test('by sixty papers of one person', { tags: 'long' }, async () => {
    expect((await call('/documents/orders/SO-1/pdf')).status).toBe(200)
    const papers = ids.map((number) => call(`/documents/orders/${number}/pdf`, { from: crowd, token: crowdToken }))
    await othersAreServed()
    expect((await call('/documents/orders/SO-1/pdf')).status).toBe(200)
    const answers = await Promise.all(papers)
    expect(statuses(answers)).toEqual([200, 429])
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(8)
  })

  test('by lists that everybody of an account fetches as files', async () => {
    const people: string[] = []
    for (let index = 0; index < 10; index++) people.push(await portal.signIn(`files${index}@x.example`, 'C-1'))
    const release = await lockTable('documents')
    const fetching = people.flatMap((token) =>
      ['csv', 'xlsx'].map((format) => call(`/documents/orders/export?format=${format}`, { from: crowd, token })),
    )
    try {
      await expect.poll(() => waitingFor('documents'), longTimeout).toBeGreaterThan(0)
      const calls = await Promise.all(Array.from({ length: 4 }, () => call('/notifications')))
      expect(statuses(calls)).toEqual([200])
      expect(await waitingFor('documents')).toBe(1)
    } finally {
      await release()
    }
    expect(statuses(await Promise.all(fetching))).toEqual([200])
  })

  test('by files that somebody reads slowly: a caller that has been answered holds no place', {
    tags: 'long',
  }, async () => {
    const content = randomBytes(16 * 1024 * 1024).toString('base64')
    const attachments = [{ name: 'drawing.bin', mimeType: 'application/octet-stream', contentBase64: content }]
    await portal.ingest({ type: 'orders', number: 'SO-DRAWING', account: 'C-1', attachments })
    const { body } = await call('/documents/orders/SO-DRAWING', { token: crowdToken })
    const [{ id }] = body.attachments as [{ id: string }]
    const address = `/api/documents/orders/SO-DRAWING/attachments/${id}`
    for (let index = 0; index < 6; index++) {
      // Never read from: the reply fills the buffers of the system and stays there.
      const socket = connect({ port, host: '127.0.0.1', localAddress: crowd })
      sockets.add(socket)
      socket.write(`GET ${address} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${crowdToken}\r\n\r\n`)
      await once(socket, 'readable')
    }
    const lists = await Promise.all(Array.from({ length: 4 }, () => call('/documents/orders', { token: crowdToken })))
    expect(statuses(lists)).toEqual([200])
    await othersAreServed()
  })

  test('by sixteen searches of one person that take long', { tags: 'long' }, async () => {
    const release = await lockTable('document_search')
    try {
      const searches = Array.from({ length: 16 }, () => call('/search?q=bearng', { from: crowd, token: crowdToken }))
      await othersAreServed()
      for (const { status, body } of await Promise.all(searches)) {
        expect([429, 503]).toContain(status)
        expect(body.message).toMatch(/too long|at once/)
      }
    } finally {
      await release()
    }
    expect((await call('/search?q=bearng')).status).toBe(200)
  })

  test('by a search whose goes take long one after the other: two and a half seconds are all that it gets', {
    tags: 'long',
  }, async () => {
    let release = await lockTable('document_search')
    let isAnswered = false
    const searching = call('/search?q=bearng').finally(() => {
      isAnswered = true
    })
    while (!isAnswered) {
      // The next lock queues behind this stage, so that the stage after it waits as long again.
      await expect.poll(async () => isAnswered || (await waitingFor('document_search')) > 0, longTimeout).toBe(true)
      const next = lockTable('document_search')
      await portal.database.owner.query('select pg_sleep(2.2)')
      await release()
      release = await next
    }
    await release()
    const { status, body, took } = await searching
    expect([status, body.message]).toEqual([503, expect.stringContaining('too long')])
    expect(took).toBeLessThan(4_000)
    expect((await call('/search?q=bearng')).status).toBe(200)
  })
})

describe('A caller who is refused', () => {
  test('hears that the portal is busy, not that it has lost its database, and when to come again', {
    tags: 'long',
  }, async () => {
    const busy: string[] = []
    for (let index = 0; index < 12; index++)
      busy.push(await portal.signIn(`busy${index}@x.example`, `C-${1 + (index % 2)}`))
    const release = await lockTable('documents')
    try {
      const answers = await Promise.all(busy.map((token) => call('/documents/orders', { token })))
      const refused = answers.filter(({ body }) => String(body.message).includes('busy'))
      expect(refused.length).toBeGreaterThan(4)
      for (const { status, body, headers } of refused) {
        expect(status).toBe(503)
        expect(body).toEqual({ code: 'unavailable', message: expect.any(String), requestId: expect.any(String) })
        expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      }
      // A refusal comes long before the longest answer.
      expect(Math.max(...refused.map(({ took }) => took))).toBeLessThan(Math.max(...answers.map(({ took }) => took)))
      expect(answers.map(({ body }) => String(body.message)).join()).not.toContain('cannot reach its database')
    } finally {
      await release()
    }
  })

  test('hears it before anything is done for them, when those before them take too long', async () => {
    const people: string[] = []
    for (let index = 0; index < 12; index++)
      people.push(await portal.signIn(`crowd${index}@x.example`, `C-${1 + (index % 2)}`))
    let isOver = false
    const askAgain = async (token: string) => {
      while (!isOver) await call('/documents/orders', { token })
    }
    const slowDown = async () => {
      while (!isOver) {
        const release = await lockTable('documents')
        await portal.database.owner.query('select pg_sleep(0.1)')
        await release()
      }
    }
    const crowd = [slowDown(), ...people.map(askAgain)]
    try {
      // Refused before the caller is identified: the token is invalid.
      const { body, headers } = await vi.waitFor(async () => {
        const answer = await call('/documents/orders', { token: 'none' })
        expect(answer.status).toBe(503)
        return answer
      }, longTimeout)
      expect(body).toEqual({
        code: 'unavailable',
        message: expect.stringContaining('busy'),
        requestId: expect.any(String),
      })
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(headers['content-security-policy']).toBeDefined()
    } finally {
      isOver = true
      await Promise.all(crowd)
    }
    expect((await call('/documents/orders', { token: 'none' })).status).toBe(401)
  })

  test('while the portal stops hears so in the shape of every other error', async () => {
    const app = await portal.serve()
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const release = await lockTable('documents')
    const socket = connect(port, '127.0.0.1')
    let heard = ''
    socket.on('data', (chunk) => {
      heard += String(chunk)
    })
    const list = `GET /api/documents/orders HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${customerToken}\r\n\r\n`
    socket.write(list)
    await expect.poll(() => waitingFor('documents'), longTimeout).toBeGreaterThan(0)
    const closing = app.close()
    await expect.poll(() => app.server.listening, longTimeout).toBe(false)
    socket.write(list)
    await release()
    await Promise.all([closing, once(socket, 'close')])
    const [, first, second] = heard.split('HTTP/1.1 ')
    expect(first).toMatch(/^200 /)
    expect(second).toMatch(/^503 /)
    expect(second).toMatch(/retry-after: \d/i)
    expect(JSON.parse(second?.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching('restarting'),
    })
  })
})

describe('How often somebody may call', () => {
  const slowly = { perSecond: 1, burst: 20 }
  const slowest = { perSecond: 1, burst: 4 }
  const rates = { ...unlimitedAdmission.rates, person: slowly }
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const calls = (app: FastifyInstance, count: number, url: string, headers: Record<string, string>) =>
    Promise.all(Array.from({ length: count }, () => app.inject({ url, headers, remoteAddress: '10.0.0.1' })))
  const accepted = (replies: { statusCode: number }[]) => replies.filter(({ statusCode }) => statusCode !== 429).length

  test('is limited by person, whoever else calls from there, and the log has a line a second for it', async () => {
    const app = await portal.serve(
      {},
      { admission: { ...unlimitedAdmission, rates }, logger: { level: 'warn', stream } },
    )
    const flood = await calls(app, 60, '/api/profile', { authorization: `Bearer ${crowdToken}` })
    // Including the calls that wait for their turn.
    expect(accepted(flood)).toBeGreaterThan(20)
    expect(accepted(flood)).toBeLessThan(30)
    const refused = flood.find(({ statusCode }) => statusCode === 429)
    expect(refused?.json()).toMatchObject({ code: 'too_many_requests', message: expect.stringContaining('at once') })
    expect(refused?.headers['retry-after']).toBe('2')
    expect(accepted(await calls(app, 10, '/api/profile', { authorization: `Bearer ${customerToken}` }))).toBe(10)
    await expect.poll(() => lines.length, longTimeout).toBeGreaterThan(0)
    expect(lines.length).toBeLessThan(5)
    const counted = lines.map((line) => JSON.parse(line) as { msg: string; count: number })
    expect(counted.map(({ msg }) => msg)).toEqual(lines.map(() => 'requests refused'))
    expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(60 - accepted(flood))
  })

  test.each([
    ['searches', 'searcher', slowly, ['/api/search?q=bearng', '/api/documents/orders?q=bearng']],
    ['papers', 'printer', slowest, ['/api/documents/orders/SO-1/pdf']],
  ])(
    'is limited more for %s: who has none left still reads, and others go on',
    { tags: 'long' },
    async (_, kind, rate, urls) => {
      const rates = { ...unlimitedAdmission.rates, [kind]: rate }
      const app = await portal.serve({}, { admission: { ...unlimitedAdmission, rates } })
      const others = { authorization: `Bearer ${customerToken}` }
      for (const url of urls) {
        const flood = await calls(app, 30, url, { authorization: `Bearer ${crowdToken}` })
        expect([...new Set(flood.map(({ statusCode }) => statusCode))].sort()).toEqual([200, 429])
        expect((await app.inject({ url, headers: others })).statusCode).toBe(200)
      }
      const lists = await calls(app, 30, '/api/documents/orders', { authorization: `Bearer ${crowdToken}` })
      expect(accepted(lists)).toBe(30)
    },
  )

  const callsOfStrangers = [
    ['without a sign-in', '/api/profile', 401, 'stranger'],
    ['of pages', '/nothing', 404, 'visitor'],
    ['before signing in', '/api/portal', 200, 'stranger'],
    ['for the description of the API', '/api/openapi.json', 200, 'stranger'],
  ] as const
  test.each(isLong ? callsOfStrangers : callsOfStrangers.slice(0, 2))(
    'is limited by address for calls %s, behind a proxy by the address in front of it',
    async (_, url, status, kind) => {
      const admission = { ...unlimitedAdmission, rates: { ...unlimitedAdmission.rates, [kind]: slowly } }
      const app = await portal.serve({}, { admission, trustProxy: ['10.0.0.0/8'] })
      const flood = await calls(app, 60, url, { 'x-forwarded-for': '203.0.113.7' })
      expect([...new Set(flood.map(({ statusCode }) => statusCode))].sort()).toEqual([status, 429])
      expect(accepted(flood)).toBeLessThan(30)
      expect(accepted(await calls(app, 10, url, { 'x-forwarded-for': '203.0.113.8' }))).toBe(10)
      const health = await calls(app, 60, '/api/health/live', { 'x-forwarded-for': '203.0.113.7' })
      expect(accepted(health)).toBe(60)
    },
  )
})

async function waitingFor(table: string): Promise<number> {
  const { rows } = await portal.database.owner.query(
    'select count(*)::int from pg_locks where relation = $1::regclass and not granted',
    [table],
  )
  return rows[0].count
}
