import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContextOptions, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinConsole } from './harness/join-console.ts'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { type Visitor, visit } from './harness/visitor.ts'

/* How many presses lie between signing in and being done, as docs/testing.md states. Typing is no press. */

const folder = mkdtempSync(join(tmpdir(), 'presses-'))
const password = 'a passphrase of her own'
const { portal, browser } = await openPortalAndBrowser({ DEMO: 'off' })
let ann: Visitor
let presses = 0

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const shared = {
  ...{ account: 'C-1001', accountName: 'Velo Werk GmbH', currency: 'EUR', issueDate: day(-2) },
  salesperson: { name: 'Sol Vang', email: 'sol@supplier.example' },
  lines: [{ line: '1', sku: 'BK-1', name: 'Saddle', quantity: '4', unit: 'EA', unitPrice: '5.00', amount: '20.00' }],
}
const documents = [
  { ...shared, type: 'quotes', number: 'Q-1', status: 'open', validUntil: '2099-01-01', totals: { gross: '20.00' } },
  { ...shared, type: 'orders', number: 'O-1', status: 'confirmed' },
  { ...shared, type: 'shipments', number: 'S-1', status: 'delivery_failed' },
  { ...shared, type: 'shipments', number: 'S-3', status: 'delivery_failed' },
  { ...shared, type: 'shipments', number: 'S-2', status: 'delivered', deliveredDate: day(-1) },
  ...['I-1', 'I-2'].map((number) => ({
    ...{ ...shared, type: 'invoices', number, status: 'open', issueDate: day(-40), dueDate: day(-10) },
    totals: { gross: '20.00', open: '20.00' },
  })),
  {
    ...{ ...shared, type: 'orders', number: 'O-26', status: 'confirmed', customerReference: 'PUR 26' },
    ...{ promisedDate: '2098-05-04', estimatedDate: '2098-05-04' },
  },
]

