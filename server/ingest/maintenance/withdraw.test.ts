import { hash, randomBytes, randomUUIDv7 } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { testPortal } from '#server/testing/portal.ts'
import { createKey } from '../keys.ts'

/* What an ERP withdraws, moves and compares, as it and its customers see it. */
const portal = await testPortal()
const deps = {
  db: portal.database.pools.server,
  workPool: portal.database.pools.work,
  clock: () => new Date('2026-03-10T09:00:00Z'),
  newId: () => randomUUIDv7(),
  random: randomBytes,
}
const erp = await createKey(deps, { name: 'erp', scope: 'ingest' })
const setupReport = await portal.ingest(
  { type: 'quotes', number: 'Q-1', account: 'C-1' },
  { type: 'quotes', number: 'Q-2', account: 'C-2' },
)
expect(setupReport.created).toBe(2)
const first = await portal.signIn('first@c.example', 'C-1')
const second = await portal.signIn('second@c.example', 'C-2')

const order = (
  account: string,
  modifiedAt: string | undefined,
  fields: Partial<IngestDocument> = {},
): IngestDocument => ({
  ...{ type: 'orders', number: 'SO-1', account, currency: 'EUR', issueDate: '2026-03-01' },
  ...{
    totals: { gross: '119.00' },
    lines: [{ line: '1', sku: 'BK-42', name: 'Wheel', quantity: '2', amount: '100.00' }],
  },
  ...(modifiedAt === undefined ? {} : { modifiedAt }),
  ...fields,
})
const send = async (key: string, ...documents: object[]) => {
  const reply = await portal.app.inject({
    method: 'POST',
    url: '/api/ingest/documents',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    payload: documents.map((document) => JSON.stringify(document)).join('\n'),
  })
  return reply.json()
}
const withdraw = (path: string, key = erp) => portal.call('DELETE', `/ingest/documents/${path}`, { token: key })
const reconcile = (body: object, key = erp) => portal.call('POST', '/ingest/reconcile', { body, token: key })
const holders = async (number = 'SO-1', type = 'orders') => {
  const canSee = async (token: string) => (await portal.get(`/documents/${type}/${number}`, token)).status === 200
  return [...((await canSee(first)) ? ['C-1'] : []), ...((await canSee(second)) ? ['C-2'] : [])]
}
const audited = async (action: string) =>
  (
    await portal.database.owner.query('select details, key_id is not null as key from audit_log where action = $1', [
      action,
    ])
  ).rows

beforeEach(async () => {
  await portal.database.owner.query('truncate documents, former_documents, document_parts cascade')
})

