import { afterAll, expect, test } from 'vitest'
import { roles } from '#contract/permissions.ts'
import { createCursors } from './cursors.ts'
import { createHttpServer } from './server.ts'
import { viewerOf } from './viewer.ts'

const [userId, sessionId, accountId] = ['u', 's', 'a']
const app = createHttpServer({
  ...{ https: true, trustProxy: false, logger: false, cursors: createCursors(['a secret']) },
  ...{ verifyToken: async () => undefined, findKey: async () => undefined, versionOf: async () => 0 },
})
app.get('/me', async (request) => {
  const viewer = await viewerOf(request, async (token) =>
    token in roles ? { userId, sessionId, accountId, role: token as keyof typeof roles } : undefined,
  )
  return { ...viewer, permissions: [...viewer.permissions] }
})
afterAll(() => app.close())

const ask = async (authorization?: string) => {
  const reply = await app.inject({ url: '/me', headers: authorization === undefined ? {} : { authorization } })
  return { status: reply.statusCode, body: reply.json() as Record<string, unknown> }
}

test.each(Object.entries(roles))(
  'who has signed in as %s may do what that role may, and no more',
  async (role, permissions) => {
    expect(await ask(`Bearer ${role}`)).toEqual({
      status: 200,
      body: { userId, sessionId, accountId, role, permissions: [...permissions] },
    })
  },
)

test.each(['Bearer buyer', 'bearer buyer', 'BEARER buyer', 'Bearer  buyer '])('who shows %j is known', async (shown) =>
  expect((await ask(shown)).status).toBe(200),
)

test.each([
  undefined,
  '',
  'Bearer',
  'Bearer ',
  'Bearer nobody',
  'Basic buyer',
  'buyer',
  'Bearerbuyer',
  'xBearer buyer',
  'Token: buyer',
])('who shows %j is asked to sign in', async (shown) =>
  expect(await ask(shown)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } }),
)
