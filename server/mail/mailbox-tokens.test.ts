import { beforeAll, expect, test } from 'vitest'
import { clientId, clientSecret, realProvider } from '../testing/identity.ts'
import { accessTokens } from './mailbox-tokens.ts'

/* How the portal gets the tokens with which it opens a mailbox that takes no password, from a real provider. */

let now = Date.parse('2026-03-10T09:00:00Z')
const clock = () => new Date(now)
let issuer = ''
beforeAll(async () => {
  issuer = (await realProvider('http://127.0.0.1/back', new Map())).issuer
})
const endpoint = (secret: string, query = '') =>
  `${issuer.replace('//', `//${clientId}:${encodeURIComponent(secret)}@`)}/token${query}`

test('a token is asked for once, and again a minute before it ends', async () => {
  const tokens = accessTokens(endpoint(clientSecret), clock)
  const first = await tokens()
  expect(first).toMatch(/^\S{20,}$/)
  now += 8 * 60_000
  expect(await tokens()).toBe(first)
  now += 90_000
  expect(await tokens()).not.toBe(first)
})

test('a provider that gives none says why', async () => {
  await expect(accessTokens(endpoint('another secret'), clock)()).rejects.toMatchObject({ error: 'invalid_client' })
  const query = '?grant_type=refresh_token&refresh_token=gone'
  await expect(accessTokens(endpoint(clientSecret, query), clock)()).rejects.toMatchObject({
    error_description: expect.stringContaining('grant'),
  })
})
