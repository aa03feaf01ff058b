import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkImports } from '#server/commands/doctor/imports.ts'
import { readConfig } from '#server/config.ts'
import { createFolderScanner } from '#server/imports/watched-folder.ts'
import { createKey } from '#server/ingest/keys.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { fileSources, mailFileAlarms, orderList, ordersProfile, wrongList } from '#server/testing/file-sources.ts'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

/* Staff see how files come by the watched folder and by calls, and hear when none does; doctor and metrics know all ways. */

const folder = await mkdtemp(join(tmpdir(), 'portal-ways-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const start = '2026-03-10T09:00:00Z'
const portal = await testPortal(start, { imports: { folder, networks: undefined } })
let now = new Date(start)
const clock = () => now
const desk = consoleOf(portal, clock)
const sources = await fileSources(portal.database)
const { pools } = portal.database
const newId = () => randomUUIDv7()
const log = { info: () => undefined, warn: () => undefined }
const scanner = createFolderScanner(
  { db: pools.server, lockPool: pools.lock, clock, newId, take: sources.take, log },
  folder,
)

let ivo: { cookie: string }
let ada: { cookie: string }
let key: string
beforeAll(async () => {
  ivo = await desk.join('ivo@supplier.example', 'integration', 'Ivo Integration')
  ada = await desk.join('ada@supplier.example', 'auditor', 'Ada Auditor')
  const deps = { db: pools.server, clock, newId, random: randomBytes }
  key = await createKey(deps, { name: 'erp', scope: 'ingest:write' })
})

const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, person = ivo) =>
  desk.call(method, `/imports${path}`, { cookie: person.cookie, ...(body ? { body } : {}) })
const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
  portal.setTime(now.toISOString())
}
/** Looks as a server does: what is the same at two looks is read. */
const look = async () => {
  await scanner.look()
  await scanner.look()
  await scanner.done()
  pass(2)
  await scanner.look().catch(() => undefined)
}
const send = (payload: string, profile = 'orders') =>
  portal.app.inject({
    ...{ method: 'POST', url: `/api/ingest/files?profile=${profile}&name=sent.csv`, payload },
    headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${key}` },
  })
const doctor = () => {
  const open = async () => ({ pools }) as never
  return checkImports({ config: readConfig({ IMPORT_FOLDER: folder }), clock, open })
}
const metric = async (name: string, labels: string) => {
  const { text } = await createMetrics({ version: '1', pools: {}, db: pools.server }).read()
  const line = text.split('\n').find((one) => one.startsWith(`portal_files_${name}{${labels}} `))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}
const byFolder = 'source="orders",way="folder"'

test('Before any file has come, doctor says so, and the page of the folder says what is to be done', async () => {
  expect(await doctor()).toEqual(['ok', 'no files come by a source, the watched folder or calls.'])
  expect((await call('GET', '/sources')).body).toMatchObject({ folder, ways: [] })
  expect((await call('GET', '/ways/folder/orders')).body).toMatchObject({
    ...{ status: { state: 'new', lastRun: null }, folder: join(folder, 'orders'), runs: [] },
  })
  const tried = await call('POST', '/folders/orders/try')
  expect(tried.body.failure).toBe(`${join(folder, 'orders')} is not there: make the folder, or mount the share again.`)
  expect((await call('GET', '/ways/call/unknown')).status).toBe(404)
})

test('What comes by the folder and by calls is listed with its last run, and each has a log', async () => {
  await mkdir(join(folder, 'orders'))
  await writeFile(join(folder, 'orders', 'night.csv'), orderList('F-1', 'F-2'))
  const tried = await call('POST', '/folders/orders/try')
  expect(tried.body).toEqual({ failure: null, waiting: 1, files: ['night.csv'] })
  await look()
  expect((await send(orderList('C-1'))).json()).toMatchObject({ created: 1 })
  const { ways } = (await call('GET', '/sources', undefined, ada)).body
  expect(ways).toMatchObject([
    { way: 'folder', profile: 'orders', state: 'works', lastRun: { files: ['night.csv'], created: 2 } },
    { way: 'call', profile: 'orders', state: 'works', lastRun: { files: ['sent.csv'], created: 1 } },
  ])
  expect((await call('GET', '/ways/call/orders')).body).toMatchObject({ folder: null, runs: [{ way: 'call' }] })
  expect(await doctor()).toEqual(['ok', 'files come by 2 ways, and all is well there.'])
  expect(await metric('failing', byFolder)).toBe(0)
  expect(await metric('refused', 'source="orders",way="call"')).toBe(0)
  expect(await metric('last_success_timestamp_seconds', byFolder)).toBe(Date.parse(start) / 1_000)
})

test('Refused files are seen until good ones come', async () => {
  await writeFile(join(folder, 'orders', 'wrong.csv'), wrongList)
  await look()
  await send(wrongList)
  const { ways } = (await call('GET', '/sources')).body
  expect(ways).toMatchObject([
    { state: 'refused', lastTakenAt: expect.stringContaining('09:00:00') },
    { state: 'refused' },
  ])
  const [verdict, text] = await doctor()
  expect(verdict).toBe('look')
  expect(text).toContain('The folder of orders: its last files were refused: read the report in its folder "refused"')
  expect(text).toContain('The call with profile=orders: its last files were refused')
  expect([await metric('refused', byFolder), await metric('refused', 'source="orders",way="call"')]).toEqual([1, 1])
  await writeFile(join(folder, 'orders', 'right.csv'), orderList('F-3'))
  await look()
  await send(orderList('C-2'))
  expect((await doctor())[0]).toBe('ok')
  expect(await metric('refused', byFolder)).toBe(0)
})

test('Files in a folder that no profile reads, and a folder that is gone, are named with what mends them', async () => {
  await mkdir(join(folder, 'oders'))
  await writeFile(join(folder, 'oders', 'typo.csv'), orderList('T-1'))
  await look()
  const ways = async () => (await call('GET', '/sources')).body.ways as { profile: string; failure: string | null }[]
  expect((await ways()).find(({ profile }) => profile === 'oders')?.failure).toBe(
    'There is no import profile "oders": save one of that name, or name the folder as one.',
  )
  expect(await doctor()).toEqual(['bad', expect.stringContaining('The folder of oders fails since')])
  expect(await metric('failing', 'source="oders",way="folder"')).toBe(1)
  await rm(join(folder, 'oders'), { recursive: true })
  await look()
  expect((await ways()).map(({ profile }) => profile)).toEqual(['orders', 'orders'])
  await rename(folder, `${folder}-away`)
  await look().catch(() => undefined)
  const [gone] = await ways()
  expect(gone?.failure).toBe(`${folder} is not there: make the folder, or mount the share again.`)
  await rename(`${folder}-away`, folder)
  await look()
  expect((await ways()).map(({ failure }) => failure)).toEqual([null, null])
})

test('Staff say after how many hours without a file they are mailed, and get one mail', async () => {
  const save = (way: string, silentHours: unknown, person = ivo) =>
    call('PUT', `/ways/${way}/orders`, { silentHours }, person)
  expect((await save('call', 5, ada)).status).toBe(403)
  expect((await save('call', 0)).status).toBe(400)
  expect((await save('call', 5)).body).toEqual({ message: 'Saved.' })
  await save('call', 6)
  await save('call', 5)
  const { rows: saves } = await portal.database.owner.query(
    `select details -> 'before' as before, details -> 'after' as after from audit_log where action = 'import_way_saved' order by id`,
  )
  expect(saves).toEqual([
    { before: null, after: 5 },
    { before: 5, after: 6 },
    { before: 6, after: 5 },
  ])
  await save('folder', 30)
  // The alarm follows the profile to another name.
  expect((await call('POST', '/profiles/orders/rename', { name: 'lists' })).status).toBe(200)
  expect((await call('GET', '/ways/call/lists')).body.status.silentHours).toBe(5)
  expect((await call('POST', '/profiles/lists/rename', { name: ordersProfile.name })).status).toBe(200)
  const deps = { db: pools.server, clock, mail: portal.outbox, folder }
  // What was refused before has mails of its own.
  await mailFileAlarms(deps)
  await portal.mails()
  const mailsAfter = async (hours: number) => {
    for (let hour = 0; hour < hours; hour++) {
      pass(60)
      await scanner.look()
    }
    await mailFileAlarms(deps)
    await mailFileAlarms(deps)
    return (await portal.mails()).map(({ text }) => text)
  }
  expect(await mailsAfter(4)).toEqual([])
  const [mail = '', ...others] = await mailsAfter(2)
  expect(others).toEqual([])
  expect(mail).toContain('/api/ingest/files?profile=orders')
  expect(mail).toContain('/console/imports/ways/call/orders')
  // After so many hours the sign-ins have ended.
  const eve = await desk.join('eve@supplier.example', 'auditor')
  await portal.mails()
  const status = async () => (await call('GET', '/ways/call/orders', undefined, eve)).body.status
  expect(await status()).toMatchObject({ state: 'silent', silentHours: 5 })
  expect(await metric('silent', 'source="orders",way="call"')).toBe(1)
  expect((await doctor())[1]).toMatch(/The call with profile=orders has had no new file since .* export still runs/)
  await send(orderList('C-3'))
  expect(await mailsAfter(1)).toEqual([])
  expect(await status()).toMatchObject({ state: 'works' })
  // Nobody looks into the folder for hours: the server that had it set is gone.
  pass(180)
  await mailFileAlarms(deps)
  expect((await portal.mails()).map(({ text }) => text)).toEqual([expect.stringContaining(`${folder}/orders`)])
})

test('Doctor and metrics name a source of files that fails, is silent, or had its last files refused', async () => {
  const later = sources.source('nightly', 'https://127.0.0.1:1/a.csv', { silentHours: 30 })
  await sources.save(later)
  await sources.look('nightly')
  expect((await doctor())[1]).toMatch(/nightly cannot be looked at since .*ECONNREFUSED.* file-source look nightly/)
  expect(await metric('failing', 'source="nightly",way="https"')).toBe(1)
  const { id } = await sources.read('nightly')
  const { owner } = portal.database
  await owner.query(`update file_sources set failing_since = null, failure = null, alarm = 'silent' where id = $1`, [
    id,
  ])
  expect((await doctor())[1]).toContain('nightly has never had a new file: look whether the export still runs.')
  expect(await metric('silent', 'source="nightly",way="https"')).toBe(1)
  await owner.query('update file_sources set alarm = null where id = $1', [id])
  await owner.query(
    `insert into file_source_entries (id, source_id, at, key, files, outcome) values
($1, $3, '2026-03-10T10:00:00Z', 'a', '{a.csv}', 'processed'), ($2, $3, '2026-03-11T10:00:00Z', 'b', '{b.csv}', 'refused')`,
    [newId(), newId(), id],
  )
  expect((await doctor())[1]).toContain(
    'nightly: its last files were refused: npm run portal -- file-source show nightly',
  )
  expect(await metric('refused', 'source="nightly",way="https"')).toBe(1)
  expect(await metric('last_success_timestamp_seconds', 'source="nightly",way="https"')).toBe(
    Date.parse('2026-03-10T10:00:00Z') / 1_000,
  )
  await sources.save({ ...later, isOn: false })
  expect(await metric('failing', 'source="nightly",way="https"')).toBeUndefined()
})