describe('A document that was sent for the wrong customer', () => {
  test('moves to the right one with its next change, and its former customer finds nothing of it', async () => {
    await send(erp, order('C-1', '2026-03-02T08:00:00Z'))
    expect(await holders()).toEqual(['C-1'])
    const report = await send(erp, order('C-2', '2026-03-02T09:00:00Z'))
    expect(report).toMatchObject({ created: 0, updated: 1, rejected: 0 })
    expect(report.warnings).toMatchObject([{ path: '$.account', message: /from account C-1 to account C-2/ }])
    expect(await holders()).toEqual(['C-2'])
    expect((await portal.get('/documents/orders', first)).body).toMatchObject({ rows: [], total: { count: 0 } })
    expect((await portal.get('/search?q=wheel', first)).body).toMatchObject({ hits: [] })
    expect((await portal.get('/items/BK-42', first)).status).toBe(404)
    expect((await portal.get('/items?q=wheel', first)).text).not.toContain('BK-42')
    const totals = `select a.number, t.sku from item_totals t join accounts a using (account_id) where t.sku = 'BK-42'`
    expect((await portal.database.owner.query(totals)).rows).toEqual([{ number: 'C-2', sku: 'BK-42' }])
    expect((await portal.get('/notifications', first)).text).not.toContain('SO-1')
    expect(await audited('document_moved')).toEqual([
      { details: { type: 'orders', number: 'SO-1', from: 'C-1', to: 'C-2' }, key: true },
    ])
  })

  test('stays where it is when the message is older, and does not go back by one that came twice', async () => {
    await send(erp, order('C-1', '2026-03-02T08:00:00Z'))
    expect(await send(erp, order('C-2', '2026-03-02T07:00:00Z'))).toMatchObject({ stale: 1 })
    expect(await holders()).toEqual(['C-1'])
    // Only the account was corrected, so the last change is the same.
    expect(await send(erp, order('C-2', '2026-03-02T08:00:00Z'))).toMatchObject({ updated: 1 })
    expect(await send(erp, order('C-1', '2026-03-02T08:00:00Z'))).toMatchObject({ stale: 1 })
    expect(await holders()).toEqual(['C-2'])
    expect(await send(erp, order('C-1', '2026-03-02T10:00:00Z'))).toMatchObject({ updated: 1 })
    expect(await holders()).toEqual(['C-1'])
  })

  test('goes by the order of arrival where the ERP names no time', async () => {
    for (const account of ['C-1', 'C-2', 'C-1']) {
      await send(erp, order(account, undefined))
      expect(await holders()).toEqual([account])
    }
  })

  test('moves within one file too, there and back again', async () => {
    const at = (hour: number) => `2026-03-02T0${hour}:00:00Z`
    await send(erp, order('C-1', at(1)), order('C-2', at(2)), order('C-1', at(3)), order('C-2', at(2)))
    expect(await holders()).toEqual(['C-1'])
    await send(erp, order('C-2', at(4)), order('C-1', at(5)), order('C-2', at(6)))
    expect(await holders()).toEqual(['C-2'])
  })

  test('moves whole by a message that names only whose it is', async () => {
    await send(erp, order('C-1', '2026-03-02T08:00:00Z'))
    const corrected = {
      type: 'orders',
      number: 'SO-1',
      account: 'C-2',
      modifiedAt: '2026-03-02T09:00:00Z',
      partial: true,
    }
    expect(await send(erp, corrected)).toMatchObject({ updated: 1, errors: [] })
    expect(await holders()).toEqual(['C-2'])
    expect((await portal.get('/documents/orders/SO-1', second)).text).toContain('BK-42')
  })

  test('is left alone by a dry run, which says what would move', async () => {
    await send(erp, order('C-1', '2026-03-02T08:00:00Z'))
    const reply = await portal.app.inject({
      method: 'POST',
      url: '/api/ingest/documents?dryRun=true',
      headers: { authorization: `Bearer ${erp}`, 'content-type': 'application/x-ndjson' },
      payload: JSON.stringify(order('C-2', '2026-03-02T09:00:00Z')),
    })
    expect(reply.json()).toMatchObject({ updated: 1, warnings: [{ message: /moved/ }] })
    expect(await holders()).toEqual(['C-1'])
  })

  test('takes its amounts along: balance and statement are as if it had never been there', async () => {
    const invoice = (account: string, hour: number): IngestDocument => ({
      ...{ type: 'invoices', number: 'I-1', account, currency: 'USD', issueDate: '2026-03-01', dueDate: '2026-03-05' },
      ...{ totals: { gross: '500.00' }, modifiedAt: `2026-03-02T0${hour}:00:00Z` },
    })
    const readAmounts = async () =>
      Promise.all(['/statement/balances', '/dashboard'].map(async (path) => (await portal.get(path, first)).body))
    const before = await readAmounts()
    await send(erp, invoice('C-1', 1))
    expect(await readAmounts()).not.toEqual(before)
    await send(erp, invoice('C-2', 2))
    const { news: _, ...after } = ((await readAmounts())[1] ?? {}) as Record<string, unknown>
    expect(JSON.stringify([(await readAmounts())[0], after])).not.toMatch(/USD|500/)
  })

  test('leaves the order it belonged to as if it had never shipped', async () => {
    const shipment = (account: string, hour: number): IngestDocument => ({
      ...{ type: 'shipments', number: 'S-1', account, modifiedAt: `2026-03-02T0${hour}:00:00Z` },
      references: [{ type: 'orders', number: 'SO-1' }],
      lines: [{ line: '1', sku: 'BK-42', quantity: '2' }],
      shipment: { despatchDate: '2026-03-01' },
    })
    await send(erp, order('C-1', '2026-03-02T08:00:00Z'), shipment('C-1', 1))
    const orderFulfilment = async () =>
      (await portal.database.owner.query(`select fulfilment from documents where number = 'SO-1'`)).rows
    expect(await orderFulfilment()).toEqual([{ fulfilment: 'shipped' }])
    expect(JSON.stringify((await portal.get('/documents/orders/SO-1', first)).body)).toContain('S-1')
    await send(erp, shipment('C-2', 2))
    expect(await orderFulfilment()).toEqual([{ fulfilment: 'not_shipped' }])
    expect(JSON.stringify((await portal.get('/documents/orders/SO-1', first)).body)).not.toContain('S-1')
  })
})

