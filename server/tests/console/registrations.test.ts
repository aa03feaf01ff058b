import { beforeEach, expect, test } from 'vitest'
import type { RegistrationRequest } from '#contract/console/registrations.ts'
import { readAudit } from '#server/audit/read-audit.ts'
import { testPortal, tokenIn } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

/* Staff let in who asks for it, or turn them down. */

const start = '2026-03-10T09:00:00Z'
const portal = await testPortal(start, { mode: 'request' })
const desk = consoleOf(portal, () => new Date(start))
const support = await desk.join('sue@supplier.example', 'support', 'Sue Support')
const sales = await desk.join('sam@supplier.example', 'sales', 'Sam Sales')
await portal.ingest(
  { type: 'orders', number: 'SO-1', account: 'C-1', accountName: 'Alpha Ltd', currency: 'EUR' },
  { type: 'orders', number: 'SO-2', account: 'C-2', accountName: 'Beta Ltd', currency: 'EUR' },
)
beforeEach(() => portal.mails())

const ask = (email: string, documentNumber = 'SO-1', customerNumber = 'C-1') =>
  portal.call('POST', '/auth/registration', { body: { email, name: 'Cleo', customerNumber, documentNumber } })
const call = (method: 'GET' | 'POST', path = '', body?: object, person = support) =>
  desk.call(method, `/registrations${path}`, { cookie: person.cookie, ...(body ? { body } : {}) })
const list = async () => (await call('GET')).body.registrations as RegistrationRequest[]

test('Who asks is listed with what speaks for them, and is let in with an invitation in the name of who decides', async () => {
  await ask('cleo@alpha.example')
  const [request, ...others] = await list()
  expect(others).toEqual([])
  expect(request).toMatchObject({
    ...{ email: 'cleo@alpha.example', name: 'Cleo', customerNumber: 'C-1', account: 'Alpha Ltd' },
    ...{ documentNumber: 'SO-1', documents: ['orders'] },
  })
  const approved = await call('POST', `/${request?.id}/approve`, { account: 'C-1', role: 'buyer' })
  expect(approved.body).toEqual({ message: 'The invitation is on its way.' })
  const mail = (await portal.mails()).at(-1)
  expect(mail?.to.address).toBe('cleo@alpha.example')
  expect(mail?.text).toContain('Sue Support')
  expect(tokenIn(mail)).not.toBe('')
  expect(await list()).toEqual([])
  const acts = await readAudit(portal.database.pools.server, { user: 'sue@supplier.example' })
  expect(acts.map(({ action }) => action)).toEqual(expect.arrayContaining(['registration_approved', 'invited']))
})

test('They may be let into another account than they named, and a number that nobody has is said at its field', async () => {
  await ask('dora@beta.example', 'SO-9', 'C-77')
  const [request] = await list()
  expect(request).toMatchObject({ account: null, documents: [] })
  const wrong = await call('POST', `/${request?.id}/approve`, { account: 'C-77', role: 'viewer' })
  expect(wrong.status).toBe(404)
  expect(wrong.body.errors).toEqual([{ field: 'account', message: 'There is no customer with the number “C-77”.' }])
  expect((await call('POST', `/${request?.id}/approve`, { account: ' C-2 ', role: 'viewer' })).status).toBe(200)
  const { rows } = await portal.database.owner.query(
    `select a.number from invitations i join accounts a on a.account_id = i.account_id where i.email = 'dora@beta.example'`,
  )
  expect(rows).toEqual([{ number: 'C-2' }])
})

test('Who is turned down hears nothing, and of two who decide at once one is told that it is done', async () => {
  await ask('eve@example.com', 'SO-2')
  const [request] = await list()
  expect(request).toMatchObject({ account: 'Alpha Ltd', documents: [] })
  const both = await Promise.all([call('POST', `/${request?.id}/reject`), call('POST', `/${request?.id}/reject`)])
  expect(both.map(({ status }) => status).sort()).toEqual([
    200,
    expect.toSatisfy((status) => [404, 409].includes(status)),
  ])
  expect(await portal.mails()).toEqual([])
  const late = await call('POST', `/${request?.id}/approve`, { account: 'C-1', role: 'viewer' })
  expect(late.body.message).toBe('This request has been answered already, or is not there any more.')
})

test('Only those who look after people see and decide', async () => {
  await ask('fay@example.com')
  const [request] = await list()
  expect((await call('GET', '', undefined, sales)).status).toBe(403)
  expect((await call('POST', `/${request?.id}/approve`, { account: 'C-1', role: 'viewer' }, sales)).status).toBe(403)
  expect((await call('POST', `/${request?.id}/reject`, undefined, sales)).status).toBe(403)
  expect((await call('POST', `/${request?.id}/approve`, { account: 'C-1', role: 'king' })).status).toBe(400)
})
