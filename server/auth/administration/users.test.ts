import { argon2Sync, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openListener } from '#database/listen.ts'
import { testDatabase } from '#database/testing/database.ts'
import { createOutbox } from '#server/mail/outbox.ts'
import { createAuthDeps, deleteOldAuthData, startAuth, verifyAccessToken } from '../auth.ts'
import { refreshSession } from '../session/sessions.ts'
import { signIn as signInWith } from '../sign-in/sign-in.ts'
import { addUser, changeEmail, disableUser, enableUser, type NewUser, setPassword, signOutUser } from './users.ts'

const password = 'a passphrase for the first user'
const database = await testDatabase()
let now = Date.parse('2026-03-01T08:00:00Z')
const deps = { db: database.pools.server, clock: () => new Date(now), newId: randomUUID, random: randomBytes }
const secrets = ['a-secret-of-more-than-32-characters']
const mail = createOutbox({ ...deps, secrets })
const silent = () => undefined
const log = { info: silent, warn: silent }
const listener = await openListener({ url: database.urls.server, log, clock: deps.clock, onLost: silent })
afterAll(listener.stop)
const settings = { ...deps, listener, log, cores: 2, tokenSecrets: secrets, issuer: 'portal', mail }
const caller = { network: 'n', userAgent: null, requestId: null }
const auth = createAuthDeps(settings)
afterAll(await startAuth(auth))

await database.owner.query(
  `insert into accounts (account_id, number, name) values ($1, 'C-1', 'Better Bikes'), ($2, 'C-2', 'Good Gears')`,
  [randomUUID(), randomUUID()],
)

let count = 0
const person = (more: Partial<NewUser> = {}): NewUser => {
  count += 1
  return { email: `person-${count}@example.com`, name: 'A Person', account: 'C-1', role: 'viewer', password, ...more }
}
const signIn = async (email: string, enteredPassword = password) => {
  const signIn = { email, password: enteredPassword, remember: false, caller, replaces: undefined, device: undefined }
  const outcome = await signInWith(auth, signIn)
  if ('asked' in outcome) throw new Error('Nobody here has a second factor')
  return outcome
}

beforeEach(() => {
  now += 86_400_000
})

