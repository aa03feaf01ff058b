import { describe, expect, test } from 'vitest'
import type { Comparison, DocumentVersion, PromiseStep } from '#contract/documents/activity.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { testPortal } from '#server/testing/portal.ts'
import { promiseSteps } from './promise-history.ts'

const portal = await testPortal('2026-03-10T09:00:00Z')
const account = { account: 'C-1', accountName: 'Better Bikes' }
await portal.ingest({ ...account, type: 'orders', number: 'SO-0' })
const ann = await portal.signIn('ann@c.example', 'C-1')
const leo = await portal.signIn('leo@c.example', 'C-1', 'logistics')

const getBody = async <T>(path: string, token = ann) => {
  const { status, body } = await portal.get(`/documents/${path}`, token)
  expect(status).toBe(200)
  return body as T
}

describe('the history of a promise', () => {
  type Promises = { document: PromiseStep[]; lines: { line: string; steps: PromiseStep[] }[] }
  const order = (
    day: string,
    first: string,
    second: string,
    overrides: Partial<IngestDocument> = {},
  ): IngestDocument => ({
    ...account,
    type: 'orders',
    number: 'SO-1',
    modifiedAt: `2026-03-${day}T08:00:00Z`,
    promisedDate: '2026-04-03',
    lines: [
      { line: '1', sku: 'BK-1', quantity: '1', promisedDate: '2026-04-03', estimatedDate: first },
      { line: '2', sku: 'BK-2', quantity: '1', promisedDate: '2026-04-03', estimatedDate: second },
    ],
    ...overrides,
  })

  test('tells each date with its slip against the first promise, for the order and for the lines that moved', async () => {
    await portal.ingest(order('01', '2026-04-03', '2026-04-03'))
    await portal.ingest(order('02', '2026-04-08', '2026-04-03', { estimatedDate: '2026-04-08' }))
    await portal.ingest(order('05', '2026-04-12', '2026-04-03', { estimatedDate: '2026-04-12' }))
    const steps = [
      { date: '2026-04-03', kind: 'promised', at: null, slipDays: 0 },
      { date: '2026-04-08', kind: 'estimated', at: '2026-03-02T08:00:00Z', slipDays: 5 },
      { date: '2026-04-12', kind: 'estimated', at: '2026-03-05T08:00:00Z', slipDays: 9 },
    ]
    expect(await getBody<Promises>('orders/SO-1/promises')).toEqual({
      document: steps,
      lines: [{ line: '1', steps }],
    })
  })

  test('begins with the promise where the first that is known differs from the estimate', () => {
    expect(promiseSteps({ promisedDate: '2026-04-03', estimatedDate: '2026-04-01' }, [])).toEqual([
      { date: '2026-04-03', kind: 'promised', at: null, slipDays: 0 },
      { date: '2026-04-01', kind: 'estimated', at: null, slipDays: -2 },
    ])
    expect(promiseSteps({ promisedDate: null, estimatedDate: null }, [])).toEqual([])
  })
})

