import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinConsole } from '../harness/join-console.ts'
import { openPortalAndBrowser } from '../harness/open-portal-and-browser.ts'
import { type Visitor, visit } from '../harness/visitor.ts'

/* What the supplier's staff oversee in the console: what a customer sees, what was done, how the portal is doing. */

const folder = mkdtempSync(join(tmpdir(), 'oversight-'))
const password = 'a passphrase of their own'
const { portal, browser } = await openPortalAndBrowser({ DEMO: 'off', BACKUP_DIR: join(folder, 'backups') })
let ann: Visitor
let sue: Visitor

const documents = ['SO-1', 'SO-2'].map((number) => ({
  ...{ type: 'orders', number, account: 'C-1001', accountName: 'Velo Werk GmbH', status: 'confirmed' },
  ...{ issueDate: '2026-02-10', salesperson: { name: 'Sue Support', email: 'sue@supplier.example' } },
  lines: [{ line: '1', sku: 'BK-1', name: 'Saddle', quantity: '4', unit: 'EA' }],
}))

beforeAll(async () => {
  const file = join(folder, 'documents.ndjson')
  writeFileSync(file, documents.map((document) => JSON.stringify(document)).join('\n'))
  portal.command(['import', file])
  const names = ['--email', 'ann@velo.example', '--name', 'Ann Buyer', '--account', 'C-1001', '--role', 'admin']
  portal.command(['user', 'add', ...names, '--password-stdin'], password)
  ann = await visit(browser, portal.address)
  await ann.page.goto('/dashboard')
  await ann.signIn('ann@velo.example', password)
  sue = await joinConsole({ portal, browser, email: 'sue@supplier.example', name: 'Sue Support', password })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const pressUntilFocused = async (name: string, key = 'Tab') => {
  for (let presses = 0; presses < 60; presses++) {
    await sue.page.keyboard.press(key)
    const focused = await sue.page.evaluate(() => document.activeElement?.textContent ?? '')
    if (focused.includes(name)) return
  }
  throw new Error(`${name} cannot be reached by keyboard`)
}
const width = () => sue.page.evaluate(() => document.documentElement.scrollWidth)

test('staff see the portal as a person sees it, by keyboard alone, once they say why', async () => {
  const { page } = sue
  await page.goto('/console/view-as')
  await page.getByLabel('Person, by name').waitFor()
  await page.keyboard.type('velo ann')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /Ann Buyer/ }).waitFor()
  await sue.checkAccessibility('the people whose portal one may see')
  await pressUntilFocused('Ann Buyer')
  await page.keyboard.press('Enter')
  await page.getByLabel('Why do you need to see it?').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('[aria-invalid=true]').waitFor()
  await page.keyboard.type('She asks where SO-1 is')
  await sue.checkAccessibility('the reason for seeing a portal')
  await page.keyboard.press('Enter')
  await page.getByText(/You see what Ann Buyer of Velo Werk GmbH sees · read-only · ends \d\d:\d\d/).waitFor()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  expect(page.url()).toBe(`${portal.address}/console/as/`)
  await sue.settled()
  await sue.checkAccessibility('the portal as Ann sees it')
})

test('nothing can be changed there, nothing is kept in the browser, and the links stay within', async () => {
  const { page } = sue
  await page.getByRole('link', { name: 'Sales Orders' }).click()
  await page.getByRole('link', { name: 'SO-1' }).first().click()
  await page.waitForURL('**/console/as/orders/SO-1')
  const refusal = page.getByText('nothing can be changed here', { exact: false })
  await page.getByRole('button', { name: 'More actions' }).click()
  await page
    .getByRole('menuitem', { name: /^Follow/ })
    .or(page.getByRole('menuitemcheckbox', { name: /^Follow/ }))
    .click()
  await refusal.waitFor()
  await page.getByRole('heading', { level: 1, name: /SO-1/ }).waitFor()
  await page.getByRole('button', { name: 'Dismiss this message' }).click()
  await refusal.waitFor({ state: 'detached' })
  const conversation = page.getByRole('region', { name: 'Conversation' })
  await conversation.getByLabel('Write to Sue Support about this order').fill('Not me')
  await conversation.getByRole('button', { name: 'Send message' }).click()
  await refusal.first().waitFor()
  const kept = await page.evaluate(async () => [
    Object.keys(localStorage).filter((name) => !['layoutMode', 'reader'].includes(name)),
    (await indexedDB.databases()).length,
    (await caches.keys()).length,
    Object.keys(sessionStorage).filter((name) => !/^viewing|^scrollPositions$/.test(name)),
    document.cookie,
  ])
  expect(kept).toEqual([[], 0, 0, [], ''])
  await page.reload()
  await page.getByText(/You see what Ann Buyer/).waitFor()
  expect(sue.consoleErrors(/status of (403|401|400)/)).toEqual([])
})

