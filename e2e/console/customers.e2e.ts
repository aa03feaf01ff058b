import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinConsole } from '../harness/join-console.ts'
import { openPortalAndBrowser } from '../harness/open-portal-and-browser.ts'
import { takePicture } from '../harness/picture.ts'
import { type Visitor, visit } from '../harness/visitor.ts'

/* The supplier's staff look after customers and their people in the console, by keyboard. */

const folder = mkdtempSync(join(tmpdir(), 'console-customers-'))
const password = 'a passphrase of their own'
const { portal, browser } = await openPortalAndBrowser({ DEMO: 'off' })
let sue: Visitor

const documents = [
  ['C-1001', 'Velo Werk GmbH'],
  ['C-1002', 'Velo Werk Nord'],
  ['C-1003', 'Änger Boats'],
].map(([account, accountName], index) => ({
  ...{ type: 'orders', number: `SO-${index}`, account, accountName, status: 'confirmed', issueDate: '2026-02-10' },
  lines: [{ line: '1', sku: 'BK-1', name: 'Saddle', quantity: '4', unit: 'EA' }],
}))

beforeAll(async () => {
  const file = join(folder, 'documents.ndjson')
  writeFileSync(file, documents.map((document) => JSON.stringify(document)).join('\n'))
  portal.command(['import', file])
  for (const [email, name, account] of [
    ['ann@velo.example', 'Ann Arbor', 'C-1001'],
    ['bea@nord.example', 'Bea Nord', 'C-1002'],
  ] as const)
    portal.command(
      ['user', 'add', '--email', email, '--name', name, '--account', account, '--role', 'admin', '--password-stdin'],
      password,
    )
  sue = await joinConsole({ portal, browser, email: 'sue@supplier.example', name: 'Sue Support', password })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Goes to what has this name by the Tab key, and presses Enter there. */
async function press(name: RegExp | string, role: 'link' | 'button' = 'button') {
  await sue.page.getByRole(role, { name }).first().focus()
  await sue.page.keyboard.press('Enter')
}

/** Keeps calls back until what it gives is called. */
async function holdBack(calls: RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await sue.page.route(calls, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

test('a customer is found by a few letters and opened, by keyboard alone', async () => {
  const { page } = sue
  await press('Customers', 'link')
  await page.getByRole('link', { name: 'Änger Boats' }).waitFor()
  await sue.checkAccessibility('the customers')
  await page.keyboard.press('/')
  await page.keyboard.type('anger')
  await page.getByRole('link', { name: 'Velo Werk GmbH' }).waitFor({ state: 'detached' })
  await expect.poll(() => page.url()).toContain('text=anger')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.getByRole('link', { name: 'Änger Boats' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Änger Boats' }).waitFor()
  await page.getByText('No one is here yet').waitFor()
  await sue.checkAccessibility('a customer')
})

test('somebody is invited, looked after and noted, and the invitation is sent again', async () => {
  const { page } = sue
  await press('Invite somebody')
  await page.getByLabel('E-mail', { exact: true }).fill('cleo@anger.example')
  await page.getByLabel('Name, if you know it').fill('Cleo Änger')
  await sue.checkAccessibility('an invitation')
  await press('Send invitation')
  await page.getByText('cleo@anger.example', { exact: true }).waitFor()
  await expect
    .poll(() => portal.mails().some((mail) => mail.includes('cleo@anger.example')), { timeout: 10_000 })
    .toBe(true)
  await press('Resend the invitation to cleo@anger.example')
  await page.getByText('The invitation is on its way.').first().waitFor()
  await page.getByLabel('Add someone').selectOption('Sue Support')
  await page.getByLabel('Role of Sue Support').waitFor()
  await page.getByLabel('Note; no customer reads it').fill('Call before eight.')
  await press('Add note')
  await page.getByText('Call before eight.').first().waitFor()
  await page.getByLabel('Language').last().selectOption('Deutsch')
  await page.getByText('Setting changed').waitFor()
  await sue.checkAccessibility('a customer with people and notes')
})

test('what is typed while an identifier is being added stays for the next one, and the fields are empty after that', async () => {
  const { page } = sue
  const card = page.getByRole('region', { name: 'Identifiers' })
  const value = card.getByLabel('Value')
  const add = card.getByRole('button', { name: 'Add', exact: true })
  const isDone = () => expect.poll(() => add.getAttribute('aria-busy')).toBeNull()
  await card.getByLabel('Scheme').fill('GLN')
  await value.fill('4012345000009')
  const goOn = await holdBack(/\/identifiers$/)
  await add.press('Enter')
  await value.fill('4012345000016')
  goOn()
  await card.getByRole('button', { name: 'Remove GLN 4012345000009' }).waitFor()
  await isDone()
  expect(await value.inputValue()).toBe('4012345000016')
  await add.press('Enter')
  await card.getByRole('button', { name: 'Remove GLN 4012345000016' }).waitFor()
  await isDone()
  expect(await value.inputValue()).toBe('')
})

test('a list of invitations is looked at before anything is sent', async () => {
  const { page } = sue
  await press('Customers', 'link')
  await press('Invite several', 'link')
  await page
    .getByLabel('List')
    .fill('account;email;name;role\nC-1001;dan@velo.example;Dan;buyer\nC-9;x@velo.example;X;buyer')
  await press('Check the rows')
  await page.getByText('Unknown customer').waitFor()
  await sue.checkAccessibility('a list of invitations')
  await press('Send 1 invitation')
  await page.getByText('1 invitation is on its way').waitFor()
  await press('Another list')
  await press('Check the rows')
  await page.getByText('Already invited').waitFor()
})

test('people are shown under the heading that is theirs, and nobody is said to be absent before the server has looked', async () => {
  const { page } = sue
  const ann = page.getByRole('link', { name: 'Ann Arbor' })
  const nobodyMatches = page.getByText('No one matches')
  const nobodyLockedOut = page.getByText('No one is locked out')
  const search = page.getByRole('searchbox')
  await press('People', 'link')
  await nobodyLockedOut.waitFor()
  const findAnn = await holdBack(/\/api\/console\/people\?text=arb$/)
  await search.fill('arb')
  await nobodyLockedOut.waitFor({ state: 'detached' })
  expect(await nobodyMatches.count()).toBe(0)
  findAnn()
  await ann.waitFor()
  await search.fill('arbz')
  await nobodyMatches.waitFor()
  const findAnnAgain = await holdBack(/\/api\/console\/people\?text=ann$/)
  await search.fill('ann')
  await nobodyMatches.waitFor({ state: 'detached' })
  findAnnAgain()
  await ann.waitFor()
  await page.reload()
  await ann.waitFor()
  const listLockedOut = await holdBack(/\/api\/console\/people$/)
  await search.fill('')
  await ann.waitFor({ state: 'detached' })
  listLockedOut()
  await nobodyLockedOut.waitFor()
})

test('why somebody cannot sign in is told in words, and they are helped', async () => {
  const ann = await visit(browser, portal.address)
  await ann.page.goto('/')
  await ann.page.getByLabel('E-mail', { exact: true }).fill('ann@velo.example')
  await ann.page.getByLabel('Password', { exact: true }).fill('not the right passphrase')
  await ann.page.getByRole('button', { name: 'Sign in' }).click()
  await ann.page.getByText('Wrong e-mail or password.').first().waitFor()
  const { page } = sue
  await press('People', 'link')
  await page.getByText('No one is locked out').waitFor()
  await sue.checkAccessibility('the people')
  await page.keyboard.press('/')
  await page.keyboard.type('arb')
  await press('Ann Arbor', 'link')
  await page.getByText('Yes, nothing prevents it.').waitFor()
  await page.getByText('Wrong password.').waitFor()
  await sue.checkAccessibility('a person')
  await press('Disable Ann Arbor')
  await press(/^Disable$/)
  await page.getByText('They are disabled.', { exact: false }).waitFor()
  await press('Enable')
  await page.getByText('Yes, nothing prevents it.').waitFor()
  await page.getByLabel('Role at Velo Werk GmbH').selectOption('Buyer')
  // An account keeps an administrator.
  await page.getByText('An account needs an administrator', { exact: false }).waitFor()
  await ann.leave()
})

test('two customers that are one become one, after what moves was seen and the number typed', async () => {
  const { page } = sue
  await press('Velo Werk GmbH', 'link')
  await page.getByRole('heading', { level: 1, name: 'Velo Werk GmbH' }).waitFor()
  await press(/^Merge/)
  await page.getByLabel('Number of the customer to keep').fill('C-1002')
  await press('Show what would move')
  await page.getByText('What would move to Velo Werk Nord (C-1002)').waitFor()
  await sue.checkAccessibility('a merge before it is done')
  await page.getByLabel('Type C-1001 to confirm').fill('C-1001')
  await press('Merge permanently')
  await page.getByRole('heading', { level: 1, name: 'Velo Werk Nord' }).waitFor()
  await page.getByRole('link', { name: 'Ann Arbor' }).waitFor()
  await page.getByText('Customers merged').waitFor()
})

test('it is said where a customer receives e-invoices, and a wrong number is named beside its field', async () => {
  const { page } = sue
  const card = page.getByRole('region', { name: 'Electronic address for e-invoices' })
  await card.getByLabel('Scheme').selectOption('0088')
  await card.getByLabel('Value').fill('4012345000008')
  await press('Save')
  await card.getByText('its last digit does not fit', { exact: false }).waitFor()
  await card.getByLabel('Scheme').selectOption({ label: '9930 · VAT number, Germany' })
  await card.getByLabel('Value').fill('DE123456788')
  await press('Save')
  await page.getByText('Electronic address saved.').first().waitFor()
  await page.reload()
  await expect.poll(() => card.getByLabel('Value').inputValue()).toBe('DE123456788')
  await sue.settled()
  await sue.checkAccessibility('a customer with an electronic address')
  await takePicture(sue.page, 'customer')
})

test('a person is deleted when their e-mail was typed', async () => {
  const { page } = sue
  await press('Bea Nord', 'link')
  await press(/^Delete permanently/)
  await page.getByLabel('Type bea@nord.example to confirm').fill('wrong@nord.example')
  await press('Delete permanently')
  await page.getByText('Type “bea@nord.example” to confirm.').waitFor()
  await page.getByLabel('Type bea@nord.example to confirm').fill('bea@nord.example')
  await page.keyboard.press('Enter')
  await page.getByText('The person is deleted.').waitFor()
  expect(page.url()).toContain('/console/people')
  expect(sue.consoleErrors(/status of (400|409)/)).toEqual([])
})

test('the pages are readable in the dark, in Arabic and on a phone', async () => {
  const { page } = sue
  const pages = ['customers', 'people?text=ann', 'invitations']
  const look = async (where: string, rules?: 'colours') => {
    for (const path of pages) {
      await page.goto(`/console/${path}`)
      await sue.settled()
      await takePicture(sue.page, `${path} ${where}`.replaceAll(/\W+/g, '-'))
      await sue.checkAccessibility(`${path} ${where}`, rules)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        page.viewportSize()?.width ?? 0,
      )
    }
  }
  await page.goto('/console/people?text=ann')
  await page.getByRole('link', { name: 'Ann Arbor' }).click()
  await page.getByText('Yes, nothing prevents it.').waitFor()
  pages.push(page.url().split('/console/')[1] ?? '')
  await page.getByRole('link', { name: 'Velo Werk Nord' }).click()
  await page.getByRole('heading', { level: 1, name: 'Velo Werk Nord' }).waitFor()
  pages.push(page.url().split('/console/')[1] ?? '')
  await page.getByRole('button', { name: 'Dark colours' }).click()
  await page.locator('html[data-theme=dark]').waitFor()
  await look('in the dark', 'colours')
  await page.setViewportSize({ width: 390, height: 844 })
  await look('on a phone')
  await page.getByLabel('Language').first().selectOption('ar')
  await page.locator('html[dir=rtl]').waitFor()
  await look('in Arabic on a phone')
})
