import { describe, expect, test } from 'vitest'
import { passphrase, testPortal } from '#server/testing/portal.ts'
import { consoleOf, fromOwnPage } from '#server/testing/staff.ts'
import { codeNow } from '../factors/totp.ts'

let now = Date.parse('2026-03-02T08:00:00Z')
const portal = await testPortal('2026-03-02T08:00:00Z')
const desk = consoleOf(portal, () => new Date(now))
/** Moves the clock on; each code of an app works once. */
const wait = (seconds: number) => {
  now += seconds * 1000
  portal.setTime(new Date(now).toISOString())
}
const { owner: database } = portal.database
const acts = async (staffId: string) => {
  const { rows } = await database.query<{ action: string }>(
    'select action from audit_log where user_id = $1 order by at, id',
    [staffId],
  )
  return rows.map(({ action }) => action)
}

const owner = await desk.join('owner@supplier.example', 'owner', 'Olga Owner')

describe('Somebody who is invited to the staff', () => {
  test('chooses a password and sets an app up at once, and is in; the link works no second time', async () => {
    const token = await desk.invite('new@supplier.example', 'support')
    const shown = await desk.call('POST', '/invitation', { body: { token } })
    expect(shown.body).toMatchObject({ email: 'new@supplier.example', role: 'support', leastPassword: 8 })
    const body = { token, name: 'Nora New', password: passphrase, code: codeNow(shown.body.key.secret, new Date(now)) }
    const joined = await desk.call('POST', '/invitation/accept', { body })
    expect(joined.body).toMatchObject({ name: 'Nora New', role: 'support' })
    expect(joined.set).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/console' })
    expect((await desk.call('GET', '/me', { cookie: joined.cookie })).body).toMatchObject({ name: 'Nora New' })
    expect((await desk.call('POST', '/invitation', { body: { token } })).status).toBe(400)
    expect((await desk.call('POST', '/invitation/accept', { body })).status).toBe(400)
  })

  test('gets the link by mail', async () => {
    const [mail] = (await portal.mails()).filter(({ to }) => JSON.stringify(to).includes('new@supplier.example'))
    expect(mail?.text).toContain('/console/invitation#token=')
  })

  test('gets in by the link that came last: one that was sent before leads nowhere', async () => {
    const former = await desk.invite('twice@supplier.example', 'support')
    const latest = await desk.invite('twice@supplier.example', 'support')
    expect((await desk.call('POST', '/invitation', { body: { token: former } })).status).toBe(400)
    expect((await desk.call('POST', '/invitation', { body: { token: latest } })).status).toBe(200)
  })

  test('does not get in with a password alone: without the app’s code nobody joins', async () => {
    const token = await desk.invite('lazy@supplier.example', 'support')
    const wrong = { token, name: 'Lazy', password: passphrase, code: '000000' }
    expect((await desk.call('POST', '/invitation/accept', { body: wrong })).body).toMatchObject({
      code: 'wrong_credentials',
      errors: [{ field: 'code' }],
    })
    const { rows } = await database.query(`select from staff where email = 'lazy@supplier.example'`)
    expect(rows).toEqual([])
  })

  test('may be the first owner, who says who they are, but takes nobody’s place', async () => {
    const token = await desk.invite(undefined, 'owner')
    const { secret } = (await desk.call('POST', '/invitation', { body: { token } })).body.key
    const accept = (email: string) =>
      desk.call('POST', '/invitation/accept', {
        body: { token, email, name: 'First', password: passphrase, code: codeNow(secret, new Date(now)) },
      })
    expect((await accept(owner.email)).status).toBe(409)
    expect((await accept('first@supplier.example')).body).toMatchObject({ role: 'owner' })
  })
})