test('the banner is readable in the dark, in Arabic and on a phone', async () => {
  const { page } = sue
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark'
  })
  await sue.checkAccessibility('the banner in the dark', 'colours')
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  await sue.checkAccessibility('the banner on a phone, from right to left', 'layout')
  expect(await width()).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('a customer who is signed in in the same browser is not disturbed by it', async () => {
  const other = await ann.page.context().newPage()
  await other.goto('/dashboard')
  await other.getByRole('heading', { level: 1 }).waitFor()
  await other.evaluate(() =>
    sessionStorage.setItem(
      'viewing',
      '{"id":"x","token":"viewing.x","until":"2099-01-01T00:00:00Z","language":"en","direction":"ltr","words":{"title":"a","seen":"Seen","end":"End","ended":"It is over","back":"Back"}}',
    ),
  )
  await other.goto('/console/as/')
  await other.getByText('It is over').waitFor()
  await other.goto('/dashboard')
  await other.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await other.close()
})

test('it ends at once when one ends it, and the account’s admin reads who looked and why', async () => {
  const { page } = sue
  await page.getByRole('button', { name: 'End now' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/console/view-as')
  await page.goto('/console/as/orders')
  await page.waitForURL('**/console/view-as')
  await ann.page.goto('/profile/company')
  await ann.page.getByText('Sue Support saw what Ann Buyer sees').waitFor()
  await ann.page.getByText('She asks where SO-1 is').waitFor()
  await ann.checkAccessibility('who looked at the portal')
})

test('the audit log is searched by keyboard, has an address and is saved as a file', async () => {
  const { page } = sue
  await page.goto('/console/audit')
  const entries = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  await entries('Portal viewed as a person').waitFor()
  await sue.checkAccessibility('the audit log')
  await page.getByLabel('Person or member of staff').focus()
  await page.keyboard.type('ann buyer')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/console/audit?person=ann*buyer')
  await entries('Portal viewed as a person').waitFor({ state: 'detached' })
  await entries('Signed in').first().waitFor()
  await page.getByLabel('What was done').selectOption('viewing_started')
  await page.getByLabel('Person or member of staff').fill('')
  await page.getByLabel('Person or member of staff').press('Enter')
  await entries('She asks where SO-1 is').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save as CSV' }).click(),
  ])
  expect(readFileSync(await download.path(), 'utf8')).toContain('viewing_started,staff,Sue Support')
  await page.getByLabel('Customer, by number or name').fill('nobody at all')
  await page.getByLabel('Customer, by number or name').press('Enter')
  await page.getByText('Nothing found').waitFor()
})

test('a check-up says what to mend, a mail leaves, and a backup is made and verified', async () => {
  const { page } = sue
  await page.goto('/console/system')
  await page.getByRole('button', { name: 'Check now' }).press('Enter')
  await page.getByText(/· (\d+) \/ \1$/).waitFor({ timeout: 60_000 })
  await page.getByText(/checks passed/).click()
  await page.getByText('Database roles', { exact: true }).waitFor()
  await page.getByText('row-level security holds', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Send me a test e-mail' }).press('Enter')
  await expect
    .poll(() => portal.mails().some((mail) => mail.includes('You requested this e-mail')), { timeout: 15_000 })
    .toBe(true)
  await page.getByRole('button', { name: 'Back up now' }).press('Enter')
  const verify = page.getByRole('button', { name: /Verify the backup/ })
  await verify.waitFor({ timeout: 90_000 })
  await verify.press('Enter')
  await page.getByText('Last verification').waitFor()
  await expect.poll(() => verify.getAttribute('aria-disabled'), { timeout: 60_000 }).toBeNull()
  expect(await page.getByText('It failed').count()).toBe(0)
  await sue.checkAccessibility('the page of the system')
  expect(sue.consoleErrors(/status of (403|401|400)/)).toEqual([])
})

test('audit and system are readable in the dark, in Arabic and on a phone', async () => {
  const { page } = sue
  await page.getByRole('button', { name: 'Dark colours' }).click()
  await page.locator('html[data-theme=dark]').waitFor()
  await sue.checkAccessibility('the system in the dark', 'colours')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByLabel('Language').selectOption('ar')
  await page.locator('html[dir=rtl]').waitFor()
  await page.getByRole('heading', { level: 1, name: 'النظام' }).waitFor()
  await sue.settled()
  await sue.checkAccessibility('the system in Arabic on a phone')
  expect(await width()).toBeLessThanOrEqual(390)
  for (const path of ['audit', 'view-as']) {
    await page.goto(`/console/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await sue.settled()
    await sue.checkAccessibility(`${path} in Arabic, in the dark, on a phone`)
    expect(await width()).toBeLessThanOrEqual(390)
  }
  await page.getByLabel('اللغة').selectOption('en')
})
