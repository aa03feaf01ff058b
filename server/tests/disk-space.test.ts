import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { ingestDocuments } from '../ingest/ingest.ts'
import { createKey } from '../ingest/keys.ts'
import { testPortal } from '../testing/portal.ts'

let room = true
const hasRoom = () => room
const portal = await testPortal('2026-03-10T09:00:00Z', { hasRoom })
const clock = () => new Date('2026-03-10T09:00:00Z')
const { server: db, work: workPool } = portal.database.pools
const deps = { db, workPool, clock, newId: () => randomUUIDv7(), random: randomBytes, hasRoom }
const key = await createKey(deps, { name: 'ERP', scope: 'ingest' })
const order = (number: string) => ({ type: 'orders' as const, number, account: 'C-1' })
await portal.ingest(order('SO-1'))
const token = await portal.signIn('ann@a.example', 'C-1')

async function send(number: string, query = '') {
  const reply = await portal.app.inject({
    method: 'POST',
    url: `/api/ingest/documents${query}`,
    headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${key}` },
    payload: JSON.stringify(order(number)),
  })
  return { status: reply.statusCode, body: reply.json(), retryAfter: reply.headers['retry-after'] }
}
const ask = () =>
  portal.call('POST', '/documents/orders/SO-1/ask', { body: { key: randomUUID(), note: 'When?' }, token })

test('while the disk is nearly full the ERP is told so, and nothing new is taken', async () => {
  room = false
  const { status, body, retryAfter } = await send('SO-2')
  expect([status, retryAfter]).toEqual([507, '60'])
  expect(body).toMatchObject({
    code: 'storage_full',
    message:
      'The portal is short of disk space: everything can be read, and nothing new is taken until the operator has made room.',
  })
  expect((await ask()).status).toBe(507)
  const reply = await portal.call('POST', '/ingest/documents')
  expect(reply.status, 'a stranger learns nothing of it').toBe(401)
})

test('meanwhile customers sign in and out, read, and take files along, and the ERP may try what it will send', async () => {
  room = false
  const bea = await portal.login('ann@a.example')
  for (const path of [
    '/documents/orders',
    '/documents/orders/SO-1',
    '/documents/orders/export?format=csv',
    '/search?q=SO-1',
  ]) {
    expect([path, (await portal.get(path, bea)).status]).toEqual([path, 200])
  }
  const file = await portal.app.inject({
    method: 'POST',
    url: '/api/documents/export',
    headers: { authorization: `Bearer ${bea}` },
    body: { type: 'orders', format: 'csv', numbers: ['SO-1'] },
  })
  expect(file.statusCode).toBe(200)
  expect(await send('SO-2', '?dryRun=true')).toMatchObject({ status: 200, body: { created: 1 } })
  expect((await portal.call('DELETE', '/auth/logout', { token: bea })).status).toBe(200)
})

test('a file that began while there was room stops between two batches', async () => {
  room = true
  const documents = (function* () {
    for (let index = 1; index <= 1_200; index++) {
      if (index === 600) room = false
      yield { line: index, document: order(`LONG-${index}`) }
    }
  })()
  const sending = ingestDocuments(deps, documents, { dryRun: false, source: 'ndjson' })
  await expect(sending).rejects.toMatchObject({ code: 'storage_full' })
  const { rowCount } = await portal.database.owner.query(`select from documents where number like 'LONG-%'`)
  expect(rowCount).toBe(500)
})

test('once there is room everything is taken again, by itself', async () => {
  room = true
  expect((await send('SO-2')).status).toBe(200)
  expect((await ask()).status).toBe(200)
})
