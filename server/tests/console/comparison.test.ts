import { beforeAll, describe, expect, test } from 'vitest'
import type { compareList, RemovedDocument } from '#contract/console/removed-documents.ts'
import type { Reply } from '#contract/endpoint.ts'
import { makeErpKey } from '#server/testing/erp-key.ts'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

/* Whether the portal has what the ERP has, and where documents went that a customer misses. */

const instant = '2026-03-10T09:00:00Z'
const portal = await testPortal(instant)
const desk = consoleOf(portal, () => new Date(instant))

const order = (number: string, account: string, more: object = {}) => ({
  ...({ type: 'orders', currency: 'EUR', issueDate: '2026-03-01', modifiedAt: '2026-03-02T08:00:00Z' } as const),
  ...{ number, account, accountName: `Customer ${account}`, ...more },
})
const invoice = (number: string, account: string) => ({
  ...({ type: 'invoices', currency: 'EUR', issueDate: '2026-03-01' } as const),
  ...{ number, account },
})

let cookie: string
let key: string
beforeAll(async () => {
  await portal.ingest(
    ...[order('SO-1', 'C-1'), order('SO-2', 'C-1'), order('SO-3', 'C-2'), order('SO-4', 'C-2')],
    ...[order('SO-5', 'C-2', { issueDate: '2026-01-15' }), invoice('IN-1', 'C-1')],
  )
  cookie = (await desk.join('ivo@supplier.example', 'integration', 'Ivo Integration')).cookie
  key = await makeErpKey(portal)
})

async function upload(text: string, name = 'list.csv'): Promise<string> {
  const { body } = await desk.call('POST', `/imports/uploads?name=${name}`, { cookie, body: Buffer.from(text) })
  return String(body.id)
}
type Comparison = Reply<typeof compareList>
async function compare(text: string, more: object = {}): Promise<Comparison> {
  const body = { uploads: [await upload(text)], choices: {}, ...more }
  const reply = await desk.call('POST', '/intake/comparison', { cookie, body })
  expect(reply.status, reply.text).toBe(200)
  return reply.body as Comparison
}
const numbers = (rows: readonly { number: string }[]) => rows.map(({ number }) => number)

