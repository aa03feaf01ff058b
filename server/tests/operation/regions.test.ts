import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { signOnPaths } from '#contract/auth/sign-on-paths.ts'
import type { IngestDocument, IngestReport } from '#contract/ingest/documents.ts'
import { setReadOnly } from '#database/copy/read-only.ts'
import { atEnd } from '#database/testing/at-end.ts'
import { testDatabase } from '#database/testing/database.ts'
import { addIdentifier } from '#server/accounts/accounts.ts'
import { checkRegions } from '#server/commands/doctor/regions.ts'
import { readConfig } from '#server/config.ts'
import { createElsewhere } from '#server/ingest/elsewhere/remote.ts'
import { takeIn } from '#server/ingest/intake.ts'
import { createKey } from '#server/ingest/keys.ts'
import { keepRegionKeys, type RegionKey } from '#server/ingest/region-keys.ts'
import { parseDirectory } from '#server/regions/directory.ts'
import { createRegions } from '#server/regions/regions.ts'
import { testCommands } from '#server/testing/command.ts'
import { makeErpKey } from '#server/testing/erp-key.ts'
import { type TestPortal, testPortal } from '#server/testing/portal.ts'

/*
 * A supplier with two portals, each with a database of its own: a person signs in once and goes on in the other, and an
 * ERP sends everything to one of them.
 */

const instant = '2026-03-10T09:00:00Z'
const secret = 'a secret that all regions of this test share'

/** Ports that are free at the moment; taken at once, so that no two are the same. */
async function freePorts(): Promise<{ eu: number; us: number; asia: number }> {
  const take = async () => {
    const probe = createServer().listen(0, '127.0.0.1')
    await once(probe, 'listening')
    return probe
  }
  const probes = [await take(), await take(), await take()] as const
  const [eu, us, asia] = probes.map((probe) => (probe.address() as AddressInfo).port) as [number, number, number]
  await Promise.all(probes.map((probe) => once(probe.close(), 'close')))
  return { eu, us, asia }
}

const ports = await freePorts()
const addressOf = (name: keyof typeof ports) => `http://127.0.0.1:${ports[name]}`
const directory = JSON.stringify({
  regions: {
    eu: { address: addressOf('eu'), title: 'Europe' },
    us: { address: addressOf('us'), title: 'Americas' },
    // Nobody answers there.
    asia: { address: addressOf('asia'), title: 'Asia' },
  },
  accounts: { us: ['US-*', 'C-77'], asia: ['AS-*'] },
  otherAccounts: 'eu',
})

async function region(name: 'eu' | 'us'): Promise<TestPortal> {
  const clock = () => new Date(instant)
  const regions = createRegions({ directory: parseDirectory(directory, name), secrets: [secret], clock })
  const portal = await testPortal(instant, { regions })
  await portal.app.listen({ port: ports[name], host: '127.0.0.1' })
  return portal
}
const [eu, us] = [await region('eu'), await region('us')]

/** Stands before a region; `breaks`: the connection ends when the region has answered, and nobody hears the answer. */
async function weakConnection(name: 'us') {
  const state = { breaks: false, calls: 0 }
  const server = createHttpServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    const { authorization = '', 'content-type': type = '' } = headers
    const answer = await fetch(`${addressOf(name)}${url}`, {
      ...{ method, headers: { authorization, 'content-type': type } },
      ...(body.length > 0 ? { body } : {}),
    })
    const text = await answer.text()
    state.calls++
    if (state.breaks) request.socket.destroy()
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => new Promise((resolve) => server.close(resolve)))
  const { port } = server.address() as AddressInfo
  return { state, address: `http://127.0.0.1:${port}` }
}

const order = (number: string, account: string, more: Partial<IngestDocument> = {}): IngestDocument => ({
  ...{ type: 'orders', number, account, status: 'confirmed', currency: 'EUR', issueDate: '2026-03-01' },
  ...{ modifiedAt: '2026-03-02T08:00:00Z', ...more },
})
let erp: string
beforeAll(async () => {
  erp = await makeErpKey(eu, 'ingest:write')
})

