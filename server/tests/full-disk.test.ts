import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openPool } from '#database/connect.ts'
import { embeddedUrl } from '#database/embedded/embedded.ts'
import { createKey } from '../ingest/keys.ts'
import { endProcess, portalProcesses } from '../testing/process.ts'

/*
 * A disk that really fills up. It needs a file system of its own, which only root may mount, and runs with FAULTS=all
 * only.
 */

const isLong = process.env.FAULTS === 'all' && process.getuid?.() === 0 && process.platform === 'linux'
const disk = mkdtempSync(join(tmpdir(), 'portal-disk-'))
const dataDir = join(disk, 'data')
const { run, served, start, endAll } = portalProcesses(dataDir)
afterAll(async () => {
  await endAll()
  if (isLong) spawnSync('umount', ['--lazy', disk])
  rmSync(disk, { recursive: true, force: true })
})

/** Fills the rest of the disk. */
function fill(): void {
  const file = openSync(join(disk, 'fill'), 'w')
  const chunk = Buffer.alloc(64 * 1024)
  try {
    for (;;) writeSync(file, chunk)
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' })
  } finally {
    closeSync(file)
  }
}

test.runIf(isLong)(
  'an import never fills the disk, a full disk stops what is new alone, a start waits for room, and nothing is lost',
  { timeout: 300_000 },
  async () => {
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=260m', 'tmpfs', disk]).status).toBe(0)
    const settings = { FREE_SPACE: '100', LOG_LEVEL: 'fatal' }
    const portal = await start(settings)
    const db = openPool({ connectionString: embeddedUrl(dataDir), max: 2 }, () => undefined)
    const deps = { db, clock: () => new Date(), newId: () => randomUUIDv7(), random: randomBytes }
    const key = await createKey(deps, { name: 'ERP', scope: 'ingest' })
    await db.end()
    const acknowledged: string[] = []
    const send = async (address: string, from: number) => {
      const numbers = Array.from({ length: 200 }, (_, index) => `SO-${from + index}`)
      const line = (number: string) => {
        const lines = Array.from({ length: 10 }, (_, index) => ({
          line: `${index}`,
          name: randomBytes(60).toString('hex'),
        }))
        return JSON.stringify({ type: 'orders', number, account: 'C-1', lines })
      }
      const headers = { 'content-type': 'application/x-ndjson', authorization: `Bearer ${key}` }
      const body = numbers.map(line).join('\n')
      const { status } = await fetch(`${address}/api/ingest/documents`, { method: 'POST', headers, body })
      if (status === 200) acknowledged.push(...numbers)
      return status
    }
    let status = 200
    for (let from = 0; status === 200; from += 200) status = await send(portal.address, from)
    expect(status).toBe(507)
    expect(acknowledged.length).toBeGreaterThan(0)
    fill()
    expect((await fetch(`${portal.address}/api/health/ready`)).status).toBe(200)
    expect(await send(portal.address, 1_000_000)).toBe(507)

    const postmaster = Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
    process.kill(postmaster, 'SIGKILL')
    await endProcess(portal.child, 'SIGKILL')
    const waiting = run(settings)
    await expect.poll(waiting.output, { timeout: 60_000 }).toContain('Waiting; the start goes on by itself.')
    rmSync(join(disk, 'fill'))
    const restarted = await served(waiting, 60_000)
    const owner = openPool({ connectionString: embeddedUrl(dataDir), max: 1 }, () => undefined)
    const { rows } = await owner.query<{ number: string }>('select number from documents')
    await owner.end()
    const stored = new Set(rows.map(({ number }) => number))
    expect(acknowledged.filter((number) => !stored.has(number))).toEqual([])
    expect(await endProcess(restarted.child, 'SIGTERM')).toBe(0)
  },
)
