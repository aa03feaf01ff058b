import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { consoleEndpoints } from '#contract/console/endpoints.ts'
import { staffPermissions } from '#contract/console/staff.ts'
import type { Endpoint, Method } from '#contract/endpoint.ts'
import { consoleScopes, dangerousScope, requiredConsoleScopes } from '#contract/key-scopes.ts'
import { createKey, revokeKey } from '#server/ingest/keys.ts'
import { keepRegionKeys } from '#server/ingest/region-keys.ts'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf, fromOwnPage } from '#server/testing/staff.ts'

/*
 * What staff do in the console, a system does with a key: each call by the scope that has the name of the permission
 * which the same call asks of staff. Generated from the list of endpoints, so that a new one is tried here by itself.
 */
const instant = '2026-03-02T08:00:00Z'
const portal = await testPortal(instant)
const now = () => new Date(instant)
const desk = consoleOf(portal, now)
const deps = { db: portal.database.pools.server, clock: now, newId: () => randomUUIDv7(), random: randomBytes }

let owner: { cookie: string; secret: string; id: string }
let whole: string
beforeAll(async () => {
  const order = { type: 'orders', currency: 'EUR', issueDate: '2026-03-01' } as const
  await portal.ingest({ ...order, number: 'O-1', account: 'A-1' }, { ...order, number: 'O-2', account: 'B-1' })
  owner = await desk.join('owner@supplier.example', 'owner', 'Olga Owner')
  whole = await makeKey('whole', consoleScopes)
})

const makeKey = (name: string, scopes: readonly string[], accounts?: readonly string[]) =>
  createKey(deps, { name, scope: scopes.join(' '), ...(accounts ? { accounts } : {}) })

async function byKey(key: string, method: Method, path: string, body?: object) {
  const reply = await portal.app.inject({
    method,
    url: `/api/console${path}`,
    headers: { authorization: `Bearer ${key}` },
    ...(body ? { body } : {}),
  })
  const isJson = reply.headers['content-type']?.toString().includes('json') ?? false
  return { status: reply.statusCode, body: isJson ? reply.json() : undefined, text: reply.body }
}

const ofStaff = consoleEndpoints.filter(({ access }) => access === 'staff')
const ofKeys = ofStaff.filter((endpoint) => requiredConsoleScopes(endpoint) !== undefined)
const absentId = '018f0000-0000-7000-8000-00000000ffff'

async function statusOf({ method, path, accepts }: Endpoint, key: string) {
  const reply = await portal.app.inject({
    method,
    url: `/api${path.replace(/:\w+/g, absentId)}`,
    headers: { ...fromOwnPage, authorization: `Bearer ${key}`, ...(accepts ? { 'content-type': accepts } : {}) },
    ...(method === 'GET' ? {} : { payload: accepts ? ' ' : {} }),
  })
  return { status: reply.statusCode, text: reply.body }
}

describe('A key', () => {
  test('makes every call of the console that changes something, but for those about a member of staff themselves', () => {
    const changing = ofStaff.filter(({ method, reads }) => method !== 'GET' && reads !== true)
    const without = changing.filter((endpoint) => !ofKeys.includes(endpoint)).map(({ name }) => name)
    expect(without.toSorted()).toEqual([
      // Their sign-in, their sessions, their passkeys.
      ...['addStaffPasskey', 'beginStaffPasskey', 'endStaffSession', 'endViewing', 'proveStaff', 'removeStaffPasskey'],
      ...['renameStaffPasskey', 'sendExampleMail', 'sendTestMail', 'signOutOfConsole', 'startViewing'],
    ])
    expect(changing.length - without.length).toBeGreaterThan(60)
  })

  test.each(ofKeys.map(({ name }) => name))(
    'makes the call %s with its scope, and is told which scope it lacks',
    async (name) => {
      const endpoint = ofKeys.find((one) => one.name === name) as Endpoint
      const scopes = requiredConsoleScopes(endpoint) ?? []
      const able = await statusOf(endpoint, await makeKey(`for ${name}`, [...scopes, 'console:staff.write']))
      expect([401, 403], able.text).not.toContain(able.status)
      expect(able.status).toBeLessThan(500)
      for (const scope of scopes) {
        const others = consoleScopes.filter((other) => other !== scope)
        const unable = await statusOf(endpoint, await makeKey(`not ${scope}`, others))
        expect(unable.status).toBe(403)
        expect(unable.text).toContain(`lacks the scope ${scope}`)
      }
    },
  )

  test.each(ofStaff.filter((endpoint) => !ofKeys.includes(endpoint)).map(({ name }) => name))(
    'is a stranger to %s, which is about a member of staff alone',
    async (name) => {
      const endpoint = ofStaff.find((one) => one.name === name) as Endpoint
      expect((await statusOf(endpoint, whole)).status).toBe(401)
    },
  )

  test('without a scope of the console is told so, and one that is wrong or revoked is nobody', async () => {
    const erp = await makeKey('erp', ['ingest:write', 'requests:read'])
    const refused = await byKey(erp, 'GET', '/customers')
    expect(refused.status).toBe(403)
    expect(refused.body.message).toContain('no scope of the console')
    expect((await byKey(`tt_${'x'.repeat(43)}`, 'GET', '/customers')).status).toBe(401)
    const gone = await makeKey('gone', ['console:customers.read'])
    expect((await byKey(gone, 'GET', '/customers')).status).toBe(200)
    await revokeKey(deps, 'gone')
    expect((await byKey(gone, 'GET', '/customers')).status).toBe(401)
  })
})

