import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { pathOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { regionScope, requiredScope } from '#contract/key-scopes.ts'
import { makeErpKey } from '../testing/erp-key.ts'
import { testPortal } from '../testing/portal.ts'
import { mergeAccounts } from './maintenance/merge-accounts.ts'

/*
 * A key that is for some customers: of every other one it reads, changes and learns nothing. Each call of the ERP is tried,
 * so that a new one is open to such a key only when its handler keeps to the accounts.
 */
const portal = await testPortal('2026-03-02T08:00:00Z')
const document = (number: string, account: string, more: object = {}) => ({
  ...{ type: 'orders', number, account, currency: 'EUR', issueDate: '2026-03-01' },
  ...{ lines: [{ line: '1', sku: 'BK-1', quantity: '2' }], ...more },
})
const ubl = readFileSync(join(import.meta.dirname, '../formats/ubl/fixtures/invoice.xml'))

let key: string
let foreignRequest: string
let ownRequest: string
beforeAll(async () => {
  await portal.ingest(
    document('OWN-1', 'A-1') as never,
    document('FOREIGN-1', 'B-1') as never,
    document('FOREIGN-2', 'B-1') as never,
  )
  key = await makeErpKey(portal, 'ingest', ['A-1'])
  const ask = async (number: string, token: string) => {
    const body = { key: randomUUID(), note: `About ${number}` }
    return String((await portal.call('POST', `/documents/orders/${number}/ask`, { token, body })).body.id)
  }
  ownRequest = await ask('OWN-1', await portal.signIn('ann@a.example', 'A-1', 'buyer'))
  foreignRequest = await ask('FOREIGN-1', await portal.signIn('bob@b.example', 'B-1', 'buyer'))
})

async function call(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown, type?: string) {
  const reply = await portal.app.inject({
    method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${key}`, ...(type ? { 'content-type': type } : {}) },
    ...(body === undefined ? {} : { payload: body as string }),
  })
  return { status: reply.statusCode, text: reply.body, body: reply.json() }
}
const send = (...documents: object[]) =>
  call('POST', '/ingest/documents', documents.map((one) => JSON.stringify(one)).join('\n'), 'application/x-ndjson')
const stored = async () =>
  (
    await portal.database.owner.query<{ number: string; account: string }>(
      'select d.number, a.number as account from documents d join accounts a using (account_id) order by 1, 2',
    )
  ).rows.map(({ number, account }) => `${number} ${account}`)

describe('A key for some customers', () => {
  test('is refused each call of the ERP that is not bounded to accounts', async () => {
    const calls = endpoints.filter(({ access }) => access === 'ingest')
    const open: string[] = []
    for (const endpoint of calls) {
      const params = Object.fromEntries(Object.keys(endpoint.params.properties).map((name) => [name, randomUUID()]))
      const type = endpoint.accepts
      const reply = await portal.app.inject({
        method: endpoint.method,
        url: `/api${pathOf(endpoint, params)}`,
        headers: { authorization: `Bearer ${key}`, ...(type ? { 'content-type': type } : {}) },
        ...(endpoint.method === 'GET' ? {} : { payload: type ? ' ' : '{}' }),
      })
      expect([endpoint.name, reply.statusCode === 403]).toEqual([endpoint.name, endpoint.ofAccounts !== true])
      if (reply.statusCode !== 403) open.push(endpoint.name)
      else if (requiredScope(endpoint) === regionScope) expect(reply.body).toContain('lacks the scope')
      else expect(reply.body).toContain('This API key is for some customers')
      expect(requiredScope(endpoint)).not.toMatch(/^console/)
    }
    // Each of these is tried below.
    expect(open.toSorted()).toEqual([
      ...['addAnswerFile', 'advanceReturn', 'answerRequest', 'changeDocuments', 'ingestAttachment', 'ingestCii'],
      ...['ingestDocuments', 'ingestUbl', 'setAddresses', 'setCreditLimit', 'takeRequestFile', 'takeRequests'],
      'withdrawDocument',
    ])
  })

  test('sends documents of these, and none of another, of a new one, or of none', async () => {
    const before = await stored()
    const { body } = await send(
      ...[document('NEW-1', 'A-1'), document('NEW-2', 'B-1'), document('NEW-3', 'C-NEW'), document('NEW-4', 'a-1')],
    )
    expect(body).toMatchObject({ created: 1, rejected: 3 })
    for (const { line, path, message } of body.errors) {
      expect([2, 3, 4]).toContain(line)
      expect(path).toBe('$.account')
      expect(message).toContain('not for the account')
      expect(message).not.toContain('differs')
    }
    expect(await stored()).toEqual([...before, 'NEW-1 A-1'].toSorted())
    const { rowCount } = await portal.database.owner.query(`select from accounts where number in ('C-NEW', 'a-1')`)
    expect(rowCount).toBe(0)
    const dry = await call(
      'POST',
      '/ingest/documents?dryRun=true',
      [document('NEW-5', 'A-1'), document('NEW-6', 'B-1')].map((one) => JSON.stringify(one)).join('\n'),
      'application/x-ndjson',
    )
    expect(dry.body).toMatchObject({ created: 1, rejected: 1 })
  })

  test('takes no document from another customer by sending its number, and changes none there', async () => {
    const before = await stored()
    const later = { modifiedAt: '2026-03-02T07:00:00Z' }
    const taken = await send(document('FOREIGN-1', 'A-1', later))
    expect(taken.body).toMatchObject({ rejected: 1, updated: 0 })
    expect(taken.body.errors[0].message).toContain('cannot move it')
    expect(taken.text).not.toContain('B-1')
    const part = { type: 'orders', number: 'FOREIGN-1', account: 'B-1', partial: true, status: 'cancelled' }
    const changed = await call('PATCH', '/ingest/documents', JSON.stringify(part), 'application/x-ndjson')
    expect(changed.body).toMatchObject({ rejected: 1 })
    expect(await stored()).toEqual(before)
  })

  test('sends trade messages for these alone, whoever they name, and nothing waits in quarantine for it', async () => {
    for (const account of ['B-1', 'C-NEW'])
      expect((await call('POST', `/ingest/ubl?account=${account}`, ubl, 'application/xml')).body).toMatchObject({
        rejected: 1,
        created: 0,
      })
    const nobody = await call('POST', '/ingest/ubl', ubl, 'application/xml')
    expect(nobody.body).toMatchObject({ rejected: 1, quarantined: 0 })
    const own = await call('POST', '/ingest/ubl?account=A-1', ubl, 'application/xml')
    expect(own.body, own.text).toMatchObject({ created: 1, rejected: 0 })
    const cii = readFileSync(join(import.meta.dirname, '../formats/cii/fixtures/credit-note.xml'))
    expect((await call('POST', '/ingest/cii?account=B-1', cii, 'application/xml')).body).toMatchObject({ rejected: 1 })
    expect((await portal.database.owner.query('select from quarantine')).rowCount).toBe(0)
  })

  test('withdraws, attaches and states facts of these alone; of others it hears the same as of what does not exist', async () => {
    const same = async (...[method, path, body, type]: Parameters<typeof call>) => {
      const foreign = await call(method, path, body, type)
      expect(foreign.status).toBe(404)
      return foreign
    }
    await same('DELETE', '/ingest/documents/orders/FOREIGN-1')
    await same('DELETE', '/ingest/documents/orders/FOREIGN-1?account=B-1')
    await same(
      'POST',
      '/ingest/attachments/orders/FOREIGN-1?account=B-1&name=a.pdf&mimeType=application%2Fpdf',
      Buffer.from('%PDF'),
      'application/pdf',
    )
    const limit = JSON.stringify({ currency: 'EUR', amount: '10.00' })
    await same('PUT', '/ingest/accounts/B-1/creditLimit', limit, 'application/json')
    await same('PUT', '/ingest/accounts/B-1/addresses', JSON.stringify({ addresses: [] }), 'application/json')
    expect((await call('PUT', '/ingest/accounts/A-1/creditLimit', limit, 'application/json')).status).toBe(200)
    expect((await call('PUT', '/ingest/accounts/A-1/addresses', '{"addresses":[]}', 'application/json')).status).toBe(
      200,
    )
    const attached = await call(
      ...(['POST', '/ingest/attachments/orders/OWN-1?account=A-1&name=a.pdf&mimeType=application%2Fpdf'] as const),
      ...([Buffer.from('%PDF'), 'application/pdf'] as const),
    )
    expect(attached.status, attached.text).toBe(200)
    expect((await call('DELETE', '/ingest/documents/orders/NEW-1')).status).toBe(200)
    expect(await stored()).toContain('FOREIGN-1 B-1')
  })

  test('reads and answers the requests of these alone', async () => {
    const ids = async (query: string) =>
      (await call('GET', `/ingest/requests${query}`)).body.requests.map(({ id }: { id: string }) => id)
    expect(await ids('')).toEqual([ownRequest])
    expect(await ids('?changedSince=2020-01-01T00:00:00Z')).toEqual([ownRequest])
    const answer = JSON.stringify({ state: 'answered', text: 'Soon', key: randomUUID() })
    const to = (id: string) => call('POST', `/ingest/requests/${id}/answer`, answer, 'application/json')
    expect((await to(foreignRequest)).status).toBe(404)
    expect((await to(ownRequest)).status).toBe(200)
    const file = Buffer.from('%PDF-1.7 drawing')
    const attach = (id: string) =>
      call('POST', `/ingest/requests/${id}/files?name=a.pdf`, file, 'application/octet-stream')
    expect((await attach(foreignRequest)).status).toBe(404)
    expect((await attach(ownRequest)).status).toBe(200)
    expect((await call('GET', `/ingest/requests/${foreignRequest}/files/${randomUUID()}`)).status).toBe(404)
    const step = JSON.stringify({ step: 'received' })
    expect((await call('POST', `/ingest/requests/${foreignRequest}/return`, step, 'application/json')).status).toBe(404)
  })

  test('goes on with the customer that one of these was merged into', async () => {
    await portal.ingest(document('OWN-9', 'A-9') as never, document('KEPT-1', 'K-1') as never)
    key = await makeErpKey(portal, 'ingest', ['A-9'])
    const deps = { workPool: portal.database.pools.work, clock: () => new Date(), newId: randomUUID }
    const caller = { network: null, userAgent: 'test', requestId: null }
    await mergeAccounts(deps, { from: 'A-9', into: 'K-1' }, { caller, keyId: null })
    expect((await send(document('LATER-1', 'A-9'), document('LATER-2', 'K-1'))).body).toMatchObject({ created: 2 })
  })
})
