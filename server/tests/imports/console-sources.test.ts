import { beforeAll, expect, test } from 'vitest'
import { fileSources, ordersProfile } from '#server/testing/file-sources.ts'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

/* Staff set up sources of files in the console. */

const start = '2026-03-10T09:00:00Z'
const portal = await testPortal(start)
const desk = consoleOf(portal, () => new Date(start))
const sources = await fileSources(portal.database)
const { owner } = portal.database

let ivo: { cookie: string }
let ada: { cookie: string }
beforeAll(async () => {
  ivo = await desk.join('ivo@supplier.example', 'integration', 'Ivo Integration')
  ada = await desk.join('ada@supplier.example', 'auditor', 'Ada Auditor')
})

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, person = ivo) =>
  desk.call(method, `/imports${path}`, { cookie: person.cookie, ...(body ? { body } : {}) })
const nightly = sources.source('nightly', 'https://127.0.0.1:1/orders.csv', { signIn: 'token', silentHours: 30 })

test('A source is set up, shown without its secret, tested and deleted by whoever looks after the intake', async () => {
  expect(await call('PUT', '/sources', { source: nightly })).toMatchObject({ status: 400 })
  const saved = await call('PUT', '/sources', { source: { ...nightly, isOn: false }, secret: 'a-secret-token' })
  expect(saved).toMatchObject({ status: 200, body: { message: 'Source saved. It is being checked now.' } })
  const list = await call('GET', '/sources', undefined, ada)
  expect(list.body).toMatchObject({ folder: null, sources: [{ kind: 'https', state: 'off', hasSecret: true }] })
  const shown = await call('GET', '/sources/nightly', undefined, ada)
  expect(shown.body).toMatchObject({ status: { savedBy: 'Ivo Integration' }, entries: [] })
  expect(list.text + shown.text).not.toContain('a-secret-token')
  const tried = await call('POST', '/sources/try', { source: nightly })
  const moved = { ...nightly, isOn: false, url: 'https://erp.example/a.csv?key=hidden' }
  expect((await call('PUT', '/sources', { source: moved, secret: 'another-secret-token' })).status).toBe(200)
  const { rows: saves } = await owner.query<{ before: string | null; after: string }>(
    `select details ->> 'before' as before, details ->> 'after' as after from audit_log where action = 'file_source_saved' order by id`,
  )
  expect(saves[0]?.before).toBeNull()
  expect(saves[1]?.before).toContain('"url":"https://127.0.0.1:1/orders.csv"')
  expect(saves[1]?.after).toContain('"url":"https://erp.example/a.csv"')
  expect(JSON.stringify(saves)).not.toMatch(/secret|hidden/)
  expect(tried.body.failure).toContain('127.0.0.1 is in a private network')
  expect((await call('POST', '/sources/nightly/look')).status).toBe(200)
  for (const [method, path, body] of [
    ['PUT', '/sources', { source: nightly }],
    ['POST', '/sources/try', { source: nightly }],
    ['POST', '/sources/nightly/look', undefined],
    ['DELETE', '/sources/nightly', undefined],
  ] as const)
    expect((await call(method, path, body, ada)).status).toBe(403)
  expect((await call('DELETE', '/sources/nightly')).status).toBe(200)
  expect((await call('GET', '/sources/nightly')).status).toBe(404)
  const { rows } = await owner.query<{ action: string }>(
    `select action from audit_log where action like 'file_source%' order by id`,
  )
  expect(rows.map(({ action }) => action)).toEqual(['file_source_saved', 'file_source_saved', 'file_source_deleted'])
})

test('A new source does not replace one that has its name already', async () => {
  const there = sources.source('taken', 'https://erp.example/a.csv', { isOn: false })
  await sources.save(there)
  const other = { ...there, url: 'https://other.example/b.csv' }
  expect(await call('PUT', '/sources', { source: other, isNew: true })).toMatchObject({
    status: 409,
    body: { errors: [{ field: 'name', message: 'Another source has this name: choose a different one.' }] },
  })
  expect((await sources.status('taken'))?.source.url).toBe(there.url)
  // Of two that are made at the same moment one is told.
  const twins = ['a', 'b'].map((file) => ({ ...there, name: 'twin', url: `https://erp.example/${file}.csv` }))
  const made = await Promise.all(twins.map((source) => call('PUT', '/sources', { source, isNew: true })))
  expect(made.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await call('PUT', '/sources', { source: other })).status).toBe(200)
})

test('A source follows its profile when that gets another name', async () => {
  await sources.save(sources.source('follows', 'https://erp.example/a.csv', { isOn: false }))
  expect((await call('POST', '/profiles/orders/rename', { name: 'lists' })).status).toBe(200)
  expect((await sources.status('follows'))?.source.profile).toBe('lists')
  expect((await call('POST', '/profiles/lists/rename', { name: ordersProfile.name })).status).toBe(200)
})