describe('Numbers that repeat', () => {
  test('per customer, by what the key says, stay with each', async () => {
    const key = await createKey(deps, {
      name: 'old',
      scope: 'ingest',
      numbering: { source: '', numberedBy: 'customer' },
    })
    expect(await send(key, order('C-1', undefined), order('C-2', undefined))).toMatchObject({ created: 2 })
    expect(await holders()).toEqual(['C-1', 'C-2'])
  })

  test('per company of the supplier, by the source of the document or the key, stay apart', async () => {
    const french = await createKey(deps, {
      name: 'fr',
      scope: 'ingest',
      numbering: { source: 'FR', numberedBy: 'supplier' },
    })
    await send(erp, order('C-1', undefined, { source: 'DE' }))
    expect(await send(french, order('C-2', undefined))).toMatchObject({ created: 1 })
    expect(await holders()).toEqual(['C-1', 'C-2'])
    const conflictReport = await send(french, order('C-1', undefined))
    expect(conflictReport.errors).toMatchObject([
      { path: '$.number', message: /has SO-1 among its orders from the source "DE".*such as "FR-SO-1"/ },
    ])
    expect(await send(french, order('C-1', undefined, { number: 'FR-SO-1' }))).toMatchObject({ created: 1 })
    expect((await portal.get('/search?q=SO-1', first)).text).toContain('FR-SO-1')
    // A number without a source is the same number.
    await portal.database.owner.query('truncate documents cascade')
    await send(erp, order('C-1', undefined))
    expect(await send(french, order('C-2', undefined))).toMatchObject({ updated: 1 })
    expect(await holders()).toEqual(['C-2'])
  })

  test('since before they could move stay where they are, and the ERP is told', async () => {
    await portal.ingestPerCustomer(order('C-1', undefined), order('C-2', undefined))
    const report = await send(erp, order('C-2', undefined, { note: 'Changed' }))
    expect(report).toMatchObject({ updated: 1 })
    await send(erp, order('C-1', undefined, { note: 'Changed' }))
    expect(await holders()).toEqual(['C-1', 'C-2'])
    expect(
      (await send(erp, order('C-1', undefined, { note: 'Again' }))).warnings.concat(
        (await send(erp, order('C-2', undefined, { note: 'Again' }))).warnings,
      ),
    ).toMatchObject([{ message: /stands with account C-\d too/ }])
  })
})

