import { randomBytes, randomUUID } from 'node:crypto'
import cookiePlugin from '@fastify/cookie'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openListener } from '#database/listen.ts'
import { testDatabase } from '#database/testing/database.ts'
import { createCursors } from '#server/http/cursors.ts'
import { createHttpServer } from '#server/http/server.ts'
import { createOutbox } from '#server/mail/outbox.ts'
import { leastHashCost } from '#server/testing/portal.ts'
import { addUser } from '../administration/users.ts'
import { createAuthDeps, verifyAccessToken } from '../auth.ts'
import { authRoutes } from '../routes.ts'
import { limits } from './throttle.ts'

const password = 'a passphrase for the first user'
const database = await testDatabase()
let now = Date.parse('2026-03-01T08:00:00Z')
const deps = {
  ...{ db: database.pools.server, clock: () => new Date(now), newId: randomUUID, random: randomBytes },
  hashCost: leastHashCost,
}

const silent = () => undefined
const log = { info: silent, warn: silent }
const listener = await openListener({ url: database.urls.server, log, clock: deps.clock, onLost: silent })
afterAll(listener.stop)

/** Two servers on one database: both see the same counts. */
const servers = await Promise.all(
  [1, 2].map(async () => {
    const auth = createAuthDeps({
      ...deps,
      listener,
      log,
      cores: 2,
      tokenSecrets: ['a-secret-of-more-than-32-characters'],
      issuer: 'portal',
      mail: createOutbox({ ...deps, secrets: ['a-secret-of-more-than-32-characters'] }),
    })
    const app = createHttpServer({
      https: false,
      trustProxy: false,
      logger: false,
      verifyToken: (token) => verifyAccessToken(auth, token),
      findKey: async () => undefined,
      versionOf: async () => 0,
      cursors: createCursors(['a secret']),
    })
    await app.register(cookiePlugin)
    authRoutes(app, { auth, publicOrigin: undefined, https: false })
    await app.ready()
    return app
  }),
)
afterAll(() => Promise.all(servers.map((app) => app.close())))

await database.owner.query(`insert into accounts (account_id, number, name) values ($1, 'C-1', 'Better Bikes')`, [
  randomUUID(),
])
for (const email of ['ada@example.com', 'ben@example.com']) {
  await addUser(deps, { email, name: 'A person', account: 'C-1', role: 'viewer', password })
}
beforeEach(async () => {
  now += 86_400_000
  await database.owner.query('delete from throttle_buckets')
})

type SignInTry = { email?: string; password?: string; from?: string; server?: number }

async function attempt(input: SignInTry = {}) {
  const answer = await servers[input.server ?? 0]!.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: input.from ?? '203.0.113.7',
    payload: { email: input.email ?? 'ada@example.com', password: input.password ?? password },
  })
  return { status: answer.statusCode, body: answer.json(), retryAfter: Number(answer.headers['retry-after']) }
}
const guess = (input: SignInTry = {}) => attempt({ password: 'surely not the passphrase', ...input })
const guessRepeatedly = async (count: number, inputOf: (index: number) => SignInTry = () => ({})) => {
  const statuses: number[] = []
  for (let index = 0; index < count; index++) statuses.push((await guess(inputOf(index))).status)
  return statuses
}