beforeAll(() => {
  const file = join(folder, 'documents.ndjson')
  writeFileSync(file, documents.map((document) => JSON.stringify(document)).join('\n'))
  portal.command(['import', file])
  const person = ['--email', 'ann@velo.example', '--name', 'Ann', '--account', 'C-1001', '--role', 'admin']
  portal.command(['user', 'add', ...person, '--password-stdin'], password)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Signs in as a visitor who has never been here; presses are counted from then on. */
async function signInAt(path: string, options?: BrowserContextOptions): Promise<Visitor['page']> {
  await ann?.leave()
  ann = await visit(browser, portal.address, options)
  await ann.openSignedIn(path, 'ann@velo.example', password)
  presses = 0
  return ann.page
}

async function press(control: Locator): Promise<void> {
  await control.click()
  presses++
}

test('a quote is accepted in 2 presses', async () => {
  const page = await signInAt('/')
  await press(page.getByRole('link', { name: 'Accept quote: Q-1' }))
  await press(page.getByRole('dialog').getByRole('button', { name: 'Accept for 20.00 EUR' }))
  await page.locator('header').getByText('Accepted', { exact: true }).waitFor()
  expect(presses).toBe(2)
  expect(ann.consoleErrors()).toEqual([])
})

test('a delivery that failed is sent again on another day in 2 presses', async () => {
  const page = await signInAt('/')
  await press(page.getByRole('link', { name: 'Give delivery instructions: S-1' }))
  const drawer = page.getByRole('dialog', { name: 'Give delivery instructions' })
  await drawer.getByLabel(/Requested date/).fill(day(3))
  await press(drawer.getByRole('button', { name: 'Send' }))
  await page.getByText('Delivery instructions given on').waitFor()
  expect(presses).toBe(2)
  expect(ann.consoleErrors()).toEqual([])
})

test('a problem with a line of a delivery is reported in 5 presses', async () => {
  const page = await signInAt('/')
  await press(page.getByRole('link', { name: 'Shipments', exact: true }))
  await press(page.getByRole('link', { name: 'S-2' }))
  await press(page.getByRole('button', { name: 'Report a problem' }))
  const drawer = page.getByRole('dialog', { name: 'Report a problem' })
  await press(drawer.getByLabel('Saddle'))
  await drawer.getByLabel('Quantity missing').fill('1')
  await press(drawer.getByRole('button', { name: 'Send' }))
  await page.getByText('You reported a problem').first().waitFor()
  expect(presses).toBe(5)
  expect(ann.consoleErrors()).toEqual([])
})

test('a mail from the supplier is answered in 2 presses: the field, and to send', async () => {
  const page = await signInAt('/orders/O-1')
  await press(page.getByLabel('Write to Sol Vang about this order'))
  await page.keyboard.type('Thank you, that suits us.')
  await press(page.getByRole('button', { name: 'Send message' }))
  await page.getByRole('region', { name: 'Conversation' }).getByText('Thank you, that suits us.').waitFor()
  expect(presses).toBe(2)
  expect(ann.consoleErrors()).toEqual([])
})

/* Four people's walks to their first answer; the words are those of what answers. */

const words = async (answer: Locator) => ((await answer.textContent()) ?? '').split(/\s+/).filter(Boolean).length

test('a purchasing clerk learns when an order comes in 2 presses: the search, and the order of their own number', async () => {
  const page = await signInAt('/')
  await press(page.getByRole('combobox', { name: 'Search All Documents' }))
  await page.keyboard.type('PUR 26')
  await press(page.getByRole('option').filter({ hasText: 'O-26' }))
  const answer = page.getByRole('heading', { level: 2 }).filter({ hasText: '4 May 2098' })
  await answer.waitFor()
  expect(presses).toBe(2)
  expect(await words(answer)).toBeLessThanOrEqual(10)
  expect(ann.consoleErrors()).toEqual([])
})

test('a warehouse hand with a phone sees why a delivery failed in 1 press, above the fold', async () => {
  const page = await signInAt('/', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await press(page.getByRole('link', { name: /^S-3/ }))
  const answer = page.getByRole('heading', { level: 2, name: /^Delivery failed/ })
  await answer.waitFor()
  expect(presses).toBe(1)
  expect(await words(answer)).toBeLessThanOrEqual(8)
  expect((await answer.boundingBox())?.y).toBeLessThan(300)
  await ann.checkAccessibility('a failed delivery on a phone')
  expect(ann.consoleErrors()).toEqual([])
})

test('a bookkeeper sees what is overdue at once, which invoices these are in 1 press, and the statement in 2', async () => {
  const page = await signInAt('/')
  const answer = page.getByRole('link', { name: /^Overdue 2 40.00\s?EUR/ })
  await answer.waitFor()
  expect(await words(answer)).toBeLessThanOrEqual(4)
  await press(answer)
  await page.getByText('Still to pay 40.00 EUR').waitFor()
  expect(presses).toBe(1)
  await press(page.getByRole('link', { name: 'Account statement' }))
  await page.getByRole('heading', { level: 1, name: 'Account statement' }).waitFor()
  expect(presses).toBe(2)
  expect(ann.consoleErrors()).toEqual([])
})

test('a bookkeeper goes from what is unpaid over the statement to how what is overdue is paid in 6 presses', async () => {
  const page = await signInAt('/')
  await press(page.getByRole('link', { name: 'Invoices', exact: true }).first())
  await press(page.getByRole('link', { name: 'Account statement' }))
  // The amount that is overdue leads to its invoices.
  await press(page.getByRole('link', { name: /1–30 days overdue/ }))
  await press(page.getByLabel('Select all shown'))
  await press(page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Remittance advice' }))
  const drawer = page.getByRole('dialog', { name: 'Remittance advice' })
  await press(drawer.getByRole('button', { name: 'Send' }))
  // With the sum and, where the supplier has an account, what the bank needs.
  await drawer.getByText(/^Your supplier has the remittance advice RA-/).waitFor()
  await drawer.getByRole('heading', { name: '40.00 EUR' }).waitFor()
  expect(presses).toBe(6)
  expect(ann.consoleErrors()).toEqual([])
})

test('a salesperson reads what a customer asked in 2 presses: the requests, and the first of them', async () => {
  const staff = { email: 'sol@supplier.example', name: 'Sol Vang', password: 'a passphrase of their own' }
  const sol = await joinConsole({ portal, browser, ...staff })
  presses = 0
  await press(sol.page.getByRole('link', { name: 'Requests', exact: true }))
  await press(sol.page.getByRole('link', { name: /^Velo Werk GmbH/ }).first())
  await sol.page.getByRole('heading', { name: 'Velo Werk GmbH (C-1001)' }).waitFor()
  expect(presses).toBe(2)
  expect(sol.consoleErrors()).toEqual([])
  await sol.leave()
})

test('an order that came without totals says what its lines come to', async () => {
  const page = await signInAt('/orders/O-1')
  await page.getByText('Lines, before tax').waitFor()
  const figure = page.locator('dl').filter({ hasText: 'Lines, before tax' }).locator('dd').first()
  expect(await figure.textContent()).toMatch(/^20\.00\s?EUR$/)
})

test('in a clock with AM and PM each time of an order’s activity stays on its line', async () => {
  const page = await signInAt('/orders/O-1', { locale: 'en-US' })
  const time = page
    .getByRole('region', { name: 'Activity' })
    .locator('time', { hasText: /[AP]M$/ })
    .first()
  await time.waitFor()
  expect((await time.boundingBox())?.height).toBeLessThan(30)
  expect(ann.consoleErrors()).toEqual([])
})
