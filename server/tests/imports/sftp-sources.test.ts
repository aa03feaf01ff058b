import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { FileSource } from '#contract/imports/file-sources.ts'
import { testDatabase } from '#database/testing/database.ts'
import { fileSources, orderList, wrongList } from '#server/testing/file-sources.ts'
import { hostKeyOf, sshKey, startSftp } from '#server/testing/sftp-server.ts'

/* Files in a folder at an SFTP server, which the library's own server serves; OpenSSH does in faults/sources.fault.ts. */

const sources = await fileSources(await testDatabase())
const { look, entries, orders, save, status, read } = sources
const root = mkdtempSync(join(tmpdir(), 'portal-sftp-'))
const hostKey = hostKeyOf()
const userKey = sshKey()
afterAll(() => rmSync(root, { recursive: true }))

/** A server with a folder of its own, and the source that reads it. */
async function served(name: string, more: Partial<FileSource> = {}) {
  const folder = mkdtempSync(join(root, `${name}-`))
  const server = await startSftp(folder, hostKey, { password: 'secret', publicKey: userKey.public })
  onTestFinished(server.stop)
  const url = `sftp://127.0.0.1:${server.port}/out`
  const entered = sources.source(name, url, { signIn: 'password', user: 'erp', ...more })
  const names = (sub = '.') =>
    readdirSync(join(folder, sub))
      .map((entry) => entry)
      .sort()
  const put = (file: string, text: string) => writeFileSync(join(folder, file), text)
  return { folder, server, entered, names, put }
}

test('A file is read once it is whole, and moves to processed with a report beside it', async () => {
  const { folder, entered, names, put } = await served('first')
  await save(entered, 'secret')
  put('a.csv.part', orderList('A-0'))
  put('a.csv', orderList('A-1'))
  put('b.csv', wrongList)
  await look('first')
  expect(await orders()).toEqual(['A-1'])
  expect(names()).toEqual(['a.csv.part', 'processed', 'refused'])
  expect(names('processed')).toEqual(['20260310-090000 a.csv', '20260310-090000 a.csv.report.txt'])
  expect(readFileSync(join(folder, 'processed', '20260310-090000 a.csv.report.txt'), 'utf8')).toContain('1 new')
  expect(names('refused')).toHaveLength(2)
  expect((await entries('first')).map(({ files, outcome }) => [files[0], outcome])).toEqual([
    ['a.csv', 'processed'],
    ['b.csv', 'refused'],
  ])
})

test('A file that still grows is left until a later look', async () => {
  const { entered, names, put } = await served('growing')
  await save(entered, 'secret')
  put('g.csv', orderList('G-1'))
  let isWriting = true
  const writing = setInterval(() => put('g.csv', orderList('G-1', `G-${Date.now()}`, 'x'.repeat(Date.now() % 97))), 5)
  onTestFinished(() => clearInterval(writing))
  await look('growing', { settleTime: 200 })
  expect(names()).toEqual(['g.csv'])
  expect(await entries('growing')).toEqual([])
  clearInterval(writing)
  isWriting = false
  put('g.csv', orderList('G-1', 'G-2'))
  await look('growing', { settleTime: 200 })
  expect([isWriting, names()]).toEqual([false, ['processed']])
  expect(await orders()).toEqual(expect.arrayContaining(['G-1', 'G-2']))
})

test('A file that is written anew while it is read stays, and is read at the next look', async () => {
  const { entered, names, put } = await served('anew')
  await save(entered, 'secret')
  put('w.csv', orderList('W-1'))
  await look('anew', {
    take: async (files, options) => {
      const report = await sources.take(files, options)
      put('w.csv', orderList('W-1', 'W-2'))
      return report
    },
  })
  expect(names()).toEqual(['processed', 'w.csv'])
  expect(names('processed')).toEqual(['20260310-090000 w.csv.report.txt'])
  await look('anew')
  expect(names()).toEqual(['processed'])
  expect(await orders()).toEqual(expect.arrayContaining(['W-1', 'W-2']))
})