describe('A list of the ERP', () => {
  test('is compared as it is: what is missing here, with whom it is instead, and what is the same', async () => {
    const list = 'Auftragsnummer;Kundennummer\nSO-1;C-1\nSO-3;C-1\nSO-99;C-2\n'
    const found = await compare(list)
    expect(found).toMatchObject({ type: 'orders', compared: 3, same: 1, unread: 0, extra: [], different: [] })
    expect(found.missing).toEqual([
      { type: 'orders', number: 'SO-3', account: 'C-1', heldBy: 'C-2', withdrawnAt: null },
      { type: 'orders', number: 'SO-99', account: 'C-2', heldBy: null, withdrawnAt: null },
    ])
    expect(found.columns.map(({ heading, field }) => [heading, field])).toEqual([
      ['Auftragsnummer', 'number of orders'],
      ['Kundennummer', 'account'],
    ])
  })

  test('that is complete shows what is here and not in it, of its type and its period alone', async () => {
    const list = 'Order number,Customer number\nSO-1,C-1\nSO-2,C-1\nSO-3,C-2\n'
    expect((await compare(list)).extra).toEqual([])
    expect(numbers((await compare(list, { complete: {} })).extra).toSorted()).toEqual(['SO-4', 'SO-5'])
    const march = await compare(list, { complete: { from: '2026-03-01', to: '2026-03-31' } })
    expect(numbers(march.extra)).toEqual(['SO-4'])
    expect(march.counts).toEqual({ missing: 0, extra: 1, different: 0 })
  })

  test('with the time of the last change tells what is another version here', async () => {
    const choices = { type: 'orders', columns: { No: 'number of orders', Customer: 'account', Changed: 'modifiedAt' } }
    const list = 'No,Customer,Changed\nSO-1,C-1,2026-03-02T08:00:00Z\nSO-2,C-1,2026-03-04T08:00:00Z\n'
    const found = await compare(list, { choices })
    expect(found).toMatchObject({ compared: 2, same: 1, missing: [] })
    expect(numbers(found.different)).toEqual(['SO-2'])
  })

  test('whose columns are not known waits until somebody says which they are', async () => {
    const list = 'What;Whose\nSO-1;C-1\nSO-98;C-1\n'
    const asked = await compare(list)
    expect(asked.compared).toBe(0)
    expect(asked.columns.map(({ heading }) => heading)).toEqual(['What', 'Whose'])
    const choices = { type: 'orders', columns: { What: 'number of orders', Whose: 'account' } }
    const chosen = await compare(list, { choices })
    expect(chosen).toMatchObject({ compared: 2, same: 1 })
    expect(numbers(chosen.missing)).toEqual(['SO-98'])
  })

  test('says how many of its rows could not be read, and why, and that an empty one is none', async () => {
    const found = await compare('Order number,Customer number\nSO-1,C-1\nSO-2,\n')
    expect(found).toMatchObject({ compared: 1, same: 1, unread: 1 })
    expect(found.problem).toContain('customer')
    const nothing = await desk.call('POST', '/intake/comparison', {
      cookie,
      body: { uploads: ['018f0000-0000-7000-8000-00000000ffff'], choices: {} },
    })
    expect(nothing.status).toBe(404)
  })

  test('changes nothing, and is for those who look after the intake', async () => {
    const count = async () => (await portal.database.owner.query('select from documents')).rowCount
    const before = await count()
    await compare('Order number,Customer number\nSO-77,C-NEW\n', { complete: {} })
    expect(await count()).toBe(before)
    expect((await portal.database.owner.query(`select from accounts where number = 'C-NEW'`)).rowCount).toBe(0)
    const sales = await desk.join('sam@supplier.example', 'sales', 'Sam Sales')
    const body = { uploads: ['018f0000-0000-7000-8000-00000000ffff'], choices: {} }
    expect((await desk.call('POST', '/intake/comparison', { cookie: sales.cookie, body })).status).toBe(403)
    expect((await desk.call('GET', '/intake/removed', { cookie: sales.cookie })).status).toBe(403)
  })
})

describe('A document that a customer misses', () => {
  const removed = async (query = '') => {
    const { body, status } = await desk.call('GET', `/intake/removed${query}`, { cookie })
    expect(status).toBe(200)
    return body as { documents: RemovedDocument[]; nextCursor: string | null }
  }

  test('is listed with where it went and who did that, by its number too', async () => {
    await portal.ingest(order('SO-4', 'C-1', { modifiedAt: '2026-03-05T08:00:00Z' }))
    const withdrawn = await portal.app.inject({
      method: 'DELETE',
      url: '/api/ingest/documents/orders/SO-5',
      headers: { authorization: `Bearer ${key}` },
    })
    expect(withdrawn.statusCode).toBe(200)
    const { documents } = await removed()
    expect(documents).toMatchObject([
      { what: 'withdrawn', type: 'orders', number: 'SO-5', account: { number: 'C-2' }, to: null, by: 'ERP' },
      { what: 'moved', type: 'orders', number: 'SO-4', account: { number: 'C-2', name: 'Customer C-2' }, to: 'C-1' },
    ])
    expect(numbers((await removed('?what=moved')).documents as never)).toEqual(['SO-4'])
    expect((await removed('?number=SO-5')).documents).toHaveLength(1)
    expect((await removed('?number=SO-5&what=moved')).documents).toEqual([])
    expect((await removed('?number=SO-1')).documents).toEqual([])
  })

  test('is found on the next page', async () => {
    const first = await removed('?limit=1')
    expect(numbers(first.documents as never)).toEqual(['SO-5'])
    const second = await removed(`?limit=1&cursor=${first.nextCursor}`)
    expect(numbers(second.documents as never)).toEqual(['SO-4'])
    expect(second.nextCursor).toBeNull()
  })
})
