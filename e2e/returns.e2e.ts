import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { type Visitor, visit } from './harness/visitor.ts'

/* Goods of two deliveries are returned: by keyboard, on a phone, and up to the sheet for the box. */

const folder = mkdtempSync(join(tmpdir(), 'returns-'))
const password = 'a passphrase of her own'
const { portal, browser } = await openPortalAndBrowser({ DEMO: 'off' })
const salesperson = { name: 'Sol Vang', email: 'sol@supplier.example' }
const account = { account: 'C-1001', accountName: 'Velo Werk GmbH' }
const order = {
  ...{ ...account, type: 'orders', number: 'O-1', status: 'in_progress', issueDate: '2026-02-01' },
  lines: [{ line: '1', sku: 'BK-1', name: 'Saddle', quantity: '12', unit: 'EA' }],
}
const shipment = (number: string, line: string) => ({
  ...{ ...account, type: 'shipments', number, status: 'delivered', issueDate: '2026-02-20', salesperson },
  lines: [
    {
      ...{ line, sku: 'BK-1', name: 'Saddle', quantity: '4', unit: 'EA' },
      references: [{ type: 'orders', number: 'O-1', line: '1' }],
    },
    { line: '90', sku: 'BK-2', name: 'Pedal', quantity: '8', unit: 'EA' },
  ],
})
let ann: Visitor