test('The key of the server is kept at the first connection, shown, and another is refused', async () => {
  const { entered, folder, put, server } = await served('pinned')
  await save(entered, 'secret')
  await look('pinned')
  const { settings } = await read('pinned')
  expect(settings.hostKey).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/)
  expect(await sources.attempt(entered, 'secret')).toMatchObject({ failure: null, hostKey: settings.hostKey })
  await server.stop()
  const other = await startSftp(folder, hostKeyOf(), { password: 'secret' })
  onTestFinished(other.stop)
  put('h.csv', orderList('H-1'))
  await save({ ...settings, url: `sftp://127.0.0.1:${other.port}/out` }, 'secret')
  await look('pinned')
  expect((await status('pinned'))?.failure).toMatch(/^The server has another key than before: SHA256:/)
  expect(await orders()).not.toContain('H-1')
})

test('The portal signs in with a private key, and says when it is refused', async () => {
  const { entered, put } = await served('keyed', { signIn: 'key' })
  put('k.csv', orderList('K-1'))
  await save(entered, userKey.private)
  await look('keyed')
  expect(await orders()).toContain('K-1')
  await save(entered, sshKey().private)
  await look('keyed')
  const refused = 'The server refuses the sign-in: correct the name, password or key.'
  expect((await status('keyed'))?.failure).toBe(refused)
  expect(await sources.attempt({ ...entered, signIn: 'password' }, 'wrong')).toMatchObject({ failure: refused })
  expect((await sources.attempt(entered, 'no key')).failure).toMatch(/^The key cannot be read/)
})

test('Where files may not be moved, or are to stay, each is remembered and read once', async () => {
  const { entered, names, put, server } = await served('still')
  server.readOnly(true)
  await save(entered, 'secret')
  put('s.csv', orderList('S-1'))
  await look('still')
  await look('still')
  expect(names()).toEqual(['s.csv'])
  expect(await entries('still')).toHaveLength(1)
  // Once it may, what was read is put away.
  server.readOnly(false)
  await look('still')
  expect(names()).toEqual(['processed'])
  expect(names('processed')).toHaveLength(2)

  const stays = await served('stays', { leavesFiles: true })
  await save(stays.entered, 'secret')
  stays.put('t.csv', orderList('T-1'))
  await look('stays')
  await look('stays')
  expect(stays.names()).toEqual(['t.csv'])
  stays.put('t.csv', orderList('T-1', 'T-2'))
  utimesSync(join(stays.folder, 't.csv'), 1_800_000_000, 1_800_000_000)
  await look('stays')
  expect((await entries('stays')).map(({ outcome }) => outcome)).toEqual(['processed', 'processed'])
  expect(await orders()).toContain('T-2')
})

test('Servers that look at once, and one that ends in the middle, read each file once', async () => {
  const { entered, names, put } = await served('many')
  await save(entered, 'secret')
  for (const number of ['1', '2', '3']) put(`m-${number}.csv`, orderList(`M-${number}`))
  await Promise.all([1, 2, 3].map(() => look('many')))
  expect(await entries('many')).toHaveLength(3)
  expect(names('processed')).toHaveLength(6)
  put('m-4.csv', orderList('M-4'))
  let isFirst = true
  await look('many', {
    take: async (files, options) => {
      const report = await sources.take(files, options)
      if (isFirst) throw new Error('the server has ended')
      return report
    },
  })
  isFirst = false
  expect(names()).toEqual(['m-4.csv', 'processed'])
  await look('many')
  expect(names()).toEqual(['processed'])
  expect((await orders()).filter((number) => number === 'M-4')).toHaveLength(1)
})

test('A folder that is not there, and a server that is not, are said in a sentence', async () => {
  const { entered, server } = await served('away')
  const failureOf = async (url: string) => (await sources.attempt({ ...entered, url }, 'secret')).failure
  expect(await failureOf(`sftp://127.0.0.1:${server.port}/out/none`)).toMatch(
    /^The folder \/out\/none cannot be read: /,
  )
  await server.stop()
  expect(await failureOf(entered.url)).toMatch(/^The server cannot be reached: /)
  expect(await failureOf('sftp://no-such-host.invalid/out')).toBe('There is no host "no-such-host.invalid".')
})
