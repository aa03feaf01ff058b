import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderList, ordersProfile } from '#server/testing/file-sources.ts'
import { hostKeyOf, type SftpServer, startSftp } from '#server/testing/sftp-server.ts'
import { joinConsole } from '../harness/join-console.ts'
import { openPortalAndBrowser } from '../harness/open-portal-and-browser.ts'
import { takePicture } from '../harness/picture.ts'
import type { Visitor } from '../harness/visitor.ts'

/* Somebody of the office names the SFTP server of their ERP, and its lists are read from then on. */

const folder = mkdtempSync(join(tmpdir(), 'file-sources-'))
const password = 'a passphrase of their own'
const watched = mkdtempSync(join(tmpdir(), 'watched-folder-'))
const { portal, browser } = await openPortalAndBrowser({
  ...{ DEMO: 'off', IMPORT_NETWORKS: '127.0.0.0/8', IMPORT_FOLDER: watched },
})
let server: SftpServer
let ivo: Visitor
let page: Page

beforeAll(async () => {
  server = await startSftp(folder, hostKeyOf(), { password: 'secret' })
  const path = join(folder, '.orders.json')
  writeFileSync(path, JSON.stringify(ordersProfile))
  portal.command(['profile', 'save', path])
  ivo = await joinConsole({ portal, browser, email: 'ivo@supplier.example', name: 'Ivo Integration', password })
  page = ivo.page
})
afterAll(async () => {
  await server.stop()
  for (const path of [folder, watched]) rmSync(path, { recursive: true, force: true })
})

test('An SFTP server is named, tested and saved, and what lies there is read', async () => {
  writeFileSync(join(folder, 'night.csv'), orderList('N-1', 'N-2'))
  await page.getByRole('link', { name: 'Imports' }).click()
  await page.getByRole('link', { name: 'Sources of files' }).click()
  await page.getByText('The portal fetches no files yet').waitFor()
  await ivo.checkAccessibility('the sources without any')
  await takePicture(page, 'sources-empty')
  await page.getByRole('link', { name: 'New source' }).click()
  await page.getByLabel('Name', { exact: true }).fill('erp-nightly')
  await page.getByLabel('Kind').selectOption('sftp')
  await page.getByLabel('Address').fill(`sftp://127.0.0.1:${server.port}/out`)
  await page.getByLabel('User', { exact: true }).fill('erp')
  await page.getByLabel('Password').fill('wrong')
  await page.getByRole('button', { name: 'Test' }).click()
  await page.getByText('The server refuses the sign-in').waitFor()
  await page.getByLabel('Password').fill('secret')
  await page.getByRole('button', { name: 'Test' }).click()
  await page.getByText('It works. 1 file or e-mail is waiting there.').waitFor()
  await page.getByText('night.csv').waitFor()
  await ivo.checkAccessibility('a new source that was tested')
  await takePicture(page, 'sources-new')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { name: 'erp-nightly' }).waitFor()
  await page.getByText('night.csv').waitFor({ timeout: 30_000 })
  await page.getByText('Works').waitFor()
  await ivo.settled()
  await ivo.checkAccessibility('a source')
  await takePicture(page, 'sources-one')
  expect(readdirSync(join(folder, 'processed'))).toHaveLength(2)
  await page.getByRole('link', { name: 'Show what came of it' }).click()
  await page.getByText('2 documents: 2 new', { exact: false }).waitFor()
})

test('Its settings are changed without its password, and a wrong one is named beside its field', async () => {
  await page.goBack()
  await page.getByLabel('Minutes between checks').fill('0')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('A whole number from 1 to 1440.').waitFor()
  await page.getByLabel('Minutes between checks').fill('15')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Source saved. It is being checked now.').first().waitFor()
  writeFileSync(join(folder, 'again.csv'), 'Nummer;Kunde\n1;2\n')
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('again.csv', { exact: true }).waitFor({ timeout: 30_000 })
  await page.getByText('Refused', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'All sources' }).click()
  await page.getByRole('link', { name: 'erp-nightly' }).waitFor()
  await ivo.settled()
  await takePicture(page, 'sources-list')
  expect(ivo.consoleErrors()).toEqual([])
})

test('The folder that is watched is tested, its files have a log, and an alarm is set on it', async () => {
  mkdirSync(join(watched, 'orders'))
  await page.getByRole('link', { name: 'Imports' }).click()
  await page.getByRole('link', { name: 'orders' }).click()
  await page.getByRole('link', { name: 'Watched folder: log and alarm' }).click()
  await page.getByText('No file yet', { exact: true }).waitFor()
  writeFileSync(join(watched, 'orders', 'day.csv.part'), orderList('D-1'))
  await page.getByRole('button', { name: 'Test' }).click()
  await page.getByText('It works. Nothing is waiting there.').waitFor()
  renameSync(join(watched, 'orders', 'day.csv.part'), join(watched, 'orders', 'day.csv'))
  await page.getByRole('link', { name: 'day.csv' }).waitFor({ timeout: 30_000 })
  await page.getByText('Works', { exact: true }).waitFor()
  await page.getByLabel('Alarm after hours without a new file').fill('none')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('A whole number from 1 to 8760, or empty.').waitFor()
  await page.getByLabel('Alarm after hours without a new file').fill('30')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.').first().waitFor()
  await ivo.settled()
  await ivo.checkAccessibility('the watched folder of a profile')
  await takePicture(page, 'way-folder')
})

test('All ways in are on one page, which is right in dark colours, in Arabic and on a phone', async () => {
  writeFileSync(join(watched, 'orders', 'bad.csv'), 'Nummer;Kunde\n1;2\n')
  mkdirSync(join(watched, 'oders'))
  writeFileSync(join(watched, 'oders', 'typo.csv'), orderList('T-1'))
  await page.getByRole('link', { name: 'All sources' }).click()
  await page.getByText('There is no import profile "oders"').waitFor({ timeout: 30_000 })
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Watched folder: orders' })
    .getByText('Refused')
    .waitFor({ timeout: 30_000 })
  await ivo.settled()
  await ivo.checkAccessibility('all ways in')
  await takePicture(page, 'ways')
  await page.getByRole('button', { name: 'Dark colours' }).click()
  await ivo.checkAccessibility('all ways in, in dark colours', 'colours')
  await takePicture(page, 'ways-dark')
  await page.goto('/console/imports/ways/call/orders')
  await page.getByText('--data-binary').waitFor()
  await ivo.checkAccessibility('the call of a profile in dark colours')
  await takePicture(page, 'way-call-dark')
  await page.getByLabel('Language').selectOption('ar')
  await page.locator('html[dir=rtl]').waitFor()
  await page.goto('/console/imports?tab=sources')
  await page.getByText('There is no import profile "oders"').waitFor()
  await ivo.settled()
  await ivo.checkAccessibility('all ways in, in Arabic')
  await takePicture(page, 'ways-ar')
  await page.goto('/console/imports/ways/folder/orders')
  await page.getByText('day.csv').waitFor()
  await takePicture(page, 'way-folder-ar')
  await page.setViewportSize({ width: 390, height: 844 })
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
  expect(ivo.consoleErrors()).toEqual([])
})
