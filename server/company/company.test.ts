import { decodeJwt } from 'jose'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Members } from '#contract/company/endpoints.ts'
import type { Role } from '#contract/permissions.ts'
import { testPortal, tokenIn } from '../testing/portal.ts'

const portal = await testPortal()
const { owner } = portal.database
const idOf = (token: string) => String(decodeJwt(token).sub)

let account = ''
let count = 0
/** A new account with an admin and one member for each of the given roles. */
async function company<R extends Role>(...roles: R[]) {
  count += 1
  account = `C-${count}`
  await owner.query('insert into accounts (account_id, number, name) values (gen_random_uuid(), $1, $2)', [
    account,
    `Company ${count}`,
  ])
  const admin = await portal.signIn(`admin@c${count}.example`, account, 'admin')
  const tokens: string[] = []
  for (const [index, role] of roles.entries())
    tokens.push(await portal.signIn(`p${index}@c${count}.example`, account, role))
  return { admin, tokens }
}
const members = async (token: string) => (await portal.get('/profile/company/members', token)).body as Members
const setRole = (token: string, id: string, role: string) =>
  portal.call('PUT', `/profile/company/members/${id}`, { token, body: { role } })
const removeMember = (token: string, id: string) => portal.call('DELETE', `/profile/company/members/${id}`, { token })
const invite = (token: string, email: string, role = 'buyer') =>
  portal.call('POST', '/profile/company/invitations', { token, body: { email, role } })
const profile = async (token: string) => (await portal.get('/profile', token)).status
const actions = async () => {
  const { rows } = await owner.query(
    'select l.action, l.details from audit_log l join accounts a using (account_id) where a.number = $1 order by l.id',
    [account],
  )
  return rows as { action: string; details: Record<string, unknown> }[]
}

beforeAll(() =>
  owner.query(`insert into accounts (account_id, number, name) values (gen_random_uuid(), 'X-1', 'Elsewhere')`),
)
beforeEach(async () => {
  portal.setTime('2026-03-10T09:00:00Z')
  await portal.mails()
  await owner.query('delete from throttle_buckets')
})

describe('An admin of an account', () => {
  test('sees its people, and nothing of what they do elsewhere', async () => {
    const { admin, tokens } = await company('buyer')
    portal.setTime('2026-03-10T09:05:00Z')
    await portal.signIn(`p0@c${count}.example`, 'X-1')
    // A session begins in the account last worked in; this one is moved to another account.
    await owner.query(
      `update sessions set account_id = (select account_id from accounts where number = 'X-1')
        where user_id = $1 and created_at = '2026-03-10T09:05:00Z'`,
      [idOf(tokens[0] ?? '')],
    )
    expect(await members(admin)).toEqual({
      members: [
        expect.objectContaining({ id: idOf(admin), role: 'admin', self: true }),
        expect.objectContaining({
          id: idOf(tokens[0] ?? ''),
          role: 'buyer',
          self: false,
          lastSeenAt: expect.stringMatching(/^2026-03-10T09:00/),
        }),
      ],
      invitations: [],
    })
  })

  test('sees when a colleague was last here, though the only session of theirs has gone on to another account', async () => {
    const {
      admin,
      tokens: [buyer = ''],
    } = await company('buyer')
    const email = `p0@c${count}.example`
    await portal.signIn(email, 'X-1')
    await owner.query('delete from sessions where user_id = $1', [idOf(buyer)])
    portal.setTime('2026-03-10T09:03:00Z')
    const token = await portal.login(email)
    const here = await portal.call<{ token: string }>('PUT', '/profile/account', { token, body: { number: account } })
    portal.setTime('2026-03-10T09:05:00Z')
    expect((await portal.get('/dashboard', here.body.token)).status).toBe(200)
    const { status } = await portal.call('PUT', '/profile/account', { token: here.body.token, body: { number: 'X-1' } })
    expect(status).toBe(200)
    expect((await members(admin)).members).toMatchObject([{}, { lastSeenAt: '2026-03-10T09:05:00Z' }])
  })

  test('gives a colleague another role, at once', async () => {
    const {
      admin,
      tokens: [buyer = ''],
    } = await company('buyer')
    expect((await setRole(admin, idOf(buyer), 'logistics')).status).toBe(200)
    await expect.poll(() => profile(buyer), { timeout: 1_000, interval: 10 }).toBe(401)
    expect((await members(admin)).members.map(({ role }) => role)).toEqual(['admin', 'logistics'])
    expect((await actions()).at(-1)).toEqual({
      action: 'role_changed',
      details: { member: idOf(buyer), from: 'buyer', to: 'logistics' },
    })
  })

  test('takes a colleague out, at once; their place elsewhere stays', async () => {
    const {
      admin,
      tokens: [buyer = ''],
    } = await company('buyer')
    const email = `p0@c${count}.example`
    await portal.signIn(email, 'X-1')
    expect((await removeMember(admin, idOf(buyer))).status).toBe(200)
    await expect.poll(() => profile(buyer), { timeout: 1_000, interval: 10 }).toBe(401)
    expect((await members(admin)).members).toHaveLength(1)
    const { rows } = await owner.query(
      'select a.number from memberships m join accounts a using (account_id) join users u on u.id = m.user_id where u.email = $1',
      [email],
    )
    expect(rows).toEqual([{ number: 'X-1' }])
    expect((await removeMember(admin, idOf(buyer))).status).toBe(404)
    expect((await actions()).findLast(({ action }) => action !== 'access_refused')).toEqual({
      action: 'member_removed',
      details: { member: idOf(buyer) },
    })
  })

  test('invites a colleague by mail, who comes in with that role', async () => {
    const { admin } = await company()
    const email = `new@c${count}.example`
    expect((await invite(admin, email, 'finance')).status).toBe(200)
    const [mail] = await portal.mails()
    expect(mail?.text).toContain(`admin@c${count}.example invites you`)
    expect((await members(admin)).invitations).toMatchObject([{ email, role: 'finance' }])
    const { version } = (await portal.get('/terms')).body as { version: string }
    const body = { token: tokenIn(mail), name: 'New', password: 'a passphrase for a newcomer', terms: version }
    expect((await portal.call('POST', '/auth/register', { body })).status).toBe(200)
    expect(await members(admin)).toMatchObject({
      members: [{ role: 'admin' }, { email, role: 'finance' }],
      invitations: [],
    })
  })

  test('takes an invitation back', async () => {
    const { admin } = await company()
    await invite(admin, `new@c${count}.example`)
    const token = tokenIn((await portal.mails()).at(-1))
    const { invitations } = await members(admin)
    const url = `/profile/company/invitations/${invitations[0]?.id}`
    expect((await portal.call('DELETE', url, { token: admin })).status).toBe(200)
    expect((await portal.call('DELETE', url, { token: admin })).status).toBe(404)
    expect((await portal.call('POST', '/auth/invitation', { body: { token } })).status).toBe(400)
    expect((await members(admin)).invitations).toEqual([])
  })

  test('is told that somebody is a member already, but not that they have a sign-in elsewhere', async () => {
    const { admin } = await company('viewer')
    await portal.signIn('known-elsewhere@x.example', 'X-1')
    expect((await invite(admin, `P0@c${count}.example`)).status).toBe(409)
    const known = await invite(admin, 'known-elsewhere@x.example')
    expect(await invite(admin, 'unknown@x.example')).toEqual(known)
    expect(await invite(admin, 'no address')).toMatchObject({ status: 400, body: { errors: [{ field: 'email' }] } })
  })

  test('cannot send invitations without end', async () => {
    const { admin } = await company()
    const answers: number[] = []
    for (let index = 0; index < 8; index++) answers.push((await invite(admin, `many-${index}@x.example`)).status)
    expect(answers.at(-1)).toBe(429)
  })
})

