import { randomUUIDv7 } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { StaffRole } from '#contract/console/staff.ts'
import type { SystemRun } from '#contract/console/system.ts'
import type { Today } from '#contract/console/today.ts'
import { readAudit } from '#server/audit/read-audit.ts'
import { operator } from '#server/audit/record.ts'
import { backupName, deleteFailedBackups, keepNewestBackups, listBackups } from '#server/backup/kept-backups.ts'
import { backupAlarm } from '#server/ingest/sources/first-refusals.ts'
import { backUpWhenDue, lastDue } from '#server/system/daily-backup.ts'
import { mailFailedBackup } from '#server/system/failed-backups.ts'
import { beginRun } from '#server/system/runs.ts'
import { testPortal } from '#server/testing/portal.ts'
import { consoleOf } from '#server/testing/staff.ts'

/* Backups that the portal makes by itself, at a time of day. */

// By the clock of the machine, whose time zone is not the same everywhere.
const at = (day: number, hour: number, minute = 0) => new Date(2026, 2, day, hour, minute)
const hour = 3_600_000
let now = at(10, 9)
const schedule = { hour: 2, minute: 30, keep: 3 }
const folder = mkdtempSync(join(tmpdir(), 'backups-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Why a backup fails half-way; what is damaged in the database. */
let fault: string | undefined
let damaged: string[] = []
function writeBackup(into: string, damage: string[] = []): void {
  mkdirSync(into)
  const manifest = { format: 1, madeAt: now.toISOString(), postgres: '18', folders: [], files: [], damage }
  writeFileSync(join(into, 'manifest.json'), JSON.stringify(manifest))
}
/** Backups of nothing: whole ones have tests of their own. */
const backups = {
  ...{ folder, schedule, newName: () => backupName(now), list: () => listBackups(folder) },
  make: async (into: string) => {
    if (fault !== undefined) {
      mkdirSync(into)
      writeFileSync(join(into, 'rows'), 'half of them')
      throw new Error(fault)
    }
    writeBackup(into, damaged)
    return damaged
  },
  verify: async () => undefined,
  keepNewest: async (count: number) => void (await keepNewestBackups(folder, count, now)),
  deleteFailed: async (name: string) => deleteFailedBackups(folder, name, now),
  isMissed: async () => missed,
}
/** Whether the archive goes on from no backup; why nothing is archived, and since when. */
let missed = false
let archiveFault: { since: string; fault: string } | undefined
const archive = {
  ship: async () => archiveFault?.fault ?? null,
  makeRoom: async () => 0,
  fault: async () => archiveFault,
}

const portal = await testPortal(now.toISOString(), { system: (system) => ({ ...system, backups, archive }) })
const { pools } = portal.database
const desk = consoleOf(portal, () => now)
const deps = {
  ...{ db: pools.server, clock: () => now, newId: () => randomUUIDv7() },
  log: { info: () => undefined, warn: () => undefined },
  mail: portal.outbox,
  backupAlarm,
}
const names = () => readdirSync(folder).sort()
/** The last backup, as a member of staff sees it who has just signed in. */
let members = 0
const lastBackup = async () => {
  members += 1
  const { cookie } = await desk.join(`owner${members}@supplier.example`, 'owner')
  return ((await desk.call('GET', '/system/runs', { cookie })).body.runs as SystemRun[]).find(
    ({ kind }) => kind === 'backup',
  )
}

/** The mails about backups that fail, and what Today says of them to a role. */
const alarms = async () =>
  (await portal.mails()).filter(({ subject }) => subject.includes('Backups')).map(({ to, text }) => ({ to, text }))
const todayOf = async (role: StaffRole) => {
  members += 1
  const { cookie } = await desk.join(`${role}${members}@supplier.example`, role)
  return (await desk.call('GET', '/today', { cookie })).body as Today
}

/** Has the portal look whether a backup is due at a moment, and waits until what it begins has ended. */
async function look(moment: Date): Promise<void> {
  now = moment
  portal.setTime(now.toISOString())
  await backUpWhenDue(deps, backups, schedule)
  const underWay = () => portal.database.owner.query('select from system_runs where finished_at is null')
  await expect.poll(async () => (await underWay()).rowCount).toBe(0)
  await mailFailedBackup(deps)
}

beforeEach(() => {
  fault = undefined
  damaged = []
})

describe('A backup at a time of day', () => {
  test('is due since the clock of the machine last showed that time', () => {
    expect(lastDue(at(10, 2, 29), schedule)).toEqual(at(9, 2, 30))
    expect(lastDue(at(10, 2, 30), schedule)).toEqual(at(10, 2, 30))
    expect(lastDue(at(1, 1), schedule)).toEqual(new Date(2026, 1, 28, 2, 30))
  })

  test('is made as soon as a server runs when none has been made since, and is shown as the portal’s', async () => {
    await expect.poll(async () => (await lastBackup())?.finishedAt ?? null).not.toBeNull()
    expect(await lastBackup()).toMatchObject({ by: null, fault: null })
    expect(names()).toEqual([backupName(at(10, 9))])
    const entries = await readAudit(pools.server, {})
    expect(entries.find(({ action }) => action === 'backup_made')).toMatchObject({ staff: null, user: null })
  })

  test('is made once a day, however often and on however many servers it is looked for', async () => {
    await look(at(10, 23))
    await look(at(11, 2, 29))
    expect(names()).toHaveLength(1)
    now = at(11, 2, 31)
    await Promise.all([1, 2, 3].map(() => backUpWhenDue(deps, backups, schedule)))
    await look(at(11, 2, 32))
    await look(at(11, 12))
    // A server that had looked before, and comes when another has made it.
    await expect(
      beginRun(deps, { by: operator, kind: 'backup', unlessSince: at(11, 2, 30) }, async () => undefined),
    ).rejects.toMatchObject({ code: 'conflict' })
    expect(names()).toEqual([backupName(at(10, 9)), backupName(at(11, 2, 31))])
  })

  test('that failed says why, leaves nothing of itself, deletes nothing else, and is tried again an hour later', async () => {
    fault = 'no space left on device'
    await look(at(12, 2, 30))
    expect(await lastBackup()).toMatchObject({ by: null, fault: 'no space left on device' })
    expect(names()).toHaveLength(2)
    fault = undefined
    await look(at(12, 3, 29))
    expect(names()).toHaveLength(2)
    await look(at(12, 3, 30))
    expect(names()).toHaveLength(3)
  })

  test('leaves so many of the newest that are whole and not damaged; what was broken off goes after a day', async () => {
    mkdirSync(join(folder, backupName(at(12, 4))))
    now = at(12, 5)
    writeBackup(join(folder, backupName(now)), ['the table documents: 1 page'])
    writeFileSync(join(folder, 'notes.txt'), 'kept')
    await look(at(13, 2, 30))
    expect(names()).toEqual([
      ...[at(11, 2, 31), at(12, 3, 30), at(12, 4), at(12, 5), at(13, 2, 30)].map(backupName),
      'notes.txt',
    ])
    await look(new Date(at(14, 2, 30).getTime() + 2 * hour))
    expect(names()).toEqual([...[at(12, 3, 30), at(12, 5), at(13, 2, 30), at(14, 4, 30)].map(backupName), 'notes.txt'])
  })

  test('that fails is mailed once to the owners and shown to whoever looks after the portal, until one is made', async () => {
    await portal.mails()
    expect((await todayOf('owner')).backups).toEqual({ count: 0, oldestAt: null, error: null })
    const owners = await portal.database.owner.query(`select from staff where role = 'owner'`)
    await look(at(17, 3))
    expect(await alarms()).toEqual([])
    fault = 'EACCES: permission denied'
    // Longer than the portal keeps of its work: nobody is mailed again, and the first is still known.
    const streak = Array.from({ length: 24 }, (_, hours) => new Date(at(18, 3).getTime() + hours * hour))
    for (const moment of streak) {
      await look(moment)
      await look(moment)
    }
    const mails = await alarms()
    expect(mails).toHaveLength(owners.rowCount ?? 0)
    expect(mails[0]?.text).toContain('EACCES: permission denied')
    expect(mails[0]?.text).toContain('/console/system')
    const failing = { count: 1, oldestAt: streak[0]?.toISOString(), error: fault }
    for (const role of ['owner', 'integration', 'support', 'auditor'] as const) {
      const { oldestAt, ...pile } = (await todayOf(role)).backups ?? {}
      expect({ ...pile, oldestAt: new Date(String(oldestAt)).toISOString() }).toEqual(failing)
    }
    expect((await todayOf('sales')).backups).toBeNull()
    fault = undefined
    await look(new Date((streak.at(-1)?.getTime() ?? 0) + hour))
    expect((await todayOf('owner')).backups).toMatchObject({ count: 0 })
    expect(await alarms()).toEqual([])
    // The next time it fails is another matter.
    fault = 'no space left on device'
    await look(at(20, 3))
    expect((await alarms()).length).toBeGreaterThan(0)
  })

  test('that failed while nobody could be mailed is mailed by the next server that runs', async () => {
    await look(at(21, 3))
    await portal.mails()
    fault = 'EROFS: read-only file system'
    now = at(22, 3)
    portal.setTime(now.toISOString())
    await backUpWhenDue(deps, backups, schedule)
    await expect.poll(async () => (await lastBackup())?.fault ?? null).toBe(fault)
    expect(await alarms()).toEqual([])
    await portal.serve()
    await expect.poll(async () => (await alarms()).length).toBeGreaterThan(0)
  })

  test('is made once more, an hour later at the earliest, when what is archived goes on from none', async () => {
    fault = undefined
    await look(at(24, 2, 31))
    const before = names()
    missed = true
    await look(at(24, 3, 30))
    expect(names()).toEqual(before)
    await look(at(24, 3, 31))
    expect(names()).toContain(backupName(at(24, 3, 31)))
    missed = false
    await look(at(24, 9))
    expect(names()).not.toContain(backupName(at(24, 9)))
  })

  test('of a damaged database is made once a day: the newest is kept, and nothing that is whole is deleted', async () => {
    const whole = names()
    missed = true
    for (const day of [25, 26]) {
      damaged = [`the table documents: ${day} pages`]
      await look(at(day, 2, 30))
      expect((await lastBackup())?.fault).toBe(
        `The database is damaged, and so is this backup: the table documents: ${day} pages`,
      )
      for (const hours of [3, 4, 12, 23]) await look(at(day, hours, 31))
    }
    missed = false
    expect(names()).toEqual([...whole, backupName(at(26, 2, 30))].sort())
  })
})

test('Today says since when changes are not archived and why, to whoever looks after the portal', async () => {
  expect((await todayOf('owner')).archive).toEqual({ count: 0, oldestAt: null, error: null })
  archiveFault = { since: at(25, 8).toISOString(), fault: 'The disk is gone' }
  expect((await todayOf('integration')).archive).toEqual({
    ...{ count: 1, oldestAt: archiveFault.since, error: 'The disk is gone' },
  })
  expect((await todayOf('sales')).archive).toBeNull()
})
