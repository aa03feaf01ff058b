import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openClient } from '#database/connect.ts'
import { type EmbeddedDatabase, finishedLog, startEmbedded } from '#database/embedded/embedded.ts'
import { findReach, restoreTo } from '#server/commands/backup/point-in-time.ts'
import { makeBackup } from '../backup.ts'
import { backupName, keepNewestBackups } from '../kept-backups.ts'
import { readManifest } from '../manifest.ts'
import { type Archive, openArchive } from './archive.ts'
import { isSegment, type Reach } from './archived-spans.ts'
import { makeArchive, writeCovered } from './folder.ts'
import { finishSegment } from './log-queries.ts'
import { readOwner } from './owner.ts'

/* The archive of a PostgreSQL of its own, which is written, damaged and restored. */

const root = mkdtempSync(join(tmpdir(), 'portal-archive-'))
const [dataDir, backups, folder] = ['data', 'backups', 'archive'].map((name) => join(root, name)) as [
  string,
  string,
  string,
]
const log = { info: () => undefined, warn: () => undefined }
let isShort = false
let database: EmbeddedDatabase
let client: pg.Client
let archive: Archive
const finished = finishedLog(dataDir)

beforeAll(async () => {
  database = await startEmbedded({ dataDir, log, archives: true })
  client = await openClient({ connectionString: database.url })
  await client.query('create table notes (text text)')
  archive = openArchive({
    ...{ dataDir, folder, backups, finished },
    // What is sure of a second before is sure of now: nothing commits here while the archive looks at its clock.
    clock: () => new Date(Date.now() + 1_000),
    finishSegment: () => finishSegment(database.url),
    isShort: async () => isShort,
  })
}, 60_000)
afterAll(async () => {
  await client.end()
  await database.stop()
  rmSync(root, { recursive: true, force: true })
})

const write = (text: string) => client.query('insert into notes values ($1)', [text])
/** A moment after which nothing was committed for a while. */
async function moment(): Promise<Date> {
  const committed = new Date()
  await laterThan(committed)
  const now = new Date()
  await laterThan(now)
  return now
}
const laterThan = (moment: Date) => vi.waitFor(() => expect(Date.now() - moment.getTime()).toBeGreaterThan(10))
async function backUp(): Promise<void> {
  // Each is named by its second.
  await vi.waitFor(() => expect(existsSync(join(backups, backupName(new Date())))).toBe(false), { timeout: 10_000 })
  await makeBackup({
    dataDir,
    ownerUrl: database.url,
    into: join(backups, backupName(new Date())),
    clock: () => new Date(),
  })
}
/** Has everything archived that was committed until now. */
async function archiveAll(): Promise<void> {
  const now = new Date().toISOString()
  await vi.waitFor(
    async () => {
      expect(await archive.ship({ now: true })).toBeNull()
      expect((await archive.state()).until ?? '').toSatisfy((until: string) => until >= now)
    },
    { timeout: 10_000, interval: 100 },
  )
}
/** Restored in the long form alone: each takes two starts of PostgreSQL. */
const restoresAll = process.env.MOMENTS === 'all'
let restored = 0
async function expectNotes(to: Date, notes: string[], always = false): Promise<void> {
  const reach = await findReach({ folder, backups }, to)
  if (restoresAll || always) expect(await notesAt(to, reach)).toEqual(notes)
}
async function notesAt(to: Date, reach: Reach): Promise<string[]> {
  const from = join(backups, reach.base.backup)
  const manifest = await readManifest(from)
  if (manifest.format !== 1) throw new Error('the backup is of rows')
  restored += 1
  const into = join(root, `restored-${restored}`)
  await restoreTo({
    ...{ from, manifest, segments: reach.segments, archive: join(folder, reach.base.archive.name), dataDir: into },
    target: { time: to },
    progress: () => undefined,
  })
  const copy = await startEmbedded({ dataDir: into, log })
  const reader = await openClient({ connectionString: copy.url })
  const { rows } = await reader.query<{ text: string }>('select text from notes order by text')
  await reader.end()
  await copy.stop()
  return rows.map(({ text }) => text)
}

let early: Date
let lost: Date

test('a database is as it was at a moment, also when nothing was written after it', async () => {
  expect(await archive.needsBackup()).toBe(true)
  await write('before')
  await backUp()
  expect(await archive.needsBackup()).toBe(false)
  await write('first')
  early = await moment()
  await client.query(`delete from notes where text = 'before'`)
  await write('second')
  const last = await moment()
  await archiveAll()
  await expectNotes(early, ['before', 'first'], true)
  await expectNotes(last, ['first', 'second'])
}, 60_000)