describe('A member of staff', () => {
  test('signs in with e-mail, password and a code, each code once', async () => {
    wait(60)
    expect((await desk.signIn(owner.email, owner.secret)).body).toMatchObject({ name: 'Olga Owner', role: 'owner' })
    expect((await desk.signIn(owner.email, owner.secret)).status).toBe(400)
  })

  test('learns nothing of what was wrong: password, code and e-mail read alike', async () => {
    wait(60)
    const wrong = await Promise.all([
      desk.signIn(owner.email, owner.secret, 'not the right passphrase'),
      desk.signIn(owner.email, desk.newKey()),
      desk.signIn('nobody@supplier.example', owner.secret),
    ])
    const words = wrong.map(({ status, body }) => [status, body.code, body.message])
    expect(new Set(words.map(String)).size).toBe(1)
    expect(words[0]?.slice(0, 2)).toEqual([400, 'wrong_credentials'])
  })

  test('is held up after too many wrong tries, and a customer of the same e-mail is not', async () => {
    await portal.ingest({ type: 'orders', number: 'O-1', account: 'C-1', currency: 'EUR', issueDate: '2026-03-01' })
    await portal.signIn('twice@supplier.example', 'C-1')
    const member = await desk.join('twice@supplier.example', 'support')
    wait(60)
    const tries: number[] = []
    for (let count = 0; count < 12; count++)
      tries.push((await desk.signIn(member.email, member.secret, 'not the right passphrase')).status)
    expect(tries).toContain(429)
    expect(
      (await portal.call('POST', '/auth/login', { body: { email: member.email, password: passphrase } })).status,
    ).toBe(200)
  })

  test('sees where they are signed in, and ends one of these or this one', async () => {
    wait(3600)
    const { cookie } = await desk.signIn(owner.email, owner.secret)
    wait(60)
    const other = (await desk.signIn(owner.email, owner.secret)).cookie
    const { sessions } = (await desk.call('GET', '/sessions', { cookie })).body
    expect(sessions.filter(({ current }: { current: boolean }) => current)).toHaveLength(1)
    const [newest] = sessions
    expect(newest).toMatchObject({ current: false, network: '127.0.0.0/24' })
    expect((await desk.call('DELETE', `/sessions/${newest.id}`, { cookie })).status).toBe(200)
    expect((await desk.call('GET', '/me', { cookie: other })).status).toBe(401)
    expect((await desk.call('DELETE', '/session', { cookie })).status).toBe(200)
    expect((await desk.call('GET', '/me', { cookie })).status).toBe(401)
  })

  test('is signed out after two hours without a call, and after twelve in any case', async () => {
    wait(60)
    const { cookie } = await desk.signIn(owner.email, owner.secret)
    for (let hours = 0; hours < 11; hours++) {
      wait(3600)
      expect((await desk.call('GET', '/me', { cookie })).status).toBe(200)
    }
    wait(3600)
    expect((await desk.call('GET', '/me', { cookie })).status).toBe(401)
    const idle = (await desk.signIn(owner.email, owner.secret)).cookie
    wait(2 * 3600 + 1)
    expect((await desk.call('GET', '/me', { cookie: idle })).status).toBe(401)
  })

  test('gets a new password and app by a link, which ends what was open', async () => {
    const member = await desk.join('forgetful@supplier.example', 'sales', 'Fay')
    wait(60)
    const again = await desk.join('forgetful@supplier.example', 'owner', 'Fay')
    expect((await desk.call('GET', '/me', { cookie: member.cookie })).status).toBe(401)
    // The link says no more than that it is they: their role stays.
    expect((await desk.call('GET', '/me', { cookie: again.cookie })).body).toMatchObject({ role: 'sales' })
    wait(60)
    expect((await desk.signIn(member.email, member.secret)).status).toBe(400)
    expect((await desk.signIn(member.email, again.secret)).status).toBe(200)
  })

  test('does nothing by a page of somebody else', async () => {
    wait(60)
    const { cookie } = await desk.signIn(owner.email, owner.secret)
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }])
      expect((await desk.call('DELETE', '/session', { cookie, headers })).status).toBe(403)
    const unknown = await portal.app.inject({
      method: 'DELETE',
      url: '/api/console/session',
      cookies: { console: cookie ?? '' },
    })
    expect(unknown.statusCode).toBe(403)
    expect((await desk.call('DELETE', '/session', { cookie, headers: fromOwnPage })).status).toBe(200)
  })
})

