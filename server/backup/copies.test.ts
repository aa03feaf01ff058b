import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openClient } from '#database/connect.ts'
import { type CopyTask, copyDatabase } from '#database/copy/copy-database.ts'
import { isReadOnly, setReadOnly } from '#database/copy/read-only.ts'
import { catalogueOf } from '#database/testing/catalogue.ts'
import { testDatabase } from '#database/testing/database.ts'
import { testPartitions } from '#database/testing/server.ts'
import { seedDemo } from '../commands/seed.ts'
import { contentsOf, emptyDatabases } from '../testing/copies.ts'
import { testSystem } from '../testing/portal.ts'
import { walk } from './files.ts'
import { readManifest } from './manifest.ts'
import { makeRowBackup, restoreRowBackup } from './row-backup.ts'

/* All rows of a portal, in another database or in files and back. */

const database = await testDatabase()
const emptyDatabase = emptyDatabases()
const { tokenSecret } = inject('database')
const folder = mkdtempSync(join(tmpdir(), 'portal-copies-'))
afterAll(() => rmSync(folder, { recursive: true }))
const clock = () => new Date('2026-11-21T09:00:00Z')
const silent = { progress: () => undefined, warn: () => undefined }
const copyTo = (toUrl: string, more: Partial<CopyTask> = {}) =>
  copyDatabase({ fromUrl: database.ownerUrl, toUrl, tokenSecret, partitions: testPartitions, ...silent, ...more })

let contents: Record<string, string>
let copyUrl: string
beforeAll(async () => {
  await seedDemo(
    { pools: database.pools, clock, newId: () => randomUUIDv7(), random: randomBytes },
    { size: 'S', today: '2026-11-21' },
  )
  // What is hard to keep as it is: bytes, line ends, backslashes, words of several scripts.
  await database.owner.query(
    `insert into raw_messages (id, received_at, source, media_type, first_line, content)
     values (gen_random_uuid(), now(), 'ndjson', 'text/plain', 1, $1)`,
    [Buffer.from([0, 9, 10, 13, 92, 255])],
  )
  await database.owner.query(
    `update accounts set name = E'\\\\N\\ttab\\nline "Öl" عربي' where number = (select min(number) from accounts)`,
  )
  // A job that waits: what holds its queue and it together is only checked at the end of a transaction.
  await database.owner.query(`insert into jobs.job (name, data) select name, '{}' from jobs.queue limit 1`)
  contents = await contentsOf(database.ownerUrl)
}, 60_000)

