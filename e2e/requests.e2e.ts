import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { type Visitor, visit } from './harness/visitor.ts'

const folder = mkdtempSync(join(tmpdir(), 'requests-'))
const password = 'a passphrase of her own'
const { portal, browser } = await openPortalAndBrowser({ DEMO: 'off' })
let ann: Visitor

const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
const account = { account: 'C-1001', accountName: 'Velo Werk GmbH', currency: 'EUR' }
const lines = [
  { line: '1', sku: 'BK-1', name: 'Saddle', quantity: '4', unit: 'EA', unitPrice: '5.00', amount: '20.00' },
  { line: '2', sku: 'BK-2', name: 'Pedal', quantity: '8', unit: 'EA', unitPrice: '5.00', amount: '40.00' },
]
const salesperson = { name: 'Sol Vang', email: 'sol@supplier.example' }
const documents = [
  {
    ...account,
    ...{ type: 'quotes', number: 'Q-1', status: 'open', issueDate: '2026-02-10', validUntil: '2099-01-01' },
    ...{ lines, salesperson, totals: { net: '60.00', gross: '60.00' } },
  },
  {
    ...account,
    ...{ type: 'orders', number: 'O-9', status: 'completed', issueDate: '2026-02-12' },
    lines: [{ line: '1', sku: 'BL-9', name: 'Bell', quantity: '6', unit: 'EA' }],
  },
  {
    ...account,
    ...{ type: 'shipments', number: 'S-1', status: 'delivered', issueDate: '2026-02-20', lines, salesperson },
  },
  {
    ...account,
    // After a month without a word the status of a delivery is no longer known.
    ...{ type: 'shipments', number: 'S-2', status: 'delivery_failed', issueDate: yesterday, lines, salesperson },
  },
  {
    ...account,
    ...{ type: 'orders', number: 'O-1', status: 'confirmed', issueDate: '2026-02-12', promisedDate: '2099-01-10' },
    ...{ lines, salesperson, totals: { net: '60.00', gross: '60.00' } },
  },
]

beforeAll(async () => {
  const file = join(folder, 'documents.ndjson')
  writeFileSync(file, documents.map((document) => JSON.stringify(document)).join('\n'))
  portal.command(['import', file])
  portal.command(
    [
      'user',
      'add',
      '--email',
      'ann@velo.example',
      '--name',
      'Ann',
      '--account',
      'C-1001',
      '--role',
      'admin',
      '--password-stdin',
    ],
    password,
  )
  ann = await visit(browser, portal.address)
  await ann.openSignedIn('/quotes/Q-1', 'ann@velo.example', password)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
})

test('a buyer accepts a quote with her name, and the page shows it at once', async () => {
  const { page } = ann
  await page.getByRole('button', { name: 'Accept quote' }).click()
  const drawer = page.getByRole('dialog', { name: 'Accept quote' })
  await drawer.waitFor()
  await ann.checkAccessibility('the form of an acceptance')
  await drawer.getByLabel('Your full name, as a signature').fill('')
  await drawer.getByRole('button', { name: 'Accept for 60.00 EUR' }).click()
  await drawer.getByText('This is required.').waitFor()
  await drawer.getByLabel('Your full name, as a signature').fill('Ann Aalto')
  await drawer.getByLabel('Your PO number (optional)').fill('PO-77')
  await drawer.getByLabel(/Files and photographs/).setInputFiles({
    name: 'signed.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4 signed'),
  })
  await drawer.getByRole('button', { name: 'Accept for 60.00 EUR' }).click()
  await drawer.waitFor({ state: 'detached' })
  await page.getByText('You accepted the quote').first().waitFor()
  await page.getByText('PO-77').waitFor()
  await page.locator('header').getByText('Accepted', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Save signed.pdf' }).waitFor()
  expect(await page.getByRole('button', { name: 'Accept quote' }).count()).toBe(0)
  await ann.checkAccessibility('a quote that was accepted')
  expect(ann.consoleErrors()).toEqual([])
})

test('the operator answers, and she reads it', async () => {
  const listed = portal.command(['request', 'list'])
  const id = listed.split(' ')[0] ?? ''
  portal.command(['request', 'answer', id, '--accept', '--text', 'Thank you, it comes on Friday.', '--by', 'Sol Vang'])
  await ann.page.reload()
  await ann.page.getByText('Thank you, it comes on Friday.').waitFor()
  await ann.page.getByText('Agreed', { exact: true }).waitFor()
})