describe('A system with a key', () => {
  test('adds a customer, invites their people and changes them, and the audit log names the key', async () => {
    const added = await byKey(whole, 'POST', '/customers', { number: 'C-9', name: 'Nine Ltd' })
    expect(added.status, added.text).toBe(200)
    const { id } = added.body
    const invitation = { email: 'new@nine.example', name: 'Nora Nine', role: 'buyer' }
    const invited = await byKey(whole, 'POST', `/customers/${id}/invitations`, invitation)
    expect(invited.status, invited.text).toBe(200)
    const shown = await byKey(whole, 'GET', `/customers/${id}`)
    expect(shown.text).toContain('new@nine.example')
    const noted = await byKey(whole, 'POST', `/customers/${id}/notes`, { id: randomUUIDv7(), text: 'From the CRM' })
    expect(noted.status, noted.text).toBe(200)
    const { body: log } = await byKey(whole, 'GET', '/audit?act=account_added')
    expect(log.entries[0]).toMatchObject({ by: { kind: 'key', name: 'whole' }, account: { number: 'C-9' } })
    const seen = await desk.call('GET', `/customers/${id}`, { cookie: owner.cookie })
    expect(seen.text).toContain('From the CRM')
    expect(seen.body.notes[0].by).toBe('whole')
  })

  test('answers a request and publishes, and the log says that it was the key', async () => {
    const customer = await portal.signIn('ann@a.example', 'A-1', 'buyer')
    const body = { key: randomUUIDv7(), note: 'Where is it?' }
    const { body: request } = await portal.call('POST', '/documents/orders/O-1/ask', { token: customer, body })
    const path = `/requests/${request.id}`
    const noted = await byKey(whole, 'POST', `${path}/notes`, { id: randomUUIDv7(), text: 'From the CRM' })
    expect(noted.status, noted.text).toBe(200)
    const { body: shown } = await byKey(whole, 'GET', path)
    const answer = { key: randomUUIDv7(), seen: shown.changedAt, text: 'On its way', state: 'answered' }
    const answered = await byKey(whole, 'POST', `${path}/answer`, answer)
    expect(answered.status, answered.text).toBe(200)
    const { body: told } = await portal.get('/requests', customer)
    expect((told as { requests: object[] }).requests[0]).toMatchObject({ state: 'answered', stateBy: 'whole' })

    const links = await byKey(whole, 'PUT', '/content/links', {
      links: [{ label: 'Shop', url: 'https://shop.example' }],
    })
    expect(links.status, links.text).toBe(200)
    expect((await portal.get('/portal')).body).toMatchObject({ links: [{ label: 'Shop' }] })
    const { body: log } = await byKey(whole, 'GET', '/audit?person=whole')
    const acts = log.entries.filter(({ by }: { by: { kind: string } }) => by.kind === 'key')
    expect(acts.map(({ act }: { act: string }) => act)).toEqual(
      expect.arrayContaining(['content_saved', 'request_answered', 'request_note_written']),
    )
  })

  test('is nowhere among the people of the staff', async () => {
    const { body: staff } = await desk.call('GET', '/staff', { cookie: owner.cookie })
    expect(staff.staff.map(({ name }: { name: string }) => name)).toEqual(['Olga Owner'])
    const { body: absences } = await desk.call('GET', '/absences', { cookie: owner.cookie })
    expect(absences.staff.map(({ name }: { name: string }) => name)).toEqual(['Olga Owner'])
    const { body: assignees } = await desk.call('GET', '/assignees', { cookie: owner.cookie })
    expect(JSON.stringify(assignees)).not.toContain('whole')
    const { body: team } = await desk.call('GET', '/customerStaff', { cookie: owner.cookie })
    expect(JSON.stringify(team)).not.toContain('whole')
    const { rows } = await portal.database.owner.query<{ id: string }>(`select id from staff where name = 'whole'`)
    const change = await byKey(whole, 'PUT', `/staff/${rows[0]?.id}`, { role: 'owner' })
    expect(change.status).toBe(404)
  })

  test('says who of the staff is away, when its scope is for that', async () => {
    const standIn = await desk.join('stand@supplier.example', 'support', 'Stan Standin')
    const days = { firstDay: '2099-03-02', lastDay: '2099-03-06' }
    const body = { staff: owner.id, standIn: standIn.id, ...days }
    expect((await byKey(await makeKey('reader', ['console:insight.read']), 'POST', '/absences', body)).status).toBe(403)
    const added = await byKey(whole, 'POST', '/absences', body)
    expect(added.status, added.text).toBe(200)
    expect(added.body.absences).toMatchObject([{ staff: { id: owner.id }, ...days }])
  })
})