describe('A copy in another database', () => {
  test('holds every row, and the database is as one that this version has made', {
    tags: 'long',
    timeout: 120_000,
  }, async () => {
    const filled = Object.values(contents).filter((text) => !text.startsWith('0 '))
    expect(filled.length).toBeGreaterThan(30)
    const url = await emptyDatabase()
    const { rows } = await copyTo(url)
    expect(rows).toBeGreaterThan(5_000)
    expect(await contentsOf(url)).toEqual(contents)
    // What was switched off meanwhile is on again; only the owner's name differs.
    const name = new URL(url).username
    const lines = (await catalogueOf(url)).map((line) => line.replaceAll(name, 'owner'))
    const own = (await catalogueOf(database.ownerUrl)).filter((line) => /^(trigger|table|policy|column) /.test(line))
    expect(lines.filter((line) => /^(trigger|table|policy|column) /.test(line))).toEqual(own)
    copyUrl = url
  })

  test('that breaks half-way leaves the other empty, and is begun again', {
    tags: 'long',
    timeout: 120_000,
  }, async () => {
    const url = await emptyDatabase()
    // Of the copy: its owner is held back by row-level security, and is not shown an empty database.
    const copyBack = (progress = silent.progress as CopyTask['progress']) => copyTo(url, { fromUrl: copyUrl, progress })
    const owner = await openClient({ connectionString: url })
    let broken: Promise<unknown> | undefined
    const breaking = copyBack((line) => {
      if (!line.includes('document_lines')) return
      broken ??= owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portal copy' and usename = current_user`,
      )
    })
    await expect(breaking).rejects.toThrow(/terminat|not queryable|Connection/)
    await broken
    await owner.end()
    expect(
      Object.values(await contentsOf(url)).filter((text) => / rows/.test(text) && !text.startsWith('0 ')),
    ).toHaveLength(1)
    await copyBack()
    await expect(copyBack()).rejects.toThrow(/^The database is not empty: public\.\w+\. Nothing was changed/)
    expect(await contentsOf(url)).toEqual(contents)
  })

  test('is whole when its connection ends while statistics are gathered, and that is said', {
    tags: 'long',
    timeout: 120_000,
  }, async () => {
    const url = await emptyDatabase()
    const owner = await openClient({ connectionString: url })
    const holder = await openClient({ connectionString: url })
    let held: Promise<unknown> | undefined
    const warnings: string[] = []
    const copying = copyTo(url, {
      progress: (line) => {
        // Waits until the copy is committed, and holds up what comes after that.
        if (line.includes('document_lines'))
          held ??= holder.query('begin; lock table documents in share update exclusive mode')
      },
      warn: (line) => warnings.push(line),
    })
    const endAnalyze = async () =>
      (
        await owner.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = 'portal copy' and usename = current_user and query like 'analyze%' and state = 'active'`,
        )
      ).rowCount
    await expect.poll(endAnalyze, { timeout: 60_000 }).toBe(1)
    expect((await copying).rows).toBeGreaterThan(5_000)
    expect(warnings).toEqual([
      expect.stringMatching(/^All rows are there, but the statistics .* could not be gathered/),
    ])
    await held
    await holder.end()
    await owner.end()
    expect(await contentsOf(url)).toEqual(contents)
  })

  test('is refused where others have tables', async () => {
    const url = await emptyDatabase()
    const owner = await openClient({ connectionString: url })
    await owner.query('create table theirs (id int)')
    await expect(copyTo(url)).rejects.toThrow('it has tables that are not the portal’s')
    const { rows } = await owner.query(`select from pg_class where relnamespace = 'public'::regnamespace`)
    expect(rows).toHaveLength(1)
    await owner.end()
  })

  test('takes nothing new until it is over: PostgreSQL itself refuses it, and everything can be read', async () => {
    const sides = { ownerUrl: database.ownerUrl, serverUrl: database.urls.server }
    const { server: db } = database.pools
    const write = () => db.query('update users set name = name')
    await write()
    await setReadOnly(sides, true)
    await expect(write()).rejects.toMatchObject({ code: '25006' })
    expect((await db.query('select from documents limit 1')).rowCount).toBe(1)
    const owner = await openClient({ connectionString: database.ownerUrl })
    expect(await isReadOnly(owner)).toBe(true)
    await setReadOnly(sides, false)
    expect(await isReadOnly(owner)).toBe(false)
    await owner.end()
    await write()
  })
})

describe('A backup of a PostgreSQL of one’s own', () => {
  const backUp = (ownerUrl: string, name: string) =>
    makeRowBackup({
      ...{ ownerUrl, dataDir: join(folder, 'data'), into: join(folder, name), clock, version: '1' },
      secrets: [tokenSecret],
    })
  const restore = async (name: string, url: string) =>
    restoreRowBackup({
      from: join(folder, name),
      manifest: (await readManifest(join(folder, name))) as Awaited<ReturnType<typeof backUp>>,
      dataDir: join(folder, 'restored'),
      open: async () => ({ ownerUrl: url, close: async () => undefined }),
      ...{ tokenSecret, warn: silent.warn },
    })

  test('holds every row, and is put back into an empty database', { timeout: 120_000 }, async () => {
    await backUp(database.ownerUrl, 'backup')
    const url = await emptyDatabase()
    await restore('backup', url)
    expect(await contentsOf(url)).toEqual(contents)
    await expect(restore('backup', url)).rejects.toThrow('The database is not empty')
  })

  test.skipIf(process.platform === 'win32')(
    'holds what links in the data folder lead to, and is not made where one leads nowhere or never ends',
    { timeout: 120_000 },
    async () => {
      const [dataDir, elsewhere, into, back] = ['linked', 'elsewhere', 'of-links', 'restored-links'].map((name) =>
        join(folder, name),
      ) as [string, string, string, string]
      await mkdir(join(elsewhere, 'faq/de'), { recursive: true })
      await writeFile(join(elsewhere, 'seller.json'), '{"name":"Nordwind Parts GmbH"}')
      await writeFile(join(elsewhere, 'faq/de/10-finding.md'), '# Finden')
      await mkdir(dataDir)
      for (const name of ['seller.json', 'faq']) await symlink(join(elsewhere, name), join(dataDir, name))
      const { ownerUrl } = await testDatabase()
      const manifest = await makeRowBackup({
        ...{ ownerUrl, dataDir, into, clock, version: '1', secrets: [tokenSecret] },
      })
      const saved = manifest.files.flatMap(({ path }) => (path.startsWith('data/') ? [path] : []))
      expect(saved).toEqual(['data/faq/de/10-finding.md', 'data/seller.json'])
      await restoreRowBackup({
        ...{ from: into, manifest, dataDir: back, tokenSecret },
        open: async () => ({ ownerUrl: await emptyDatabase(), close: async () => undefined }),
        warn: silent.warn,
      })
      for (const path of ['seller.json', 'faq/de/10-finding.md'])
        expect(await readFile(join(back, path), 'utf8')).toBe(await readFile(join(elsewhere, path), 'utf8'))

      const refusal = async (to: string) => {
        await symlink(to, join(dataDir, 'terms.md'))
        const walked = Array.fromAsync(walk(dataDir, { skip: () => false, into }))
        await expect(walked).rejects.toThrow(RangeError)
        await rm(join(dataDir, 'terms.md'))
        return walked.catch((error: Error) => error.message)
      }
      for (const nowhere of [join(elsewhere, 'terms.md'), 'terms.md'])
        expect(await refusal(nowhere)).toContain('terms.md is a link that leads to nothing.')
      for (const around of [folder, '/', dataDir, into])
        expect(await refusal(around)).toContain('terms.md is a link to a folder around it or around the backup.')
      await symlink(join(elsewhere, 'faq'), join(elsewhere, 'faq/again'))
      await expect(Array.fromAsync(walk(dataDir, { skip: () => false, into }))).rejects.toThrow('faq/again is a link')
    },
  )

  test('is made and verified in the console too', { tags: 'long', timeout: 60_000 }, async () => {
    const kept = join(folder, 'kept')
    const { backups } = testSystem(database, clock, { BACKUP_DIR: kept })
    const report = { progress: () => undefined, found: () => undefined }
    const name = backups?.newName() ?? ''
    await backups?.make(join(kept, name), report)
    expect(await backups?.list()).toMatchObject([{ name, damage: [], bytes: expect.any(Number) }])
    await backups?.verify(join(kept, name), report)
  })

  test('that was damaged is refused, and the database stays empty', { timeout: 120_000 }, async () => {
    const path = join(folder, 'backup/rows/public.documents.copy.gz')
    const file = await open(path, 'r+')
    const { size } = await file.stat()
    await file.write(Buffer.from([1, 2, 3, 4]), 0, 4, Math.floor(size / 2))
    await file.close()
    const url = await emptyDatabase()
    await expect(restore('backup', url)).rejects.toThrow('public.documents.copy.gz is not what was saved')
    expect(await readdir(join(folder, 'restored'))).toEqual([])
    const owner = await openClient({ connectionString: url })
    expect((await owner.query(`select from pg_class where relnamespace = 'public'::regnamespace`)).rowCount).toBe(0)
    await owner.end()
  })
})
