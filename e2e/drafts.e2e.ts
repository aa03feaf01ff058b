import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { visit } from './harness/visitor.ts'

/* A request that was begun, after the page was opened anew: also the fields that show only because of others. */

const folder = mkdtempSync(join(tmpdir(), 'drafts-'))
const password = 'a passphrase of her own'
const { portal, browser } = await openPortalAndBrowser({ DEMO: 'off' })
let page: Page

const common = { account: 'C-1001', accountName: 'Velo Werk GmbH', currency: 'EUR', issueDate: '2026-02-10' }
const line = (number: string, name: string, more = {}) => ({
  ...{ line: number, sku: `BK-${number}`, name, quantity: '8', unit: 'EA', unitPrice: '5.00', amount: '40.00' },
  ...more,
})
const lines = [line('1', 'Saddle'), line('2', 'Pedal'), line('3', 'Bell')]
const documents = [
  {
    ...{ ...common, type: 'quotes', number: 'Q-1', status: 'open', validUntil: '2099-01-01' },
    totals: { net: '40.00', gross: '40.00' },
    lines: [line('1', 'Saddle'), line('2', 'Pedal', { option: 'optional' }), line('3', 'Bell', { option: 'optional' })],
  },
  {
    ...{ ...common, type: 'orders', number: 'O-1', status: 'confirmed', promisedDate: '2099-01-10' },
    ...{ lines, totals: { net: '120.00', gross: '120.00' } },
  },
  {
    ...{ ...common, type: 'invoices', number: 'I-1', dueDate: '2099-01-10' },
    ...{ lines, totals: { gross: '120.00' } },
  },
]

