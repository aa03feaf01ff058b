import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { openListener } from '#database/listen.ts'
import { testDatabase } from '#database/testing/database.ts'
import { createOutbox } from '#server/mail/outbox.ts'
import { addUser } from '../administration/users.ts'
import { createAuthDeps, startAuth, verifyAccessToken } from '../auth.ts'
import { signIn } from '../sign-in/sign-in.ts'

const password = 'a passphrase for the first user'
const database = await testDatabase()
const clock = () => new Date('2026-03-01T08:00:00Z')
const deps = { db: database.pools.server, clock, newId: randomUUID, random: randomBytes }
const tokenSecrets = ['a-secret-of-more-than-32-characters']
const lines: string[] = []
const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) }
const listener = await openListener({ url: database.urls.server, clock, log, onLost: () => undefined })
afterAll(listener.stop)

await database.owner.query(`insert into accounts (account_id, number, name) values ($1, 'C-1', 'Better Bikes')`, [
  randomUUID(),
])
await addUser(deps, { email: 'ann@example.com', name: 'Ann', account: 'C-1', role: 'viewer', password })

test('A server that cannot read which sign-ins have ended says why, once, and says when it can again', async () => {
  await database.owner.query('alter table sessions rename column refused_at to refused')
  const mail = createOutbox({ ...deps, secrets: tokenSecrets })
  const auth = createAuthDeps({ ...deps, listener, log, cores: 2, tokenSecrets, issuer: 'portal', mail })
  const stop = await startAuth(auth)
  expect(lines).toEqual([
    expect.stringMatching(/^Which sign-ins have ended cannot be read.*"?refused_at"? does not exist/s),
  ])

  await database.owner.query('alter table sessions rename column refused to refused_at')
  await expect.poll(() => lines.length, { timeout: 10_000 }).toBe(2)
  expect(lines[1]).toMatch(/^Which sign-ins have ended can be read again/)
  const caller = { network: 'n', userAgent: null, requestId: null }
  const outcome = await signIn(auth, {
    ...{ email: 'ann@example.com', password, remember: false, caller, replaces: undefined, device: undefined },
  })
  expect(await verifyAccessToken(auth, 'token' in outcome ? outcome.token : '')).toMatchObject({ role: 'viewer' })
  await stop()
})