describe('Guessing a password', () => {
  test('is held up after a few tries, with the words and the wait that the web shows', async () => {
    expect(await guessRepeatedly(limits.pair.free + 1)).toEqual(Array(limits.pair.free + 1).fill(400))
    const { status, body, retryAfter } = await guess()
    expect(status).toBe(429)
    expect(body).toMatchObject({
      code: 'too_many_requests',
      message: 'Too many requests, please wait a minute before trying again.',
    })
    expect(retryAfter).toBeGreaterThanOrEqual(1)
    expect(retryAfter).toBeLessThanOrEqual(60)
  })
  test('is held up on the other servers too, and the right password as well as a wrong one', async () => {
    await guessRepeatedly(limits.pair.free + 1)
    expect((await attempt({ server: 1 })).status).toBe(429)
  })
  test('is held up longer each time, up to a quarter of an hour, and never asks to wait longer than a minute', async () => {
    await guessRepeatedly(limits.pair.free + 1)
    const waits: number[] = []
    let waited = 0
    while (waits.length < 16) {
      const { status, retryAfter } = await guess()
      if (status === 429) {
        expect(retryAfter).toBeLessThanOrEqual(60)
        now += retryAfter * 1_000
        waited += retryAfter
      } else {
        waits.push(waited)
        waited = 0
      }
    }
    expect(waits[0]).toBeLessThanOrEqual(2)
    expect(waits).toEqual(waits.toSorted((a, b) => a - b))
    expect(waits.at(-1)).toBeGreaterThan(800)
    expect(waits.at(-1)).toBeLessThanOrEqual(limits.pair.longestWait)
  })
  test('with thirty tries at once gains none over trying in turn', async () => {
    const statuses = await Promise.all(Array.from({ length: 30 }, (_, index) => guess({ server: index % 2 })))
    const counted = statuses.filter(({ status }) => status === 400).length
    expect(counted).toBe(limits.pair.free + 1)
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(30 - counted)
  })
  test('is neither forgiven nor held up longer because the clock was set back', async () => {
    await guessRepeatedly(limits.pair.free)
    now -= 3_600_000
    expect((await guess()).status).toBe(400)
    const { status, retryAfter } = await guess()
    expect(status).toBe(429)
    expect(retryAfter).toBeLessThanOrEqual(limits.pair.firstWait)
  })
  test('that is held up when the clock is set back is held up no longer for that', async () => {
    await guessRepeatedly(limits.pair.free + 1)
    expect((await guess()).status).toBe(429)
    now -= 86_400_000
    expect((await guess()).status).toBe(400)
    expect((await guess()).status).toBe(429)
  })
  test('of one person from many networks is held up as well', async () => {
    const statuses = await guessRepeatedly(limits.person.free + 2, (index) => ({ from: `198.51.${index}.1` }))
    expect(statuses).toEqual([...Array(limits.person.free + 1).fill(400), 429])
  })
  test('of an unknown e-mail is held up just like that of a known one', async () => {
    const statuses = await guessRepeatedly(limits.pair.free + 2, () => ({ email: 'nobody@example.com' }))
    expect(statuses).toEqual([...Array(limits.pair.free + 1).fill(400), 429])
  })
  test('of many people from one network is held up', async () => {
    const statuses = await guessRepeatedly(limits.network.free + 2, (index) => ({
      email: `person-${index}@example.com`,
      from: `203.0.113.${index}`,
    }))
    expect(statuses).toEqual([...Array(limits.network.free + 1).fill(400), 429])
  })
  test("is not counted less by signing in to an account of one's own between the guesses", async () => {
    const statuses: number[] = []
    for (let index = 0; index < limits.network.free + 2; index++) {
      statuses.push((await guess({ email: `person-${index}@example.com` })).status)
      await attempt({ email: 'ben@example.com' })
    }
    expect(statuses.at(-1)).toBe(429)
  })
  test('by everybody at once slows all strangers to one try a second, and never shuts them out', async () => {
    expect((await attempt({ email: 'ben@example.com' })).status).toBe(200)
    await guess()
    await database.owner.query(
      `update throttle_buckets set level = $1, updated_at = $2 where key = sha256(convert_to('["all"]', 'UTF8'))`,
      [limits.all.free, new Date(now)],
    )
    expect((await guess({ email: 'one@example.com', from: '198.51.100.1' })).status).toBe(400)
    expect(await guess({ email: 'two@example.com', from: '198.51.101.1' })).toMatchObject({
      status: 429,
      retryAfter: 1,
    })
    expect((await attempt({ email: 'ben@example.com' })).status).toBe(200)
    now += 1_000
    expect((await attempt({ from: '198.51.102.1' })).status).toBe(200)
  })
})

describe('A person who knows the password', () => {
  test('signs in as often as they like', async () => {
    for (let index = 0; index < limits.pair.free * 3; index++) expect((await attempt()).status).toBe(200)
  })
  test('starts afresh after a few slips', async () => {
    for (let round = 0; round < 4; round++) {
      await guessRepeatedly(limits.pair.free)
      expect((await attempt()).status).toBe(200)
    }
  })
  test('is not shut out of their own network by strangers who guess elsewhere', async () => {
    expect((await attempt()).status).toBe(200)
    await guessRepeatedly(limits.person.free + 5, (index) => ({ from: `198.51.${index}.1` }))
    expect((await attempt({ from: '192.0.2.1' })).status).toBe(429)
    expect((await attempt()).status).toBe(200)
  })
  test('is not shut out by neighbours who guess at other people', async () => {
    expect((await attempt()).status).toBe(200)
    await guessRepeatedly(limits.network.free + 5, (index) => ({ email: `person-${index}@example.com` }))
    expect((await attempt({ email: 'ben@example.com' })).status).toBe(429)
    expect((await attempt()).status).toBe(200)
  })
  test('can sign in again as soon as the wait is over, though tries went on meanwhile', async () => {
    await guessRepeatedly(limits.pair.free + 1)
    for (let index = 0; index < 20; index++) expect((await guess()).status).toBe(429)
    now += limits.pair.firstWait * 1_000
    expect((await attempt()).status).toBe(200)
  })
})
