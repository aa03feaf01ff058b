import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embeddedUrl, startEmbedded } from '#database/embedded/embedded.ts'
import { contentsOf } from '#server/testing/copies.ts'
import { endProcess, type RunningPortal } from '#server/testing/process.ts'
import { type DebianPostgres, hasPostgres, startPostgres } from './debian-postgres.ts'
import { faultPortal } from './fault-portal.ts'
import { keepSending, ledgerViolations, resendUnknown } from './ledger.ts'
import { keepReading } from './reader.ts'

/* A portal moves from its embedded PostgreSQL to one of its operator's, and is dumped and restored there by its tools. */

const { dataDir, start, command, prepare, key, signIn } = faultPortal()
const folder = mkdtempSync(join(tmpdir(), 'portal-move-'))
const log = { info: () => undefined, warn: () => undefined }
let portal: RunningPortal
let postgres: DebianPostgres
let url = ''
let own: Record<string, string>

describe.skipIf(!hasPostgres())('A portal (needs Debian’s package postgresql)', () => {
  beforeAll(async () => {
    postgres = await startPostgres()
    url = await postgres.create('portal')
    portal = await start()
    await prepare(portal)
    own = { DATABASE_URL: url, TOKEN_SECRET: readFileSync(join(dataDir, 'token-secret'), 'utf8').trim() }
  })
  afterAll(() => {
    postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Dumps a database as the documented role and restores it: every row is the same, and a person signs in on it. */
  const dumpAndRestore = async (from: string, to: string, contents: Record<string, string>) => {
    const file = join(folder, `dump-for-${new URL(to).pathname.slice(1)}`)
    const role = ['--role=portal_backup', '--enable-row-security']
    postgres.run('pg_dump', ['--format=custom', `--file=${file}`, ...role, from])
    postgres.run('pg_restore', ['--exit-on-error', '--no-owner', `--dbname=${to}`, file])
    expect(await contentsOf(to)).toEqual(contents)
    portal = await start({ ...own, DATABASE_URL: to })
    await signIn(portal)
    await endProcess(portal.child, 'SIGTERM')
  }

  test('F41: moves to a PostgreSQL of its operator’s while it is read and written: what was acknowledged is there', async () => {
    const token = await signIn(portal)
    const address = () => portal.address
    const ledger = keepSending(address, key(), { prefix: 'MOVE' })
    const reader = keepReading(address, token)
    await expect.poll(() => ledger.acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(200)
    const { code, output } = await command(['copy-to', '-'], { input: url })
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('the same on both sides') })
    // Until the operator has stopped it, it takes nothing new, and says so.
    const [taken, read] = [ledger.acknowledged.length, reader.answers.length]
    await expect.poll(() => reader.answers.length, { timeout: 20_000 }).toBeGreaterThan(read + 20)
    expect(ledger.acknowledged).toHaveLength(taken)
    await Promise.all([ledger.stop(), reader.stop()])
    expect([...ledger.statuses.keys()].toSorted()).toEqual([200, 503])
    const good = reader.answers.filter(({ status }) => status === 200).length
    expect(good / reader.answers.length).toBeGreaterThan(0.9)
    expect(reader.answers.slice(read).every(({ status }) => status === 200)).toBe(true)

    expect(await contentsOf(embeddedUrl(dataDir) ?? '')).toEqual(await contentsOf(url))
    expect(await endProcess(portal.child, 'SIGTERM')).toBe(0)
    portal = await start(own)
    await signIn(portal)
    await resendUnknown(portal.address, key(), ledger)
    const owner = new pg.Pool({ connectionString: url, max: 1 })
    expect(await ledgerViolations(owner, ledger)).toEqual([])
    await owner.end()
  })

  test('F42: killed while it is copied, leaves its own database whole and the other empty, and is copied again', async () => {
    const other = await postgres.create('other')
    const killed = command(['copy-to', other], { environment: own, killAt: /^From now on/m })
    expect((await killed).code).toBeNull()
    expect(await command(['copy-to-cancel'], { environment: own })).toMatchObject({ code: 0 })
    const before = await contentsOf(url)
    expect(await command(['copy-to', other], { environment: own })).toMatchObject({ code: 0 })
    const { 'public.sessions': _, ...copied } = await contentsOf(other)
    expect(before).toMatchObject(copied)
    expect(await command(['copy-to-cancel'], { environment: own })).toMatchObject({ code: 0 })
  })

  test('F43: dumped by pg_dump as the documented role and restored by pg_restore, every row is the same', async () => {
    const before = await endProcess(portal.child, 'SIGTERM').then(() => contentsOf(url))
    const restored = await postgres.create('restored')
    // The owner's own dump is no silent loss: it ends with an error.
    const file = join(folder, 'dump-of-owner')
    expect(() => postgres.run('pg_dump', ['--format=custom', `--file=${file}`, url])).toThrow(/row-level security/)
    await dumpAndRestore(url, restored, before)
  })

  test('F44: goes back into an embedded PostgreSQL, by a copy and by a backup of its rows', async () => {
    const contents = await contentsOf(url)
    const [copied, restored] = [join(folder, 'copied'), join(folder, 'restored')]
    expect(await command(['copy-to', copied], { environment: own })).toMatchObject({ code: 0 })
    expect(await command(['backup', join(folder, 'backup')], { environment: own })).toMatchObject({ code: 0 })
    const empty = { DATA_DIR: restored }
    expect(await command(['restore', join(folder, 'backup')], { environment: empty })).toMatchObject({ code: 0 })
    expect(readFileSync(join(restored, 'token-secret'), 'utf8').trim()).toBe(own.TOKEN_SECRET)
    for (const dir of [copied, restored]) {
      const database = await startEmbedded({ dataDir: dir, log })
      expect(await contentsOf(database.url)).toEqual(contents)
      await database.stop()
    }
  })

  test('F54: has its tables partitioned by a copy, and is dumped and restored with its partitions, every row the same', async () => {
    const [partitioned, restored] = [await postgres.create('partitioned'), await postgres.create('with_partitions')]
    const environment = { ...own, DATABASE_PARTITIONS: '4' }
    expect(await command(['copy-to', partitioned], { environment })).toMatchObject({ code: 0 })
    const contents = await contentsOf(partitioned)
    expect(contents).toEqual(await contentsOf(url))
    await dumpAndRestore(partitioned, restored, contents)
    const owner = new pg.Pool({ connectionString: restored, max: 1 })
    const { rows } = await owner.query(`select count(*)::int as partitions, current_setting('plan_cache_mode') as plans
      from pg_inherits where inhparent = 'documents'::regclass`)
    await owner.end()
    expect(rows).toEqual([{ partitions: 4, plans: 'force_generic_plan' }])
  })
})
