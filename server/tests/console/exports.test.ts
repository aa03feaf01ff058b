import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createKey, findKey, revokeKey } from '#server/ingest/keys.ts'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

/* What staff save as a file of the intake and of the keys. */

const start = '2026-03-10T09:00:00Z'
let now = Date.parse(start)
const portal = await testPortal(start)
const clock = () => new Date(now)
const desk = consoleOf(portal, clock)
const { owner: database, pools } = portal.database
const deps = { db: pools.server, clock, newId: () => randomUUIDv7(), random: randomBytes }
const passTo = (instant: number) => {
  now = instant
  portal.setTime(new Date(now).toISOString())
}

let owner: { cookie: string }
let erp: string
beforeAll(async () => {
  await portal.ingest({ type: 'orders', number: 'O-1', account: 'A-1', currency: 'EUR', issueDate: '2026-03-01' })
  owner = await desk.join('olga@supplier.example', 'owner', 'Olga Owner')
  erp = await createKey(deps, { name: '=ERP', scope: 'ingest:write requests:read' })
})

const csv = async (path: string) => {
  const { status, text } = await desk.call('GET', path, { cookie: owner.cookie })
  expect(status).toBe(200)
  const [headings, ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n')
  return { headings, lines }
}

async function send(...orders: object[]) {
  const payload = orders.map((order) => JSON.stringify({ type: 'orders', currency: 'EUR', ...order })).join('\n')
  const headers = { authorization: `Bearer ${erp}`, 'content-type': 'application/x-ndjson' }
  const reply = await portal.app.inject({ method: 'POST', url: '/api/ingest/documents', headers, payload })
  expect(reply.statusCode).toBe(200)
}

describe('What was refused, as a file', () => {
  test('is all of it, however much, each message once, the last first', async () => {
    await send({ number: 'SO-1', account: 'A-1', colour: 'red' })
    await database.query(
      `insert into refused_messages select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'document_number', 'X-' || n,
          'last_at', r.last_at - n * interval '1 minute', 'hash', '\\x' || md5(n::text)))).*
        from refused_messages r, generate_series(1, 1100) n`,
    )
    const { headings, lines } = await csv('/intake/refused/csv')
    expect(headings).toBe(
      'Last refused,First refused,Times refused,Source,Document,Number of the document,Customer number,Line of the message,What is wrong,State,Settled,Settled by,Note',
    )
    expect(lines.map((line) => line.split(',')[5])).toEqual([
      'SO-1',
      ...Array.from({ length: 1100 }, (_, index) => `X-${index + 1}`),
    ])
    expect(lines[0]).toContain(`,1,'=ERP,Order,SO-1,A-1,1,`)
  })

  test('is what the page shows with its filters, and says what became of it', async () => {
    expect((await csv('/intake/refused/csv?text=X-77')).lines.map((line) => line.split(',')[5])).toEqual([
      ...['X-77', ...Array.from({ length: 10 }, (_, index) => `X-${770 + index}`)],
    ])
    expect((await csv('/intake/refused/csv?view=settled')).lines).toEqual([])
    const { body } = await desk.call('GET', '/intake/refused?text=SO-1', { cookie: owner.cookie })
    const settle = `/intake/refused/${body.refused[0].id}/discard`
    await desk.call('POST', settle, { cookie: owner.cookie, body: { note: 'Sent by mistake' } })
    const [line, ...others] = (await csv('/intake/refused/csv?view=settled')).lines
    expect(others).toEqual([])
    expect(line).toMatch(/,Discarded,2026-03-\d\dT[\d:.]+Z,Olga Owner,Sent by mistake$/)
  })

  test('is recorded with who saved it', async () => {
    const { rows } = await database.query(
      `select s.email, a.details from audit_log a join staff s on s.id = a.user_id where action = 'file_downloaded' limit 1`,
    )
    expect(rows).toEqual([
      {
        email: 'olga@supplier.example',
        details: { call: 'exportRefused', path: '/api/console/intake/refused/csv' },
      },
    ])
  })
})

describe('What was withdrawn and moved, as a file', () => {
  test('says of each document whose it was, what became of it and who did it', async () => {
    const account = (await database.query<{ id: string }>(`select account_id as id from accounts where number = 'A-1'`))
      .rows[0]
    const body = { type: 'orders', number: 'O-1' }
    const reply = await desk.call('POST', `/customers/${account?.id}/documents/withdraw`, {
      cookie: owner.cookie,
      body,
    })
    expect(reply.status).toBe(200)
    const { headings, lines } = await csv('/intake/removed/csv?what=withdrawn')
    expect(headings).toBe(
      'Date,What became of it,Document,Number of the document,Customer number,Customer,Customer now,By',
    )
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^2026-03-\d\dT[\d:.]+Z,Withdrawn,Order,O-1,A-1,[^,]*,,Olga Owner$/)
    expect((await csv('/intake/removed/csv?what=moved')).lines).toEqual([])
  })
})

describe('The keys', () => {
  const names = async (query = '') =>
    ((await desk.call('GET', `/keys${query}`, { cookie: owner.cookie })).body.keys as { name: string }[]).map(
      ({ name }) => name,
    )

  test('are narrowed by name, by customer and by what they are, those that work first', async () => {
    await createKey(deps, { name: 'Shop', scope: 'ingest:write', accounts: ['A-1'] })
    await createKey(deps, { name: 'Old shop', scope: 'ingest:write' })
    await revokeKey(deps, 'Old shop')
    passTo(now + 91 * 24 * 3_600_000)
    owner = await desk.join('otto@supplier.example', 'owner', 'Otto Owner')
    await findKey(deps, erp)
    expect(await names()).toEqual(['Shop', '=ERP', 'Old shop'])
    expect(await names('?text=SHOP')).toEqual(['Shop', 'Old shop'])
    expect(await names('?text=a-1')).toEqual(['Shop'])
    expect(await names('?state=idle')).toEqual(['Shop'])
    expect(await names('?state=active')).toEqual(['Shop', '=ERP'])
    expect(await names('?state=revoked&text=shop')).toEqual(['Old shop'])
    expect(await names('?text=%25')).toEqual([])
  })

  test('as a file are those of the page, without secrets and formulas', async () => {
    const { headings, lines } = await csv('/keys/csv?state=active')
    expect(headings).toMatch(/^Name,State,What it may do,Only for these customers,/)
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^Shop,Active,"?Send documents, files and events"?,A-1,/)
    expect(lines[1]).toMatch(/^'=ERP,Active,/)
    expect(lines.join()).not.toContain(erp)
  })
})