beforeAll(async () => {
  const file = join(folder, 'documents.ndjson')
  writeFileSync(file, documents.map((document) => JSON.stringify(document)).join('\n'))
  portal.command(['import', file])
  const person = ['--email', 'ann@velo.example', '--name', 'Ann', '--account', 'C-1001', '--role', 'admin']
  portal.command(['user', 'add', ...person, '--password-stdin'], password)
  const ann = await visit(browser, portal.address)
  page = ann.page
  await ann.openSignedIn('/quotes/Q-1', 'ann@velo.example', password)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Opens the form of a request from its button or from the menu beside it. */
async function openForm(name: string, from: Page = page): Promise<Locator> {
  const button = from.getByRole('button', { name, exact: true })
  const more = from.getByRole('button', { name: 'More actions' })
  await button.or(more).first().waitFor()
  if (await button.count()) await button.first().click()
  else {
    await more.click()
    await from.getByRole('menuitem', { name }).click()
  }
  const drawer = from.getByRole('dialog', { name })
  await drawer.waitFor()
  return drawer
}

async function openAnew(name: string): Promise<Locator> {
  await page.reload()
  return openForm(name)
}

test('a change of an order has all its parts again, of each line that was chosen', async () => {
  await page.goto('/orders/O-1')
  const fill = async (drawer: Locator) => {
    for (const [name, number, quantities] of [
      ['Saddle', '1', ['2', '3', '3']],
      ['Bell', '3', ['5', '1']],
    ] as const) {
      await drawer.getByLabel(name, { exact: true }).check()
      const wishes = drawer.getByRole('listitem').filter({ has: page.getByLabel(name, { exact: true }) })
      for (let added = 1; added < quantities.length; added++)
        await wishes.getByRole('button', { name: 'Split the delivery' }).click()
      for (const [index, quantity] of quantities.entries()) {
        const part = drawer.getByRole('group', { name: `Line ${number}, part ${index + 1}` })
        await part.getByLabel('Requested quantity').fill(quantity)
        await part.getByLabel('Requested date').fill(`2099-02-0${index + 1}`)
      }
    }
    await drawer.getByLabel(/^Note/).fill('In parts, please.')
  }
  const read = async (drawer: Locator) => ({
    quantities: await drawer.getByLabel('Requested quantity').evaluateAll(valuesOf),
    dates: await drawer.locator('li input[type=date]').evaluateAll(valuesOf),
    ticked: await drawer.getByRole('checkbox').evaluateAll((boxes) => boxes.map((box) => box.matches(':checked'))),
  })
  const drawer = await openForm('Request a change')
  await fill(drawer)
  const before = await read(drawer)
  expect(before).toMatchObject({ ticked: [true, false, true] })
  expect(before.quantities).toEqual(['2', '3', '3', '', '5', '1'])
  const again = await openAnew('Request a change')
  await expect.poll(() => read(again)).toEqual(before)
  expect(await again.getByLabel(/^Note/).inputValue()).toBe('In parts, please.')
})

test('options of a quote that were ticked are ticked again, with their quantities and the amount', async () => {
  await page.goto('/quotes/Q-1')
  const drawer = await openForm('Accept quote')
  await drawer.getByLabel('Pedal').check()
  await drawer.getByLabel('Bell').check()
  await drawer.getByLabel('Quantity of line 2').fill('3')
  await drawer.getByRole('button', { name: 'Accept for 95.00 EUR' }).waitFor()
  const again = await openAnew('Accept quote')
  await again.getByRole('button', { name: 'Accept for 95.00 EUR' }).waitFor()
  expect(await again.getByLabel('Quantity of line 2').inputValue()).toBe('3')
  expect(await again.getByLabel('Bell').isChecked()).toBe(true)
})

test('lines of an invoice that are disputed are chosen again', async () => {
  await page.goto('/invoices/I-1')
  const drawer = await openForm('Dispute invoice')
  await drawer.getByLabel('What you dispute').selectOption('Some of its lines')
  await drawer.getByLabel('Pedal').check()
  await drawer.getByLabel('Bell').check()
  const again = await openAnew('Dispute invoice')
  await expect.poll(() => again.getByLabel('Pedal').isChecked()).toBe(true)
  await expect.poll(() => again.getByLabel('Bell').isChecked()).toBe(true)
  expect(await again.getByLabel('Saddle').isChecked()).toBe(false)
})

test('the next message, begun while one was on its way, is there again when its page was left meanwhile', async () => {
  await page.goto('/orders/O-1')
  const field = page.getByLabel('Write to your supplier about this order')
  await field.fill('When does it leave?')
  const release = Promise.withResolvers<void>()
  const messages = '**/api/documents/orders/O-1/messages'
  await page.route(messages, async (route) => {
    await release.promise
    await route.continue()
  })
  const reply = page.waitForResponse(messages)
  await field.press('Control+Enter')
  await field.fill('And how')
  await page.getByRole('link', { name: 'Invoices', exact: true }).first().click()
  await page.getByRole('link', { name: 'I-1' }).first().waitFor()
  release.resolve()
  await reply
  await page.goBack()
  await page.getByText('When does it leave?', { exact: true }).waitFor()
  await page.reload()
  await expect.poll(() => field.inputValue()).toBe('And how')
  await page.unroute(messages)
})

test('a question that was changed after its reply was lost is another question', async () => {
  await page.goto('/orders/O-1')
  const drawer = await openForm('Ask a question')
  const field = drawer.getByLabel('Your question')
  const send = drawer.getByRole('button', { name: 'Send' })
  await page.route(
    '**/ask',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await field.fill('Which colour is the saddle?')
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/ask'))
  await send.click()
  await lost
  await field.fill('Which colour is the pedal?')
  const reply = page.waitForResponse('**/ask')
  await send.click()
  expect((await reply).status()).toBe(200)
  await drawer.waitFor({ state: 'detached' })
  for (const question of ['Which colour is the saddle?', 'Which colour is the pedal?'])
    await page.getByText(question, { exact: true }).first().waitFor()
})

/** Holds the next call to an address back until `release`, which resolves with its reply. */
async function holdBack(address: string): Promise<{ release: () => Promise<unknown> }> {
  const released = Promise.withResolvers<void>()
  await page.route(
    address,
    async (route) => {
      await released.promise
      await route.continue()
    },
    { times: 1 },
  )
  const reply = page.waitForResponse(address)
  return {
    release: () => {
      released.resolve()
      return reply
    },
  }
}

test('a form that was closed while it was being sent does not close the next one', async () => {
  await page.goto('/orders/O-1')
  const drawer = await openForm('Ask a question')
  await drawer.getByLabel('Your question').fill('Is the bell loud?')
  const call = await holdBack('**/ask')
  await drawer.getByRole('button', { name: 'Send' }).click()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  const next = await openForm('Request cancellation')
  await call.release()
  await page.getByText('Sent to your supplier').waitFor()
  expect(await next.isVisible()).toBe(true)
})

test('a page that was opened while an enquiry was being sent stays open', async () => {
  await page.goto('/quotes')
  await page.getByRole('link', { name: 'Request a quote' }).click()
  await page.getByLabel('Item number, row 1').fill('BK-9')
  await page.getByLabel('Quantity, row 1').fill('2')
  const call = await holdBack('**/api/enquiries')
  await page.getByRole('button', { name: 'Send the enquiry' }).click()
  await page.getByRole('link', { name: 'Invoices', exact: true }).first().click()
  await page.getByRole('link', { name: 'I-1' }).first().waitFor()
  await call.release()
  await page.getByText(/ENQ-[0-9A-Z]{8}/).waitFor()
  expect(new URL(page.url()).pathname).toBe('/invoices')
})

test('what was typed right before a form was closed is there when it is opened again', async () => {
  await page.goto('/orders/O-1')
  const drawer = await openForm('Ask a question')
  await drawer.getByLabel('Your question').evaluate((field: HTMLTextAreaElement) => {
    field.value = 'Does the saddle fit?'
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.closest('dialog')?.querySelector<HTMLButtonElement>('[aria-label=Close]')?.click()
  })
  await drawer.waitFor({ state: 'detached' })
  const again = await openForm('Ask a question')
  await expect.poll(() => again.getByLabel('Your question').inputValue()).toBe('Does the saddle fit?')
})

test('rows that were pasted into an enquiry are there when one comes back to it', async () => {
  await page.goto('/quotes')
  await page.getByRole('link', { name: 'Request a quote' }).click()
  await page.getByLabel('Item number, row 1').evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'BK-1\tSaddle\t4\tEA\nBK-2\tPedal\t6\tEA\n')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await page.getByText('2 rows pasted').waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Quotes' }).waitFor()
  await page.goForward()
  const numbers = page.getByLabel(/^Item number, row/)
  await expect.poll(() => numbers.evaluateAll(valuesOf)).toEqual(['BK-1', 'BK-2'])
})

test('a form that was only looked at in another tab keeps what was typed in this one', async () => {
  const visitor = await visit(browser, portal.address)
  const [typing, looking] = [visitor.page, await visitor.page.context().newPage()]
  await typing.goto('/orders/O-1')
  await visitor.signIn('ann@velo.example', password, 'stays')
  await looking.goto('/orders/O-1')
  const looked = await openForm('Ask a question', looking)
  await looked.getByLabel('Your question').click()
  const drawer = await openForm('Ask a question', typing)
  await drawer.getByLabel('Your question').fill('How heavy is it?')
  await typing.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await looking.reload()
  const again = await openForm('Ask a question', typing)
  await expect.poll(() => again.getByLabel('Your question').inputValue()).toBe('How heavy is it?')
  await visitor.leave()
})

test('the next invitation, begun while one was on its way, stays in its field', async () => {
  await page.goto('/profile/company')
  const field = page.getByLabel('E-mail')
  const send = page.getByRole('button', { name: 'Send the invitation' })
  const release = Promise.withResolvers<void>()
  const invitations = '**/api/profile/company/invitations'
  await page.route(invitations, async (route) => {
    if (route.request().method() === 'POST') await release.promise
    await route.continue()
  })
  await field.fill('bo@velo.example')
  const reply = page.waitForResponse(invitations)
  await send.click()
  await field.fill('cem@velo.example')
  release.resolve()
  expect((await reply).status()).toBe(200)
  await expect.poll(() => send.getAttribute('aria-busy')).toBe(null)
  expect(await field.inputValue()).toBe('cem@velo.example')
  await page.unroute(invitations)
  await send.click()
  await expect.poll(() => field.inputValue()).toBe('')
})

function valuesOf(fields: Element[]): string[] {
  return fields.map((field) => (field instanceof HTMLInputElement ? field.value : ''))
}
