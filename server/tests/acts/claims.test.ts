import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '#server/ingest/keys.ts'
import { testPortal } from '#server/testing/portal.ts'

/* What is wrong with a delivery is said in one act, and never comes to more than was delivered. */

const portal = await testPortal()
let ann: string
let bob: string
let apiKey: string

beforeAll(async () => {
  const lines = [
    { line: '1', sku: 'BK-1', quantity: '7', unit: 'EA' },
    { line: '2', sku: 'BK-2', quantity: '2.5', unit: 'MTR' },
  ]
  const numbers = ['S-1', 'S-2', 'S-3', 'S-4', 'S-5']
  const shipments = numbers.map((number) => ({ type: 'shipments', number, account: 'C-1', lines }) as const)
  await portal.ingest(...shipments.map((shipment) => ({ ...shipment, status: 'delivered' })))
  ann = await portal.signIn('ann@c.example', 'C-1', 'logistics')
  bob = await portal.signIn('bob@c.example', 'C-1', 'admin')
  const keyDeps = { clock: () => new Date(), newId: randomUUID, random: randomBytes }
  apiKey = await createKey({ db: portal.database.pools.server, ...keyDeps }, { name: 'ERP', scope: 'ingest' })
})

type Entry = readonly [line: string, kind: string, quantity?: string]
const claim = (shipment: string, entries: readonly Entry[], token = ann) =>
  portal.call('POST', `/documents/shipments/${shipment}/claim`, {
    token,
    body: {
      key: randomUUID(),
      lines: entries.map(([line, kind, quantity]) => ({ line, kind, ...(quantity ? { quantity } : {}) })),
    },
  })

describe('a claim', () => {
  test('says of seven that two are missing, one is damaged and one is wrong in one act, without any words', async () => {
    const entries = [
      ['1', 'short', '2'],
      ['1', 'damaged', '1'],
      ['1', 'wrong', '1'],
    ] as const
    expect(await claim('S-1', entries)).toMatchObject({ status: 200 })
  })

  test('of more than came is refused and names the line; what came on top is no part of that', async () => {
    const entries: Entry[] = [
      ['2', 'short', '1'],
      ['1', 'short', '5'],
      ['1', 'damaged', '3'],
    ]
    const refused = await claim('S-2', entries)
    expect(refused).toMatchObject({ status: 400 })
    expect(refused.body.errors).toMatchObject([{ field: 'lines' }])
    expect(refused.body.message).toMatch(/line “1”.*7.*8/)
    expect(await claim('S-2', [['1', 'over', '9']])).toMatchObject({ status: 200 })
  })

  test('counts what was claimed before, until the supplier declines it', async () => {
    const first = await claim('S-3', [['1', 'short', '6']])
    expect(await claim('S-3', [['1', 'damaged', '2']])).toMatchObject({ status: 400 })
    expect(await claim('S-3', [['1', 'damaged', '1']])).toMatchObject({ status: 200 })
    await portal.call('POST', `/ingest/requests/${first.body.id}/answer`, {
      token: apiKey,
      body: { state: 'declined' },
    })
    expect(await claim('S-3', [['1', 'wrong', '6']])).toMatchObject({ status: 200 })
  })

  test('by two colleagues at once never comes to more than was delivered', async () => {
    const both = await Promise.all([claim('S-4', [['2', 'short', '2']]), claim('S-4', [['2', 'damaged', '1']], bob)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  test('without quantities, as older programs send it, is taken as before', async () => {
    expect(await claim('S-5', [['1', 'damaged']])).toMatchObject({ status: 200 })
    expect(await claim('S-5', [['1', 'short', '7']])).toMatchObject({ status: 200 })
  })
})