beforeAll(async () => {
  const file = join(folder, 'documents.ndjson')
  const documents = [order, shipment('S-1', '1'), shipment('S-2', '1'), shipment('S-3', '1')]
  writeFileSync(file, documents.map((document) => JSON.stringify(document)).join('\n'))
  portal.command(['import', file])
  const person = ['--email', 'ann@velo.example', '--name', 'Ann', '--account', 'C-1001', '--role', 'admin']
  portal.command(['user', 'add', ...person, '--password-stdin'], password)
  ann = await visit(browser, portal.address)
  await ann.openSignedIn('/shipments/S-1', 'ann@velo.example', password)
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('she returns goods of two deliveries by keyboard alone, with a reason for each line', async () => {
  const { page } = ann
  const { keyboard } = page
  await page.getByRole('button', { name: 'Return goods' }).press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Return goods' })
  await drawer.getByRole('checkbox', { name: 'Saddle' }).waitFor()
  await drawer.getByLabel('Add another delivery').focus()
  await keyboard.type('S-2')
  await drawer.getByRole('group', { name: 'Shipment S-2' }).waitFor()
  await drawer.getByRole('button', { name: 'Send' }).press('Enter')
  await drawer.getByText('Choose at least one line.').waitFor()

  const first = drawer.getByRole('group', { name: 'Shipment S-1' })
  await first.getByRole('checkbox', { name: 'Saddle' }).press('Space')
  const quantity = first.getByLabel('Quantity of Saddle')
  expect(await quantity.inputValue()).toBe('4')
  await quantity.fill('5')
  const second = drawer.getByRole('group', { name: 'Shipment S-2' })
  await second.getByRole('checkbox', { name: 'Pedal' }).press('Space')
  await second.getByLabel('Quantity of Pedal').fill('3')
  await second.getByLabel('More about Pedal').fill('It squeaks.')
  // The page is opened anew: what was typed waits in the form, also of the delivery that was added.
  await page.reload()
  await page.getByRole('button', { name: 'Return goods' }).press('Enter')
  await expect.poll(() => quantity.inputValue()).toBe('5')
  await expect.poll(() => second.getByLabel('More about Pedal').inputValue()).toBe('It squeaks.')
  expect(await second.getByLabel('Quantity of Pedal').inputValue()).toBe('3')
  expect(await second.getByRole('checkbox', { name: 'Pedal' }).isChecked()).toBe(true)
  expect(await second.getByRole('checkbox', { name: 'Saddle' }).isChecked()).toBe(false)
  await drawer.getByRole('button', { name: 'Send' }).press('Enter')
  await first.getByText('Enter a quantity of at most 4\u00a0pcs.').waitFor()
  await quantity.fill('2')
  await first.getByLabel('Reason for Saddle').focus()
  await keyboard.type('Def')
  await first.getByLabel('More about Saddle').fill('The seam is open.')
  await ann.checkAccessibility('the form of a return')
  await drawer.getByRole('button', { name: 'Send' }).press('Enter')
  await drawer.waitFor({ state: 'detached' })
  await page.getByText('You requested a return').first().waitFor()
  await page.getByText(/^2 × .Saddle. · Shipment .S-1., line .1. · Defective · .The seam is open/).waitFor()

  await page.getByRole('link', { name: 'Show return' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: /^Return RET-/ }).waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Requested' }).first().waitFor()
  expect(await page.getByRole('button', { name: 'Save the sheet' }).count()).toBe(0)
  await ann.checkAccessibility('a return that was asked for')
  expect(ann.consoleErrors()).toEqual([])
})

test('the supplier agrees, and she saves the sheet for the box and finds the return among all', async () => {
  const { page } = ann
  const id = portal.command(['request', 'list']).split(' ')[0] ?? ''
  portal.command(['request', 'answer', id, '--accept', '--text', 'Please send them back.', '--by', 'Sol Vang'])
  await page.reload()
  await page.getByText('Please send them back.').waitFor()
  await page.getByLabel('about this return').fill('They leave on Friday.')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('listitem').filter({ hasText: 'They leave on Friday.' }).waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the sheet' }).press('Enter')
  expect((await saved).suggestedFilename()).toMatch(/^Return RET-.*\.pdf$/)
  await ann.checkAccessibility('a return that was agreed to')
  await page.goto('/profile/requests')
  await page.getByRole('link', { name: 'Returns', exact: true }).press('Enter')
  await page.getByText('You requested a return').waitFor()
  await page.goto('/orders/O-1')
  await page.getByRole('link', { name: 'Show return' }).waitFor()
  await page.getByText('Please send them back.').waitFor()
  await page.getByText('They leave on Friday.').waitFor()
  expect(ann.consoleErrors()).toEqual([])
})

test('on a phone, goods of an order are returned with a photograph', { tags: 'long' }, async () => {
  const phone = await visit(browser, portal.address, { viewport: { width: 390, height: 844 }, hasTouch: true })
  const { page } = phone
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  await phone.openSignedIn('/shipments/S-3', 'ann@velo.example', password)
  await page.getByRole('button', { name: 'Return goods' }).waitFor()
  expect(await width()).toBeLessThanOrEqual(390)
  await page.goto('/orders/O-1')
  await page.getByRole('button', { name: 'Actions' }).tap()
  await page.getByRole('menuitem', { name: 'Return goods' }).tap()
  const drawer = page.getByRole('dialog', { name: 'Return goods' })
  const third = drawer.getByRole('group', { name: 'Shipment S-3' })
  await third.getByRole('checkbox', { name: 'Saddle' }).tap()
  await third.getByLabel('Reason for Saddle').selectOption('wrong_item')
  await drawer.getByLabel(/Files and photographs/).setInputFiles({
    name: 'saddle.png',
    mimeType: 'image/png',
    buffer: Buffer.from('89504e470d0a1a0a', 'hex'),
  })
  await phone.checkAccessibility('the form of a return on a phone')
  expect(await width()).toBeLessThanOrEqual(390)
  await drawer.getByRole('button', { name: 'Send' }).tap()
  await drawer.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Show return' }).nth(1).tap()
  await page.getByRole('heading', { level: 1, name: /^Return RET-/ }).waitFor()
  await page.getByRole('button', { name: 'Save saddle.png' }).waitFor()
  expect(await width()).toBeLessThanOrEqual(390)
  await phone.checkAccessibility('a return on a phone')
  expect(phone.consoleErrors()).toEqual([])
  await phone.leave()
})

test('a return that was begun stays when a delivery that is added to it cannot be loaded', async () => {
  const { page } = ann
  await page.goto('/shipments/S-3')
  await page.getByRole('button', { name: 'Return goods' }).click()
  const drawer = page.getByRole('dialog', { name: 'Return goods' })
  await drawer.getByRole('checkbox', { name: 'Pedal' }).check()
  await drawer.getByLabel('Quantity of Pedal').fill('3')
  await page.route('**/returns/returnable', (route) => route.fulfill({ status: 409, body: '{}' }))
  await drawer.getByLabel('Add another delivery').selectOption('S-2')
  const again = drawer.getByRole('alert').getByRole('button', { name: 'Try again' })
  await again.waitFor()
  expect(await drawer.getByLabel('Quantity of Pedal').inputValue()).toBe('3')
  await page.unroute('**/returns/returnable')
  await again.click()
  await drawer.getByRole('group', { name: 'Shipment S-2' }).waitFor()
  const quantity = drawer.getByRole('group', { name: 'Shipment S-3' }).getByLabel('Quantity of Pedal')
  expect(await quantity.inputValue()).toBe('3')
  await page.reload()
  await page.getByRole('button', { name: 'Return goods' }).click()
  await expect.poll(() => quantity.inputValue()).toBe('3')
  await page.keyboard.press('Escape')
  ann.consoleErrors(/409/)
})

test('a delivery that is chosen before the one chosen first has been loaded is added to it', async () => {
  const { page } = ann
  await page.goto('/shipments/S-2')
  await page.getByRole('button', { name: 'Return goods' }).click()
  const drawer = page.getByRole('dialog', { name: 'Return goods' })
  await drawer.getByRole('checkbox', { name: 'Pedal' }).waitFor()
  const release = Promise.withResolvers<void>()
  await page.route('**/returns/returnable', async (route) => {
    await release.promise
    await route.continue()
  })
  const other = drawer.getByLabel('Add another delivery')
  for (const number of ['S-1', 'S-3', 'S-1']) {
    await other.selectOption(number)
    await expect.poll(() => other.inputValue()).toBe('')
  }
  release.resolve()
  const shipments = drawer.getByRole('group', { name: /^Shipment/ }).locator('legend')
  await expect.poll(() => shipments.allTextContents()).toEqual(['Shipment S-1', 'Shipment S-2', 'Shipment S-3'])
  await page.unroute('**/returns/returnable')
  await page.keyboard.press('Escape')
  expect(ann.consoleErrors()).toEqual([])
})
