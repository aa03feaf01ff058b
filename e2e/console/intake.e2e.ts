import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { joinConsole } from '../harness/join-console.ts'
import { openPortalAndBrowser } from '../harness/open-portal-and-browser.ts'
import { takePicture } from '../harness/picture.ts'
import type { Visitor } from '../harness/visitor.ts'

/* The person who looks after the intake, on the morning after a night run in which something was refused. */

const password = 'a passphrase of their own'
const { portal, browser } = await openPortalAndBrowser({ DEMO: 'off' })
let ivo: Visitor
let page: Page
let key = ''

beforeAll(async () => {
  ivo = await joinConsole({ portal, browser, email: 'ivo@supplier.example', name: 'Ivo Integration', password })
  page = ivo.page
})

const order = (number: string, more: object) =>
  JSON.stringify({ type: 'orders', number, account: 'C-1', accountName: 'Alpha Bikes', currency: 'EUR', ...more })

async function send(path: string, type: string, body: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': type }
  const reply = await fetch(`${portal.address}/api/${path}`, { method: 'POST', headers, body })
  expect(reply.status).toBe(200)
}

/** Moves to something by keyboard alone and presses Enter. */
async function press(role: 'link' | 'button', name: string | RegExp): Promise<void> {
  const target = page.getByRole(role, { name }).first()
  await target.focus()
  await page.keyboard.press('Enter')
}

test('a key is made by keyboard, shown once, and lets the ERP in', async () => {
  await ivo.checkAccessibility('a first page on which nothing waits')
  await press('link', 'Keys')
  await page.getByLabel('Name').focus()
  await page.keyboard.type('Night run')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Secret of Night run' }).waitFor()
  key = (await page.locator('code').textContent()) ?? ''
  expect(key).toMatch(/^tt_[A-Za-z0-9_-]{43}$/)
  await ivo.checkAccessibility('a key that has just been made')
  await press('button', 'I have it')
  expect(await page.getByText(key).count()).toBe(0)
  const bad = ['SO-1', 'SO-2', 'SO-3'].map((number) => order(number, { status: 'Open' }))
  await send('ingest/documents', 'application/x-ndjson', [order('SO-9', {}), ...bad].join('\n'))
  const names =
    'xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"'
  await send('ingest/ubl', 'application/xml', `<Invoice ${names}><cbc:ID>IN-1</cbc:ID></Invoice>`)
})

test('the first page says what needs somebody, and leads there', async () => {
  await press('link', 'Today')
  await page.reload()
  await page.getByText('3 refused messages wait').waitFor()
  await page.getByText('1 document waits for its customer').waitFor()
  // What came of a source is written every ten seconds.
  const counted = async () => {
    await page.reload()
    await ivo.settled()
    return page.getByText('5 documents', { exact: false }).count()
  }
  await expect.poll(counted, { timeout: 30_000, interval: 2_000 }).toBe(1)
  await ivo.checkAccessibility('a first page with things that wait')
  await press('link', '3 refused messages wait')
  await page.getByRole('link', { name: /^Order SO-2/ }).waitFor()
  await ivo.checkAccessibility('what was refused')
})

test('a refused order is mended at the marked place and sent through by keyboard', async () => {
  await press('link', /^Order SO-2/)
  expect(await page.locator('mark').textContent()).toBe('"Open"')
  await ivo.checkAccessibility('a refused message')
  await press('button', 'Edit')
  // The place is selected: what is typed replaces it.
  await page.keyboard.type('"Opened"')
  await press('button', 'Retry with the edited text')
  await page.getByRole('alert').getByText('"Opened" is not a status', { exact: false }).waitFor()
  await press('button', 'Show $.status in the text')
  await page.keyboard.type('"confirmed"')
  await press('button', 'Retry with the edited text')
  await page.getByText('The message was accepted').waitFor()
  await page.getByRole('link', { name: /^Order SO-1/ }).waitFor()
  await page.getByRole('link', { name: /^Order SO-2/ }).waitFor({ state: 'detached' })
})

