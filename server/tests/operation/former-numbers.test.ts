import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Addresses } from '#contract/company/addresses.ts'
import type { Balance } from '#contract/statement.ts'
import { settleCorrected } from '#server/ingest/refused/queries.ts'
import { testCommands } from '#server/testing/command.ts'
import { makeErpKey } from '#server/testing/erp-key.ts'
import { testPortal } from '#server/testing/portal.ts'

/* The supplier gives a customer another number, and makes one part of another; what still says the former number is meant for whoever has it now. */
const portal = await testPortal('2026-03-10T09:00:00Z', { mode: 'request' })
const { database } = portal
const { owner } = database
const { run } = testCommands({ DATABASE_URL: database.ownerUrl, TOKEN_SECRET: database.tokenSecret.padEnd(32, '.') })
const command = async (...words: string[]) => {
  const { code, out, err } = await run(words)
  expect(err).toBe('')
  expect(code).toBe(0)
  return out
}
const account = async (number: string) => {
  const { rows } = await owner.query(
    `select language, time_zone as zone, electronic_address as address, requires_second_factor as factor
      from accounts where number = $1`,
    [number],
  )
  return rows[0]
}
const members = async (email: string) => {
  const { rows } = await owner.query<{ number: string }>(
    'select a.number from accounts a join memberships m using (account_id) join users u on u.id = m.user_id where u.email = $1',
    [email],
  )
  return rows.map(({ number }) => number)
}
const invited = async (email: string) => {
  const { rows } = await owner.query<{ number: string }>(
    'select a.number from accounts a join invitations i using (account_id) where i.email = $1',
    [email],
  )
  return rows.map(({ number }) => number)
}

beforeAll(async () => {
  await portal.ingest(
    { type: 'orders', number: 'SO-1', account: 'OLD-1', accountName: 'Better Bikes' },
    { type: 'orders', number: 'SO-2', account: 'OLD-2' },
  )
  await portal.signIn('ann@a.example', 'OLD-1', 'admin')
  await command('account', 'rename', 'OLD-1', '--number', 'NEW')
  await command('account', 'merge', 'OLD-2', 'NEW')
})

