import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { type Visitor, visit } from './harness/visitor.ts'

/* What waits for the customer is answered on its page, by keyboard and on a phone, and leaves the dashboard. */

/** The least that is taken for a photograph: files are told by their first bytes. */
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')
const folder = mkdtempSync(join(tmpdir(), 'acts-'))
const password = 'a passphrase of her own'
const { portal, browser } = await openPortalAndBrowser({ DEMO: 'off' })
let ann: Visitor
let phone: Visitor

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const account = { account: 'C-1001', accountName: 'Velo Werk GmbH', currency: 'EUR' }
const line = (name: string, title: string, amount: string, more: object = {}) => ({
  ...{
    line: name,
    sku: `BK-${name}`,
    name: title,
    quantity: '4',
    unit: 'EA',
    unitPrice: '5.00',
    taxRate: '19',
    amount,
  },
  ...more,
})
const lines = [line('1', 'Saddle', '20.00'), line('2', 'Pedal', '40.00', { quantity: '8' })]
const options = [
  line('3', 'Saddle, leather', '36.00', { option: 'alternative' }),
  line('4', 'Bell', '10.00', { option: 'optional', quantity: '10', unitPrice: '1.00' }),
]
const works = { name: 'Velo Werk GmbH', lines: ['Werkstrasse 4'], postalCode: '9000', city: 'Gent', country: 'BE' }
const shared = { ...account, salesperson: { name: 'Sol Vang', email: 'sol@supplier.example' }, shipTo: works }
const quote = {
  ...shared,
  ...{ type: 'quotes', number: 'Q-1', status: 'open', issueDate: day(-2), validUntil: '2099-01-01' },
  ...{ paymentTerms: '30 days net', deliveryTerms: 'DAP Gent', lines: [lines[0], options[0], lines[1], options[1]] },
  totals: { net: '60.00', tax: '11.40', gross: '71.40' },
}
const moved = (number: string) => ({
  ...shared,
  ...{ type: 'orders', number, status: 'confirmed', issueDate: day(-9), lines },
  ...{ promisedDate: day(5), estimatedDate: day(12) },
})
const shipment = (number: string, status: string) => ({
  ...shared,
  ...{ type: 'shipments', number, status, issueDate: day(-1), lines },
})
const invoice = (number: string) => ({
  ...shared,
  ...{ type: 'invoices', number, issueDate: day(-40), dueDate: day(-10), lines, totals: { gross: '71.40' } },
})
const documents = [
  quote,
  { ...quote, number: 'Q-2' },
  moved('O-1'),
  moved('O-2'),
  { ...moved('O-3'), status: 'received', estimatedDate: day(5) },
  { ...moved('O-4'), status: 'on_hold', holdReason: 'Drawing missing' },
  { ...moved('O-5'), status: 'on_hold', holdReason: 'Drawing missing' },
  shipment('S-1', 'delivery_failed'),
  shipment('S-2', 'ready_for_pickup'),
  shipment('S-3', 'delivery_failed'),
  shipment('S-4', 'ready_for_pickup'),
  ...['I-1', 'I-2', 'I-3'].map(invoice),
  { ...quote, number: 'Q-3' },
]

function importDocuments(...some: object[]): void {
  const file = join(folder, 'documents.ndjson')
  writeFileSync(file, some.map((document) => JSON.stringify(document)).join('\n'))
  portal.command(['import', file])
}

beforeAll(async () => {
  importDocuments(...documents)
  const person = ['--email', 'ann@velo.example', '--name', 'Ann', '--account', 'C-1001', '--role', 'admin']
  portal.command(['user', 'add', ...person, '--password-stdin'], password)
  ann = await visit(browser, portal.address)
  phone = await visit(browser, portal.address, { viewport: { width: 390, height: 844 }, hasTouch: true })
  for (const visitor of [ann, phone]) await visitor.openSignedIn('/', 'ann@velo.example', password)
}, 60_000)
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
})

const waiting = ({ page }: Visitor) => page.getByRole('region', { name: 'Needs your action' })
/** Presses what is named, by keyboard alone. */
async function press({ page }: Visitor, name: string | RegExp, role: 'button' | 'link' = 'button'): Promise<void> {
  await page.getByRole(role, { name }).first().press('Enter')
}
async function expectGone(visitor: Visitor, number: string): Promise<void> {
  await visitor.page.goto('/')
  await waiting(visitor).waitFor()
  await expect.poll(() => waiting(visitor).getByText(number, { exact: true }).count()).toBe(0)
}

