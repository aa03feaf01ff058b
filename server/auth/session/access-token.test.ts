import { createSecretKey, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { tokenKeys } from '../tokens/token-keys.ts'
import { type AccessClaims, issueAccessToken, readAccessToken } from './access-token.ts'

const secret = 'the-secret-of-this-portal-0123456'
let now = Date.parse('2026-03-01T08:00:00Z')
const options = { keys: tokenKeys([secret]), issuer: 'https://portal.example', clock: () => new Date(now) }
const claims: AccessClaims = {
  userId: randomUUID(),
  sessionId: randomUUID(),
  accountId: randomUUID(),
  role: 'buyer',
  version: 3,
}
const token = await issueAccessToken(claims, options)
const [header = '', payload = '', signature = ''] = token.split('.')
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())

type Change = { header?: object; payload?: object; key?: (typeof options.keys)[0]['access'] }

/** A token made by the test, signed with the right key unless the change names another. */
const signed = (change: Change) =>
  new SignJWT({ ...decoded(payload), ...change.payload })
    .setProtectedHeader({ ...decoded(header), ...change.header })
    .sign(change.key ?? options.keys[0].access)

describe('An access token', () => {
  test('says who, in which session, account and role, for ten minutes', async () => {
    expect(await readAccessToken(token, options)).toEqual({ claims, expiresAt: now + 600_000 })
    const issued = now
    now = issued + 599_000
    expect(await readAccessToken(token, options)).toBeDefined()
    now = issued + 600_000
    expect(await readAccessToken(token, options)).toBeUndefined()
    now = issued
  })
  test('with any character changed is refused', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    for (let index = 0; index < token.length; index++) {
      // The neighbour in the alphabet differs in the last bit, which must be unused at the end of a part.
      const position = alphabet.indexOf(token[index] ?? '')
      const neighbour = position < 0 ? 'A' : alphabet[position ^ 1]
      const changed = `${token.slice(0, index)}${neighbour}${token.slice(index + 1)}`
      expect(await readAccessToken(changed, options), `character ${index}`).toBeUndefined()
    }
  })
  test.each([
    ['nothing', ''],
    ['two parts', `${header}.${payload}`],
    ['no signature', `${header}.${payload}.`],
    ['a part too many', `${token}.`],
    ['a space', ` ${token}`],
    ['algorithm none', `${encoded({ alg: 'none', typ: 'at+jwt' })}.${payload}.`],
    ['algorithm none and the old signature', `${encoded({ ...decoded(header), alg: 'none' })}.${payload}.${signature}`],
    ['a very long text', 'a'.repeat(100_000)],
  ])('of %s is refused', async (_, wrong) => {
    expect(await readAccessToken(wrong, options)).toBeUndefined()
  })
  test.each<[string, Change]>([
    ['another key', { key: createSecretKey(Buffer.alloc(32, 1)) }],
    ['the key of refresh tokens', { key: options.keys[0].refresh }],
    ['a stronger algorithm than ours', { header: { alg: 'HS512' }, key: createSecretKey(Buffer.alloc(64, 1)) }],
    ['an unknown key id', { header: { kid: 'another' } }],
    ['another type', { header: { typ: 'JWT' } }],
    ['an address to fetch a key from', { header: { jku: 'http://127.0.0.1:9/keys' } }],
    ['a key of its own', { header: { jwk: { kty: 'oct', k: 'AAAA' } } }],
    ['another issuer', { payload: { iss: 'https://evil.example' } }],
    ['another audience', { payload: { aud: 'https://portal.example/other' } }],
    ['no end', { payload: { exp: undefined } }],
    ['an unknown role', { payload: { role: 'owner' } }],
    ['a role that every object has', { payload: { role: 'constructor' } }],
    ['an account that is no id', { payload: { acc: "x'; drop table users; --" } }],
    ['no session', { payload: { sid: undefined } }],
    ['a version that is no number', { payload: { ver: '9' } }],
  ])('with %s is refused', async (_, change) => {
    expect(await readAccessToken(await signed({}), options)).toBeDefined()
    expect(await readAccessToken(await signed(change), options)).toBeUndefined()
  })
})

describe('A change of the secret', () => {
  const next = 'the-next-secret-of-this-portal-012'
  test('accepts tokens of both secrets and signs with the first', async () => {
    const bothKeys = { ...options, keys: tokenKeys([next, secret]) }
    expect(await readAccessToken(token, bothKeys)).toBeDefined()
    const newer = await issueAccessToken(claims, bothKeys)
    expect(await readAccessToken(newer, { ...options, keys: tokenKeys([next]) })).toBeDefined()
    expect(await readAccessToken(newer, options)).toBeUndefined()
  })
  test('refuses tokens of the old one once it is gone', async () => {
    expect(await readAccessToken(token, { ...options, keys: tokenKeys([next]) })).toBeUndefined()
  })
  test('refuses a secret that could be guessed', () => {
    expect(() => tokenKeys(['short'])).toThrow('at least 32 bytes')
    expect(() => tokenKeys([])).toThrow('needed')
  })
})
