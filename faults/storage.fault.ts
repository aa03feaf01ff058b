import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endProcess, type RunningPortal } from '#server/testing/process.ts'
import { faultPortal } from './fault-portal.ts'
import { keepSending, ledgerViolations, sendDocuments } from './ledger.ts'
import { getOrders } from './reader.ts'

/* Full disks and failing disks. Small disks in memory stand in for them; only root can make those. */

const mebibyte = 1024 * 1024
const { dataDir, processes, start, prepare, owner, key, signIn, command } = faultPortal()
const disks: string[] = []
let portal: RunningPortal
let token = ''

beforeAll(async () => {
  if (process.getuid?.() !== 0) throw new Error('These faults need small disks: run npm run faults as root.')
  mountDisk(dataDir, 1_900)
  portal = await start()
  await prepare(portal)
  token = await signIn(portal)
})
afterAll(async () => {
  await processes.endAll()
  for (const disk of disks.toReversed()) execFileSync('umount', ['--lazy', disk])
})

function mountDisk(folder: string, mebibytes: number): void {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0700`, 'tmpfs', folder])
  disks.push(folder)
}

/** Fills a disk until this many bytes are free; the returned function makes room again. */
function fillDisk(folder: string, bytesFree: number): () => void {
  const file = join(folder, 'filler')
  const { bavail, bsize } = statfsSync(folder)
  execFileSync('fallocate', ['-l', String(Math.max(4096, bavail * bsize - bytesFree)), file])
  return () => rmSync(file, { force: true })
}

let sent = 0
const sendOne = (number = `DISK-${sent++}`) =>
  sendDocuments(portal.address, key(), [{ type: 'orders', number, account: 'C-1' }])
const readStatus = async () => (await getOrders(portal.address, token)).status
const isAlive = () => expect(portal.child.exitCode ?? portal.child.signalCode, portal.output()).toBeNull()

describe('a disk that runs full', () => {
  test('F6: refuses what is new in time, serves reads, and takes everything again once there is room', async () => {
    expect((await sendOne('BEFORE')).status).toBe(200)
    const makeRoom = fillDisk(dataDir, 600 * mebibyte)
    await expect.poll(async () => (await sendOne()).status, { timeout: 20_000, interval: 500 }).toBe(507)
    expect(await readStatus()).toBe(200)
    makeRoom()
    await expect.poll(async () => (await sendOne('AFTER')).status, { timeout: 20_000, interval: 500 }).toBe(200)
    const { rows } = await owner().query(`select number from documents where number in ('BEFORE', 'AFTER') order by 1`)
    expect(rows).toEqual([{ number: 'AFTER' }, { number: 'BEFORE' }])
  })

  test('F6: that is full to the last byte still serves reads, and the portal comes back by itself', async () => {
    const makeRoom = fillDisk(dataDir, 0)
    await expect.poll(async () => (await sendOne()).status, { timeout: 20_000, interval: 500 }).toBe(507)
    expect(await readStatus()).toBe(200)
    isAlive()
    makeRoom()
    await expect.poll(async () => (await sendOne('AFTER-2')).status, { timeout: 30_000, interval: 500 }).toBe(200)
  })

  test('F6: a start on it waits or serves reads, and does not end', async () => {
    await endProcess(portal.child, 'SIGTERM')
    const makeRoom = fillDisk(dataDir, 0)
    const waiting = processes.run({ LOG_LEVEL: 'warn' })
    await new Promise((resolve) => setTimeout(resolve, 4_000))
    expect(waiting.child.exitCode ?? waiting.child.signalCode, waiting.output()).toBeNull()
    makeRoom()
    portal = await processes.served(waiting, 40_000)
    token = await signIn(portal)
    expect(await readStatus()).toBe(200)
  })

  test('F7: with room for the log alone writes are refused and reads go on', async () => {
    await endProcess(portal.child, 'SIGTERM')
    const data = join(dataDir, 'postgres')
    const walFolder = mkdtempSync(join(tmpdir(), 'portal-log-'))
    // PostgreSQL does not run as root and has to pass through this folder.
    chmodSync(walFolder, 0o755)
    const log = join(walFolder, 'pg_wal')
    moveFolder(join(data, 'pg_wal'), log)
    symlinkSync(log, join(data, 'pg_wal'))
    portal = await start()
    token = await signIn(portal)
    const makeRoom = fillDisk(dataDir, 0)
    const longDocuments = Array.from({ length: 400 }, (_, index) => ({
      ...{ type: 'orders', number: `LONG-${index}`, account: 'C-1' },
      note: 'x'.repeat(3_000),
    }))
    const reply = await sendDocuments(portal.address, key(), longDocuments, 60_000)
    expect(reply.status).toBe(507)
    expect(await readStatus()).toBe(200)
    makeRoom()
    await expect
      .poll(async () => (await sendDocuments(portal.address, key(), longDocuments, 60_000)).status, {
        timeout: 40_000,
        interval: 500,
      })
      .toBe(200)
    isAlive()
    await endProcess(portal.child, 'SIGTERM')
    rmSync(join(data, 'pg_wal'))
    moveFolder(log, join(data, 'pg_wal'))
    rmSync(walFolder, { recursive: true })
    portal = await start()
    token = await signIn(portal)
  })

  test('F8: with the folder for temporary files full everything else goes on', async () => {
    await endProcess(portal.child, 'SIGTERM')
    const temporary = mkdtempSync(join(tmpdir(), 'portal-tmp-'))
    mountDisk(temporary, 8)
    fillDisk(temporary, 0)
    portal = await start({ TMPDIR: temporary })
    token = await signIn(portal)
    const headers = { authorization: `Bearer ${token}` }
    const paper = await fetch(`${portal.address}/api/documents/orders/FIRST/pdf`, { headers })
    expect(paper.status).toBeLessThan(600)
    await paper.arrayBuffer()
    expect((await sendOne('TMP')).status).toBe(200)
    expect(await readStatus()).toBe(200)
    isAlive()
    await endProcess(portal.child, 'SIGTERM')
    portal = await start()
    token = await signIn(portal)
  })
})

/** Moves a folder with its owners, also to another disk. */
function moveFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to])
  rmSync(from, { recursive: true })
}

test('F34: a backup made under load, restored elsewhere, holds all that was acknowledged before it', {
  timeout: 180_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-backup-'))
  const elsewhere = mkdtempSync(join(tmpdir(), 'portal-restored-'))
  const [backup, restored] = [join(folder, 'backup'), join(elsewhere, 'data')]
  const ledger = keepSending(() => portal.address, key(), { prefix: 'BACKUP' })
  await expect.poll(() => ledger.acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(100)
  const before = [...ledger.acknowledged]
  const backupResult = await command(['backup', backup])
  await ledger.stop()
  expect(backupResult).toMatchObject({ code: 0 })
  expect(await command(['restore', backup], { environment: { DATA_DIR: restored } })).toMatchObject({ code: 0 })
  const second = await start({ DATA_DIR: restored })
  const restoredToken = await signIn(second)
  expect((await getOrders(second.address, restoredToken)).status).toBe(200)
  const replies = await Promise.all(
    before.slice(-20).map((number) =>
      fetch(`${second.address}/api/documents/orders/${number}`, {
        headers: { authorization: `Bearer ${restoredToken}` },
      }),
    ),
  )
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  await endProcess(second.child, 'SIGTERM')
  expect(await ledgerViolations(owner(), ledger)).toEqual([])
  rmSync(folder, { recursive: true })
  rmSync(elsewhere, { recursive: true })
})

test('F35: a damaged page is named by its table, the rest works, and a backup of it is no success', {
  timeout: 180_000,
}, async () => {
  const { rows } = await owner().query<{ path: string }>(`select pg_relation_filepath('document_lines') as path`)
  await endProcess(portal.child, 'SIGTERM')
  const file = join(dataDir, 'postgres', rows[0]?.path ?? '')
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(200, 0x5a), 0, 200, 8192 + 4000)
  closeSync(handle)
  portal = await start()
  token = await signIn(portal)
  expect(await readStatus()).toBe(200)
  const doctor = await command(['doctor'])
  expect(doctor.code).not.toBe(0)
  expect(doctor.output).toContain('document_lines')
  const folder = mkdtempSync(join(tmpdir(), 'portal-damaged-'))
  const backup = await command(['backup', join(folder, 'backup')])
  expect(backup.code).not.toBe(0)
  expect(backup.output).toContain('document_lines')
  rmSync(folder, { recursive: true })
})
