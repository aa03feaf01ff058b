import { afterAll, describe, expect, test } from 'vitest'
import { createCursors } from './cursors.ts'
import { createHttpServer } from './server.ts'

/* A server with one route that declares nothing of its body: only what guards all routes can refuse it. */

const app = createHttpServer({
  https: false,
  trustProxy: false,
  logger: false,
  verifyToken: async () => undefined,
  findKey: async () => undefined,
  versionOf: async () => 0,
  cursors: createCursors(['a secret']),
})
app.post('/echo', (request, reply) => reply.send({ received: request.body ?? 'nothing' }))
await app.ready()
afterAll(() => app.close())

async function send(payload: string, url = '/echo') {
  const reply = await app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload })
  return { status: reply.statusCode, body: reply.json() as Record<string, unknown> }
}
const refusal = (message: string) => ({ status: 400, body: { code: 'invalid_input', message } })

describe('A body in JSON', () => {
  test.each([
    '{"__proto__":{"role":"admin"}}',
    '{"lines":[{"line":"1","__proto__":null}]}',
    '{"\\u005f_proto__":{}}',
    '{"constructor":{"prototype":{"role":"admin"}}}',
    '[{"constructor":1}]',
  ])('with a name that reaches behind objects is refused: %s', async (payload) => {
    expect(await send(payload)).toMatchObject(refusal('The body is not valid JSON.'))
  })

  test('may have such words as values, and names that begin alike', async () => {
    const body = { note: '__proto__', sku: 'constructor', proto: 1, constructors: [], toString: 'text' }
    expect(await send(JSON.stringify(body))).toEqual({ status: 200, body: { received: body } })
  })

  test.each(['{"number":"SO\\u0000"}', '"\0"'])('with a NUL character is refused: %j', async (payload) => {
    expect(await send(payload)).toMatchObject(refusal('The request holds a NUL character; take it out.'))
  })

  test.each(['{', '{"a":1,}', "{'a':1}", 'undefined'])('that is none is refused: %s', async (payload) => {
    expect(await send(payload)).toMatchObject(refusal('The body is not valid JSON.'))
  })

  test('may be empty', async () => {
    expect(await send('')).toEqual({ status: 200, body: { received: 'nothing' } })
  })
})

test('An address with a NUL character is refused', async () => {
  expect(await send('{}', '/echo?q=%00')).toMatchObject(refusal('The request holds a NUL character; take it out.'))
  expect((await send('{}', '/echo?q=%01')).status).toBe(200)
})
