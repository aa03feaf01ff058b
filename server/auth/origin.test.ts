import { describe, expect, test } from 'vitest'
import { passphrase, testPortal } from '../testing/portal.ts'
import { type OriginHeaders, originOf } from './origin.ts'

const portal = await testPortal()
await portal.database.owner.query(
  `insert into accounts (account_id, number, name) values (gen_random_uuid(), 'C-1', 'Better Bikes')`,
)
await portal.signIn('ada@example.com', 'C-1')

type RequestInput = {
  method: 'POST' | 'DELETE'
  url: string
  headers?: Record<string, string>
  payload?: object
  cookie?: string
}

const send = ({ cookie, ...request }: RequestInput) =>
  portal.app.inject({ ...request, ...(cookie === undefined ? {} : { cookies: { refreshToken: cookie } }) })

async function signInCookie(): Promise<string> {
  const answer = await send({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: 'ada@example.com', password: passphrase },
  })
  return answer.cookies.find(({ name }) => name === 'refreshToken')?.value ?? ''
}
const refresh = (cookie: string, headers: Record<string, string>) =>
  send({ method: 'POST', url: '/api/auth/refresh', cookie, headers })

describe('A page of somebody else', () => {
  test.each<[string, Record<string, string>]>([
    ['on another site', { 'sec-fetch-site': 'cross-site' }],
    ['on a sister site', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:80' }],
    ['in an older browser', { origin: 'https://evil.example' }],
    ['on another port', { origin: 'http://localhost:8080' }],
    ['that hides its origin', { origin: 'null' }],
  ])('%s cannot sign anybody in or out, nor draw a token', async (_, headers) => {
    const cookie = await signInCookie()
    const payload = { email: 'ada@example.com', password: passphrase }
    const answers = [
      await send({ method: 'POST', url: '/api/auth/login', headers, cookie, payload }),
      await refresh(cookie, headers),
      await send({ method: 'DELETE', url: '/api/auth/logout', headers, cookie }),
    ]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(403)
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    }
    expect((await refresh(cookie, { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
  })
})

describe('The refresh cookie', () => {
  test('without any word of where it comes from draws no token', async () => {
    expect((await refresh(await signInCookie(), {})).statusCode).toBe(403)
  })
  test('from a page of the portal in a browser that only names the origin draws one', async () => {
    const headers = { origin: 'http://localhost', host: 'localhost' }
    expect((await refresh(await signInCookie(), headers)).statusCode).toBe(200)
  })
})

test.each<[OriginHeaders, string | undefined, string]>([
  [{ origin: 'https://portal.example' }, 'https://portal.example', 'own'],
  [{ origin: 'http://portal.example' }, 'https://portal.example', 'foreign'],
  [{ origin: 'https://portal.example.evil' }, 'https://portal.example', 'foreign'],
  [{ origin: 'https://portal.example', host: 'portal.example' }, 'https://other.example', 'foreign'],
  [{ origin: 'http://192.168.1.5:3000', host: '192.168.1.5:3000' }, undefined, 'own'],
  [{ origin: 'http://192.168.1.5:3001', host: '192.168.1.5:3000' }, undefined, 'foreign'],
  [{ origin: 'null' }, undefined, 'foreign'],
  [{ origin: 'null', host: '' }, undefined, 'foreign'],
  [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 'https://portal.example', 'own'],
  [{ 'sec-fetch-site': 'cross-site', origin: 'https://portal.example' }, 'https://portal.example', 'foreign'],
  [{}, 'https://portal.example', 'unknown'],
])('A request with %j to %s is %s', (headers, publicOrigin, expected) => {
  expect(originOf(headers, publicOrigin)).toBe(expected)
})