type CallOptions = { body?: string | Buffer; type?: string; key?: string; portal?: TestPortal }
async function call(
  method: 'POST' | 'PATCH' | 'DELETE' | 'PUT',
  path: string,
  { body, type = 'application/x-ndjson', key = erp, portal = eu }: CallOptions = {},
) {
  const headers = { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': type }) }
  const reply = await portal.app.inject({ method, url: `/api${path}`, headers, ...(body ? { payload: body } : {}) })
  return { status: reply.statusCode, body: reply.json(), text: reply.body }
}
const send = async (...documents: object[]) =>
  (await call('POST', '/ingest/documents', { body: documents.map((one) => JSON.stringify(one)).join('\n') }))
    .body as IngestReport
const numbersIn = async ({ database }: TestPortal, like = '%') =>
  (
    await database.owner.query<{ label: string }>(
      `select a.number || ' ' || d.number as label from documents d join accounts a using (account_id)
        where d.number like $1 order by 1`,
      [like],
    )
  ).rows.map(({ label }) => label)

describe('What an ERP sends to one region', () => {
  test('goes to the region of the account that it names, in one report with the lines of the file', async () => {
    const report = await send(
      ...[order('D-1', 'C-1'), order('D-2', 'US-1'), { ...order('D-3', 'US-2'), status: 'Open' }],
      ...[order('D-4', 'C-77'), { ...order('D-5', 'C-2'), status: 'Open' }, order('D-6', 'C-78')],
    )
    expect(report).toMatchObject({ received: 6, created: 4, rejected: 2 })
    expect(report.errors.map(({ line, path }) => [line, path])).toEqual([
      [3, '$.status'],
      [5, '$.status'],
    ])
    expect(await numbersIn(eu, 'D-%')).toEqual(['C-1 D-1', 'C-78 D-6'])
    expect(await numbersIn(us, 'D-%')).toEqual(['C-77 D-4', 'US-1 D-2'])
    expect(await send(order('D-2', 'US-1'))).toMatchObject({ received: 1, unchanged: 1 })
  })

  test('is changed in part, withdrawn, given files and facts there too', async () => {
    await send(order('P-1', 'US-1', { lines: [{ line: '1', sku: 'BK-1', quantity: '2' }] }))
    const part = { type: 'orders', number: 'P-1', account: 'US-1', note: 'Ring twice.' }
    const changed = await call('PATCH', '/ingest/documents', { body: JSON.stringify(part) })
    expect(changed.body).toMatchObject({ updated: 1, rejected: 0 })
    const path = '/ingest/attachments/orders/P-1?account=US-1&name=p.pdf&mimeType=application/pdf'
    expect((await call('POST', path, { body: Buffer.from('%PDF-1.4'), type: 'application/pdf' })).status).toBe(200)
    const limit = { body: JSON.stringify({ amount: '1000', currency: 'EUR' }), type: 'application/json' }
    const limited = await call('PUT', '/ingest/accounts/US-1/creditLimit', limit)
    expect([limited.status, limited.body.account]).toEqual([200, 'US-1'])
    const { rows } = await us.database.owner.query(
      `select d.line_count, (select count(*)::int from attachments a where a.document_id = d.id) as files
        from documents d where d.number = 'P-1'`,
    )
    expect(rows).toEqual([{ line_count: 1, files: 1 }])
    expect((await call('DELETE', '/ingest/documents/orders/P-1')).body).toMatchObject({ account: 'US-1' })
    expect(await numbersIn(us, 'P-1')).toEqual([])
    // A region that does not answer may have it.
    expect((await call('DELETE', '/ingest/documents/orders/NONE')).status).toBe(503)
  })

  test('goes there too when it is sent through again by command, which ends with a failure while it is refused', async () => {
    await send({ ...order('R-1', 'C-1'), status: 'Open' }, { ...order('R-2', 'C-1'), status: 'Open' })
    const { rows } = await eu.database.owner.query<{ id: string }>(
      `select id from refused_messages where document_number in ('R-1', 'R-2') order by document_number`,
    )
    const [id = '', another = ''] = rows.map((row) => row.id)
    const folder = mkdtempSync(join(tmpdir(), 'regions-'))
    const file = join(folder, 'regions.json')
    writeFileSync(file, directory)
    const { run } = testCommands({
      ...{ DATABASE_URL: eu.database.ownerUrl, TOKEN_SECRET: eu.database.tokenSecret.padEnd(32, '.') },
      ...{ REGIONS: file, REGION: 'eu', REGION_SECRET: secret, PUBLIC_URL: addressOf('eu') },
    })
    const input = JSON.stringify(order('R-1', 'US-1'))
    expect(await run(['refused', 'replay', id, '--mended'], { input })).toEqual({
      code: 0,
      out: 'It was taken.\n',
      err: '',
    })
    expect([await numbersIn(eu, 'R-%'), await numbersIn(us, 'R-%')]).toEqual([[], ['US-1 R-1']])
    const again = await run(['refused', 'replay', another, '--reason'])
    expect(again).toMatchObject({ code: 1, out: expect.stringMatching(/^0 taken, \d+ refused again\.\n$/) })
    rmSync(folder, { recursive: true })
  })

  test('as UBL goes where its buyer lives, by the address of the call or by the identifiers in the file', async () => {
    await us.ingest(order('U-0', 'US-5'))
    const identifier = { scheme: 'GLN', value: '4012345000009' }
    const deps = { workPool: us.database.pools.work, clock: () => new Date(instant), newId: randomUUIDv7 }
    await addIdentifier(deps, 'US-5', identifier)
    const xml = readFileSync(join(import.meta.dirname, '../../formats/ubl/fixtures/order.xml'))
    const sent = await call('POST', '/ingest/ubl', { body: xml, type: 'application/xml' })
    expect(sent.body).toMatchObject({ received: 1, created: 1, quarantined: 0 })
    expect(await numbersIn(us, 'SO-100')).toEqual(['US-5 SO-100'])
    const named = await call('POST', '/ingest/ubl?account=US-6', { body: xml, type: 'application/xml' })
    expect(named.body).toMatchObject({ created: 1 })
    expect(await numbersIn(us, 'SO-100')).toEqual(['US-5 SO-100', 'US-6 SO-100'])
    expect(await numbersIn(eu, 'SO-100')).toEqual([])
    // By a command, or sent through again, no call has looked at the account.
    const regions = createRegions({
      ...{ directory: parseDirectory(directory, 'eu'), secrets: [secret], clock: () => new Date(instant) },
    })
    const intake = { ...deps, workPool: eu.database.pools.work, elsewhere: createElsewhere(regions) }
    expect(await takeIn(intake, 'ubl', xml, { dryRun: false, account: 'US-7' })).toMatchObject({ created: 1 })
    expect(await numbersIn(us, 'SO-100')).toContain('US-7 SO-100')
    expect(await numbersIn(eu, 'SO-100')).toEqual([])
  })

  test('is compared with what all regions have', async () => {
    await send(order('R-1', 'C-1'), order('R-2', 'US-1'), order('R-3', 'US-1'))
    const documents = [order('R-1', 'C-1'), order('R-2', 'US-1'), order('R-9', 'US-1')].map(
      ({ type, number, account }) => ({ type, number, account }),
    )
    const complete = { accounts: ['C-1', 'US-1'], types: ['orders'] }
    const { body } = await call('POST', '/ingest/reconcile', {
      ...{ body: JSON.stringify({ documents, complete }), type: 'application/json' },
    })
    expect(body).toMatchObject({ compared: 3, same: 2, missing: [{ number: 'R-9', account: 'US-1' }] })
    expect(body.extra.map(({ number }: { number: string }) => number)).toContain('R-3')
  })

  test('for a region that does not answer is refused with a sentence, and kept to be sent through later', async () => {
    const report = await send(order('A-1', 'AS-1'), order('A-2', 'C-1'))
    expect(report).toMatchObject({ received: 2, created: 1, rejected: 1 })
    expect(report.errors).toMatchObject([{ line: 1, path: '$.account', message: expect.stringContaining('Asia') }])
    const { rows } = await eu.database.owner.query(
      `select document_number as number from refused_messages where document_number = 'A-1'`,
    )
    expect(rows).toEqual([{ number: 'A-1' }])
    const many = Array.from({ length: 1_100 }, (_, index) => order(`A-1-${index}`, 'AS-1'))
    expect(await send(...many, order('A-3', 'C-1'))).toMatchObject({ received: 1_101, created: 1, rejected: 1_100 })
    const limit = { body: JSON.stringify({ amount: '1000', currency: 'EUR' }), type: 'application/json' }
    expect(await call('PUT', '/ingest/accounts/AS-1/creditLimit', limit)).toMatchObject({ status: 503 })
  })

  test('is said of in a dry run, which changes nothing anywhere', async () => {
    const body = [order('T-1', 'C-1'), order('T-2', 'US-1')].map((one) => JSON.stringify(one)).join('\n')
    const report = await call('POST', '/ingest/documents?dryRun=true', { body })
    expect(report.body).toMatchObject({ received: 2, created: 2 })
    expect([...(await numbersIn(eu, 'T-%')), ...(await numbersIn(us, 'T-%'))]).toEqual([])
  })

  test('over a connection that breaks before the answer is taken once, when the ERP sends it again', async () => {
    const { state, address } = await weakConnection('us')
    const content = JSON.parse(directory)
    content.regions.us.address = address
    const weak = createRegions({
      ...{
        directory: parseDirectory(JSON.stringify(content), 'eu'),
        secrets: [secret],
        clock: () => new Date(instant),
      },
    })
    const deps = { workPool: eu.database.pools.work, clock: () => new Date(instant), newId: randomUUIDv7 }
    const take = () => {
      const lines = [order('B-1', 'US-1'), order('B-2', 'C-1'), order('B-3', 'US-2')].map((one) => JSON.stringify(one))
      const options = { dryRun: false }
      return takeIn({ ...deps, elsewhere: createElsewhere(weak) }, 'ndjson', Buffer.from(lines.join('\n')), options)
    }
    state.breaks = true
    expect(await take()).toMatchObject({ received: 3, created: 1, rejected: 2 })
    expect(state.calls).toBe(1)
    state.breaks = false
    expect(await take()).toMatchObject({ received: 3, created: 0, unchanged: 3, rejected: 0 })
    expect(await numbersIn(us, 'B-%')).toEqual(['US-1 B-1', 'US-2 B-3'])
  })

  test('by the key of one of several companies keeps the name of its numbers there', async () => {
    const numbering = { source: 'Second company', numberedBy: 'supplier' } as const
    const deps = { db: eu.database.pools.server, clock: () => new Date(), newId: randomUUIDv7, random: randomBytes }
    const key = await createKey(deps, { name: 'ERP 2', scope: 'ingest:write', numbering })
    const { body } = await call('POST', '/ingest/documents', { body: JSON.stringify(order('N-1', 'US-1')), key })
    expect(body).toMatchObject({ created: 1 })
    await send(order('N-2', 'US-1'))
    const { rows } = await us.database.owner.query(
      `select number, source from documents where number like 'N-%' order by 1`,
    )
    expect(rows).toEqual([
      { number: 'N-1', source: 'Second company' },
      { number: 'N-2', source: '' },
    ])
  })

  test('in long files goes there in the order of the file', async () => {
    const file = Array.from({ length: 1_200 }, (_, index) => [
      order(`L-${index}`, index % 2 === 0 ? 'US-1' : 'C-1'),
      {
        ...order(`L-${index}`, index % 2 === 0 ? 'US-1' : 'C-1'),
        status: 'on_hold',
        modifiedAt: '2026-03-03T08:00:00Z',
      },
    ]).flat()
    expect(await send(...file)).toMatchObject({ received: 2_400, rejected: 0, stale: 0 })
    for (const portal of [eu, us]) {
      const { rows } = await portal.database.owner.query(
        `select count(*)::int as count from documents where number like 'L-%' and status = 'on_hold'`,
      )
      expect(rows).toEqual([{ count: 600 }])
    }
  })

  test('by a key that is for some customers stays with these', async () => {
    await eu.ingest(order('K-0', 'C-1'))
    const key = await makeErpKey(eu, 'ingest:write', ['C-1'])
    const { body } = await call('POST', '/ingest/documents', { body: JSON.stringify(order('K-1', 'US-1')), key })
    expect(body).toMatchObject({ rejected: 1 })
    expect(await numbersIn(us, 'K-1')).toEqual([])
  })

  test('is not sent back and forth by regions whose directories differ', async () => {
    const { keys } = createRegions({
      ...{ directory: parseDirectory(directory, 'us'), secrets: [secret], clock: () => new Date(instant) },
    })
    const ofEurope = keys.find(({ name }) => name === 'Region Europe')?.secret ?? ''
    const sent = await call('POST', '/ingest/documents', {
      ...{ body: JSON.stringify(order('W-1', 'C-1')), key: ofEurope, portal: us },
    })
    expect(sent.body).toMatchObject({ rejected: 1, errors: [{ path: '$.account' }] })
    expect(sent.body.errors[0].message).toContain('REGIONS must be the same everywhere')
    const limit = { body: JSON.stringify({ amount: '1', currency: 'EUR' }), type: 'application/json' }
    const limited = await call('PUT', '/ingest/accounts/C-1/creditLimit', { ...limit, key: ofEurope, portal: us })
    expect(limited.status).toBe(409)
  })
})

describe('A person with an account in each region', () => {
  const email = 'ann@customer.example'
  let token: string
  beforeAll(async () => {
    await us.ingest(order('S-1', 'US-1'), order('S-2', 'US-9'))
    await us.signIn(email, 'US-1')
    await us.signIn('bob@customer.example', 'US-9')
    token = await eu.signIn(email, 'C-1')
  })

  /** A browser at a portal: it keeps the cookies of that host. */
  function browserAt(portal: TestPortal) {
    const cookies: Record<string, string> = {}
    return async (path: string, headers: Record<string, string> = {}) => {
      const reply = await portal.app.inject({ method: 'GET', url: path, cookies: { ...cookies }, headers })
      for (const { name, value } of reply.cookies) {
        if (value === '') delete cookies[name]
        else cookies[name] = value
      }
      return { status: reply.statusCode, location: String(reply.headers.location ?? ''), cookies }
    }
  }
  const pathOf = (address: string) => address.replace(/^http:\/\/127\.0\.0\.1:\d+/, '')
  const vouch = async (address: string, by = token) => {
    const { searchParams } = new URL(address)
    const { region: asking = '', state, nonce } = Object.fromEntries(searchParams)
    return eu.call<{ url: string }>('POST', `/regions/${asking}/vouch`, { token: by, body: { state, nonce } })
  }

  test('sees the accounts of both, and that a third does not answer', async () => {
    expect((await eu.get('/regions/accounts', token)).body).toEqual({
      accounts: [{ region: { name: 'us', title: 'Americas' }, number: 'US-1', name: 'US-1' }],
      unavailable: [{ name: 'asia', title: 'Asia' }],
    })
  })

  test('goes on in the other with one press, signed in there for the account', async () => {
    const { body } = await eu.call<{ url: string }>('POST', '/regions/us/visit', { token, body: { account: 'US-1' } })
    expect(body.url).toMatch(new RegExp(`^${addressOf('us')}/api/auth/sso/start\\?`))
    const browse = browserAt(us)
    const fromElsewhere = { 'sec-fetch-site': 'cross-site' }
    const begun = await browse(pathOf(body.url), fromElsewhere)
    expect(begun.location).toMatch(
      new RegExp(`^${addressOf('eu')}/vouch\\?region=us&state=[\\w-]{43}&nonce=[\\w-]{43}$`),
    )
    const vouched = await vouch(begun.location)
    expect(vouched.status, vouched.text).toBe(200)
    const back = await browse(pathOf(vouched.body.url), fromElsewhere)
    expect(back.location).toBe(`${signOnPaths.done}#account=US-1`)
    const refreshed = await us.app.inject({
      ...{ method: 'POST', url: '/api/auth/refresh', cookies: back.cookies },
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect((await us.get('/documents/orders/S-1', refreshed.json())).status).toBe(200)
    expect((await us.get('/documents/orders/S-2', refreshed.json())).status).toBe(404)
    // What was brought back is worth nothing a second time, nor in another browser.
    expect((await browse(pathOf(vouched.body.url))).location).toBe(`${signOnPaths.failed}expired`)
    const stranger = browserAt(us)
    await stranger('/api/auth/sso/start?region=eu', { 'sec-fetch-site': 'same-origin' })
    expect((await stranger(pathOf(vouched.body.url))).location).toBe(`${signOnPaths.failed}refused`)
  })

  test('is sent home by a region in which they have no account', async () => {
    const carl = await eu.signIn('carl@customer.example', 'C-1')
    const browse = browserAt(us)
    const begun = await browse('/api/auth/sso/start?region=eu', { 'sec-fetch-site': 'same-origin' })
    const back = await browse(pathOf((await vouch(begun.location, carl)).body.url))
    expect(back.location).toBe(addressOf('eu'))
    expect(back.cookies.refreshToken).toBeUndefined()
  })

  test('begins it themselves: a foreign page sends nobody anywhere', async () => {
    const browse = browserAt(us)
    const foreign = { 'sec-fetch-site': 'cross-site' }
    expect((await browse('/api/auth/sso/start?region=eu', foreign)).location).toBe(`${signOnPaths.failed}refused`)
    const forged = await browse('/api/auth/sso/start?region=eu&pass=eyJhbGciOiJub25lIn0..', foreign)
    expect(forged.location).toBe(`${signOnPaths.failed}refused`)
    expect((await eu.call('POST', '/regions/nowhere/visit', { token, body: {} })).status).toBe(404)
  })
})

test('doctor says which region does not answer, has another secret or directory, and who lives in the wrong one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'regions-'))
  const file = join(folder, 'regions.json')
  const check = (content: object, secretOfAll = secret) => {
    writeFileSync(file, JSON.stringify(content))
    const environment = { REGIONS: file, REGION: 'eu', REGION_SECRET: secretOfAll, PUBLIC_URL: addressOf('eu') }
    const { ownerUrl, urls, pools } = eu.database
    return checkRegions({
      ...{ config: readConfig(environment), clock: () => new Date(instant) },
      open: async () => ({ pools, database: { ownerUrl, urls } }),
    })
  }
  const whole = JSON.parse(directory)
  const { asia, ...answering } = whole.regions
  const [verdict, text] = await check(whole)
  expect([verdict, text]).toEqual(['bad', `asia (${asia.address}) does not answer.`])
  const two = { ...whole, regions: answering, accounts: { us: whole.accounts.us } }
  expect((await check(two))[1]).toContain('has another directory')
  expect((await check(whole, 'another secret that is long enough as well'))[1]).toContain('does not know the key')
  expect(
    await check({ ...whole, regions: { ...answering, asia: { address: addressOf('us'), title: 'A' } } }).catch(String),
  ).toContain('two regions have the same address')
  rmSync(folder, { recursive: true })
})

describe('A key of a region', () => {
  test('is made by itself, can be revoked, and ends when the secret is another one', async () => {
    const names = async () =>
      (
        await us.database.owner.query<{ name: string }>(
          `select name from api_keys where created_by = 'REGIONS' and revoked_at is null order by 1`,
        )
      ).rows.map(({ name }) => name)
    expect(await names()).toEqual([
      ...['Region Asia', 'Region Asia, customers’ numbers', 'Region Europe', 'Region Europe, customers’ numbers'],
    ])
    const reply = await us.app.inject({
      method: 'GET',
      url: '/api/regions/self',
      headers: { authorization: `Bearer ${erp}` },
    })
    expect(reply.statusCode).toBe(401)
  })

  test('is made and revoked by a start, which writes nothing where all keys are as they should be', async () => {
    const { pools, ownerUrl, urls } = await testDatabase()
    const deps = { db: pools.server, clock: () => new Date(instant), newId: () => randomUUIDv7() }
    const keys: RegionKey[] = [{ name: 'Region Europe', secret: 'of the region', numberedBy: 'supplier' }]
    await keepRegionKeys(deps, keys)
    await setReadOnly({ ownerUrl, serverUrl: urls.session }, true)
    await keepRegionKeys(deps, keys)
    await expect(keepRegionKeys(deps, [])).rejects.toMatchObject({ code: '25006' })
  })

  test('is no key that anybody is given', async () => {
    const ofErp = await makeErpKey(us, 'ingest')
    const reply = await call('POST', '/regions/person', {
      ...{ body: JSON.stringify({ email: 'ann@customer.example' }), type: 'application/json', key: ofErp, portal: us },
    })
    expect(reply.status).toBe(403)
  })
})
