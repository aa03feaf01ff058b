import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Addresses } from '#contract/company/addresses.ts'
import type { Balance } from '#contract/statement.ts'
import { createKey } from '../ingest/keys.ts'
import { testPortal } from '../testing/portal.ts'

const portal = await testPortal()
const keyDeps = { clock: () => new Date(), newId: randomUUID, random: randomBytes }
const ingestKey = () =>
  createKey({ db: portal.database.pools.server, ...keyDeps }, { name: randomUUID(), scope: 'ingest' })

test('an account’s balance is told beside the credit limit that the ERP states, until the ERP takes it away', async () => {
  const invoice = { type: 'invoices', account: 'S-1', accountName: 'Better Bikes', dueDate: '2026-03-20' } as const
  await portal.ingest(
    { ...invoice, number: 'I-1', currency: 'EUR', totals: { gross: '100.00' } },
    { ...invoice, number: 'I-2', currency: 'USD', totals: { gross: '70.00' } },
  )
  const token = await portal.signIn('books@s.example', 'S-1', 'finance')
  const key = await ingestKey()
  const putCreditLimit = (number: string, body: object) =>
    portal.call('PUT', `/ingest/accounts/${number}/creditLimit`, { token: key, body })
  const limits = async () =>
    ((await portal.get('/statement/balances', token)).body as { balances: Balance[] }).balances.map(
      ({ currency, creditLimit }) => [currency, creditLimit],
    )
  expect((await putCreditLimit('S-1', { currency: 'EUR', amount: '5000.50' })).status).toBe(200)
  expect((await putCreditLimit('S-1', { currency: 'GBP', amount: '100' })).status).toBe(200)
  expect(await limits()).toEqual([
    ['EUR', '5000.5'],
    // What invoices are in comes first.
    ['USD', null],
    ['GBP', '100'],
  ])
  for (const currency of ['EUR', 'GBP']) await putCreditLimit('S-1', { currency, amount: null })
  expect(await limits()).toEqual([
    ['EUR', null],
    ['USD', null],
  ])
  expect((await putCreditLimit('S-none', { currency: 'EUR', amount: '1' })).status).toBe(404)
  expect((await putCreditLimit('S-1', { currency: 'EUR', amount: '-1' })).status).toBe(400)
})

test('an account’s people see where its newest orders went, until the ERP states its addresses in their order', async () => {
  const order = { type: 'orders', account: 'W-1', accountName: 'Wheels' } as const
  const party = { name: 'Wheels', lines: ['Canal 9', ''], city: 'Dudley', country: 'GB' }
  await portal.ingest(
    {
      ...order,
      number: 'O-1',
      issueDate: '2026-01-05',
      shipTo: { ...party, contact: 'Ann' },
      billTo: { name: 'Wheels' },
    },
    { ...order, number: 'O-2', issueDate: '2026-02-05', shipTo: { ...party, name: 'WHEELS', contact: 'Bo' } },
    { ...order, number: 'O-3', issueDate: '2026-01-01', shipTo: { city: 'Oslo' }, billTo: { city: 'Bath' } },
    { ...order, number: 'O-4', account: 'W-2', shipTo: { city: 'Elsewhere' } },
  )
  const token = await portal.signIn('dock@w.example', 'W-1', 'logistics')
  const seen = async () => {
    const { stated, addresses } = (await portal.get('/profile/company/addresses', token)).body as Addresses
    return [stated, addresses.map(({ use, code, party }) => [use, code, party.contact, party.city])]
  }
  expect(await seen()).toEqual([
    false,
    [
      ['shipTo', null, 'Bo', 'Dudley'],
      ['shipTo', null, null, 'Oslo'],
      ['billTo', null, null, 'Bath'],
    ],
  ])
  const key = await ingestKey()
  const putAddresses = (number: string, addresses: object[]) =>
    portal.call('PUT', `/ingest/accounts/${number}/addresses`, { token: key, body: { addresses } })
  const stated = [
    { use: 'billTo', code: 'HQ', name: 'Wheels Ltd', city: 'Leeds', country: 'GB' },
    { use: 'shipTo', code: 'B', city: 'Bristol' },
    { use: 'shipTo', city: 'Ayr', lines: ['Quay 1'] },
  ]
  for (const times of ['once', 'and again']) {
    expect((await putAddresses('W-1', stated)).body, times).toEqual({ account: 'W-1', addresses: 3 })
    expect(await seen()).toEqual([
      true,
      [
        ['shipTo', 'B', null, 'Bristol'],
        ['shipTo', null, null, 'Ayr'],
        ['billTo', 'HQ', null, 'Leeds'],
      ],
    ])
  }
  expect((await putAddresses('W-1', [])).status).toBe(200)
  expect((await seen())[0]).toBe(false)
  expect((await putAddresses('W-none', stated)).status).toBe(404)
  const invalid = await putAddresses('W-1', [{ use: 'shipTo', town: 'Ayr' }])
  expect([invalid.status, invalid.text]).toEqual([400, expect.stringContaining('town')])
})
