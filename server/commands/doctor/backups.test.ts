import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { backupName } from '#server/backup/kept-backups.ts'
import { readConfig } from '#server/config.ts'
import { testPortal } from '#server/testing/portal.ts'
import { checkBackups } from './backups.ts'

const folder = mkdtempSync(join(tmpdir(), 'backups-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const start = new Date('2026-03-10T09:00:00Z')
const portal = await testPortal(start.toISOString())
const { ownerUrl, urls, pools } = portal.database

const hoursLater = (hours: number) => new Date(start.getTime() + hours * 3_600_000)
const check = (environment: Record<string, string>, hours = 0) =>
  checkBackups({
    config: readConfig(environment),
    clock: () => hoursLater(hours),
    open: async () => ({ pools, database: { ownerUrl, urls } }),
  })
function writeBackup(hours: number, damage: string[] = []): void {
  const into = join(folder, backupName(hoursLater(hours)))
  mkdirSync(into)
  const manifest = {
    format: 1,
    madeAt: hoursLater(hours).toISOString(),
    postgres: '18',
    folders: [],
    files: [],
    damage,
  }
  writeFileSync(join(into, 'manifest.json'), JSON.stringify(manifest))
}

test('doctor says how old the newest backup is, and what to do when none is made by itself', async () => {
  const byHand = { BACKUP_DIR: folder }
  const daily = { ...byHand, BACKUP_AT: '02:30' }
  expect((await check({}))[0]).toBe('ok')
  expect(await check(byHand)).toMatchObject(['look', expect.stringMatching(/There is no backup .* Set BACKUP_AT/)])
  expect((await check(daily))[0]).toBe('bad')

  writeBackup(0)
  expect(await check(byHand, 50)).toMatchObject(['ok', expect.stringContaining('is 2 days old')])
  expect(await check(byHand, 8 * 24)).toMatchObject(['look', expect.stringContaining('is 8 days old')])
  expect(await check(daily, 26)).toMatchObject(['ok', expect.stringContaining('is 26 hours old')])
  expect(await check(daily, 27)).toMatchObject(['bad', expect.stringContaining('in the console, under System')])

  // A backup of a damaged database is none to rely on.
  writeBackup(26, ['the table documents: 1 page'])
  expect((await check(daily, 27))[0]).toBe('bad')
  writeBackup(25)
  expect(await check(daily, 27)).toMatchObject(['ok', expect.stringContaining('is 2 hours old')])
})
