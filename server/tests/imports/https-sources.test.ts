import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#database/testing/database.ts'
import { commandLine } from '#server/audit/record.ts'
import { deleteProfile, saveProfile } from '#server/imports/profiles.ts'
import { createFindAddress } from '#server/imports/sources/network.ts'
import type { TakeFiles } from '#server/imports/take-files.ts'
import { workbook } from '#server/testing/dialects.ts'
import { fileSources, orderList, ordersProfile, wrongList } from '#server/testing/file-sources.ts'
import { zipOf } from '#server/testing/zip.ts'

/* Files that are fetched from an address, again and again. */

const database = await testDatabase()
const { owner } = database
const sources = await fileSources(database)
const { look, entries, orders, source, save, status } = sources

let calls: IncomingHttpHeaders[] = []
let answer: (response: ServerResponse, headers: IncomingHttpHeaders, path: string) => void = () => undefined
const server = createServer(({ headers, url = '' }, response) => {
  calls.push(headers)
  answer(response, headers, url)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
const base = `http://127.0.0.1:${port}`
afterAll(() => void server.close())
beforeEach(() => {
  calls = []
})

const serve = (text: string | Buffer, headers: Record<string, string> = {}) => {
  answer = (response) => void response.writeHead(200, headers).end(text)
}

test('A list at an address is read once, and again when it is another', async () => {
  let version = 1
  answer = (response, headers) => {
    const etag = `"${version}"`
    if (headers['if-none-match'] === etag) return void response.writeHead(304).end()
    response.writeHead(200, { etag, 'last-modified': 'Tue, 10 Mar 2026 08:00:00 GMT' }).end(orderList(`A-${version}`))
  }
  await save(source('nightly', `${base}/lists/orders.csv`))
  await look('nightly')
  expect(await orders()).toEqual(['A-1'])
  await look('nightly')
  expect(calls.map((headers) => headers['if-none-match'])).toEqual([undefined, '"1"'])
  expect(calls[1]?.['if-modified-since']).toBe('Tue, 10 Mar 2026 08:00:00 GMT')
  version = 2
  await look('nightly')
  expect(await orders()).toEqual(['A-1', 'A-2'])
  expect(await entries('nightly')).toEqual([
    { files: ['orders.csv'], outcome: 'processed', reason: null },
    { files: ['orders.csv'], outcome: 'processed', reason: null },
  ])
  const { rows } = await owner.query('select way, started_by as by from import_runs where profile = $1', ['orders'])
  expect(rows).toEqual([
    { way: 'https', by: 'nightly' },
    { way: 'https', by: 'nightly' },
  ])
})

test('Without marks of its version the same list is told by its content', async () => {
  serve(orderList('B-1'))
  await save(source('plain', `${base}/plain.csv`))
  await look('plain')
  await look('plain')
  expect(calls).toHaveLength(2)
  expect(await entries('plain')).toHaveLength(1)
})

test('A list that an address shows again after another one is read again', async () => {
  await save(source('returning', `${base}/returning.csv`))
  const listOf = (day: string) => `Auftrag;Kunde;Datum\nR-1;C-1;${day}\n`
  const lookAt = async (list: string) => {
    serve(list)
    sources.pass(5)
    await look('returning')
    const { rows } = await owner.query<{ day: string }>(
      `select issue_date::text as day from documents where number = 'R-1'`,
    )
    return rows[0]?.day
  }
  expect(await lookAt(listOf('01.11.2026'))).toBe('2026-11-01')
  expect(await lookAt(listOf('02.11.2026'))).toBe('2026-11-02')
  expect(await lookAt(listOf('01.11.2026'))).toBe('2026-11-01')
  await lookAt(listOf('01.11.2026'))
  const { rows } = await owner.query('select count(*)::int as runs from import_runs where started_by = $1', [
    'returning',
  ])
  expect(rows).toEqual([{ runs: 3 }])
})

test('A workbook in a ZIP at an address is read, and a bomb there is refused', async () => {
  const tables = [{ name: 'rows', sheet: 'Data', header: 4, until: 'empty row' as const }]
  await saveProfile(sources.deps, { ...ordersProfile, name: 'workbooks', read: { as: 'xlsx' }, tables })
  const kinds = ['text', 'text', 'day']
  serve(zipOf({ 'list.xlsx': await workbook(['Auftrag', 'Kunde', 'Datum'], [['Z-1', 'C-1', '2026-11-01']], kinds) }))
  await save(source('zipped', `${base}/list.zip`, { profile: 'workbooks' }))
  await look('zipped')
  expect(await entries('zipped')).toEqual([{ files: ['list.zip'], outcome: 'processed', reason: null }])
  expect(await orders()).toContain('Z-1')
  serve(zipOf({ 'bomb.xlsx': Buffer.alloc(2 * 1024 * 1024) }))
  await look('zipped')
  expect((await entries('zipped')).at(-1)).toMatchObject({
    ...{ outcome: 'refused', reason: expect.stringContaining('bomb.xlsx: The file is compressed more than 500') },
  })
})

test('What was refused is read again by the next version of its profile, and not before', async () => {
  serve(wrongList, { etag: '"same"' })
  await save(source('wrong', `${base}/wrong.csv`))
  await look('wrong')
  await look('wrong')
  const [entry, ...others] = await entries('wrong')
  expect([entry?.outcome, others]).toEqual(['refused', []])
  expect(entry?.reason).toContain('has no column "Auftrag", "Datum"')
  await saveProfile(sources.deps, { ...ordersProfile, title: 'Orders' })
  await look('wrong')
  const { rows } = await owner.query('select count(*)::int as runs from import_runs where started_by = $1', ['wrong'])
  expect(rows).toEqual([{ runs: 2 }])
})

test('What was refused is read again by another profile of its source, be it one of the same name', async () => {
  const byNumber = (name: string) => {
    const { documents } = ordersProfile
    const fields = { ...documents.fields, number: { column: 'Nummer' }, issueDate: { column: 'Tag' } }
    return { ...ordersProfile, name, documents: { ...documents, fields } }
  }
  const listOf = (number: string) => `Nummer;Kunde;Tag\n${number};C-1;01.11.2026\n`
  const outcomes = async () => (await entries('moved')).map(({ outcome }) => outcome)
  await saveProfile(sources.deps, { ...ordersProfile, name: 'first' })
  await saveProfile(sources.deps, byNumber('second'))
  serve(listOf('P-1'))
  await save(source('moved', `${base}/moved-list.csv`, { profile: 'first' }))
  await look('moved')
  expect(await outcomes()).toEqual(['refused'])
  await save(source('moved', `${base}/moved-list.csv`, { profile: 'first', minutes: 7 }))
  await look('moved')
  const { rows } = await owner.query('select count(*)::int as runs from import_runs where started_by = $1', ['moved'])
  expect(rows).toEqual([{ runs: 1 }])
  await save(source('moved', `${base}/moved-list.csv`, { profile: 'second' }))
  await look('moved')
  expect(await outcomes()).toEqual(['processed'])
  expect(await orders()).toContain('P-1')
  serve(listOf('P-2'))
  await save(source('moved', `${base}/moved-list.csv`, { profile: 'first' }))
  await look('moved')
  expect(await outcomes()).toEqual(['processed', 'refused'])
  await deleteProfile(sources.deps, 'first', { caller: commandLine, staffId: null, name: null })
  await saveProfile(sources.deps, byNumber('first'))
  await look('moved')
  expect(await orders()).toContain('P-2')
})

test('The portal signs in with a password or a token, and never shows it to the host that it is led to', async () => {
  serve(orderList('C-1'))
  await save(source('basic', `${base}/c.csv`, { signIn: 'password', user: 'erp' }), 'pässword')
  await look('basic')
  expect(calls[0]?.authorization).toBe(`Basic ${Buffer.from('erp:pässword').toString('base64')}`)
  answer = (response, _headers, path) => {
    if (path === '/moved.csv') return void response.writeHead(200).end(orderList('C-2'))
    response.writeHead(302, { location: `http://localhost:${port}/moved.csv` }).end()
  }
  await save(source('token', `${base}/t.csv`, { signIn: 'token' }), 'secret-token')
  calls = []
  await look('token')
  expect(calls.map(({ authorization }) => authorization)).toEqual(['Bearer secret-token', undefined])
  expect(await orders()).toContain('C-2')
})

test('A secret is kept sealed, for its server alone, and stands in no status, entry and log', async () => {
  answer = (response) => void response.writeHead(401).end('secret-token')
  await save(source('sealed', `${base}/s.csv`, { signIn: 'token' }), 'secret-token')
  await save(source('sealed', `${base}/other.csv`, { signIn: 'token', minutes: 9 }))
  await look('sealed')
  expect(calls[0]?.authorization).toBe('Bearer secret-token')
  expect((await status('sealed'))?.failure).toBe(
    'The address refuses the sign-in (401): correct name, password or token.',
  )
  const elsewhere = source('sealed', 'https://attacker.example/s.csv', { signIn: 'token' })
  await expect(save(elsewhere)).rejects.toThrow('only for the same server')
  await expect(sources.attempt(elsewhere)).rejects.toThrow('only for the same server')
  const { rows } = await owner.query<{ all: string }>(
    'select (select json_agg(s)::text from file_sources s) || (select json_agg(e)::text from file_source_entries e) || (select json_agg(a)::text from audit_log a) as all',
  )
  expect(rows[0]?.all).not.toContain('secret-token')
  expect(rows[0]?.all).not.toContain(Buffer.from('secret-token').toString('hex'))
  expect(sources.warnings.join()).not.toContain('secret-token')
})

test('Private addresses are refused unless the operator allows them, by name and by redirect too', async () => {
  serve(orderList('D-1'))
  await save(source('inside', `http://localhost:${port}/d.csv`))
  await look('inside', { findAddress: createFindAddress() })
  expect((await status('inside'))?.failure).toMatch(/^localhost is in a private network\. .*IMPORT_NETWORKS=/)
  expect(calls).toEqual([])
  answer = (response) => void response.writeHead(302, { location: 'http://10.0.0.1/metadata' }).end()
  await look('inside')
  expect((await status('inside'))?.failure).toMatch(/^10\.0\.0\.1 is in a private network/)
  const refusing = createFindAddress()
  const hosts = [
    '169.254.169.254',
    '[::1]',
    '[::ffff:10.0.0.1]',
    '[fd00::1]',
    '[64:ff9b::a00:1]',
    '100.64.0.1',
    '0.0.0.0',
  ]
  for (const host of hosts) await expect(refusing(host)).rejects.toThrow('is in a private network')
  expect(await refusing('192.0.33.8')).toMatchObject({ address: '192.0.33.8' })
})

test('Errors of the address are said in a sentence, logged once, and over when it works again', async () => {
  answer = (response) => void response.writeHead(503).end()
  await save(source('broken', `${base}/e.csv`))
  await look('broken')
  await look('broken')
  expect(await status('broken')).toMatchObject({
    state: 'failing',
    failure: 'The address answers with an error (503).',
  })
  answer = (response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('Auftrag;Kunde')
    response.destroy()
  }
  await look('broken')
  expect((await status('broken'))?.failure).toMatch(/^The address cannot be read: /)
  serve(orderList('E-1'))
  await look('broken')
  expect(await status('broken')).toMatchObject({ state: 'works', failure: null, failingSince: null })
  expect((await entries('broken')).map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'processed'])
})

test('Several servers read a list once, and one that ends in the middle doubles nothing', async () => {
  serve(orderList('F-1'))
  await save(source('shared', `${base}/f.csv`))
  let times = 0
  const counting: TakeFiles = (files, options) => {
    times++
    return sources.take(files, options)
  }
  await Promise.all([1, 2, 3].map(() => look('shared', { take: counting })))
  expect(times).toBe(1)
  serve(orderList('F-2'))
  const ending: TakeFiles = async (files, options) => {
    await sources.take(files, options)
    throw new Error('the server has ended')
  }
  await look('shared', { take: ending })
  expect((await entries('shared')).map(({ outcome }) => outcome)).toEqual(['processed', 'failed'])
  await look('shared')
  expect((await entries('shared')).map(({ outcome }) => outcome)).toEqual(['processed', 'failed', 'processed'])
  const { rows } = await owner.query(
    'select created, unchanged from import_runs where started_by = $1 and finished_at is not null order by started_at, id',
    ['shared'],
  )
  expect(rows).toEqual([
    { created: 1, unchanged: 0 },
    { created: 0, unchanged: 1 },
  ])
})

test('A test says what waits, reads nothing and keeps nothing', async () => {
  serve(orderList('G-1'), { 'content-disposition': 'attachment; filename="list.csv"' })
  const entered = source('unsaved', `${base}/g`)
  expect(await sources.attempt(entered)).toEqual({ failure: null, waiting: 1, files: ['list.csv'], hostKey: null })
  expect(await orders()).not.toContain('G-1')
  expect(await status('unsaved')).toBeUndefined()
})

test('Addresses that hold a password, go without TLS or name no server are refused', async () => {
  await expect(save(source('bad', 'https://erp:secret@erp.example/a.csv'))).rejects.toThrow('have fields of their own')
  await expect(save(source('bad', 'http://erp.example/a.csv'))).rejects.toThrow('without TLS')
  await expect(save(source('bad', 'ftp://erp.example/a.csv'))).rejects.toThrow('must begin with')
  await expect(save(source('bad', 'https://erp.example/a.csv', { signIn: 'key' }))).rejects.toThrow('choose another')
  await expect(
    save(source('bad', 'imaps://mail.example/INBOX', { signIn: 'password', user: 'a' }), 'x'),
  ).rejects.toThrow('at least one sender')
})