test('the warehouse confirms receipt and reports what is broken', async () => {
  const { page } = ann
  await page.goto('/shipments/S-1')
  await page.getByRole('button', { name: 'Confirm receipt' }).click()
  const receipt = page.getByRole('dialog', { name: 'Confirm receipt' })
  await receipt.getByRole('button', { name: 'Confirm receipt' }).click()
  await page.getByText('You confirmed receipt').first().waitFor()
  await page.getByRole('button', { name: 'Report a problem' }).click()
  const claim = page.getByRole('dialog', { name: 'Report a problem' })
  await claim.getByRole('button', { name: 'Send' }).click()
  await claim.getByText('Choose at least one line.').waitFor()
  await claim.getByLabel('Pedal').check()
  await claim.getByText('of 8 pcs in this delivery').waitFor()
  await claim.getByRole('button', { name: 'Send' }).click()
  const fault = claim.getByText('no more than 8 pcs can be missing, damaged or wrong')
  await fault.waitFor()
  const [missing, damaged, wrong] = ['Quantity missing', 'Quantity damaged', 'Quantity of wrong items'].map((label) =>
    claim.getByRole('group', { name: 'Problem with line 2' }).getByLabel(label),
  )
  expect(await missing?.inputValue()).toBe('')
  await missing?.fill('5')
  await damaged?.fill('2')
  // The page is opened anew: what was typed is there when the form is, and nowhere else.
  await page.reload()
  await page.getByRole('button', { name: 'Report a problem' }).click()
  await expect.poll(() => missing?.inputValue()).toBe('5')
  expect(await claim.getByLabel('Pedal').isChecked()).toBe(true)
  expect(await damaged?.inputValue()).toBe('2')
  await wrong?.fill('2')
  await claim.getByRole('button', { name: 'Send' }).click()
  await fault.waitFor()
  await wrong?.fill('1')
  await ann.checkAccessibility('the form of a claim')
  await claim.getByRole('button', { name: 'Send' }).click()
  await page.getByText('You reported a problem').first().waitFor()
  // What was sent is not there a second time.
  await page.getByRole('button', { name: 'Report a problem' }).click()
  await claim.getByLabel('Saddle').waitFor()
  expect(await claim.getByLabel('Pedal').isChecked()).toBe(false)
  await page.keyboard.press('Escape')
  await page.getByText(/Line 2 · Too few · 5\s*Line 2 · Damaged · 2\s*Line 2 · Wrong item · 1/).waitFor()
  expect(ann.consoleErrors()).toEqual([])
})

test('a delivery that failed is tried again from the dashboard with two presses', async () => {
  const { page } = ann
  await page.goto('/')
  await page
    .getByRole('region', { name: 'Needs your action' })
    .getByRole('link', { name: 'Give delivery instructions: S-2' })
    .click()
  const drawer = page.getByRole('dialog', { name: 'Give delivery instructions' })
  await drawer.waitFor()
  expect(await page.getByRole('button', { name: 'Confirm receipt' }).count()).toBe(0)
  expect(await drawer.getByLabel('New delivery address').count()).toBe(0)
  await drawer.getByRole('button', { name: 'Send' }).click()
  await page.getByText('You gave delivery instructions').first().waitFor()
  await page.getByText('Deliver it again').waitFor()
  expect(await page.getByRole('button', { name: 'Give delivery instructions' }).count()).toBe(0)
})

