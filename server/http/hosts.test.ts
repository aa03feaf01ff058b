import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { createCursors } from './cursors.ts'
import { createHttpServer, type ServerSettings } from './server.ts'

const built: ReturnType<typeof createHttpServer>[] = []
afterAll(() => Promise.all(built.map((app) => app.close())))

function build(settings: Partial<ServerSettings>) {
  const app = createHttpServer({
    ...{ https: true, trustProxy: false, logger: false, cursors: createCursors(['a secret']) },
    ...{ verifyToken: async () => undefined, findKey: async () => undefined, versionOf: async () => 0 },
    ...settings,
  })
  for (const url of ['/', '/api/portal', '/api/health/live']) app.get(url, async () => 'here')
  built.push(app)
  return app
}

function serve(settings: Partial<ServerSettings>) {
  const app = build(settings)
  return (url: string, headers: Record<string, string>) => app.inject({ url, headers })
}

const publicOrigin = 'https://portal.example.com'

describe('A portal with an address', () => {
  const ask = serve({ hosts: { publicOrigin, onlyLocal: false } })

  test.each([
    'portal.example.com',
    'PORTAL.example.com:8443',
    'localhost:3000',
    '10.0.0.7:3000',
    '[::1]:3000',
    '[::ffff:10.0.0.7]:3000',
    'portal',
  ])('answers as %s', async (host) => {
    expect((await ask('/api/portal', { host })).statusCode).toBe(200)
  })

  test.each(['evil.example', 'portal.example.com.evil.example', 'xportal.example.com', '127.0.0.1.evil.example'])(
    'refuses calls as %s and sends pages to its own address',
    async (host) => {
      const refused = await ask('/api/portal', { host })
      expect([refused.statusCode, refused.json().message]).toEqual([421, expect.stringContaining(publicOrigin)])
      const page = await ask('/?a=1', { host })
      expect([page.statusCode, page.headers.location]).toEqual([302, `${publicOrigin}/?a=1`])
      const aside = await ask('//evil.example/', { host })
      expect(new URL(String(aside.headers.location)).origin).toBe(publicOrigin)
      expect((await ask('/api/health/live', { host })).statusCode).toBe(200)
    },
  )

  test('takes the name that a proxy was asked by from a proxy that it trusts, and from nobody else', async () => {
    const headers = { host: 'upstream.internal.example', 'x-forwarded-host': 'portal.example.com' }
    expect((await ask('/api/portal', headers)).statusCode).toBe(421)
    const askBehindProxy = serve({ hosts: { publicOrigin, onlyLocal: false }, trustProxy: ['127.0.0.1'] })
    expect((await askBehindProxy('/api/portal', headers)).statusCode).toBe(200)
  })
})

test('a trial answers under the names of its own machine alone', async () => {
  const ask = serve({ hosts: { publicOrigin: undefined, onlyLocal: true } })
  expect((await ask('/api/portal', { host: 'localhost:3000' })).statusCode).toBe(200)
  expect((await ask('/api/portal', { host: 'rebound.example' })).statusCode).toBe(421)
})

test('a proxy that nobody has named is warned of, once', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write: (chunk, _, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const id = randomUUID()
  const ask = serve({ logger: { level: 'warn', stream } })
  await ask('/api/portal', {})
  expect(lines).toEqual([])
  for (const n of [1, 2, 3]) await ask('/api/portal', { 'x-forwarded-for': `203.0.113.${n}, ${id}` })
  expect(lines.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(1)
  const named = serve({ logger: { level: 'warn', stream }, trustProxy: ['127.0.0.1'] })
  await named('/api/portal', { 'x-forwarded-for': '203.0.113.9' })
  expect(lines).toHaveLength(1)
})

describe('A call as a proxy of the plainest kind makes it', () => {
  const answerTo = async (request: string) => {
    const app = build({ hosts: { publicOrigin, onlyLocal: false } })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as { port: number }
    const socket = connect(port, '127.0.0.1')
    socket.write(request)
    return (await text(socket)).split('\r\n', 1)[0]
  }

  test('asks for the health in HTTP/1.0 without a host, and learns it', async () => {
    expect(await answerTo('GET /api/health/live HTTP/1.0\r\n\r\n')).toBe('HTTP/1.1 200 OK')
  })

  test.each(['GET /api/portal HTTP/1.0\r\n\r\n', 'GET /api/health/live HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n'])(
    'is refused for anything else, and with two hosts: %j',
    async (request) => {
      expect(await answerTo(request)).toBe('HTTP/1.1 400 Bad Request')
    },
  )
})