test('what has the same reason is sent through together, and what nobody wants is put aside', async () => {
  await press('button', /^Retry all/)
  await page.getByText('0 accepted, 2 refused again').waitFor()
  await press('link', /^Order SO-1/)
  await page.getByText('Discard', { exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Why').focus()
  await page.keyboard.type('A test order.')
  await page.keyboard.press('Enter')
  await page.getByText('The message was discarded').waitFor()
  await page.getByLabel('State').selectOption('settled')
  await press('link', /^Order SO-1/)
  await page.getByText('A test order.').waitFor()
})

test('a document whose customer is not known is given to one that is found by a part of its name', async () => {
  await press('link', 'Back to refused messages')
  await press('link', /^Waiting/)
  await page.getByText('Documents from unknown customers').waitFor()
  await page.getByText('Assign', { exact: false }).first().focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Customer, by number or name').focus()
  await page.keyboard.type('alpha')
  await page.getByText('Alpha Bikes (C-1)').waitFor()
  await ivo.checkAccessibility('the choice of a customer')
  await press('button', 'Assign to this customer')
  await page.getByText('Nothing is waiting for a customer or a shipment').waitFor()
})

test('the sources tell what came in, in the dark, in Arabic and on a phone', async () => {
  await press('link', 'Sources')
  await page.getByText('Active', { exact: true }).first().waitFor()
  await ivo.checkAccessibility('the sources')
  await press('button', 'Dark colours')
  await page.locator('html[data-theme=dark]').waitFor()
  await ivo.checkAccessibility('the sources in the dark', 'colours')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByLabel('Language').selectOption('ar')
  await page.locator('html[dir=rtl]').waitFor()
  for (const path of ['/console/', '/console/intake', '/console/intake?tab=refused', '/console/keys']) {
    await page.goto(path)
    await ivo.settled()
    await ivo.checkAccessibility(`${path} in the dark, in Arabic, on a phone`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  }
  await page.getByLabel('اللغة').selectOption('en')
  await page.locator('html[dir=ltr]').waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('a key is made lenient by keyboard, and what was taken so is listed', async () => {
  await press('link', 'Keys')
  await page.getByText('Lenient reading', { exact: false }).first().focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Every call with this key is read leniently').focus()
  await page.keyboard.press('Space')
  await page.getByLabel('Dates that are not YYYY-MM-DD').selectOption('day first')
  await page.getByLabel('What your statuses mean').fill('offen = confimed')
  await press('button', 'Save')
  await page.getByText('“confimed” is not a status of documents.').waitFor()
  await page.getByLabel('What your statuses mean').fill('offen = confirmed\nzu = completed')
  await press('button', 'Save')
  await page.getByText('Saved. The next documents are read like this.').first().waitFor()
  const loose = order('SO-20', { status: 'Offen', issueDate: '31.12.2026', colour: 'red', totals: { net: 100.5 } })
  await send('ingest/documents', 'application/x-ndjson', loose)
  await page.reload()
  const taken = page.getByRole('region', { name: 'Accepted although not as the format requires' })
  for (const text of ['$.colour', '$.totals.net', '$.issueDate', 'Offen'])
    await taken.getByText(text, { exact: true }).waitFor()
  await page.getByText('Lenient reading', { exact: false }).first().click()
  expect(await page.getByLabel('What your statuses mean').inputValue()).toBe('offen = confirmed\nzu = completed')
  await ivo.settled()
  await ivo.checkAccessibility('a lenient key')
  await takePicture(page, 'key-lenient')
  await page.getByLabel('Language').selectOption('ar')
  await page.locator('html[dir=rtl]').waitFor()
  await ivo.settled()
  await ivo.checkAccessibility('a lenient key in Arabic')
  await takePicture(page, 'key-lenient-ar')
  await page.getByLabel('اللغة').selectOption('en')
  await page.locator('html[dir=ltr]').waitFor()
})

test('a list of the ERP is compared with the portal, its columns named by whoever brings it', async () => {
  await press('link', 'Intake')
  await press('link', 'Compare')
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'open-orders.csv', mimeType: 'text/csv' },
    buffer: Buffer.from('What;Whose\nSO-9;C-1\nSO-404;C-1\n'),
  })
  await page.getByText('Say which columns hold the numbers and the customers.').waitFor()
  await page.getByLabel('Documents of the list').selectOption('orders')
  await page.getByLabel('Column of the numbers').selectOption('What')
  await page.getByLabel('Column of the customers').selectOption('Whose')
  await page.getByText('Missing in the portal: 1').waitFor()
  await page.getByText('1 document agrees').waitFor()
  await page.getByText('Order SO-404', { exact: true }).waitFor()
  await page.getByLabel('The list names all documents of its kind').check()
  await page.getByText(/Only in the portal: \d/).waitFor()
  await ivo.settled()
  await ivo.checkAccessibility('a list that is compared')
  await takePicture(page, 'intake-compare')
})

test('what was withdrawn is listed with whose it was and who took it back', async () => {
  const reply = await fetch(`${portal.address}/api/ingest/documents/orders/SO-9`, {
    ...{ method: 'DELETE', headers: { authorization: `Bearer ${key}` } },
  })
  expect(reply.status).toBe(200)
  await press('link', 'Withdrawn and moved')
  await page.getByText('Order SO-9', { exact: true }).waitFor()
  await page.getByText(/by Night run/).waitFor()
  await page.getByLabel('What became of it').selectOption('moved')
  await page.getByText('No such document was withdrawn or moved').waitFor()
  await page.getByLabel('What became of it').selectOption('')
  await page.getByText('Order SO-9', { exact: true }).waitFor()
  await ivo.settled()
  await ivo.checkAccessibility('what was withdrawn')
  await takePicture(page, 'intake-removed')
  await press('link', 'Keys')
})

test('a key for one customer works in the console with what it was given, and is refused the rest', async () => {
  const name = page.getByLabel('Name', { exact: true })
  await name.focus()
  await page.keyboard.type('CRM')
  await page.getByLabel('Only for these customers').fill('NOBODY')
  await page.getByText('What it may do in the console', { exact: true }).first().focus()
  await page.keyboard.press('Enter')
  for (const label of ['See customers and their people', 'Publish content']) {
    await page.getByLabel(label).focus()
    await page.keyboard.press('Space')
  }
  await press('button', 'Create a key')
  await page.getByText('A key for some customers alone cannot have the scope console:content.write.').waitFor()
  await page.getByLabel('Publish content').uncheck()
  await press('button', 'Create a key')
  await page.getByText('No customer has this number: NOBODY').waitFor()
  await page.getByLabel('Only for these customers').fill('C-1')
  await ivo.settled()
  await ivo.checkAccessibility('what a key may do in the console')
  await press('button', 'Create a key')
  await page.getByRole('region', { name: 'Secret of CRM' }).waitFor()
  await page.getByText('Only for C-1', { exact: true }).waitFor()
  const secret = (await page.locator('code').textContent()) ?? ''
  const call = (path: string) =>
    fetch(`${portal.address}/api/console/${path}`, { headers: { authorization: `Bearer ${secret}` } })
  const customers = await call('customers')
  expect(await customers.json()).toMatchObject({ customers: [{ number: 'C-1' }] })
  expect((await call('audit')).status).toBe(403)
  await press('button', 'I have it')
  await page.locator('summary', { hasText: 'Revoke' }).first().focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Name of the key').first().fill('CRM')
  await page.keyboard.press('Enter')
  await page.getByText('Revoked', { exact: true }).waitFor()
  expect((await call('customers')).status).toBe(401)
})

test('a key that is rotated works on for a while under its old secret, and a revoked one does not', async () => {
  await page.goto('/console/keys')
  await page.locator('summary', { hasText: 'Rotate' }).first().focus()
  await page.keyboard.press('Enter')
  await press('button', 'Create a new secret')
  await page.getByRole('region', { name: 'Secret of Night run' }).waitFor()
  const newKey = (await page.locator('code').textContent()) ?? ''
  expect(newKey).not.toBe(key)
  await send('ingest/documents', 'application/x-ndjson', order('SO-10', {}))
  key = newKey
  await send('ingest/documents', 'application/x-ndjson', order('SO-11', {}))
  await page.locator('summary', { hasText: 'Revoke' }).first().focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Name of the key').focus()
  await page.keyboard.type('Something else')
  await page.keyboard.press('Enter')
  await page.getByText('That is not the name of this key.').waitFor()
  await page.getByLabel('Name of the key').fill('Night run')
  await page.keyboard.press('Enter')
  await page.getByText('Revoked', { exact: true }).nth(1).waitFor()
  await expect(send('ingest/documents', 'application/x-ndjson', order('SO-12', {}))).rejects.toThrow('401')
  expect(ivo.consoleErrors(/status of 400/)).toEqual([])
})

test('many keys are narrowed by what the address keeps, and saved as they are shown', async () => {
  await page.goto('/console/keys?state=revoked')
  await page.getByRole('heading', { name: 'CRM' }).waitFor()
  await page.getByLabel('Name or customer number').focus()
  await page.keyboard.type('night')
  await page.keyboard.press('Enter')
  await page.waitForURL(/text=night/)
  await page.getByRole('heading', { name: 'CRM' }).waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Night run' }).waitFor()
  await ivo.checkAccessibility('keys that are narrowed')
  const [file] = await Promise.all([page.waitForEvent('download'), press('link', 'Save as CSV')])
  expect(await readFile(await file.path(), 'utf8')).toMatch(/\r\nNight run,Revoked,[^\r]*\r\n$/)
  await page.getByLabel('State', { exact: true }).selectOption('idle')
  await page.getByText('No key matches these filters').waitFor()
})

test('the secrets of two keys made one after the other are both shown until each is put away', async () => {
  await page.goto('/console/keys')
  const secretOf = (name: string) => page.getByRole('region', { name: `Secret of ${name}` })
  const codeOf = async (name: string) => (await secretOf(name).locator('code').textContent()) ?? ''
  for (const name of ['Warehouse', 'Web shop']) {
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.keyboard.press('Enter')
    await secretOf(name).waitFor()
    await expect.poll(() => secretOf(name).evaluate((panel) => panel === document.activeElement)).toBe(true)
  }
  const secret = await codeOf('Warehouse')
  expect(secret).toMatch(/^tt_[A-Za-z0-9_-]{43}$/)
  expect(secret).not.toBe(await codeOf('Web shop'))
  await ivo.checkAccessibility('two keys that have just been made')
  await secretOf('Web shop').getByRole('button', { name: 'I have it' }).press('Enter')
  await secretOf('Web shop').waitFor({ state: 'detached' })
  expect(await codeOf('Warehouse')).toBe(secret)
})

test('on a phone the page that is open is in sight among the others', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  const current = page.getByRole('navigation').getByRole('link', { name: 'Intake' })
  await page.goto('/console/intake')
  await expect.poll(() => current.evaluate((link) => link.getBoundingClientRect().right)).toBeLessThanOrEqual(390)
  expect((await current.boundingBox())?.x).toBeGreaterThan(0)
})
