import { Writable } from 'node:stream'
import { afterAll, describe, expect, test } from 'vitest'
import { PortalError } from '#contract/errors.ts'
import { createCursors } from './cursors.ts'
import { createHttpServer } from './server.ts'

/* What a caller is told of a fault, whatever threw it; and what of it the operator finds in the log. */

type LogLine = { level: number; msg: string; reasons?: { reason: string; count: number }[] }

/** A portal whose only call fails as it is told to; `logged` is what it writes of that. */
function failingPortal() {
  const logged: LogLine[] = []
  const stream = new Writable({
    write: (chunk, _, done) => {
      logged.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const app = createHttpServer({
    ...{ https: true, trustProxy: false, logger: { level: 'warn', stream }, cursors: createCursors(['a secret']) },
    ...{ verifyToken: async () => undefined, findKey: async () => undefined, versionOf: async () => 0 },
  })
  afterAll(() => app.close())
  let failure: unknown
  app.get('/fails', async () => {
    throw failure
  })
  const answerTo = async (error: unknown) => {
    failure = error
    const reply = await app.inject({ url: '/fails' })
    const { requestId, ...body } = reply.json() as Record<string, unknown>
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    return { status: reply.statusCode, retryAfter: reply.headers['retry-after'], ...body }
  }
  return { app, logged, answerTo }
}

const { app, answerTo } = failingPortal()
const properties = {
  kind: { type: 'string', enum: ['a', 'b'] },
  name: { type: 'string', minLength: 1, maxLength: 3 },
  count: { type: 'integer' },
  party: { type: 'object', properties: { city: { type: 'string' } } },
}
app.post('/checked', {
  schema: { body: { type: 'object', required: ['kind'], additionalProperties: false, properties } },
  handler: async () => ({}),
})
const withCode = (code: string, message = 'of the database') => Object.assign(new Error(message), { code })

const away = {
  ...{ status: 503, code: 'unavailable', retryAfter: '2' },
  message: 'The portal cannot reach its database right now. Please try again in a moment.',
}
const busy = { ...away, message: 'The portal is very busy. Please try again in a moment.' }
const slow = { ...away, message: 'This is taking too long right now. Please try again in a moment.' }
const character = {
  ...{ status: 400, code: 'invalid_input', retryAfter: undefined },
  message: 'The request holds a character that cannot be stored.',
}
const range = { ...character, message: 'A number or date in the request is out of range.' }
const full = {
  ...{ status: 507, code: 'storage_full', retryAfter: '60' },
  message:
    'The portal is short of disk space: everything can be read, and nothing new is taken until the operator has made room.',
}
const unexpected = {
  ...{ status: 500, code: 'unexpected', retryAfter: undefined },
  message: 'Something went wrong on our side. Please try again.',
}

type Answer = { status: number; code: string; retryAfter: string | undefined; message: string }
const cases = (...groups: [texts: string[], answer: Answer][]) =>
  groups.flatMap(([texts, answer]) => texts.map((text): [string, Answer] => [text, answer]))

test.each(
  cases(
    [['22021', '22P02', '22P05'], character],
    [['22003', '22007', '22008'], range],
    [['53100'], full],
    [['08006', '53300', '57P01', '58030'], away],
    [['57014', '25P03', '25P04'], slow],
    [['55P03', '40001', '40P01'], busy],
    [['23505', '42P01', '22012', '25P02', '122003', '220031', '22P021'], unexpected],
  ),
)('when the database refuses with %s, the caller is told what that means for them', async (code, answer) =>
  expect(await answerTo(withCode(code))).toEqual(answer),
)

const connectionFailures = [
  ...['Query read timeout', 'Connection terminated unexpectedly', 'connect ECONNREFUSED 127.0.0.1:5432', 'EPIPE'],
  ...['read ECONNRESET', 'connect ENOENT /run/postgresql', 'connect ETIMEDOUT', 'Connection ended'],
  ...['Client has encountered a connection error and is not queryable', 'Cannot use a pool after calling end'],
]

test.each(
  cases(
    [['timeout exceeded when trying to connect', 'connect EAGAIN /run/postgresql/.s.PGSQL.5432'], busy],
    [connectionFailures, away],
    [['cannot read properties of undefined'], unexpected],
  ),
)('when the connection fails with “%s”, the caller is told to come back', async (message, answer) =>
  expect(await answerTo(new Error(message))).toEqual(answer),
)

test('a connection that is refused is told by its code alone, too', async () => {
  expect(await answerTo(withCode('ECONNREFUSED', ''))).toEqual(away)
  expect(await answerTo(withCode('EACCES', ''))).toEqual(unexpected)
})

test('what the portal itself refuses is told with its fields, and when to come back', async () => {
  const errors = [{ field: 'city', message: 'Which city?' }]
  const refused = new PortalError('conflict', 'It was changed meanwhile.', { errors, retryAfter: 7 })
  expect(await answerTo(refused)).toEqual({
    ...{ status: 409, code: 'conflict', message: 'It was changed meanwhile.', retryAfter: '7', errors },
  })
  expect(await answerTo(new PortalError('not_found', 'It is not there.'))).toEqual({
    ...{ status: 404, code: 'not_found', message: 'It is not there.', retryAfter: undefined },
  })
})

test.each([['a text'], [undefined], [{ code: '53100' }]])(
  'whoever throws %j, the caller reads a sentence',
  async (thrown) => expect(await answerTo(thrown ?? null)).toEqual(unexpected),
)

test('the operator finds what nobody expected in the log with its cause, and what was too much as a count', async () => {
  const { logged, answerTo } = failingPortal()
  await answerTo(new Error('a defect'))
  const cause = expect.objectContaining({ message: 'a defect' })
  expect(logged).toEqual([expect.objectContaining({ level: 50, msg: 'unexpected error', err: cause })])
  await answerTo(new PortalError('too_many_requests', 'Too many.'))
  await answerTo(withCode('53300', 'sorry, too many clients'))
  await answerTo(new PortalError('not_allowed', 'Not this one.'))
  await expect.poll(() => logged, { timeout: 5_000 }).toHaveLength(2)
  const reasons = [
    expect.objectContaining({ reason: 'too_many_requests: Too many.', count: 1 }),
    expect.objectContaining({ reason: 'unavailable: sorry, too many clients', count: 1 }),
  ]
  expect(logged[1]).toMatchObject({ level: 40, msg: 'requests refused', count: 2, reasons })
})

describe('A call that is not as it is declared', () => {
  const send = async (payload: object | string, type = 'application/json') => {
    const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
    const reply = await app.inject({
      method: 'POST',
      url: '/checked',
      headers: { 'content-type': type },
      payload: body,
    })
    const { message, errors, code } = reply.json() as Record<string, unknown>
    return { status: reply.statusCode, code, message, errors }
  }
  const refusal = (field: string, message: string) => ({
    ...{ status: 400, code: 'invalid_input', message, errors: [{ field, message }] },
  })

  test('is told which field is wrong, and how', async () => {
    expect(await send({})).toEqual(refusal('kind', '“kind” is missing.'))
    expect(await send({ kind: 'c' })).toEqual(refusal('kind', '“kind” must be one of a, b.'))
    expect(await send({ kind: 'a', name: '' })).toEqual(refusal('name', '“name” must not be empty.'))
    expect(await send({ kind: 'a', name: 'abcd' })).toEqual(refusal('name', '“name” is longer than 3 characters.'))
    expect(await send({ kind: 'a', more: 1 })).toEqual(refusal('more', '“more” is not known here; leave it out.'))
    expect(await send({ kind: 'a', count: 'x' })).toEqual(refusal('count', '"count" must be integer.'))
    expect(await send({ kind: 'a', party: { city: 5 } })).toEqual(refusal('party.city', '"party.city" must be string.'))
    expect(await send('[]')).toEqual(refusal('body', '"The request" must be object.'))
  })

  test('is told when it is no JSON, too large, or of a type that is not taken', async () => {
    expect(await send('{')).toMatchObject({
      status: 400,
      code: 'invalid_input',
      message: 'The body is not valid JSON.',
    })
    expect(await send({ kind: 'x'.repeat(300_000) })).toMatchObject({
      ...{ status: 413, code: 'too_large', message: 'The request is too large.' },
    })
    expect(await send('<a/>', 'application/xml')).toMatchObject({
      ...{ status: 415, code: 'unsupported_media_type', message: 'This call does not take that content type.' },
    })
  })

  test('is told when its address is none', async () => {
    const ask = async (url: string) => {
      const reply = await app.inject({ url })
      return { status: reply.statusCode, message: (reply.json() as { message: string }).message }
    }
    expect(await ask('/%zz')).toEqual({ status: 400, message: 'The address is not a valid URL.' })
  })
})
