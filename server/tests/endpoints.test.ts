import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { lazyValidator } from '../http/schema-compilers.ts'
import { testPortal } from '../testing/portal.ts'

const portal = await testPortal()

describe('the table of endpoints', () => {
  test('each endpoint has exactly one handler and each handler an entry', () => {
    const names = (list: readonly { name: string }[]) => list.map((endpoint) => endpoint.name).toSorted()
    expect(names(portal.app.registered)).toEqual(names(endpoints))
    expect(new Set(endpoints.map((endpoint) => endpoint.name)).size).toBe(endpoints.length)
    expect(new Set(endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`)).size).toBe(endpoints.length)
  })

  test('what each endpoint takes and gives is described by schemas that can be compiled', () => {
    for (const { name, params, query, body, reply } of endpoints) {
      const compile = (schema: object) => () =>
        lazyValidator({ schema, method: 'GET', url: '/', httpPart: 'body' })(undefined)
      for (const schema of [params, query, body, reply]) if (schema) expect(compile(schema), name).not.toThrow()
    }
  })

  test('the description for programs lists every endpoint with its parameters and replies', async () => {
    const { body } = await portal.get('/openapi.json')
    const { openapi, paths } = body as {
      openapi: string
      paths: Record<string, Record<string, { operationId: string }>>
    }
    expect(openapi).toBe('3.1.0')
    const listed = Object.values(paths).flatMap((path) => Object.values(path).map((operation) => operation.operationId))
    expect(listed.toSorted()).toEqual(endpoints.map((endpoint) => endpoint.name).toSorted())
  })

  test('a program that asks the portal learns which release answers', async () => {
    const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8'))
    expect((await portal.get('/portal')).body).toMatchObject({ version })
    expect((await portal.get('/openapi.json')).body).toMatchObject({ info: { version } })
  })

  test('the page for people names every endpoint and needs nothing from elsewhere', async () => {
    const { status, text } = await portal.get('/docs')
    expect(status).toBe(200)
    for (const endpoint of endpoints) expect(text).toContain(`id="${endpoint.name}"`)
    expect(text).not.toMatch(/<script|(src|href|action)="(?!\/|#)/)
  })
})

describe('every reply', () => {
  const headers = ['content-security-policy', 'x-content-type-options', 'referrer-policy', 'cross-origin-opener-policy']
  let address: string
  beforeAll(async () => {
    address = await portal.app.listen({ host: '127.0.0.1', port: 0 })
  })

  test.each([
    ['/api/portal', 200],
    ['/api/nothing', 404],
    ['/nothing', 404],
    ['/api/documents/orders', 401],
    ['/api/%', 400],
    [`/api/documents/orders/${'x'.repeat(3000)}`, 414],
  ])('%.30s answers %i with the security headers and, when it is an error, in one shape', async (url, status) => {
    const reply = await fetch(`${address}${url}`, { headers: { accept: 'application/json' } })
    expect(reply.status).toBe(status)
    for (const name of headers) expect(reply.headers.get(name), name).toBeTruthy()
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const body = (await reply.json()) as object
    if (status === 200) return
    expect(body).toEqual({ message: expect.any(String), code: expect.any(String), requestId: expect.any(String) })
    expect(JSON.stringify(body)).not.toContain('xxx')
  })

  test.each([
    ['two lengths', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['an address with scheme and host', 'GET http://a/api/portal HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['an address of the whole server', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    [
      'a length beside chunks',
      'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'chunks by another name',
      'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a length with a sign', 'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: +4\r\n\r\nnone', 400],
    ['an expectation that is none', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: foo\r\n\r\n', 417],
    ['a header too long', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
  ])('a request with %s is refused in the same shape', async (_, request, status) => {
    const { port } = new URL(address)
    const socket = connect(Number(port), '127.0.0.1')
    socket.end(request)
    let text = ''
    for await (const chunk of socket) text += String(chunk)
    expect(text).toContain(`HTTP/1.1 ${status} `)
    for (const name of headers) expect(text.toLowerCase()).toContain(`${name}: `)
    expect(JSON.parse(/\{.*\}/.exec(text)?.[0] ?? '')).toMatchObject({ code: expect.any(String), requestId: '-' })
  })

  test('health is told without signing in', async () => {
    expect((await portal.get('/health/live')).body).toEqual({ status: 'live' })
    expect((await portal.get('/health/ready')).body).toEqual({ status: 'ready' })
  })
})
