import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinConsole } from '../harness/join-console.ts'
import { openPortalAndBrowser } from '../harness/open-portal-and-browser.ts'
import { type Visitor, visit } from '../harness/visitor.ts'

/* What staff write about requests is not lost, and what fails says so. */

const folder = mkdtempSync(join(tmpdir(), 'answers-'))
const password = 'a passphrase of their own'
const { portal, browser } = await openPortalAndBrowser({ DEMO: 'off' })
let ann: Visitor
let sue: Visitor

const documents = ['SO-1', 'SO-2'].map((number) => ({
  ...{ type: 'orders', number, account: 'C-1001', accountName: 'Velo Werk GmbH', status: 'confirmed' },
  ...{ issueDate: '2026-02-10', lines: [{ line: '1', sku: 'BK-1', name: 'Saddle', quantity: '4', unit: 'EA' }] },
}))

beforeAll(async () => {
  const file = join(folder, 'documents.ndjson')
  writeFileSync(file, documents.map((document) => JSON.stringify(document)).join('\n'))
  portal.command(['import', file])
  const names = ['--email', 'ann@velo.example', '--name', 'Ann', '--account', 'C-1001', '--role', 'admin']
  portal.command(['user', 'add', ...names, '--password-stdin'], password)
  ann = await visit(browser, portal.address)
  await ann.openSignedIn('/orders/SO-1', 'ann@velo.example', password)
  sue = await joinConsole({ portal, browser, email: 'sue@supplier.example', name: 'Sue Support', password })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Has the customer ask about an order, and opens the question in the console. */
const ask = async (order: string, text: string) => {
  await ann.page.goto(`/orders/${order}`)
  const conversation = ann.page.getByRole('region', { name: 'Conversation' })
  await conversation.getByRole('textbox').fill(text)
  await conversation.getByRole('button', { name: 'Send message' }).click()
  await conversation.getByText(text).waitFor()
  await sue.page.goto('/console/requests')
  await sue.page.getByText(text).first().click()
  await sue.page.getByRole('region', { name: 'Request' }).getByText(text).first().waitFor()
}

test('what was typed stays while one reads another request or opens the page anew, until it is sent', async () => {
  const { page } = sue
  const answer = page.getByLabel(/^Answer to/)
  const note = page.getByLabel('Note; no customer reads it')
  await ask('SO-1', 'When does it leave?')
  await answer.fill('It leaves')
  await answer.press('End')
  await page.getByText('Write a note for colleagues').click()
  await note.fill('Ask the carrier.')
  const here = page.url()
  await page.getByRole('link', { name: 'Today', exact: true }).click()
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  await page.goto(here)
  await answer.waitFor()
  expect(await answer.inputValue()).toBe('It leaves')
  expect(await note.inputValue()).toBe('Ask the carrier.')
  // What is typed while an answer is on its way is the next one.
  const reply = Promise.withResolvers<void>()
  await page.route('**/api/console/requests/*/answer', async (route) => {
    await reply.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await answer.fill('It leaves today')
  reply.resolve()
  const words = page.getByRole('region', { name: 'Request' }).getByRole('listitem')
  await words.getByText('It leaves', { exact: true }).waitFor()
  expect(await answer.inputValue()).toBe('It leaves today')
  await page.unroute('**/api/console/requests/*/answer')
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await words.getByText('It leaves today', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Add note' }).click()
  await words.getByText('Ask the carrier.').waitFor()
  await page.reload()
  await answer.waitFor()
  expect(await answer.inputValue()).toBe('')
  expect(await note.inputValue()).toBe('')
})

test('an answer or a note whose reply was lost is corrected and sent', async () => {
  const { page } = sue
  const words = page.getByRole('region', { name: 'Request' }).getByRole('listitem')
  const loseReplies = async (path: string) => {
    await page.route(path, async (route) => {
      await route.fetch()
      await route.abort()
    })
  }
  const answer = page.getByLabel(/^Answer to/)
  await loseReplies('**/api/console/requests/*/answer')
  await answer.fill('At the gat.')
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await words.getByText('At the gat.').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await answer.fill('At the gate.')
  await page.getByRole('button', { name: 'I have read it' }).click()
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await words.getByText('At the gate.').waitFor()
  const note = page.getByLabel('Note; no customer reads it')
  if (!(await note.isVisible())) await page.getByText('Write a note for colleagues').click()
  await loseReplies('**/api/console/requests/*/notes')
  await note.fill('They rang.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('We couldn’t reach the server', { exact: false }).first().waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await note.fill('They rang twice.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await words.getByText('They rang twice.').waitFor()
  sue.consoleErrors()
})

test('a file waits for the words with which it goes, where a request is taken up', async () => {
  const { page } = sue
  const region = page.getByRole('region', { name: 'Request' })
  await ask('SO-1', 'Is there a drawing?')
  const buffer = Buffer.from('%PDF-1.7 drawing')
  await region.getByLabel('Choose files').setInputFiles({ name: 'drawing.pdf', mimeType: 'application/pdf', buffer })
  await region.getByRole('button', { name: 'Take up' }).click()
  await region.getByText('This is required.').waitFor()
  await region.getByLabel(/^Answer to/).fill('Here it is; more follows.')
  await region.getByRole('button', { name: 'Take up' }).click()
  await region.getByRole('link', { name: 'Save drawing.pdf' }).waitFor()
})

test('a request that cannot be put off says why', async () => {
  const { page } = sue
  await page.route('**/api/console/requests/*/snooze', (route) =>
    route.fulfill({ status: 507, json: { message: 'The disk is full.' } }),
  )
  await page.getByRole('region', { name: 'Request' }).getByRole('button', { name: 'Snooze' }).click()
  const choice = page.getByRole('dialog', { name: 'Snooze' })
  await choice.getByRole('button', { name: 'Until tomorrow morning' }).click()
  await choice.getByRole('alert').getByText('The disk is full.').waitFor()
  await page.unroute('**/api/console/requests/*/snooze')
  sue.consoleErrors()
})

test('what the customer withdraws while one types stays to be copied', async () => {
  const { page } = sue
  const region = page.getByRole('region', { name: 'Request' })
  await ask('SO-2', 'Forget it?')
  const answer = region.getByLabel(/^Answer to/)
  await answer.fill('We have asked the plant')
  await ann.page.getByRole('button', { name: 'Withdraw this request?' }).last().click()
  await ann.page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await region.getByText('The customer has withdrawn this request', { exact: false }).waitFor()
  expect(await answer.inputValue()).toBe('We have asked the plant')
  await sue.checkAccessibility('a request that was withdrawn while one typed')
})

test('a page that could not be loaded goes on saying so while it is asked for again', async () => {
  const { page } = sue
  const calls = /\/api\/console\/(live|today)$/
  await page.route(calls, (route) => route.abort())
  await page.goto('/console/')
  const failed = page.getByText('This could not be loaded')
  await failed.waitFor()
  const answer = Promise.withResolvers<void>()
  await page.unroute(calls)
  await page.route(calls, async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.locator('main [aria-busy=true]', { hasText: 'Try again' }).waitFor()
  expect(await failed.count()).toBe(1)
  answer.resolve()
  await failed.waitFor({ state: 'detached' })
  await page.unroute(calls)
  sue.consoleErrors()
})

test('the focus goes along to another page, and stays in the queue while requests open beside it', async () => {
  const { page } = sue
  await page.goto('/console/requests?view=done')
  const entry = page.getByRole('link', { name: /Velo Werk/ }).first()
  await entry.press('Enter')
  await page.getByRole('heading', { name: 'Velo Werk GmbH (C-1001)' }).waitFor()
  await sue.settled()
  expect(await entry.evaluate((link) => link === document.activeElement)).toBe(true)
  await page.getByRole('link', { name: 'Insight' }).press('Enter')
  await page.getByRole('heading', { name: 'Insight', level: 1 }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
})