describe('Adding a person', () => {
  test('lets them sign in, however they spell their address', async () => {
    const added = await addUser(deps, person({ email: '  Zo\u00eb@Example.COM ' }))
    expect(added).toMatchObject({ user: 'created', membership: 'created' })
    const { token } = await signIn('ZOE\u0308@example.com')
    expect(await verifyAccessToken(auth, token)).toMatchObject({ userId: added.userId, role: 'viewer' })
  })
  test('a second time gives them another account and leaves their password alone', async () => {
    const first = person()
    const { userId } = await addUser(deps, first)
    const again = { ...first, account: 'C-2', role: 'admin' as const, password: 'a password that is passed over' }
    expect(await addUser(deps, again)).toEqual({ userId, user: 'known', membership: 'created' })
    expect(await addUser(deps, again)).toEqual({ userId, user: 'known', membership: 'unchanged' })
    expect(await addUser(deps, { ...again, role: 'buyer' })).toEqual({ userId, user: 'known', membership: 'changed' })
    await expect(signIn(first.email)).resolves.toBeDefined()
    // All at the same moment of this test's clock.
    const { rows } = await database.owner.query<{ action: string; count: number }>(
      `select action, count(*)::int as count from audit_log where user_id = $1 and action ~ '_(added|changed)$' group by 1 order by 1`,
      [userId],
    )
    expect(rows).toEqual(['member_added', 'role_changed', 'user_added'].map((action) => ({ action, count: 1 })))
  })
  test.each<[string, Partial<NewUser>, string, RegExp]>([
    ['an address that is none', { email: 'ada at example.com' }, 'invalid_input', /not an e-mail address/],
    ['two addresses', { email: 'a@b.example,c@d.example' }, 'invalid_input', /not an e-mail address/],
    ['a header', { email: 'a@b.example\r\nBcc:c@d.example' }, 'invalid_input', /not an e-mail address/],
    ['no name', { name: '  ' }, 'invalid_input', /needs a name/],
    ['a short password', { password: 'short' }, 'invalid_input', /at least 15 characters/],
    ['an account that does not exist', { account: 'C-99' }, 'not_found', /no account with the number "C-99"/],
  ])('with %s is refused and leaves nothing behind', async (_, more, code, message) => {
    const newUser = person(more)
    await expect(addUser(deps, newUser)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
    const { rowCount } = await database.owner.query('select from users where email = $1', [newUser.email])
    expect(rowCount).toBe(0)
  })
  test('without a password is refused', async () => {
    const { password: _, ...bare } = person()
    await expect(addUser(deps, bare)).rejects.toMatchObject({ code: 'invalid_input' })
  })
  test('twice at the same moment adds one person', async () => {
    const newUser = person()
    const results = await Promise.allSettled([addUser(deps, newUser), addUser(deps, newUser)])
    const { rowCount } = await database.owner.query('select from users where email = $1', [newUser.email])
    expect(rowCount).toBe(1)
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
  })
})

describe('Another e-mail', () => {
  test('is what they sign in with from then on, and mails that it refused before are sent again', async () => {
    const { email } = person()
    const { userId } = await addUser(deps, person({ email }))
    const session = await signIn(email)
    await database.owner.query(
      `insert into mail_refusals (email, refused_at, reason) values ('new@example.com', now(), '550')`,
    )
    await changeEmail(deps, email.toUpperCase(), ' New@Example.com')
    expect(await verifyAccessToken(auth, session.token)).toMatchObject({ userId })
    expect(await verifyAccessToken(auth, (await signIn('new@example.com')).token)).toMatchObject({ userId })
    await expect(signIn(email)).rejects.toThrow()
    expect((await database.owner.query('select from mail_refusals')).rowCount).toBe(0)
  })

  test('is refused when it is none, or somebody else’s, or when nobody had the old one', async () => {
    const [ada, bob] = [person(), person()]
    for (const newUser of [ada, bob]) await addUser(deps, newUser)
    await expect(changeEmail(deps, ada.email, bob.email)).rejects.toMatchObject({ code: 'conflict' })
    await expect(changeEmail(deps, ada.email, 'nowhere')).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(changeEmail(deps, 'nobody@example.com', 'x@example.com')).rejects.toMatchObject({ code: 'not_found' })
    await changeEmail(deps, ada.email, ada.email)
    await signIn(ada.email)
  })
})

describe('Signing a person out', () => {
  test('ends all their sessions at once, and they may sign in again', async () => {
    const newUser = person()
    await addUser(deps, newUser)
    const [one, two] = [await signIn(newUser.email), await signIn(newUser.email)]
    expect(await signOutUser(deps, newUser.email)).toBe(2)
    for (const { token, refresh } of [one, two]) {
      await expect.poll(() => verifyAccessToken(auth, token), { timeout: 1_000, interval: 10 }).toBeUndefined()
      expect(await refreshSession(auth, refresh, caller)).toEqual({ refused: 'ended' })
    }
    await expect(signIn(newUser.email)).resolves.toBeDefined()
    await expect(signOutUser(deps, 'nobody@example.com')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('Disabling a person', () => {
  test('ends what they do, until they are enabled and sign in again', async () => {
    const newUser = person()
    await addUser(deps, newUser)
    const { token, refresh } = await signIn(newUser.email)
    await disableUser(deps, newUser.email)
    await expect.poll(() => verifyAccessToken(auth, token), { timeout: 1_000, interval: 10 }).toBeUndefined()
    await expect(signIn(newUser.email)).rejects.toMatchObject({ code: 'wrong_credentials' })
    await enableUser(deps, newUser.email)
    expect(await refreshSession(auth, refresh, caller)).toEqual({ refused: 'ended' })
    await expect(signIn(newUser.email)).resolves.toBeDefined()
  })
  test('at the very moment they sign in leaves no session behind', async () => {
    const newUser = person()
    await addUser(deps, newUser)
    const operator = await database.owner.connect()
    await operator.query('begin')
    await operator.query('update users set disabled_at = $2 where email = $1', [newUser.email, new Date(now)])
    let outcome: unknown
    const signing = signIn(newUser.email).then(
      (issued) => {
        outcome = issued
      },
      (error: unknown) => {
        outcome = error
      },
    )
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => outcome ?? (await database.owner.query(waits)).rowCount, { timeout: 10_000 }).toBe(1)
    await operator.query('commit')
    operator.release()
    await signing
    expect(outcome).toMatchObject({ code: 'wrong_credentials' })
  })
  test('whom nobody knows is refused', async () => {
    await expect(disableUser(deps, 'nobody@example.com')).rejects.toMatchObject({ code: 'not_found' })
    await expect(setPassword(deps, { email: 'nobody@example.com', password })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('A password that was hashed at a lower cost', () => {
  test('is hashed anew at the next sign-in', async () => {
    const newUser = person()
    const { userId } = await addUser(deps, newUser)
    const nonce = randomBytes(16)
    const parameters = { message: password, nonce, memory: 8_192, passes: 2, parallelism: 1, tagLength: 32 }
    const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
    const weak = `$argon2id$v=19$m=8192,t=2,p=1$${text(nonce)}$${text(argon2Sync('argon2id', parameters))}`
    await database.owner.query('update passwords set hash = $2 where user_id = $1', [userId, weak])
    await signIn(newUser.email)
    const { rows } = await database.owner.query('select hash from passwords where user_id = $1', [userId])
    expect(rows[0].hash).toMatch(/^\$argon2id\$v=19\$m=19456,/)
    await expect(signIn(newUser.email)).resolves.toBeDefined()
  })
})

describe('What is kept of people', () => {
  test('cannot be read by the role that shows documents', async () => {
    for (const table of ['users', 'passwords', 'memberships', 'sessions', 'throttle_buckets']) {
      await expect(database.pools.viewer.query(`select from ${table}`)).rejects.toMatchObject({ code: '42501' })
    }
  })
  test('is forgotten when it is long over, and not before', async () => {
    const newUser = person()
    await addUser(deps, newUser)
    const { refresh } = await signIn(newUser.email)
    await database.owner.query(
      `insert into password_resets (hash, user_id, created_at, expires_at) values ('1', gen_random_uuid(), $1, $1)`,
      [new Date(now)],
    )
    await database.owner.query(
      `insert into invitations (id, hash, email, company, role, created_at, expires_at)
        values (gen_random_uuid(), '1', 'a@b.example', 'A', 'admin', $1, $1)`,
      [new Date(now)],
    )
    await database.owner.query(
      `insert into registrations (id, email, name, customer_number, document_number, created_at, decided_at, decision)
        values (gen_random_uuid(), 'a@b.example', 'A', '1', '1', $1, $1, 'rejected')`,
      [new Date(now)],
    )
    now += 11 * 3_600_000
    await deleteOldAuthData(auth)
    expect(await refreshSession(auth, refresh, caller)).toMatchObject({ kind: 'rotated' })
    now += 365 * 86_400_000
    await deleteOldAuthData(auth)
    for (const table of ['sessions', 'throttle_buckets', 'password_resets', 'invitations', 'registrations']) {
      expect((await database.owner.query(`select from ${table}`)).rowCount).toBe(0)
    }
  })
})

describe('A server that has not seen the database yet', () => {
  test('trusts no token, rather than one that may have been refused', async () => {
    const newUser = person()
    await addUser(deps, newUser)
    const { token } = await signIn(newUser.email)
    const blind = createAuthDeps(settings)
    await expect(verifyAccessToken(blind, token)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await verifyAccessToken(blind, `${token}x`)).toBeUndefined()
  })
})