describe('the versions of a quote', () => {
  const line = (name: string, quantity: string, unitPrice: string, overrides: object = {}) => ({
    line: name,
    sku: `BK-${name}`,
    name: `Part ${name}`,
    quantity,
    unit: 'EA',
    unitPrice,
    amount: String(Number(quantity) * Number(unitPrice)),
    ...overrides,
  })
  const quote = (number: string, day: string, gross: string, overrides: Partial<IngestDocument>): IngestDocument => ({
    ...account,
    type: 'quotes',
    number,
    status: 'open',
    currency: 'EUR',
    issueDate: '2026-02-01',
    modifiedAt: `2026-02-${day}T08:00:00Z`,
    totals: { gross },
    ...overrides,
  })

  test('are told side by side when each has a number of its own', async () => {
    await portal.ingest(
      quote('Q-1', '01', '30', { lines: [line('1', '1', '10'), line('2', '2', '10')], paymentTerms: '30 days' }),
      quote('Q-1-B', '05', '45', {
        details: { revision: '2', supersedes: 'Q-1' },
        lines: [
          line('1', '1', '10'),
          line('2', '3', '9'),
          line('4', '1', '8', { option: 'alternative', leadTimeDays: '20' }),
        ],
        paymentTerms: '14 days',
      }),
    )
    const { versions } = await getBody<{ versions: DocumentVersion[] }>('quotes/Q-1/versions')
    expect(versions.map(({ key, revision, current }) => [key, revision, current])).toEqual([
      ['now:Q-1-B', '2', true],
      ['now:Q-1', null, true],
    ])
    const compared = await getBody<Comparison>('quotes/Q-1-B/comparison?from=now:Q-1&to=now:Q-1-B')
    expect(compared.header).toEqual([
      { field: 'paymentTerms', old: '30 days', new: '14 days' },
      { field: 'gross', old: '30', new: '45' },
    ])
    expect(compared.same).toBe(1)
    expect(
      compared.lines.map((pair) => [pair.old?.quantity, pair.old?.unitPrice, pair.new?.quantity, pair.new?.unitPrice]),
    ).toEqual([
      ['2', '10', '3', '9'],
      [undefined, undefined, '1', '8'],
    ])
    const { body } = await portal.get('/documents/quotes/Q-1-B', ann)
    expect(body).toMatchObject({ lines: [{}, {}, { option: 'alternative', leadTimeDays: '20' }] })
  })

  test('are told from what was kept when revisions come under one number', async () => {
    await portal.ingest(
      quote('Q-2', '01', '30', {
        details: { revision: '1' },
        lines: [line('1', '1', '10'), line('2', '2', '10'), line('3', '1', '5')],
      }),
    )
    await portal.ingest(
      quote('Q-2', '04', '42', {
        details: { revision: '2' },
        lines: [line('1', '2', '10'), { ...line('2', '2', '11'), sku: 'BK-9' }],
      }),
    )
    await portal.ingest(
      quote('Q-2', '06', '44', {
        details: { revision: '3' },
        lines: [line('1', '2', '11'), { ...line('2', '2', '11'), sku: 'BK-9' }],
      }),
    )
    const { versions } = await getBody<{ versions: DocumentVersion[] }>('quotes/Q-2/versions')
    expect(versions.map(({ revision, since, current }) => [revision, since, current])).toEqual([
      ['3', '2026-02-06T08:00:00Z', true],
      ['2', '2026-02-04T08:00:00Z', false],
      ['1', '2026-02-01', false],
    ])
    const [, second, first] = versions.map(({ key }) => encodeURIComponent(key))
    const compared = await getBody<Comparison>(`quotes/Q-2/comparison?from=${first}&to=${second}`)
    expect(compared.header).toEqual([{ field: 'gross', old: '30', new: '42' }])
    const sides = compared.lines.map(({ old, new: now }) => [
      old?.item,
      old?.quantity,
      old?.unitPrice,
      now?.item,
      now?.quantity,
      now?.unitPrice,
    ])
    expect(sides).toEqual([
      ['BK-1 Part 1', '1', '10', 'BK-1 Part 1', '2', '10'],
      [undefined, undefined, undefined, 'BK-9 Part 2', '2', '11'],
      ['BK-2 Part 2', '2', '10', undefined, undefined, undefined],
      ['BK-3 Part 3', '1', '5', undefined, undefined, undefined],
    ])
  })

  test('are not made by a new status alone, and pair lines without an item number by their own', async () => {
    const service = (quantity: string) => {
      const { sku: _, ...withoutItem } = line('1', quantity, '10')
      return withoutItem
    }
    await portal.ingest(quote('Q-5', '01', '10', { details: { revision: '1' }, lines: [service('1')] }))
    await portal.ingest(
      quote('Q-5', '02', '10', { details: { revision: '1' }, lines: [service('1')], status: 'accepted' }),
    )
    const before = await getBody<{ versions: DocumentVersion[] }>('quotes/Q-5/versions')
    expect(before.versions.map(({ revision }) => revision)).toEqual(['1'])
    await portal.ingest(quote('Q-5', '04', '20', { details: { revision: '2' }, lines: [service('2')] }))
    const { versions } = await getBody<{ versions: DocumentVersion[] }>('quotes/Q-5/versions')
    const [now, first] = versions.map(({ key }) => encodeURIComponent(key))
    const { lines } = await getBody<Comparison>(`quotes/Q-5/comparison?from=${first}&to=${now}`)
    expect(lines.map((pair) => [pair.old?.quantity, pair.new?.quantity])).toEqual([['1', '2']])
  })

  test('show no amount to those who may not see prices, and nothing to those who may not see quotes', async () => {
    expect((await portal.get('/documents/quotes/Q-2/versions', leo)).status).toBe(404)
    await portal.ingest({
      ...quote('x', '01', '30', { lines: [line('1', '1', '10')] }),
      type: 'orders',
      number: 'SO-2',
      status: 'confirmed',
    })
    await portal.ingest({
      ...quote('x', '03', '40', { lines: [line('1', '4', '10')] }),
      type: 'orders',
      number: 'SO-2',
      status: 'confirmed',
    })
    const { versions } = await getBody<{ versions: DocumentVersion[] }>('orders/SO-2/versions', leo)
    expect(versions).toHaveLength(2)
    const [now, before] = versions.map(({ key }) => encodeURIComponent(key))
    const compared = await getBody<Comparison>(`orders/SO-2/comparison?from=${before}&to=${now}`, leo)
    expect(compared.header).toEqual([])
    expect(compared.lines).toMatchObject([
      { old: { quantity: '1', unitPrice: null, amount: null }, new: { quantity: '4', unitPrice: null } },
    ])
  })

  test('a version that is none is not found', async () => {
    expect((await portal.get('/documents/quotes/Q-2/comparison?from=now:Q-2&to=now:Q-1', ann)).status).toBe(404)
    expect((await portal.get('/documents/quotes/Q-none/versions', ann)).status).toBe(404)
  })
})