describe('A document that is withdrawn', () => {
  test('is gone, is recorded, and stays gone when the call is made again', async () => {
    await send(erp, order('C-1', '2026-03-02T08:00:00Z'))
    const withdrawnDocument = { type: 'orders', number: 'SO-1', account: 'C-1', until: '2026-03-10T09:00:00.000Z' }
    expect((await withdraw('orders/SO-1')).body).toMatchObject(withdrawnDocument)
    expect(await holders()).toEqual([])
    expect((await withdraw('orders/SO-1')).body).toMatchObject(withdrawnDocument)
    expect(await audited('document_withdrawn')).toEqual([
      { details: { type: 'orders', number: 'SO-1', from: 'C-1' }, key: true },
    ])
    const [nobodys, notTheirs] = [await withdraw('orders/SO-2'), await withdraw('orders/SO-2?account=C-1')]
    expect([nobodys.status, nobodys.body.message]).toEqual([404, 'No account has SO-2 among its orders.'])
    expect([notTheirs.status, notTheirs.body.message]).toEqual([
      404,
      'Account C-1 does not have SO-2 among its orders.',
    ])
  })

  test('does not come back by a message that was late, but by a newer one, or for another customer', async () => {
    await send(erp, order('C-1', '2026-03-02T08:00:00Z'))
    await withdraw('orders/SO-1?modifiedAt=2026-03-03T00:00:00Z')
    for (const late of ['2026-03-02T08:00:00Z', '2026-03-03T00:00:00Z', undefined]) {
      expect(await send(erp, order('C-1', late))).toMatchObject({ stale: 1, warnings: [{ message: /was withdrawn/ }] })
    }
    expect(await send(erp, order('C-2', '2026-03-02T07:00:00Z'))).toMatchObject({ stale: 1, warnings: [] })
    expect(await send(erp, order('C-2', '2026-03-02T08:00:00Z'))).toMatchObject({ created: 1 })
    expect(await send(erp, order('C-1', '2026-03-03T00:00:01Z'))).toMatchObject({ updated: 1 })
    expect(await holders()).toEqual(['C-1'])
  })

  test('stays when it was changed after it was taken back', async () => {
    await send(erp, order('C-1', '2026-03-02T08:00:00Z'))
    expect((await withdraw('orders/SO-1?modifiedAt=2026-03-01T00:00:00Z')).status).toBe(409)
    expect(await holders()).toEqual(['C-1'])
  })

  test('must be named by its account where several have its number', async () => {
    await portal.ingestPerCustomer(order('C-1', undefined), order('C-2', undefined))
    const several = await withdraw('orders/SO-1')
    expect([several.status, several.body.message]).toEqual([409, expect.stringContaining('C-1, C-2')])
    expect((await withdraw('orders/SO-1?account=C-1')).status).toBe(200)
    expect(await holders()).toEqual(['C-2'])
  })

  test('leaves what its customer had asked about it with them, and nothing that waits', async () => {
    await send(erp, order('C-1', '2026-03-02T08:00:00Z'))
    const key = '018f0000-0000-7000-8000-000000000abc'
    await portal.call('POST', '/documents/orders/SO-1/ask', { token: first, body: { key, note: 'Where is it?' } })
    await withdraw('orders/SO-1')
    expect((await portal.get('/requests', first)).body).toMatchObject({
      requests: [{ number: 'SO-1', content: { note: 'Where is it?' }, state: 'withdrawn' }],
    })
    expect(
      (await portal.call('POST', '/documents/orders/SO-1/ask', { token: first, body: { key, note: 'x' } })).status,
    ).toBe(404)
  })
})