test('a quote is accepted with an alternative and a part of an option, by keyboard, and what binds is read first', async () => {
  const { page } = ann
  await page.goto('/')
  await press(ann, 'Accept quote: Q-1', 'link')
  const drawer = page.getByRole('dialog', { name: 'Accept quote' })
  await drawer.getByRole('button', { name: 'Accept for 71.40 EUR' }).waitFor()
  const summary = drawer.getByRole('region', { name: 'What you are accepting' })
  for (const words of ['71.40', '1 Jan 2099', 'Werkstrasse 4', 'DAP Gent', '30 days net'])
    await summary.getByText(words, { exact: false }).first().waitFor()
  await drawer.getByLabel('Saddle, leather').press('Space')
  await drawer.getByText('instead of “Saddle”').waitFor()
  await drawer.getByRole('button', { name: 'Accept for 90.44 EUR' }).waitFor()
  await drawer.getByLabel('Bell').press('Space')
  const quantity = drawer.getByLabel('Quantity of line 4')
  await quantity.press('Control+A')
  await page.keyboard.type('11')
  await press(ann, /Accept for/)
  await drawer.getByText('Enter a quantity of at most 10 pcs.').waitFor()
  await quantity.press('Control+A')
  await page.keyboard.type('5')
  await ann.checkAccessibility('the form of an acceptance with options')
  await press(ann, 'Accept for 96.39 EUR')
  await drawer.waitFor({ state: 'detached' })
  await page.locator('header').getByText('Accepted', { exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.getByText('What was accepted').click()
  await page.getByText('5 pcs · Bell').waitFor()
  await expectGone(ann, 'Q-1')
  expect(ann.consoleErrors()).toEqual([])
})

test('a quote that has changed while its form was open is not accepted, and the form says so', {
  tags: 'long',
}, async () => {
  const { page } = ann
  await page.goto('/quotes/Q-2')
  await press(ann, 'Accept quote')
  const drawer = page.getByRole('dialog', { name: 'Accept quote' })
  await page.route('**/api/documents/quotes/Q-2', (route) => route.abort())
  importDocuments({ ...quote, number: 'Q-2', totals: { net: '80.00', tax: '15.20', gross: '95.20' } })
  await press(ann, 'Accept for 71.40 EUR')
  await drawer.getByText('Nothing was accepted').waitFor()
  await page.unroute('**/api/documents/quotes/Q-2')
  await page.goto('/quotes/Q-2?act=accept')
  await drawer.getByRole('button', { name: 'Accept for 95.20 EUR' }).waitFor()
  expect(ann.consoleErrors(/ERR_FAILED|409/)).toEqual([])
})

test('who wants another quantity than a quote offers is led from its acceptance to a counter-offer, by keyboard', {
  tags: 'long',
}, async () => {
  const { page } = ann
  await page.goto('/quotes/Q-2?act=accept')
  const accept = page.getByRole('dialog', { name: 'Accept quote' })
  await accept.getByText('A quote is accepted as a whole; only its options can be chosen.').waitFor()
  await press(ann, 'Request other quantities')
  const counter = page.getByRole('dialog', { name: 'Make a counter-offer' })
  await counter.getByRole('checkbox').first().press(' ')
  await counter.getByLabel('Quantity').first().fill('3')
  await ann.checkAccessibility('the form of a counter-offer that an acceptance led to')
  await counter.getByRole('button', { name: 'Send' }).press('Enter')
  await page.getByText('You made a counter-offer').first().waitFor()
  expect(ann.consoleErrors()).toEqual([])
})

test('a delivery that failed is directed to a known address, by keyboard, and leaves the dashboard', {
  tags: 'long',
}, async () => {
  const { page } = ann
  await page.goto('/shipments/S-1')
  await press(ann, 'Give delivery instructions')
  const drawer = page.getByRole('dialog', { name: 'Give delivery instructions' })
  await drawer.getByLabel('What should happen').press('ArrowDown')
  const known = drawer.getByLabel('Known addresses')
  await known.press('ArrowDown')
  await expect.poll(() => drawer.getByLabel('New delivery address').inputValue()).toContain('Werkstrasse 4')
  await ann.checkAccessibility('the form of a delivery with known addresses')
  await drawer.getByRole('button', { name: 'Send' }).press('Enter')
  await page.getByText('Delivery instructions given on').waitFor()
  expect(await page.getByRole('button', { name: 'Give delivery instructions' }).count()).toBe(0)
  await expectGone(ann, 'S-1')
  expect(ann.consoleErrors()).toEqual([])
})

test('a date that moved is noted with one press, and another is refused on a phone', { tags: 'long' }, async () => {
  await ann.page.goto('/orders/O-1')
  await press(ann, 'Accept the new date')
  await ann.page.getByText('New date accepted on').waitFor()
  expect(await ann.page.getByRole('button', { name: 'Accept the new date' }).count()).toBe(0)
  const { page } = phone
  await page.goto('/orders/O-2')
  await page.getByRole('button', { name: 'New date not acceptable' }).tap()
  const drawer = page.getByRole('dialog', { name: 'New date not acceptable' })
  await drawer.getByRole('button', { name: 'Send' }).tap()
  await drawer.getByText('This is required.').waitFor()
  await drawer.getByLabel(/Requested date/).fill(day(6))
  await phone.checkAccessibility('the form of a refused date on a phone')
  await drawer.getByRole('button', { name: 'Send' }).tap()
  await page.getByText('New date refused on').waitFor()
  await expectGone(phone, 'O-2')
  await expectGone(ann, 'O-1')
  expect(phone.consoleErrors()).toEqual([])
})

test('on a phone what was collected is counted line by line', { tags: 'long' }, async () => {
  const { page } = phone
  await page.goto('/')
  await waiting(phone).getByRole('link', { name: 'Confirm receipt: S-2' }).tap()
  const drawer = page.getByRole('dialog', { name: 'Confirm receipt' })
  await drawer.getByLabel('Everything arrived').uncheck()
  await drawer.getByRole('button', { name: 'Confirm receipt' }).tap()
  await drawer.getByText('Say how many arrived or are damaged').waitFor()
  const pedals = drawer.getByRole('group', { name: 'Line 2' })
  await pedals.getByLabel('Arrived').fill('7')
  await pedals.getByLabel('Of these, damaged').fill('1')
  await phone.checkAccessibility('the form of a receipt on a phone')
  await drawer.getByRole('button', { name: 'Confirm receipt' }).tap()
  await page.getByText('Line 2 · 7 arrived · 1 damaged').waitFor()
  // Each line was counted: nothing is left to be said.
  await expectGone(phone, 'S-2')
  expect(phone.consoleErrors()).toEqual([])
})

test('a line of an order is asked for in two parts', { tags: 'long' }, async () => {
  const { page } = ann
  await page.goto('/orders/O-3')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Request a change' }).click()
  const drawer = page.getByRole('dialog', { name: 'Request a change' })
  await drawer.getByLabel('Pedal').check()
  await drawer.getByRole('button', { name: 'Split the delivery' }).click()
  for (const [part, quantity, wanted] of [
    ['1', '6', day(5)],
    ['2', '2', day(30)],
  ] as const) {
    const fields = drawer.getByRole('group', { name: `Line 2, part ${part}` })
    await fields.getByLabel('Requested quantity').fill(quantity)
    await drawer.getByRole('button', { name: 'Send' }).click()
    await drawer.getByText('Give each part a quantity and a date.').first().waitFor()
    await fields.getByLabel('Requested date').fill(wanted)
  }
  await ann.checkAccessibility('the form of a change in parts')
  await drawer.getByRole('button', { name: 'Send' }).click()
  await page.getByText(/Line 2 · 6 · requested for/).waitFor()
  await page.getByText(/Line 2 · 2 · requested for/).waitFor()
  expect(ann.consoleErrors()).toEqual([])
})

/** Opens the form of a request as a mail links to it. */
async function openForm({ page }: Visitor, path: string, title: string) {
  await page.goto(path)
  const drawer = page.getByRole('dialog', { name: title })
  await drawer.waitFor()
  return drawer
}

test('a held order, goods to collect and overdue invoices are settled by keyboard from a link to the form', {
  tags: 'long',
}, async () => {
  const { page } = ann
  const hold = await openForm(ann, '/orders/O-4?act=answerHold', 'Provide what is missing')
  const send = hold.getByRole('button', { name: 'Send' })
  await send.press('Enter')
  await hold.getByText('Write it, tick that it is confirmed, or add a file.').waitFor()
  await hold.getByLabel('What the order is waiting for is confirmed').press(' ')
  await send.press('Enter')
  await page.getByText('Missing information sent on').waitFor()
  const receipt = await openForm(ann, '/shipments/S-4?act=confirmReceipt', 'Confirm receipt')
  await receipt.getByRole('button', { name: 'Confirm receipt' }).press('Enter')
  await page.getByText('Receipt confirmed on').waitFor()
  const payment = await openForm(ann, '/invoices/I-1?act=reportPayment', 'Report a payment')
  await payment.getByRole('button', { name: 'Send' }).press('Enter')
  await page.getByText('Payment reported on').waitFor()
  const promise = await openForm(ann, '/invoices/I-2?act=promisePayment', 'Promise payment')
  await promise.getByLabel('Payment on').fill(day(6))
  await promise.getByRole('button', { name: 'Send' }).press('Enter')
  await page.getByText('Until then nothing is due from you here').waitFor()
  await ann.checkAccessibility('an invoice of which payment is promised')
  for (const number of ['O-4', 'S-4', 'I-1', 'I-2']) await expectGone(ann, number)
  expect(ann.consoleErrors()).toEqual([])
})

test('on a phone a quote, a failed delivery with a photograph and a held order are settled by touch', {
  tags: 'long',
}, async () => {
  const { page } = phone
  const accept = await openForm(phone, '/quotes/Q-3?act=accept', 'Accept quote')
  await accept.getByRole('button', { name: 'Accept for 71.40 EUR' }).tap()
  await page.locator('header').getByText('Accepted', { exact: true }).waitFor()
  const delivery = await openForm(phone, '/shipments/S-3?act=instructDelivery', 'Give delivery instructions')
  const camera = delivery.getByLabel('Take a photograph')
  await delivery.getByText('Take a photograph').waitFor()
  expect(await camera.getAttribute('capture')).toBe('environment')
  for (const _ of ['gate', 'label'])
    await camera.setInputFiles({ name: 'image.jpg', mimeType: 'image/jpeg', buffer: jpeg })
  await delivery.getByText('2 photographs taken').waitFor()
  await phone.checkAccessibility('the form of a delivery with photographs on a phone')
  await delivery.getByRole('button', { name: 'Send' }).tap()
  await page.getByText('Delivery instructions given on').waitFor()
  await expect.poll(() => page.getByText('image.jpg').count()).toBe(2)
  const hold = await openForm(phone, '/orders/O-5?act=answerHold', 'Provide what is missing')
  await hold
    .locator('input[type=file][name=files]')
    .first()
    .setInputFiles({ name: 'drawing.jpg', mimeType: 'image/jpeg', buffer: jpeg })
  await hold.getByRole('button', { name: 'Send' }).tap()
  await page.getByText('Missing information sent on').waitFor()
  for (const number of ['Q-3', 'S-3', 'O-5']) await expectGone(phone, number)
  expect(phone.consoleErrors()).toEqual([])
})

test('on a phone a part of an overdue invoice is disputed, the rest is shown as due and settled', {
  tags: 'long',
}, async () => {
  const { page } = phone
  const dispute = await openForm(phone, '/invoices/I-3?act=dispute', 'Dispute invoice')
  await dispute.getByLabel('What you dispute').selectOption('amount')
  await dispute.getByLabel(/Amount/).fill('20')
  await dispute.getByLabel('Note').fill('One saddle was broken.')
  await dispute.getByRole('button', { name: 'Send' }).tap()
  await page.getByText('20.00 EUR of it is disputed; 51.40 EUR stays due').waitFor()
  await page.goto('/')
  await waiting(phone).getByText('10 days overdue · 20.00 EUR disputed').waitFor()
  await phone.checkAccessibility('the dashboard with a disputed invoice on a phone')
  await waiting(phone).getByRole('link', { name: 'Report a payment: I-3' }).tap()
  const payment = page.getByRole('dialog', { name: 'Report a payment' })
  expect(await payment.getByLabel(/Amount/).inputValue()).toBe('51.40')
  await payment.getByRole('button', { name: 'Send' }).tap()
  await page.getByText('Payment reported on').waitFor()
  await expectGone(phone, 'I-3')
  expect(phone.consoleErrors()).toEqual([])
})

test('a link to a form asks for the sign-in first and then opens the form, or says that it is done', {
  tags: 'long',
}, async () => {
  const stranger = await visit(browser, portal.address)
  const { page } = stranger
  await page.goto('/quotes/Q-2?act=accept')
  await stranger.signIn('ann@velo.example', password)
  await page.getByRole('dialog', { name: 'Accept quote' }).waitFor()
  await page.goto('/quotes/Q-1?act=accept')
  await page.getByText('“Accept quote” has already been done: Ann').waitFor()
  await page.goto('/orders/O-3?act=reply')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('message')
  await page.goto('/orders/O-3?act=notePromise')
  await page.getByText('“Accept the new date” is no longer possible').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await stranger.checkAccessibility('a document whose linked form is no longer possible')
  expect(stranger.consoleErrors()).toEqual([])
  await stranger.leave()
})
