import { expect, test } from 'vitest'
import { keyScopes, parseScopes, requiredScope } from './key-scopes.ts'

test.each([
  ['ingest:write', ['ingest:write']],
  ['requests:read, requests:write', ['requests:read', 'requests:write']],
  [' requests:read\trequests:read ', ['requests:read']],
  ['ingest', ['ingest:write', 'requests:read', 'requests:write']],
  ['', undefined],
  [' , ', undefined],
  ['requests:read everything', undefined],
  ['toString', undefined],
])('a key for "%s" may do %j', (text, scopes) => {
  const parsed = parseScopes(text)
  expect(parsed && [...parsed]).toEqual(scopes)
})

test('a call of an ERP that names no scope takes a key that sends documents', () => {
  expect(requiredScope({})).toBe('ingest:write')
  expect(requiredScope({ scope: 'requests:read' })).toBe('requests:read')
})

test('whoever makes a key reads what each scope allows', () => {
  expect(Object.keys(keyScopes)).toEqual(['ingest:write', 'requests:read', 'requests:write'])
  for (const text of Object.values(keyScopes)) expect(text).toMatch(/^[a-z].{20}/)
})