describe('A list of what the ERP has', () => {
  const sent = order('C-1', '2026-03-02T08:00:00Z')
  const entry = (account: string, fields: object = {}) => ({ type: 'orders', number: 'SO-1', account, ...fields })

  test('is the same by number, by last change, and by the hash of the line as it was sent', async () => {
    await send(erp, sent)
    const documents = [
      entry('C-1'),
      entry('C-1', { modifiedAt: '2026-03-02T09:00:00+01:00' }),
      entry('C-1', { hash: hash('sha256', JSON.stringify(sent)) }),
    ]
    expect((await reconcile({ documents, complete: {} })).body).toMatchObject({
      compared: 3,
      same: 3,
      counts: { missing: 0, extra: 0, different: 0 },
    })
  })

  test('names what is missing and who has it instead, what is extra, and what is another version', async () => {
    await send(erp, sent, { ...sent, number: 'SO-2' }, { ...sent, number: 'SO-3' }, { ...sent, type: 'quotes' })
    await withdraw('orders/SO-3')
    const documents = [
      entry('C-2', { modifiedAt: '2026-03-02T08:00:00Z' }),
      entry('C-1', { number: 'SO-2', modifiedAt: '2026-03-02T08:00:01Z' }),
      entry('C-1', { number: 'SO-3' }),
      entry('C-9', { number: 'SO-9' }),
    ]
    expect((await reconcile({ documents, complete: { types: ['orders'] } })).body).toEqual({
      compared: 4,
      same: 0,
      missing: [
        { type: 'orders', number: 'SO-1', account: 'C-2', heldBy: 'C-1', withdrawnAt: null },
        { type: 'orders', number: 'SO-3', account: 'C-1', heldBy: null, withdrawnAt: '2026-03-10T09:00:00.000Z' },
        { type: 'orders', number: 'SO-9', account: 'C-9', heldBy: null, withdrawnAt: null },
      ],
      extra: [{ type: 'orders', number: 'SO-1', account: 'C-1', modifiedAt: '2026-03-02T08:00:00Z' }],
      different: [
        {
          type: 'orders',
          number: 'SO-2',
          account: 'C-1',
          modifiedAt: '2026-03-02T08:00:00.000Z',
          hash: expect.any(String),
        },
      ],
      counts: { missing: 3, extra: 1, different: 1 },
    })
    expect((await reconcile({ documents, complete: { accounts: ['C-2'] } })).body).toMatchObject({
      counts: { extra: 0 },
    })
  })

  test('names a thousand of what is missing, extra or another version, and counts all', { tags: 'long' }, async () => {
    const many = Array.from({ length: 1_001 }, (_, index) => ({ type: 'quotes', account: 'C-2', number: `R-${index}` }))
    await send(erp, ...many)
    const changed = many.map((document) => ({ ...document, modifiedAt: '2026-03-02T08:00:00Z' }))
    const missing = many.map(({ number, ...document }) => ({ ...document, number: `${number}-x` }))
    const { body: extra } = await reconcile({ documents: missing, complete: { types: ['quotes'] } })
    expect(extra.counts).toEqual({ missing: 1_001, extra: 1_001, different: 0 })
    expect(extra.missing).toHaveLength(1_000)
    expect(extra.extra).toHaveLength(1_000)
    const { body: different } = await reconcile({ documents: changed })
    expect(different.counts).toEqual({ missing: 0, extra: 0, different: 1_001 })
    expect(different.different).toHaveLength(1_000)
  })

  test('that is no list is refused with a sentence', async () => {
    expect(await reconcile({ documents: [entry('C-1', { hash: 'x' })] })).toMatchObject({ status: 400 })
  })
})

describe('The name of an account', () => {
  const name = async () => ((await portal.get('/profile', first)).body as { account: { name: string } }).account.name

  test('becomes what a later message calls it, not what an older one did', async () => {
    await send(erp, order('C-1', '2026-03-02T08:00:00Z', { accountName: 'Old Name Ltd' }))
    expect(await name()).toBe('Old Name Ltd')
    await send(erp, order('C-1', '2026-03-03T08:00:00Z', { accountName: 'New Name Ltd' }))
    expect(await name()).toBe('New Name Ltd')
    await send(erp, order('C-1', '2026-03-02T09:00:00Z', { number: 'SO-7', accountName: 'Old Name Ltd' }))
    expect(await name()).toBe('New Name Ltd')
    expect((await audited('account_renamed')).at(-1)).toEqual({
      details: { from: 'Old Name Ltd', to: 'New Name Ltd' },
      key: true,
    })
  })
})
