import { randomUUIDv7 } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkNames, type SystemRun } from '#contract/console/system.ts'
import { readAudit } from '#server/audit/read-audit.ts'
import { backupName, keepNewestBackups, listBackups, verifyBackup } from '#server/backup/kept-backups.ts'
import { readConfig } from '#server/config.ts'
import { settingsInForce } from '#server/settings-in-force.ts'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

/* How the portal is doing, in the console. */
const start = '2026-03-10T09:00:00Z'
const folder = mkdtempSync(join(tmpdir(), 'backups-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
/** Makes backups of one file: whole ones have tests of their own. */
const backups = {
  folder,
  schedule: undefined,
  newName: () => backupName(now),
  list: () => listBackups(folder),
  make: async (into: string) => {
    writeBackup(into)
    return []
  },
  deleteFailed: async () => undefined,
  verify: async (from: string) => {
    await verifyBackup(from, () => undefined)
  },
  keepNewest: async (count: number) => void (await keepNewestBackups(folder, count, now)),
}
function writeBackup(into: string): void {
  mkdirSync(into)
  writeFileSync(join(into, 'file'), 'abc')
  const sha256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  const files = [{ path: 'file', size: 3, sha256 }]
  writeFileSync(
    join(into, 'manifest.json'),
    JSON.stringify({ format: 1, madeAt: start, postgres: '18', folders: [], files }),
  )
}
let now = new Date(start)
const portal = await testPortal(start)
const desk = consoleOf(portal, () => now)
const { owner: database, pools } = portal.database

let owner: string
let support: string
const runs = async () => (await desk.call('GET', '/system/runs', { cookie: support })).body.runs as SystemRun[]

beforeAll(async () => {
  owner = (await desk.join('owner@supplier.example', 'owner', 'Olga Owner')).cookie
  support = (await desk.join('support@supplier.example', 'support')).cookie
})

describe('The page of the system', () => {
  test('shows version, migrations and settings, and where each comes from, to those who may see it', async () => {
    const { status, body } = await desk.call('GET', '/system', { cookie: support })
    expect(status).toBe(200)
    expect(body).toMatchObject({ node: process.versions.node, database: 'own', backupFolder: null })
    expect(body.migrations.last).toMatch(/^\d{4}-/)
    const sales = await desk.join('sales@supplier.example', 'sales')
    expect((await desk.call('GET', '/system', { cookie: sales.cookie })).status).toBe(403)
  })

  test('never shows a secret, whatever its name', () => {
    const secret = 'hunter2hunter2hunter2hunter2hunter2'
    const environment = { TOKEN_SECRET: secret, SMTP_URL: `smtp://me:${secret}@mail.example`, PORT: '8080', HOST: ' ' }
    const shown = settingsInForce(environment, readConfig({}))
    expect(JSON.stringify(shown)).not.toContain(secret)
    const of = (name: string) => shown.find((one) => one.name === name)
    expect(of('TOKEN_SECRET')).toMatchObject({ source: 'environment', value: null })
    expect(of('PORT')).toMatchObject({ source: 'environment', value: '8080' })
    expect(of('HOST')).toMatchObject({ source: 'standard', value: 'localhost' })
    expect(settingsInForce({}, readConfig({})).find(({ name }) => name === 'TOKEN_SECRET')?.source).toBe('file')
    expect(of('CLAMD')).toMatchObject({ source: 'unset', value: null })
  })

  test('runs a check-up in the background, one at a time, and shows what it finds', async () => {
    const begun = await desk.call('POST', '/system/doctor', { cookie: support })
    expect(begun).toMatchObject({ status: 200, body: { kind: 'doctor', finishedAt: null } })
    await expect.poll(async () => (await runs())[0]?.finishedAt, { timeout: 20_000 }).not.toBeNull()
    const [done] = await runs()
    expect(done).toMatchObject({
      fault: null,
      findings: expect.arrayContaining([expect.objectContaining({ name: 'roles', verdict: 'ok' })]),
    })
    // The page has a name in the reader's language for each of these.
    expect(done?.findings.map(({ name }) => name)).toEqual(checkNames)
    const entries = await readAudit(pools.server, { user: 'support@supplier.example' })
    expect(entries.map(({ action }) => action)).toContain('doctor_run')
  })

  test('refuses long work beside other long work, on whichever server, until that is done or broken off', async () => {
    const { rows } = await database.query<{ id: string }>(`select id from staff where name = 'Olga Owner'`)
    await database.query(
      `insert into system_runs (id, kind, staff_id, started_at, seen_at) values ($1, 'backup', $2, $3, $3)`,
      [randomUUIDv7(), rows[0]?.id, now],
    )
    expect((await desk.call('POST', '/system/doctor', { cookie: owner })).status).toBe(409)
    now = new Date(now.getTime() + 61_000)
    portal.setTime(now.toISOString())
    expect((await runs()).find(({ kind }) => kind === 'backup')?.fault).toMatch(/broken off/)
    expect((await desk.call('POST', '/system/doctor', { cookie: owner })).status).toBe(200)
    await expect
      .poll(async () => (await runs()).every(({ finishedAt }) => finishedAt !== null), { timeout: 20_000 })
      .toBe(true)
  })

  test('lists mails that do not leave, with why, and has them tried again by those who may', async () => {
    await desk.call('POST', '/system/testMail', { cookie: owner })
    await database.query(
      `update mails set given_up_at = now(), next_attempt_at = null, attempts = 9, last_error = '550 no such user' where kind = 'testMail'`,
    )
    const list = async () => (await desk.call('GET', '/system/mails', { cookie: support })).body.mails
    const [mail] = (await list()).filter(({ kind }: { kind: string }) => kind === 'testMail')
    expect(mail).toMatchObject({ recipient: 'owner@supplier.example', givenUp: true, lastError: '550 no such user' })
    expect((await desk.call('POST', `/system/mails/${mail.id}/retry`, { cookie: support })).status).toBe(403)
    expect((await desk.call('POST', `/system/mails/${mail.id}/retry`, { cookie: owner })).status).toBe(200)
    expect((await desk.call('POST', `/system/mails/${mail.id}/retry`, { cookie: owner })).status).toBe(404)
    const texts = (await portal.mails()).map(({ text }) => text)
    expect(texts.filter((text) => text.includes('E-mails from Test portal reach you.'))).toHaveLength(1)
  })

  test('has jobs that were given up done again, or drops them', async () => {
    const ids = [randomUUIDv7(), randomUUIDv7()]
    for (const id of ids)
      await database.query(
        `insert into jobs.job (id, name, data, state, source_name, source_retry_count, output) values ($1, 'dead', '{}', 'created', 'notify', 4, '{"message":"It broke"}')`,
        [id],
      )
    const list = async () => (await desk.call('GET', '/system/jobs', { cookie: support })).body.jobs as { id: string }[]
    expect(await list()).toMatchObject([{ fault: 'It broke' }, { fault: 'It broke' }])
    expect((await desk.call('DELETE', `/system/jobs/${ids[0]}`, { cookie: support })).status).toBe(403)
    expect((await desk.call('DELETE', `/system/jobs/${ids[0]}`, { cookie: owner })).status).toBe(200)
    expect((await desk.call('DELETE', `/system/jobs/${ids[0]}`, { cookie: owner })).status).toBe(404)
    expect((await list()).map(({ id }) => id)).toEqual([ids[1]])
    expect((await desk.call('POST', `/system/jobs/${ids[1]}/retry`, { cookie: support })).status).toBe(403)
    expect((await desk.call('POST', `/system/jobs/${ids[1]}/retry`, { cookie: owner })).status).toBe(200)
    expect(await list()).toEqual([])
    const { rows } = await database.query(`select from jobs.job where name = 'notify' and state = 'created'`)
    expect(rows).toHaveLength(1)
  })

  test('says how to back up where the console makes none', async () => {
    const reply = await desk.call('POST', '/system/backups', { cookie: owner })
    expect(reply.status).toBe(404)
    expect(reply.body.message).toContain('BACKUP_DIR')
    expect((await desk.call('GET', '/system/backups', { cookie: support })).body).toEqual({ backups: [], fault: null })
    expect((await desk.call('POST', '/system/backups/..%2F..%2Fetc/verify', { cookie: owner })).status).toBe(400)
  })
})

describe('Backups in their folder', () => {
  const name = '20260310-090000'

  test('are listed with their age and size, the newest first, those that are not whole too', async () => {
    expect(await listBackups(join(folder, 'nothing'))).toEqual([])
    expect(backupName(new Date('2026-03-10T09:00:00.123Z'))).toBe(name)
    writeBackup(join(folder, name))
    for (const one of ['20260309-090000', 'not-a-backup']) mkdirSync(join(folder, one))
    expect(await listBackups(folder)).toEqual([
      { name, madeAt: start, bytes: 3, damage: [] },
      { name: '20260309-090000', madeAt: null, bytes: null, damage: [] },
    ])
  })

  test('are made, listed and verified from the console, and each of that is in the audit log', async () => {
    const { database: db, ...there } = await testPortal(start, { system: (system) => ({ ...system, backups }) })
    const deskThere = consoleOf({ database: db, ...there }, () => new Date(start))
    const { cookie } = await deskThere.join('owner@supplier.example', 'owner')
    const settled = async () =>
      (await deskThere.call('GET', '/system/runs', { cookie })).body.runs.every(
        (run: SystemRun) => run.finishedAt !== null,
      )
    now = new Date('2026-03-11T10:00:00Z')
    expect((await deskThere.call('POST', '/system/backups', { cookie })).status).toBe(200)
    await expect.poll(settled, { timeout: 10_000 }).toBe(true)
    expect((await deskThere.call('GET', '/system/backups', { cookie })).body.backups).toMatchObject([
      { name: '20260311-100000', bytes: 3 },
      { name, bytes: 3 },
      { name: '20260309-090000', madeAt: null, bytes: null },
    ])
    const verify = (one: string) => deskThere.call('POST', `/system/backups/${one}/verify`, { cookie })
    expect((await verify('20200101-000000')).status).toBe(404)
    expect((await verify('20260309-090000')).status).toBe(200)
    await expect.poll(settled, { timeout: 10_000 }).toBe(true)
    const { runs: last } = (await deskThere.call('GET', '/system/runs', { cookie })).body as { runs: SystemRun[] }
    expect(last.map(({ kind, fault }) => [kind, fault === null])).toEqual([
      ['verify', false],
      ['backup', true],
    ])
    const acts = (await readAudit(db.pools.server, { user: 'owner@supplier.example' })).map(({ action }) => action)
    expect(acts).toEqual(expect.arrayContaining(['backup_made', 'backup_verified']))
  })

  test('are verified byte by byte', async () => {
    const from = join(folder, name)
    expect(await verifyBackup(from, () => undefined)).toBe(1)
    writeFileSync(join(from, 'file'), 'abd')
    await expect(verifyBackup(from, () => undefined)).rejects.toThrow('file is not what was saved')
    rmSync(join(from, 'file'))
    await expect(verifyBackup(from, () => undefined)).rejects.toThrow('file is missing')
  })
})