describe('An owner', () => {
  test('invites, gives another role and accounts, disables: who is disabled is out with the next call', async () => {
    wait(60)
    const { cookie } = await desk.signIn(owner.email, owner.secret)
    const member = await desk.join('temp@supplier.example', 'support')
    const change = (body: object) => desk.call('PUT', `/staff/${member.id}`, { cookie, body })
    expect((await change({ role: 'sales', addAccounts: ['C-1'] })).body).toMatchObject({
      role: 'sales',
      accounts: ['C-1'],
    })
    expect((await change({ addAccounts: ['C-1', 'C-absent'] })).body).toMatchObject({
      errors: [{ field: 'addAccounts' }],
    })
    expect((await desk.call('GET', '/me', { cookie: member.cookie })).body).toMatchObject({ role: 'sales' })
    expect((await change({ disabled: true })).body).toMatchObject({ disabled: true })
    expect((await desk.call('GET', '/me', { cookie: member.cookie })).status).toBe(401)
    wait(60)
    expect((await desk.signIn(member.email, member.secret)).status).toBe(400)
    expect((await change({ disabled: false })).body).toMatchObject({ disabled: false })
    // The session that ended stays over.
    expect((await desk.call('GET', '/me', { cookie: member.cookie })).status).toBe(401)
    expect(await acts(owner.id)).toEqual(
      expect.arrayContaining(['staff_role_changed', 'staff_accounts_changed', 'staff_disabled', 'staff_enabled']),
    )
  })

  test('takes one customer from a salesperson who has more than the page shows: all others stay theirs', async () => {
    wait(60)
    const { cookie } = await desk.signIn(owner.email, owner.secret)
    const member = await desk.join('many@supplier.example', 'sales')
    const numbers = Array.from({ length: 250 }, (_, index) => `M-${1000 + index}`)
    await database.query(
      'insert into accounts (account_id, number, name) select gen_random_uuid(), n, n from unnest($1::text[]) n',
      [numbers],
    )
    const change = (body: object) => desk.call('PUT', `/staff/${member.id}`, { cookie, body })
    await change({ addAccounts: numbers.slice(0, 200) })
    await change({ addAccounts: numbers.slice(200) })
    const { body } = await change({ removeAccounts: ['M-1000', 'M-absent'], addAccounts: ['C-1'] })
    expect(body.accounts).toEqual(['C-1', ...numbers.slice(1, 200)])
    expect(body.accountCount).toBe(250)
    const { rows } = await database.query('select from staff_accounts where staff_id = $1', [member.id])
    expect(rows.length).toBe(250)
  })

  test('cannot take away the last owner, nor can two at the same moment', async () => {
    wait(60)
    const { cookie } = await desk.signIn(owner.email, owner.secret)
    const { staff } = (await desk.call('GET', '/staff', { cookie })).body
    const owners = staff.filter(({ role }: { role: string }) => role === 'owner').map(({ id }: { id: string }) => id)
    expect(owners.length).toBe(2)
    const taken = await Promise.all(
      owners.map((id: string) => desk.call('PUT', `/staff/${id}`, { cookie, body: { role: 'auditor' } })),
    )
    // The second is refused for the sake of the last owner, or because the first has taken the role of who asks.
    const [first, second] = taken.map(({ status }) => status).toSorted()
    expect(first).toBe(200)
    expect([403, 409]).toContain(second)
    const { rows } = await database.query(`select from staff where role = 'owner' and disabled_at is null`)
    expect(rows).toHaveLength(1)
  })
})