test('she thinks better of it and has it sent to another address, by keyboard alone', async () => {
  const { page } = ann
  await page.getByRole('button', { name: 'Withdraw this request?' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).press('Enter')
  const button = page.getByRole('button', { name: 'Give delivery instructions' })
  await button.waitFor()
  await button.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Give delivery instructions' })
  const choice = drawer.getByLabel('What should happen')
  await choice.focus()
  await page.keyboard.press('ArrowDown')
  const address = drawer.getByLabel('New delivery address')
  await address.waitFor()
  await ann.checkAccessibility('the form of a delivery')
  await drawer.getByRole('button', { name: 'Send' }).press('Enter')
  await drawer.getByText('This is required.').waitFor()
  await address.focus()
  await page.keyboard.type('Werkstrasse 4, 9000 Gent')
  await drawer.getByRole('button', { name: 'Send' }).press('Enter')
  await page.getByText('Werkstrasse 4, 9000 Gent').waitFor()
  expect(ann.consoleErrors()).toEqual([])
})

test('a question that is taken back is marked so', async () => {
  const { page } = ann
  await page.goto('/shipments/S-1')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Ask a question' }).click()
  const drawer = page.getByRole('dialog', { name: 'Ask a question' })
  await drawer.getByLabel('Your question').fill('Can you collect them?')
  await drawer.getByRole('button', { name: 'Send' }).click()
  const question = page.getByRole('listitem').filter({ hasText: 'Can you collect them?' })
  await question.getByRole('button', { name: 'Withdraw this request?' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await question.getByText('Withdrawn').waitFor()
})

test('a buyer asks for a quote with rows out of a spreadsheet, and finds the enquiry and its answer again', {
  tags: 'long',
}, async () => {
  const { page } = ann
  await page.goto('/quotes')
  await page.getByRole('link', { name: 'Request a quote' }).click()
  await page.getByRole('button', { name: 'Send the enquiry' }).click()
  await page.getByText('Name at least one item.').waitFor()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'BK-1\tSaddle\t4\tEA\nBK-2\t\tmany\n')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await page.getByText('2 rows pasted').waitFor()
  await page.getByRole('button', { name: 'Send the enquiry' }).click()
  await page.getByText('Give a quantity such as 12 or 2.5.').waitFor()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('1,000')
  await page.getByRole('button', { name: 'Send the enquiry' }).click()
  await page.getByText('This can mean 1000 or 1,0. Write it one of these ways.').waitFor()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('2,5')
  const ordered = page.getByRole('region', { name: 'From your orders' })
  await ordered.getByLabel('Find what you have ordered before').fill('bell')
  await ordered.getByText('6 pcs on 12 Feb 2026, order O-9').waitFor()
  await ordered.getByRole('button', { name: 'Add Bell' }).press('Enter')
  expect(await page.getByLabel('Quantity, row 3').inputValue()).toBe('6')
  await ann.checkAccessibility('the form of an enquiry')
  await ordered.getByRole('button', { name: 'Add Bell' }).press('Enter')
  expect(await page.getByLabel('Item number, row 3').inputValue()).toBe('')
  await page.getByLabel('What should happen').selectOption('order')
  await page.getByRole('button', { name: 'Send the order' }).waitFor()
  await page.getByLabel('What should happen').selectOption('quote')
  await page.getByLabel('Note (optional)').fill('For the spring fair')
  await page.reload()
  await expect.poll(() => page.getByLabel('Quantity, row 2').inputValue()).toBe('2,5')
  expect(await page.getByLabel('Item number, row 1').inputValue()).toBe('BK-1')
  await expect.poll(() => page.getByLabel('Note (optional)').inputValue()).toBe('For the spring fair')
  await page.getByRole('button', { name: 'Send the enquiry' }).click()
  await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor()
  const enquiry = page.getByRole('listitem').filter({ hasText: 'You requested a quote' })
  await enquiry.getByText('2.5 · BK-2').waitFor()
  const number = /ENQ-[0-9A-Z]{8}/.exec((await enquiry.textContent()) ?? '')?.[0] ?? ''
  const id =
    portal
      .command(['request', 'list'])
      .split('\n')
      .find((line) => line.includes(number))
      ?.split(' ')[0] ?? ''
  const file = join(folder, 'answer.ndjson')
  writeFileSync(file, JSON.stringify({ ...documents[0], number: 'Q-2', details: { enquiryNumber: number } }))
  portal.command(['import', file])
  portal.command(['request', 'answer', id, '--accept', '--text', 'Here is our quote.', '--by', 'Sol Vang'])
  await page.reload()
  await enquiry.getByText('Here is our quote.').waitFor()
  await ann.checkAccessibility('all requests')
  await enquiry.getByRole('link', { name: 'Resulting quotes' }).click()
  await page.getByRole('link', { name: 'Q-2' }).click()
  await page.getByRole('region', { name: 'Conversation' }).getByText('You requested a quote').waitFor()
  expect(ann.consoleErrors()).toEqual([])
})

test('an order that changes while its form is open: nothing is sent until she has seen what is different', {
  tags: 'long',
}, async () => {
  const { page } = ann
  await page.goto('/orders/O-1?act=requestCancellation')
  const drawer = page.getByRole('dialog', { name: 'Request cancellation' })
  await drawer.getByLabel('Note (optional)').fill('We ordered it twice')
  const [first, ...others] = lines
  const file = join(folder, 'changed.ndjson')
  const order = documents.find(({ number }) => number === 'O-1')
  const changed = { ...order, promisedDate: '2099-01-20', lines: [{ ...first, quantity: '6' }, ...others] }
  writeFileSync(file, JSON.stringify(changed))
  portal.command(['import', file])
  const differences = drawer.getByRole('status', { name: 'Changed since you opened this form' })
  await drawer.getByRole('button', { name: 'Send' }).click()
  await drawer
    .getByRole('alert')
    .getByText(/The document has changed since you opened this form/)
    .waitFor()
  await differences.getByText('Line 1, Quantity').waitFor()
  expect(await differences.getByRole('insertion').allTextContents()).toContain('6')
  await ann.checkAccessibility('the form about an order that has changed')
  expect(await drawer.getByLabel('Note (optional)').inputValue()).toBe('We ordered it twice')
  expect(portal.command(['request', 'list'])).not.toContain('O-1')
  await drawer.getByRole('button', { name: 'Send' }).click()
  await drawer.waitFor({ state: 'detached' })
  expect(portal.command(['request', 'list']).match(/O-1/g)).toHaveLength(1)
})
