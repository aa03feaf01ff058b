import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinConsole } from '../harness/join-console.ts'
import { openPortalAndBrowser } from '../harness/open-portal-and-browser.ts'
import type { Visitor } from '../harness/visitor.ts'

/* Backups and an archive that the portal makes by itself and that fail: a file stands where their folders should be. */

const folder = mkdtempSync(join(tmpdir(), 'failing-backups-'))
const disk = join(folder, 'disk')
writeFileSync(disk, '')
const { portal, browser } = await openPortalAndBrowser({
  ...{ DEMO: 'off', BACKUP_DIR: join(disk, 'backups'), BACKUP_AT: '00:00', ARCHIVE_DIR: join(disk, 'archive') },
})
let olga: Visitor

beforeAll(async () => {
  const password = 'a passphrase of their own'
  olga = await joinConsole({ portal, browser, email: 'olga@supplier.example', name: 'Olga Owner', password })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('Today says that backups fail, why and what helps, in every look, and leads to the system', async () => {
  const { page } = olga
  await page.goto('/console/')
  const task = page.getByRole('listitem').filter({ hasText: 'Backups fail' })
  await task.waitFor({ timeout: 20_000 })
  expect(await task.textContent()).toMatch(/ENOTDIR.*Check that the folder exists/s)
  const archive = page.getByRole('listitem').filter({ hasText: 'Changes are not archived' })
  await archive.waitFor({ timeout: 20_000 })
  expect(await archive.textContent()).toMatch(/ENOTDIR.*Check that the folder of ARCHIVE_DIR exists/s)
  await page.getByRole('link', { name: /2 things/ }).waitFor()
  await olga.checkAccessibility('Today with backups that fail')
  await page.getByRole('button', { name: 'Dark colours' }).click()
  await page.locator('html[data-theme=dark]').waitFor()
  await olga.checkAccessibility('backups that fail in the dark', 'colours')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByLabel('Language').selectOption('ar')
  await page.getByText('تفشل النسخ الاحتياطية').waitFor()
  await page.getByText('لا تُؤرشف التغييرات').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await olga.checkAccessibility('backups that fail, in Arabic on a phone')
  await page.getByLabel('اللغة').selectOption('en')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: 'Backups fail' }).press('Enter')
  await page.getByText(/^Failed: ENOTDIR/).waitFor()
  await page.getByText(/^Changes are not archived: ENOTDIR/).waitFor()
  await page.getByText(/The folder cannot be read: ENOTDIR/).waitFor()
  await olga.checkAccessibility('the system with backups that fail')
})

test('it is over as soon as a backup has been made and the archive is reached again', async () => {
  const { page } = olga
  rmSync(disk)
  await page.getByRole('button', { name: 'Back up now' }).press('Enter')
  await page.getByRole('button', { name: /Verify the backup/ }).waitFor({ timeout: 90_000 })
  await page.getByText(/^Every change is archived in /).waitFor()
  // The archive is tried every ten seconds, and the page asks anew when it is opened.
  const isOver = async () => {
    await page.goto('/console/')
    const tasks = page.getByRole('region', { name: 'Needs attention' })
    await tasks.waitFor()
    return tasks.getByText('Nothing needs attention').isVisible()
  }
  await expect.poll(isOver, { timeout: 30_000, interval: 1_000 }).toBe(true)
  expect(await page.getByText('Backups fail').count()).toBe(0)
})
