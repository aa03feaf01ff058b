import { expect, test } from 'vitest'
import { readAudit } from '#server/audit/read-audit.ts'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

/* A document that was sent for the wrong customer is taken back, or put right, by staff. */

const start = '2026-03-10T09:00:00Z'
const portal = await testPortal(start)
const desk = consoleOf(portal, () => new Date(start))
const support = await desk.join('sue@supplier.example', 'support', 'Sue Support')
const sales = await desk.join('sam@supplier.example', 'sales', 'Sam Sales')
const order = (number: string, account: string) => ({ type: 'orders' as const, number, account, currency: 'EUR' })
const invoice = (account: string, kind: '380' | '381') => ({
  ...{ type: 'invoices' as const, number: 'IN-1', account, currency: 'EUR', invoiceKind: kind },
  totals: { net: '100', gross: '119' },
})
await portal.ingest(order('SO-1', 'C-1'), order('SO-2', 'C-1'), order('SO-3', 'C-2'), order('SO-4', 'C-2'))
await portal.ingest(invoice('C-1', '380'), invoice('C-1', '381'))
const ann = await portal.signIn('ann@alpha.example', 'C-1')
const bo = await portal.signIn('bo@beta.example', 'C-2')
const { rows } = await portal.database.owner.query<{ id: string; number: string }>(
  'select account_id as id, number from accounts',
)
const idOf = (number: string) => rows.find((row) => row.number === number)?.id ?? ''

const act = (account: string, path: 'withdraw' | 'move', body: object, person = support) =>
  desk.call('POST', `/customers/${idOf(account)}/documents/${path}`, { cookie: person.cookie, body })
const sees = async (token: string, path: string) => (await portal.get(`/documents/${path}`, token)).status === 200

test('Withdrawn, it is gone for the customer at once, and the audit log says who did it', async () => {
  expect(await sees(ann, 'orders/SO-1')).toBe(true)
  const done = await act('C-1', 'withdraw', { type: 'orders', number: ' SO-1 ' })
  expect(done.body).toEqual({ message: 'SO-1 was withdrawn: the customer no longer sees it.' })
  expect(await sees(ann, 'orders/SO-1')).toBe(false)
  const acts = await readAudit(portal.database.pools.server, { user: 'sue@supplier.example' })
  expect(acts.map(({ action }) => action)).toContain('document_withdrawn')
})

test('Moved, the customer whose it is sees it, and the other no more', async () => {
  expect((await act('C-1', 'move', { type: 'orders', number: 'SO-2', to: 'C-2' })).body).toEqual({
    message: 'SO-2 was moved to C-2.',
  })
  expect([await sees(ann, 'orders/SO-2'), await sees(bo, 'orders/SO-2')]).toEqual([false, true])
})

test('Of an invoice and a credit note with one number the one that is meant goes', async () => {
  const numbers = async () =>
    (
      await portal.database.owner.query<{ number: string }>(
        `select number from documents where type = 'invoices' order by length(number), number`,
      )
    ).rows.map(({ number }) => number)
  const [first, second] = await numbers()
  expect(first).toBe('IN-1')
  expect(second).toMatch(/^IN-1./)
  expect((await act('C-1', 'withdraw', { type: 'invoices', number: 'IN-1', isCreditNote: true })).status).toBe(200)
  expect(await numbers()).toEqual(['IN-1'])
})

test('What the customer does not have, or nobody is, is said at its field', async () => {
  const unknown = await act('C-1', 'withdraw', { type: 'orders', number: 'SO-3' })
  expect([unknown.status, unknown.body.errors]).toEqual([
    404,
    [{ field: 'number', message: 'The customer has no document with the number SO-3 of this type.' }],
  ])
  const nobody = await act('C-2', 'move', { type: 'orders', number: 'SO-3', to: 'C-77' })
  expect([nobody.status, nobody.body.errors]).toEqual([
    404,
    [{ field: 'to', message: 'There is no customer with the number “C-77”.' }],
  ])
  expect(await sees(bo, 'orders/SO-3')).toBe(true)
})

test('Only those who look after customers may, and of customers that they see', async () => {
  expect((await act('C-2', 'withdraw', { type: 'orders', number: 'SO-4' }, sales)).status).toBe(403)
  const stranger = await desk.call('POST', '/customers/01234567-89ab-7cde-8f01-23456789abcd/documents/withdraw', {
    ...{ cookie: support.cookie, body: { type: 'orders', number: 'SO-4' } },
  })
  expect(stranger.status).toBe(404)
  expect(await sees(bo, 'orders/SO-4')).toBe(true)
})