describe('The last admin of an account', () => {
  test('stays admin and stays', async () => {
    const { admin } = await company('buyer')
    expect(await setRole(admin, idOf(admin), 'viewer')).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await removeMember(admin, idOf(admin))).status).toBe(409)
    expect(await profile(admin)).toBe(200)
  })

  test('may go when there is another', async () => {
    const {
      admin,
      tokens: [second = ''],
    } = await company('admin')
    expect((await removeMember(second, idOf(admin))).status).toBe(200)
    expect((await setRole(second, idOf(second), 'viewer')).status).toBe(409)
  })

  test('remains also when two admins remove each other at the same moment, ten times over', async () => {
    for (let round = 0; round < 10; round++) {
      const {
        admin,
        tokens: [second = ''],
      } = await company('admin')
      const answers = await Promise.all([removeMember(admin, idOf(second)), removeMember(second, idOf(admin))])
      const { rowCount } = await owner.query(
        `select from memberships join accounts using (account_id) where number = $1 and role = 'admin'`,
        [account],
      )
      expect([rowCount, answers.filter(({ status }) => status === 200).length]).toEqual([1, 1])
    }
  })
})

describe('A member who is no admin', () => {
  test.each(['buyer', 'finance', 'logistics', 'viewer'] as const)('a %s finds nothing here', async (role) => {
    const {
      admin,
      tokens: [token = ''],
    } = await company(role)
    const answers = [
      (await portal.get('/profile/company/members', token)).status,
      (await invite(token, 'friend@x.example')).status,
      (await setRole(token, idOf(token), 'admin')).status,
      (await removeMember(token, idOf(admin))).status,
    ]
    expect(answers).toEqual([404, 404, 404, 404])
    expect((await members(admin)).members.map((member) => member.role).toSorted()).toEqual(['admin', role].toSorted())
    expect(await portal.mails()).toEqual([])
  })

  test('an admin of another account changes nobody here', async () => {
    const { admin: stranger } = await company()
    const {
      admin,
      tokens: [buyer = ''],
    } = await company('buyer')
    expect((await setRole(stranger, idOf(buyer), 'viewer')).status).toBe(404)
    expect((await removeMember(stranger, idOf(buyer))).status).toBe(404)
    expect((await members(admin)).members.map(({ role }) => role)).toEqual(['admin', 'buyer'])
  })
})