for (const former of ['OLD-1', 'OLD-2']) {
  test(`The credit limit and the addresses that the ERP states for ${former} are those of the customer who has that number no more`, async () => {
    const key = await makeErpKey(portal, 'ingest', ['NEW'])
    const ann = await portal.login('ann@a.example')
    const put = (what: string, body: object) =>
      portal.call('PUT', `/ingest/accounts/${former}/${what}`, { token: key, body })
    expect(await put('creditLimit', { currency: 'EUR', amount: '700' })).toMatchObject({ status: 200 })
    const works = { use: 'shipTo', name: `Works of ${former}`, city: 'Dudley', country: 'GB' }
    expect(await put('addresses', { addresses: [works] })).toMatchObject({ status: 200 })
    const { balances } = (await portal.get('/statement/balances', ann)).body as { balances: Balance[] }
    expect(balances).toMatchObject([{ currency: 'EUR', creditLimit: '700' }])
    const { addresses } = (await portal.get('/profile/company/addresses', ann)).body as Addresses
    expect(addresses).toMatchObject([{ use: 'shipTo', party: { name: works.name } }])
    await command('account', 'credit', former, 'none', 'EUR')
    expect(((await portal.get('/statement/balances', ann)).body as { balances: Balance[] }).balances).toEqual([])
  })

  test(`What the operator sets for ${former} holds for the customer who has that number no more`, async () => {
    await command('account', 'language', former, 'de')
    await command('account', 'zone', former, 'Europe/Berlin')
    await command('account', 'electronic-address', former, '9930:DE123456788')
    await command('account', 'identifier', 'add', former, 'GLN', '4012345000009')
    expect(await account('NEW')).toMatchObject({ language: 'de', zone: 'Europe/Berlin', address: '9930:DE123456788' })
    expect(await command('account', 'identifier', 'list', 'NEW')).toContain('4012345000009')
    expect(await command('account', 'identifier', 'list', former)).toContain('4012345000009')
    await command('account', 'identifier', 'remove', former, 'GLN', '4012345000009')
    await command('account', 'language', former, 'browser')
    await command('account', 'zone', former, 'server')
    await command('account', 'electronic-address', former, 'none')
    expect(await account('NEW')).toMatchObject({ language: null, zone: null, address: null })
  })

  test(`Who must show a second factor by the number ${former} must show one`, async () => {
    await command('account', 'require-second-factor', former, 'on')
    expect(await account('NEW')).toMatchObject({ factor: true })
    await command('account', 'require-second-factor', former, 'off')
    expect(await account('NEW')).toMatchObject({ factor: false })
  })

  test(`A person who is added to ${former}, invited to it or asks for it joins the customer who has that number no more`, async () => {
    const email = (name: string) => `${name}.${former.toLowerCase()}@a.example`
    const added = ['user', 'add', '--email', email('bob'), '--name', 'Bob', '--account', former, '--password-stdin']
    expect(await run(added, { input: portal.passphrase })).toMatchObject({ code: 0, err: '' })
    expect(await members(email('bob'))).toEqual(['NEW'])
    await command('user', 'invite', '--email', email('cleo'), '--account', former)
    expect(await invited(email('cleo'))).toEqual(['NEW'])
    const body = { email: email('dora'), name: 'Dora', customerNumber: former, documentNumber: 'SO-1' }
    await portal.call('POST', '/auth/registration', { body })
    const list = await command('registration', 'list')
    expect(list).toContain(`${former} (Better Bikes)`)
    expect(list).toContain('proven by SO-1 (orders)')
    const [id = ''] = list.split(' ')
    await command('registration', 'approve', id)
    expect(await invited(email('dora'))).toEqual(['NEW'])
  })

  test(`Who looks after ${former} looks after the customer who has that number no more`, async () => {
    const [id, email] = [randomUUID(), `sam.${former.toLowerCase()}@s.example`]
    await owner.query(`insert into staff (id, email, name, role, created_at) values ($1, $2, 'Sam', 'sales', now())`, [
      id,
      email,
    ])
    await command('staff', 'accounts', email, former)
    const { rows } = await owner.query(
      'select a.number from staff_accounts join accounts a using (account_id) where staff_id = $1',
      [id],
    )
    expect(rows).toEqual([{ number: 'NEW' }])
  })

  test(`A document that was refused for ${former} is settled once it has come right`, async () => {
    const number = `SO-9-${former}`
    const order = { type: 'orders', number, account: former } as const
    const key = await makeErpKey(portal, 'ingest:write')
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' }
    const payload = JSON.stringify({ ...order, issueDate: 'soon' })
    portal.setTime('2026-03-10T09:30:00Z')
    await portal.app.inject({ method: 'POST', url: '/api/ingest/documents', headers, payload })
    portal.setTime('2026-03-10T10:00:00Z')
    await portal.ingest({ ...order, issueDate: '2026-03-10' })
    await settleCorrected(database.pools.server, new Date('2026-03-10T11:00:00Z'))
    const { rows } = await owner.query('select outcome from refused_messages where document_number = $1', [number])
    expect(rows).toEqual([{ outcome: 'came_right' }])
  })
}

test('A program that goes on in an account by its former number is let into the account that has its documents now', async () => {
  const token = await portal.login('ann@a.example')
  for (const number of ['OLD-1', 'OLD-2', 'NEW'])
    expect(await portal.call('PUT', '/profile/account', { token, body: { number } })).toMatchObject({ status: 200 })
  expect((await portal.call('PUT', '/profile/account', { token, body: { number: 'OTHER' } })).status).toBe(404)
})

test('What was done in an account is found by its former number', async () => {
  await command('account', 'language', 'NEW', 'fr')
  const entries = await command('audit', '--account', 'NEW')
  expect(entries).toContain('account_renumbered')
  expect(await command('audit', '--account', 'OLD-1')).toContain('account_renumbered')
})