test('a folder that is gone holds nothing up, is told of, and is caught up with when it is back', async () => {
  const { name } = await archive.state()
  renameSync(folder, `${folder}-away`)
  await write('third')
  expect(await archive.ship({ now: true })).toContain(`${join(folder, name)} is gone`)
  expect((await archive.state()).fault).toMatchObject({ text: expect.stringContaining('is gone') })
  // There is room: nothing is given up.
  expect(await archive.makeRoom()).toBe(0)
  const during = await moment()
  await write('fourth')
  renameSync(`${folder}-away`, folder)
  await archiveAll()
  expect((await archive.state()).fault).toBeNull()
  await expectNotes(during, ['first', 'second', 'third'])
}, 60_000)

test('on a disk that is about to be full what cannot be archived is given up, and the next backup closes the gap', async () => {
  renameSync(folder, `${folder}-away`)
  await write('fifth')
  isShort = true
  await finishSegment(database.url)
  expect(await archive.ship()).not.toBeNull()
  await vi.waitFor(() => expect(readdirSync(finished).filter(isSegment)).not.toEqual([]), { timeout: 10_000 })
  lost = await moment()
  expect(await archive.makeRoom()).toBeGreaterThan(0)
  expect(readdirSync(finished).filter(isSegment)).toEqual([])
  isShort = false
  expect(await archive.needsBackup()).toBe(false)
  renameSync(`${folder}-away`, folder)
  // Also when nothing is written for long.
  expect(await archive.ship()).toBeNull()
  expect(await archive.needsBackup()).toBe(true)
  await write('sixth')
  await backUp()
  expect(await archive.needsBackup()).toBe(false)
  await archiveAll()
  await expect(findReach({ folder, backups }, lost)).rejects.toThrow(
    /cannot be restored; what can is any moment from .* to .*, and from .* to /,
  )
  await expect(findReach({ folder, backups }, new Date(Date.now() + 60_000))).rejects.toThrow('cannot be restored')
  expect((await findReach({ folder, backups }, early)).from < early.toISOString()).toBe(true)
}, 60_000)

test('with the last backup that needs them segments go, and what is left can be restored', async () => {
  await write('seventh')
  const late = await moment()
  await archiveAll()
  const { name } = await archive.state()
  await archive.prune(14)
  const before = readdirSync(join(folder, name)).length
  await expectNotes(early, ['before', 'first'])
  await keepNewestBackups(backups, 1, new Date())
  await archive.prune(14)
  expect(readdirSync(join(folder, name)).length).toBeLessThan(before)
  await expect(findReach({ folder, backups }, early)).rejects.toThrow('cannot be restored')
  await expectNotes(late, ['fifth', 'first', 'fourth', 'second', 'seventh', 'sixth', 'third'])
}, 60_000)

test('what another portal archives into the same folder stays, however long that portal is down', async () => {
  const begin = async (name: string, owner: string | undefined) => {
    await makeArchive(folder, name, owner)
    await writeCovered(join(folder, name), { '0000000100000000000000AA': '2020-01-01T12:00:00.000Z' })
    return name
  }
  await begin('20200101-000000-0a0b0c0d', await readOwner(backups))
  const another = await begin('20200101-000000-1a1b1c1d', 'the id of another folder of backups')
  const ofEarlierVersion = await begin('20200101-000000-2a2b2c2d', undefined)
  const { name } = await archive.state()
  expect(await readOwner(join(folder, name))).toBe(await readOwner(backups))
  await archive.prune(1)
  expect(readdirSync(folder).sort()).toEqual([another, ofEarlierVersion, name])
  expect(readdirSync(join(folder, another))).toContain('covered.json')
})

test('a copy of the data folder that archives into the same place begins an archive of its own', async () => {
  const { name } = await archive.state()
  const segment = readdirSync(join(folder, name))
    .filter((file) => file.endsWith('.zst'))
    .sort()
    .at(-1)
    ?.slice(0, 24)
  writeFileSync(join(finished, segment ?? ''), 'what another database has written')
  expect(await archive.ship()).toContain('is of another database')
  expect((await archive.state()).name).not.toBe(name)
  expect(await archive.needsBackup()).toBe(true) // The one before has backups here, so it belongs to this portal although an earlier version has noted nothing.
  rmSync(join(folder, name, 'owner.json'))
  await archive.prune(1)
  expect(await readOwner(join(folder, name))).toBe(await readOwner(backups))
})
