import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { pathOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { consoleScopes, erpScopes, parseScopes, regionScope, requiredScope } from '#contract/key-scopes.ts'
import { testPortal } from '../testing/portal.ts'
import { createKey } from './keys.ts'

const portal = await testPortal()
const calls = endpoints.filter(({ access }) => access === 'ingest')

const newKey = (scope: string) =>
  createKey(
    {
      db: portal.database.pools.server,
      clock: () => new Date(),
      newId: () => randomUUIDv7(),
      random: randomBytes,
    },
    { name: scope, scope },
  )

/** The status of a call with made-up parameters and an empty body. */
async function statusOf(call: (typeof calls)[number], key: string): Promise<number> {
  const params = Object.fromEntries(Object.keys(call.params.properties).map((name) => [name, randomUUIDv7()]))
  const reply = await portal.app.inject({
    method: call.method,
    url: `/api${pathOf(call, params)}`,
    headers: { authorization: `Bearer ${key}`, ...(call.accepts ? { 'content-type': call.accepts } : {}) },
    ...(call.method === 'GET' ? {} : { payload: call.accepts ? ' ' : '{}' }),
  })
  return reply.statusCode
}

test.each([...erpScopes, regionScope, ...consoleScopes])(
  'a key for %s may do that and is refused everything else',
  async (scope) => {
    const key = await newKey(scope)
    for (const call of calls) {
      const status = await statusOf(call, key)
      expect([call.name, status === 403], String(status)).toEqual([call.name, requiredScope(call) !== scope])
    }
  },
)

test('a key of before there were several scopes goes on doing all of it', async () => {
  const key = await newKey('ingest')
  for (const call of calls.filter((each) => requiredScope(each) !== regionScope))
    expect([call.name, await statusOf(call, key)]).not.toEqual([call.name, 403])
})

test('names and e-mails of customers are for keys that may read requests alone', () => {
  const readCalls = calls.filter((call) => call.method === 'GET' && requiredScope(call) !== regionScope)
  expect(readCalls.map((call) => [call.name, requiredScope(call)])).toEqual(
    readCalls.map(({ name }) => [name, 'requests:read']),
  )
})

test('several scopes are named with commas or spaces, and what is none is refused', () => {
  expect([...(parseScopes('ingest:write, requests:read') ?? [])]).toEqual(['ingest:write', 'requests:read'])
  expect([...(parseScopes('ingest') ?? [])]).toEqual(erpScopes)
  for (const wrong of ['', ' ', 'read', 'ingest:write;requests:read', 'toString'])
    expect(parseScopes(wrong)).toBeUndefined()
})
