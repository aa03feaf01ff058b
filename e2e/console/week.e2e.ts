import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encode } from 'fast-png'
import type { FileChooser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinConsole } from '../harness/join-console.ts'
import { openPortalAndBrowser } from '../harness/open-portal-and-browser.ts'
import { type Visitor, visit } from '../harness/visitor.ts'

/*
 * What the supplier's staff do in a week, by keyboard alone, and in how many steps from the first page on, as
 * docs/testing.md states: each link that is followed, each button that is pressed and each choice is one; typing is none.
 */

const folder = mkdtempSync(join(tmpdir(), 'week-'))
const password = 'a passphrase of their own'
// Nothing listens there: no mail leaves.
const { portal, browser } = await openPortalAndBrowser({
  ...{ DEMO: 'off', REGISTRATION: 'request', SMTP_URL: 'smtp://127.0.0.1:9' },
})
let sue: Visitor
let page: Page
let steps = 0

const order = (number: string, account: string, accountName: string, more: object = {}) =>
  JSON.stringify({
    ...{ type: 'orders', number, account, accountName, status: 'confirmed', issueDate: '2026-02-10', ...more },
    lines: [{ line: '1', sku: 'BK-1', name: 'Saddle', quantity: '4', unit: 'EA' }],
  })

beforeAll(async () => {
  const file = join(folder, 'documents.ndjson')
  const documents = [
    ...[order('SO-1', 'C-1001', 'Velo Werk GmbH'), order('SO-2', 'C-1001', 'Velo Werk GmbH')],
    order('SO-3', 'C-1002', 'Alpha Bikes'),
  ]
  writeFileSync(file, documents.join('\n'))
  portal.command(['import', file])
  for (const [email, name, role] of [
    ['ann@velo.example', 'Ann Arbor', 'admin'],
    ['ben@velo.example', 'Ben Brock', 'buyer'],
  ] as const)
    portal.command(
      ['user', 'add', '--email', email, '--name', name, '--account', 'C-1001', '--role', role, '--password-stdin'],
      password,
    )
  const key = portal.command(['key', 'create', '--name', 'Night run']).trim().split('\n').at(-1) ?? ''
  const send = async (path: string, type: string, body: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${portal.address}/api/${path}`, {
      ...{ method: 'POST', body, headers: { 'content-type': type, ...headers } },
    })
    expect(reply.status).toBe(200)
  }
  const authorization = `Bearer ${key}`
  await send(
    'ingest/documents',
    'application/x-ndjson',
    order('SO-9', 'C-1001', 'Velo Werk GmbH', { status: 'Open' }),
    {
      authorization,
    },
  )
  const names =
    'xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"'
  await send('ingest/ubl', 'application/xml', `<Invoice ${names}><cbc:ID>IN-1</cbc:ID></Invoice>`, { authorization })
  const asks = { name: 'Gus', email: 'gus@alpha.example', customerNumber: 'C-1002', documentNumber: 'SO-3' }
  await send('auth/registration', 'application/json', JSON.stringify(asks), { 'sec-fetch-site': 'same-origin' })
  const ann = await visit(browser, portal.address)
  await ann.page.goto('/orders/SO-1')
  await ann.signIn('ann@velo.example', password)
  await ann.page.getByLabel(/^Write to .* about this order/).fill('When does it come?')
  await ann.page.getByRole('button', { name: 'Send message' }).click()
  await ann.page.getByText('When does it come?').first().waitFor()
  await ann.leave()
  sue = await joinConsole({ portal, browser, email: 'sue@supplier.example', name: 'Sue Support', password })
  page = sue.page
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const png = (width: number, height: number) =>
  encode({ width, height, data: new Uint8Array(width * height * 3).fill(90), channels: 3 })

/** The first page, from which the steps of a task are counted. */
async function begin(): Promise<void> {
  await page.goto('/console/')
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  await sue.settled(120)
  steps = 0
}

/** Moves the focus there by the Tab key. */
async function reach(target: Locator): Promise<void> {
  await target.first().waitFor()
  for (let presses = 0; presses < 150; presses++) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${target} cannot be reached by keyboard`)
}
async function press(name: string | RegExp, role: 'link' | 'button' = 'button', within: Page | Locator = page) {
  await reach(within.getByRole(role, { name, exact: typeof name === 'string' }))
  await page.keyboard.press('Enter')
  steps++
}
async function type(label: string | RegExp, text: string): Promise<void> {
  await reach(page.getByLabel(label, { exact: true }))
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}
/** Looks somebody up on the page People and opens their page: two steps. */
async function openPerson(text: string, name: string): Promise<void> {
  await begin()
  await press('People', 'link')
  await page.getByLabel('Name or e-mail').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type(text)
  await press(name, 'link')
}
/** What opens a panel that asks once more: its button there says the same. */
async function confirm(label: string): Promise<void> {
  await press(new RegExp(label))
  await press(new RegExp(`^${label.split(' ')[0]}`), 'button', page.getByRole('dialog'))
}

test('sees which customers have nobody who could sign in: 2 steps', async () => {
  await begin()
  await press('Customers', 'link')
  await reach(page.getByLabel('Show', { exact: true }))
  await page.keyboard.type('No one invited')
  steps++
  await page.getByRole('link', { name: 'Velo Werk GmbH' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Alpha Bikes' }).waitFor()
  expect(steps).toBe(2)
})

test('invites many at once by a list: 4 steps', async () => {
  await begin()
  await press('Customers', 'link')
  await press('Invite several', 'link')
  await type('List', 'account;email;name;role')
  await page.keyboard.press('Enter')
  await page.keyboard.type('C-1002;dan@alpha.example;Dan;buyer')
  await press('Check the rows')
  await press('Send 1 invitation')
  await page.getByText('1 invitation is on its way').waitFor()
  expect(steps).toBe(4)
})

test('takes one person out of one customer: 4 steps', async () => {
  await openPerson('brock', 'Ben Brock')
  await confirm('Remove Ben Brock from Velo Werk GmbH')
  await page.getByRole('button', { name: 'Remove Ben Brock from Velo Werk GmbH' }).waitFor({ state: 'detached' })
  expect(steps).toBe(4)
})

test('lets in who asks for it: 2 steps', async () => {
  await begin()
  await press('1 person would like to register', 'link')
  await page.getByText('Names SO-3, which is theirs').waitFor()
  await sue.checkAccessibility('who would like to be let in')
  await press('Let in: Gus')
  await page.getByText('Access requests').waitFor({ state: 'detached' })
  expect(steps).toBe(2)
})

test('knows that requests wait, and answers one: 2 steps', async () => {
  await begin()
  await page.getByText('1 request waits for an answer').waitFor()
  expect(steps).toBe(0)
  await press(/Ann Arbor/, 'link')
  await type('Answer to Ann Arbor', 'On Friday.')
  await press('Answer')
  await page.getByText('On Friday.').first().waitFor()
  expect(steps).toBe(2)
})

test('sees whether the ERP delivers: 1 step', async () => {
  await begin()
  await press('Intake', 'link')
  await page.getByText('Night run').first().waitFor()
  expect(steps).toBe(1)
})

test('mends what was refused and sends it through again: 4 steps', async () => {
  await begin()
  await press('1 refused message waits', 'link')
  await press(/^Order SO-9/, 'link')
  await press('Edit')
  // The place is selected: what is typed replaces it.
  await page.keyboard.type('"confirmed"')
  await press('Retry with the edited text')
  await page.getByText('The message was accepted').waitFor()
  expect(steps).toBe(4)
})

test('gives a document whose customer is not known to one: 3 steps', async () => {
  await begin()
  await press('1 document waits for its customer', 'link')
  await reach(page.locator('summary').filter({ hasText: 'Assign' }))
  await page.keyboard.press('Enter')
  steps++
  await type('Customer, by number or name', 'alpha')
  await page.getByText('Alpha Bikes (C-1002)').waitFor()
  await press('Assign to this customer')
  await page.getByText('Nothing is waiting for a customer or a shipment').waitFor()
  expect(steps).toBe(3)
})

test('takes a document back that was sent by mistake: 4 steps', { tags: 'long' }, async () => {
  await begin()
  await press('Customers', 'link')
  await page.getByRole('link', { name: 'Velo Werk GmbH' }).waitFor()
  await press('Velo Werk GmbH', 'link')
  await type('Number', 'SO-2')
  await confirm('Withdraw SO-2')
  await page.getByText('SO-2 was withdrawn: the customer no longer sees it.').waitFor()
  await sue.checkAccessibility('a customer of whom a document was withdrawn')
  expect(steps).toBe(4)
})

test('sees the portal as a customer sees it: 4 steps', async () => {
  await begin()
  await press('View as', 'link')
  await type(/^Person, by name/, 'ann')
  await page.keyboard.press('Enter')
  steps++
  await press(/Ann Arbor/, 'link')
  await page.getByLabel('Why do you need to see it?').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('She is on the telephone')
  await page.keyboard.press('Enter')
  steps++
  await page.getByText(/You see what Ann Arbor of Velo Werk GmbH sees/).waitFor()
  expect(steps).toBe(4)
})

test('helps somebody who cannot sign in: 4 steps', async () => {
  await openPerson('arbor', 'Ann Arbor')
  await confirm('Disable Ann Arbor')
  await page.getByText('They are disabled.', { exact: false }).waitFor()
  expect(steps).toBe(4)
  await press('Enable')
  await page.getByText('Yes, nothing prevents it.').waitFor()
})

test('knows that mails do not leave, and why: 1 step', { tags: 'long' }, async () => {
  const waits = async () => {
    await begin()
    return page.getByRole('link', { name: /e-mails? could not be sent/ }).count()
  }
  await expect.poll(waits, { timeout: 60_000, interval: 2_000 }).toBe(1)
  await press(/e-mails? could not be sent/, 'link')
  await page.getByText('ECONNREFUSED', { exact: false }).first().waitFor()
  expect(steps).toBe(1)
})

test('announces that nobody is there on Friday: 3 steps', { tags: 'long' }, async () => {
  await begin()
  await press('Content', 'link')
  await press('Announce something')
  await type('Text (English)', 'We are closed on Friday.')
  await press('Publish')
  await page.getByText('Running').waitFor()
  expect(steps).toBe(3)
})

test('changes the colour of the portal: 3 steps', { tags: 'long' }, async () => {
  await begin()
  await press('Content', 'link')
  await press('Name and look', 'link')
  await type('Colour', '#0b5fa5')
  await press('Publish')
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand').trim()))
    .toBe('#0b5fa5')
  expect(steps).toBe(3)
})

test('changes a link, a help page and the terms: 3 steps each', { tags: 'long' }, async () => {
  await begin()
  await press('Content', 'link')
  await press('Links', 'link')
  await type('Name of link 1', 'Our shop')
  await type('Address of link 1', 'https://shop.example')
  await press('Publish')
  await sue.settled()
  expect(steps).toBe(3)
  expect(await (await fetch(`${portal.address}/api/portal`)).json()).toMatchObject({ links: [{ label: 'Our shop' }] })
  for (const [index, kind] of ['terms', 'faq'].entries()) {
    await begin()
    await press('Content', 'link')
    await press('Help and terms', 'link')
    const which = page.getByLabel('Text', { exact: true })
    await reach(which)
    const options = await which.locator('option').allTextContents()
    const wanted = options.findIndex((text) => (text === 'Terms of use') === (kind === 'terms'))
    if (wanted > 0) await which.selectOption({ index: wanted })
    await type(/^Text in Markdown/, `# Words ${index}`)
    await press('Publish')
    await sue.settled()
    expect(steps).toBe(3)
  }
})

test('sets the logo of the portal and a photograph of their own: 4 and 2 steps', { tags: 'long' }, async () => {
  const picture = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(png(120, 60)) }
  // Heard from the beginning on: a busy machine opens the dialog before somebody who listens only now.
  const choose = (chooser: FileChooser) => chooser.setFiles(picture)
  page.on('filechooser', choose)
  await begin()
  await press('Content', 'link')
  await press('Name and look', 'link')
  const logo = page.getByLabel(/^Logo/)
  await reach(logo)
  await page.keyboard.press('Space')
  await expect.poll(() => logo.evaluate((input: HTMLInputElement) => input.files?.length)).toBe(1)
  steps++
  await press('Publish')
  await expect
    .poll(async () => ((await (await fetch(`${portal.address}/api/portal`)).json()) as { logo: string | null }).logo)
    .not.toBeNull()
  expect(steps).toBe(4)
  await begin()
  await press('Where you are signed in', 'link')
  await reach(page.locator('button', { hasText: 'Choose a picture' }))
  await page.keyboard.press('Enter')
  steps++
  await page.getByRole('button', { name: 'Remove the picture' }).waitFor()
  page.off('filechooser', choose)
  expect(steps).toBe(2)
})

test('changes the e-mail of somebody: 4 steps', async () => {
  await openPerson('arbor', 'Ann Arbor')
  await press('Change e-mail')
  await type('E-mail', 'ann.arbor@velo.example')
  await press('Save')
  await page.getByText('ann.arbor@velo.example').first().waitFor()
  expect(steps).toBe(4)
})

test('reads what customers searched for in vain: 1 step', { tags: 'long' }, async () => {
  await begin()
  await press('Insight', 'link')
  await page.getByRole('heading', { name: 'Searched without results' }).waitFor()
  expect(steps).toBe(1)
})

test('takes along who did what, for an auditor: 2 steps', { tags: 'long' }, async () => {
  await begin()
  await press('Audit', 'link')
  const saved = page.waitForEvent('download')
  await press('Save as CSV', 'link')
  await saved
  expect(steps).toBe(2)
})

test('gives a second ERP a key of its own: 2 steps', async () => {
  await begin()
  await press('Keys', 'link')
  await type('Name', 'Web shop')
  await page.keyboard.press('Enter')
  steps++
  await page.getByRole('region', { name: 'Secret of Web shop' }).waitFor()
  expect(steps).toBe(2)
  expect(sue.consoleErrors(/status of (400|409)/)).toEqual([])
})