describe('Whoever makes a key', () => {
  const create = (cookie: string, scopes: readonly string[], accounts?: readonly string[]) =>
    desk.call('POST', '/keys', { cookie, body: { name: 'made', scopes, ...(accounts ? { accounts } : {}) } })

  test('gives it no more of the console than they may do themselves, and reads no secret of one that may more', async () => {
    const integrator = await desk.join('integration@supplier.example', 'integration', 'Ines Integration')
    const allowed = await create(integrator.cookie, ['ingest:write', 'console:customers.read', dangerousScope])
    expect(allowed.status, allowed.text).toBe(200)
    const refused = await create(integrator.cookie, ['console:staff.write'])
    expect(refused.status).toBe(400)
    expect(refused.body.errors).toMatchObject([{ field: 'scopes' }])
    const { body } = await desk.call('GET', '/keys', { cookie: integrator.cookie })
    const key = body.keys.find(({ name }: { name: string }) => name === 'whole')
    const rotated = await desk.call('POST', `/keys/${key.id}/rotate`, {
      cookie: integrator.cookie,
      body: { overlap: 24 },
    })
    expect(rotated.status).toBe(400)
    expect((await byKey(whole, 'GET', '/customers')).status).toBe(200)
    expect((await create(owner.cookie, ['console:staff.write'])).status).toBe(200)
  })

  test('reads no secret of a region: its key is worked out from the secret of all regions', async () => {
    const key = { name: 'Region Europe', secret: 'of the region', numberedBy: 'supplier' } as const
    await keepRegionKeys(deps, [key])
    const { keys } = (await desk.call('GET', '/keys', { cookie: owner.cookie })).body
    const { id } = keys.find(({ name }: { name: string }) => name === key.name)
    const rotated = await desk.call('POST', `/keys/${id}/rotate`, { cookie: owner.cookie, body: { overlap: 0 } })
    expect(rotated.status, rotated.text).toBe(400)
    expect(rotated.body.message).toContain('REGION_SECRET')
  })

  test('gives it, by a key, no scope that this key has not', async () => {
    const maker = await makeKey('maker', ['console:keys.write', dangerousScope])
    const made = await byKey(maker, 'POST', '/keys', { name: 'child', scopes: ['ingest:write'] })
    expect(made.status, made.text).toBe(200)
    const refused = await byKey(maker, 'POST', '/keys', { name: 'child', scopes: ['console:people.write'] })
    expect(refused.body.errors).toMatchObject([{ field: 'scopes' }])
  })

  test('limits it to customers by their numbers, with or without spaces around them', async () => {
    const name = 'one customer of two'
    const body = { name: ` ${name} `, scopes: ['ingest:write'], accounts: [' A-1 '], source: ' ERP 2 ' }
    expect((await desk.call('POST', '/keys', { cookie: owner.cookie, body })).status).toBe(200)
    const { keys } = (await desk.call('GET', '/keys', { cookie: owner.cookie })).body
    const made = keys.find((key: { name: string }) => key.name === name)
    expect(made).toMatchObject({ accounts: ['A-1'], source: 'ERP 2' })
  })

  test('is told which customer there is none of, and which scope is for all customers alone', async () => {
    const none = await create(owner.cookie, ['ingest:write'], ['A-1', 'NOBODY'])
    expect(none.status).toBe(400)
    expect(none.body.errors).toMatchObject([{ field: 'accounts' }])
    expect(none.text).toContain('NOBODY')
    for (const permission of staffPermissions.filter((one) => one !== 'view.as')) {
      const ofSales = ['requests.read', 'requests.write', 'customers.read'].includes(permission)
      expect((await create(owner.cookie, [`console:${permission}`], ['A-1'])).status).toBe(ofSales ? 200 : 400)
    }
  })
})

describe('A key for some customers', () => {
  test('sees these in the console, and no other', async () => {
    const key = await makeKey('one customer', ['console:customers.read', 'console:requests.write'], ['A-1'])
    const { body } = await byKey(key, 'GET', '/customers')
    expect(body.customers.map(({ number }: { number: string }) => number)).toEqual(['A-1'])
    const { rows } = await portal.database.owner.query<{ id: string }>(
      `select account_id as id from accounts where number = 'B-1'`,
    )
    const foreign = rows[0]?.id ?? ''
    expect((await byKey(key, 'GET', `/customers/${foreign}`)).status).toBe(404)
    const note = { id: randomUUIDv7(), text: 'hello' }
    expect((await byKey(key, 'POST', `/customers/${foreign}/notes`, note)).status).toBe(404)
    const { body: listed } = await desk.call('GET', '/keys', { cookie: owner.cookie })
    const shown = listed.keys.find(({ name }: { name: string }) => name === 'one customer')
    expect(shown.accounts).toEqual(['A-1'])
  })
})
