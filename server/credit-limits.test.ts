import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Balance } from '../contract/statement.ts'
import { createKey } from './ingest/keys.ts'
import { testPortal } from './testing.ts'

const portal = await testPortal()

test('an account’s balance is told beside the credit limit that the ERP states, until the ERP takes it away', async () => {
  const bill = { type: 'invoices', account: 'S-1', accountName: 'Better Bikes', dueDate: '2026-03-20' } as const
  await portal.ingest(
    { ...bill, number: 'I-1', currency: 'EUR', totals: { gross: '100.00' } },
    { ...bill, number: 'I-2', currency: 'USD', totals: { gross: '70.00' } },
  )
  const token = await portal.signIn('books@s.example', 'S-1', 'finance')
  const outside = { clock: () => new Date(), newId: randomUUID, random: randomBytes }
  const key = await createKey({ pool: portal.database.pools.server, ...outside }, { name: 'ERP', scope: 'ingest' })
  const state = (number: string, body: object) =>
    portal.call('PUT', `/ingest/accounts/${number}/creditLimit`, { token: key, body })
  const limits = async () =>
    ((await portal.get('/statement/balances', token)).body as { balances: Balance[] }).balances.map(
      ({ currency, creditLimit }) => [currency, creditLimit],
    )
  expect((await state('S-1', { currency: 'EUR', amount: '5000.50' })).status).toBe(200)
  expect((await state('S-1', { currency: 'GBP', amount: '100' })).status).toBe(200)
  expect(await limits()).toEqual([
    ['EUR', '5000.5'],
    ['GBP', '100'],
    ['USD', null],
  ])
  for (const currency of ['EUR', 'GBP']) await state('S-1', { currency, amount: null })
  expect(await limits()).toEqual([
    ['EUR', null],
    ['USD', null],
  ])
  expect((await state('S-none', { currency: 'EUR', amount: '1' })).status).toBe(404)
  expect((await state('S-1', { currency: 'EUR', amount: '-1' })).status).toBe(400)
})
