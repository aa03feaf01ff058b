import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atEnd } from '#database/testing/at-end.ts'
import { createFolderScanner } from '#server/imports/watched-folder.ts'
import { createKey } from '#server/ingest/keys.ts'
import { settleCorrected } from '#server/ingest/refused/queries.ts'
import { noticeRefusals } from '#server/ingest/sources/watch.ts'
import { fileSources, mailFileAlarms, orderList, wrongList } from '#server/testing/file-sources.ts'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

/* Whoever looks after the intake hears of the first refusal of a source, and not of those that follow. */

const folder = await mkdtemp(join(tmpdir(), 'portal-refusals-'))
atEnd(() => rm(folder, { recursive: true, force: true }))
const start = '2026-03-10T09:00:00Z'
const portal = await testPortal(start, { imports: { folder, networks: undefined } })
let now = new Date(start)
const clock = () => now
const desk = consoleOf(portal, clock)
const { pools } = portal.database
const newId = () => randomUUIDv7()
await desk.join('ivo@supplier.example', 'integration', 'Ivo Integration')
await desk.join('sam@supplier.example', 'sales', 'Sam Sales')

const pass = (hours: number) => {
  now = new Date(now.getTime() + hours * 3_600_000)
  portal.setTime(now.toISOString())
}
const watchDeps = { db: pools.server, clock, mail: portal.outbox }
/** What staff are mailed when servers look, two of them at once. */
const mails = async () => {
  const servers = [watchDeps, watchDeps]
  await Promise.all(servers.map((deps) => noticeRefusals(deps)))
  await Promise.all(servers.map((deps) => mailFileAlarms({ ...deps, folder })))
  return (await portal.mails()).map(({ to, text }) => `${to.address}: ${text}`)
}
const order = (number: string, more: object = {}) =>
  JSON.stringify({ type: 'orders', number, account: 'C-1', currency: 'EUR', ...more })
const wrongOrder = (number: string) => order(number, { status: 'Open' })
const sender = async (name: string) => {
  const key = await createKey({ db: pools.server, clock, newId, random: randomBytes }, { name, scope: 'ingest:write' })
  return (...lines: string[]) =>
    portal.app.inject({
      ...{ method: 'POST', url: '/api/ingest/documents', payload: lines.join('\n') },
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    })
}
await portal.mails()

test('The first refused document of a system is mailed with its reason; a thousand after it are not', async () => {
  const send = await sender('Night run')
  await send(order('N-1'))
  expect(await mails()).toEqual([])
  await send(wrongOrder('N-2'), wrongOrder('N-3'))
  const [mail = '', ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatch(/^ivo@supplier\.example: /)
  expect(mail).toContain('Night run')
  expect(mail).toContain('"Open"')
  expect(mail).toMatch(/https:\/\/portal\.test\/console\/intake\?tab=refused&source=[0-9a-f-]{36}/)
  for (let night = 0; night < 9; night++) {
    pass(24)
    await send(...Array.from({ length: 120 }, (_, index) => wrongOrder(`N-${night}-${index}`)))
    expect(await mails()).toEqual([])
  }
  // Another system is another matter.
  const shop = await sender('Web shop')
  await shop(wrongOrder('W-1'))
  expect(await mails()).toEqual([expect.stringContaining('Web shop')])
  // After a week without any it is the first again.
  pass(8 * 24)
  await send(wrongOrder('N-late'))
  expect(await mails()).toEqual([expect.stringContaining('Night run')])
})

test('A document that is sent right before anybody could look is no reason for a mail', async () => {
  const send = await sender('Careful system')
  await send(wrongOrder('R-1'))
  pass(0.01)
  await send(order('R-1'))
  await settleCorrected(pools.server, now)
  expect(await mails()).toEqual([])
})

test('The first refused file of a watched folder is mailed, with the page of the folder', async () => {
  const sources = await fileSources(portal.database)
  const log = { info: () => undefined, warn: () => undefined }
  const scanner = createFolderScanner(
    { db: pools.server, lockPool: pools.lock, clock, newId, take: sources.take, log },
    folder,
  )
  await mkdir(join(folder, 'orders'))
  const put = async (name: string, content: string) => {
    await writeFile(join(folder, 'orders', name), content)
    await scanner.look()
    await scanner.look()
    await scanner.done()
    pass(0.1)
    await scanner.look()
  }
  await put('a.csv', orderList('F-1'))
  expect(await mails()).toEqual([])
  await put('b.csv', wrongList)
  const [mail = '', ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toContain(`${folder}/orders`)
  expect(mail).toContain('https://portal.test/console/imports/ways/folder/orders')
  await put('c.csv', orderList('F-2'))
  await put('d.csv', wrongList)
  expect(await mails()).toEqual([])
})

test('The first refused file of a source is mailed, with the page of the source', async () => {
  let content = orderList('S-1')
  const erp = createServer((_request, response) => response.end(content))
  await new Promise<void>((resolve) => erp.listen(0, '127.0.0.1', resolve))
  atEnd(() => new Promise((resolve) => erp.close(resolve)))
  const sources = await fileSources(portal.database)
  const { port } = erp.address() as AddressInfo
  await sources.save(sources.source('nightly', `http://127.0.0.1:${port}/a.csv`))
  const look = async (body: string) => {
    content = body
    sources.pass(10)
    now = sources.deps.clock()
    await sources.look('nightly')
  }
  await look(content)
  expect(await mails()).toEqual([])
  await look(wrongList)
  expect(await mails()).toEqual([expect.stringContaining('https://portal.test/console/imports/sources/nightly')])
  await look(`${wrongList}3;4\n`)
  expect(await mails()).toEqual([])
})

test('A call whose file cannot be read at all is mailed once as well', async () => {
  const key = await createKey(
    { db: pools.server, clock, newId, random: randomBytes },
    { name: 'curl', scope: 'ingest:write' },
  )
  const send = async (payload: string) => {
    pass(0.1)
    await portal.app.inject({
      ...{ method: 'POST', url: '/api/ingest/files?profile=orders&name=sent.csv', payload },
      headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${key}` },
    })
  }
  await send(wrongList)
  expect(await mails()).toEqual([expect.stringContaining('/api/ingest/files?profile=orders')])
  await send(wrongList)
  expect(await mails()).toEqual([])
})
