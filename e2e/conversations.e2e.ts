import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { type Visitor, visit } from './harness/visitor.ts'

const folder = mkdtempSync(join(tmpdir(), 'conversations-'))
const password = 'a passphrase of her own'
const { portal, browser } = await openPortalAndBrowser({ DEMO: 'off' })
let ann: Visitor

const documents = ['SO-1', 'SO-2', 'SO-3'].map((number) => ({
  ...{ type: 'orders', number, account: 'C-1001', accountName: 'Velo Werk GmbH', status: 'confirmed' },
  ...{ issueDate: '2026-02-10', salesperson: { name: 'Sol Vang', email: 'sol@supplier.example' } },
  lines: [{ line: '1', sku: 'BK-1', name: 'Saddle', quantity: '4', unit: 'EA' }],
}))

beforeAll(async () => {
  const file = join(folder, 'documents.ndjson')
  writeFileSync(file, documents.map((document) => JSON.stringify(document)).join('\n'))
  portal.command(['import', file])
  const names = ['--email', 'ann@velo.example', '--name', 'Ann', '--account', 'C-1001', '--role', 'admin']
  portal.command(['user', 'add', ...names, '--password-stdin'], password)
  const other = ['--email', 'bo@velo.example', '--name', 'Bo Berg', '--account', 'C-1001', '--role', 'buyer']
  portal.command(['user', 'add', ...other, '--password-stdin'], password)
  ann = await visit(browser, portal.address)
  await ann.openSignedIn('/orders/SO-1', 'ann@velo.example', password)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const conversation = () => ann.page.getByRole('region', { name: 'Conversation' })
const field = () => conversation().getByLabel('Write to Sol Vang about this order')
/** The id of the newest request that waits. */
const waiting = () => portal.command(['request', 'list']).trim().split('\n').at(-1)?.split(' ')[0] ?? ''

test('she writes below the lines of an order, in two presses', async () => {
  await field().fill('When does it come?')
  await conversation().getByRole('button', { name: 'Send message' }).click()
  await conversation().getByText('You asked').waitFor()
  await conversation().getByText('When does it come?').waitFor()
  expect(await field().inputValue()).toBe('')
  await ann.checkAccessibility('an order with a conversation')
})

test('the answer appears while the page is open', async () => {
  const { page } = ann
  portal.command(['request', 'answer', waiting(), '--text', 'On Friday, early.', '--by', 'Sol Vang'])
  await conversation().getByText('On Friday, early.').waitFor()
  await conversation().getByText('Sol Vang answered').waitFor()
  await conversation().getByText('Answered', { exact: true }).waitFor()
  expect(await page.getByRole('region', { name: 'Conversation' }).count()).toBe(1)
})

test('what was answered is opened again by a message', async () => {
  await conversation().getByRole('button', { name: 'Reopen' }).click()
  await conversation().getByText('About: You asked').waitFor()
  await ann.page.keyboard.type('Friday has passed.')
  await ann.page.keyboard.press('Control+Enter')
  await conversation().getByText('You reopened it').waitFor()
  await conversation().getByText('Friday has passed.').waitFor()
  await conversation().getByText('Waiting for an answer').waitFor()
})

test('pressed twice, a message with a file is sent once', async () => {
  await field().fill('Here is our plan.')
  await conversation()
    .getByLabel(/Files and photographs/)
    .setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 plan') })
  await conversation().getByRole('button', { name: 'Send message' }).dblclick()
  await conversation().getByRole('button', { name: 'Save plan.pdf' }).waitFor()
  expect(await conversation().getByText('Here is our plan.').count()).toBe(1)
  const shown = JSON.parse(portal.command(['request', 'show', waiting()])) as { messages: { text: string }[] }
  expect(shown.messages.filter(({ text }) => text === 'Here is our plan.')).toHaveLength(1)
})

test('what was begun is still there when the page is opened anew', async () => {
  const { page } = ann
  await page.goto('/orders/SO-2')
  await field().fill('Half a sent')
  await page.reload()
  await expect.poll(() => field().inputValue()).toBe('Half a sent')
  // A day later it is not.
  await page.evaluate(() => {
    for (const store of [localStorage, sessionStorage]) {
      const drafts = store.getItem('drafts')
      if (drafts) store.setItem('drafts', drafts.replace(/"at":\d+/g, `"at":${Date.now() - 86_400_001}`))
    }
  })
  await page.reload()
  await field().waitFor()
  expect(await field().inputValue()).toBe('')
  await page.goto('/orders/SO-3')
  expect(await field().inputValue()).toBe('')
})

test('by keyboard alone: from the field to the button, and the question is asked', async () => {
  await field().focus()
  await ann.page.keyboard.type('Is it insured?')
  await ann.page.keyboard.press('Control+Enter')
  await conversation().getByText('Is it insured?').waitFor()
  await expect.poll(() => field().inputValue()).toBe('')
  // The next message can be typed at once.
  expect(await field().evaluate((element) => element === document.activeElement)).toBe(true)
})

test('an answer marks the order in the list until it is read', async () => {
  const { page } = ann
  await page.goto('/orders')
  await page.getByRole('link', { name: 'SO-3' }).waitFor()
  portal.command(['request', 'answer', waiting(), '--text', 'It is.', '--by', 'Sol Vang'])
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await expect.poll(() => bell.textContent()).toContain('new')
  await page.getByRole('link', { name: 'SO-3 new message from your supplier' }).click()
  await conversation().getByText('It is.').waitFor()
  await conversation().getByText('It is.').scrollIntoViewIfNeeded()
  await field().scrollIntoViewIfNeeded()
  // The bell has nothing new either: whoever has read the words need not open their notice.
  await expect.poll(() => bell.textContent(), { timeout: 15_000 }).not.toContain('new')
  await ann.settled()
  await page.goto('/orders')
  await page.getByRole('link', { name: 'SO-3', exact: true }).waitFor()
})

test('all conversations stand on one page, on a phone too, and what belongs to no document has its own', {
  tags: 'long',
}, async () => {
  const { page } = ann
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/profile/requests')
  await page.getByRole('link', { name: 'Conversations' }).click()
  const general = page.getByRole('region', { name: 'About your account' })
  await general.getByLabel('Write to your supplier about anything else').fill('Our address changes.')
  await general.getByRole('button', { name: 'Send message' }).click()
  await general.getByText('Our address changes.').waitFor()
  const row = page.getByRole('listitem').filter({ hasText: 'SO-3' })
  await row
    .getByText(/^(Waiting for an answer|Waiting for you|Answered|Closed)$/)
    .first()
    .waitFor()
  await row.getByRole('button', { name: 'Show conversation' }).click()
  await row.getByLabel('Write to your supplier about this order').fill('Thank you.')
  await row.getByRole('button', { name: 'Send message' }).click()
  await row.getByText('Thank you.').waitFor()
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
  }))
  expect(scrollWidth).toBe(clientWidth)
  await ann.checkAccessibility('all conversations on a phone')
  expect(ann.consoleErrors()).toEqual([])
})

test('a link to a conversation that is not listed asks for the next ones once when they cannot be loaded', async () => {
  const { page } = ann
  let tries = 0
  await page.route('**/api/requests?*', async (route) => {
    if (route.request().url().includes('cursor=')) {
      tries++
      return route.fulfill({ status: 503, json: { message: 'The server is busy.' } })
    }
    const response = await route.fetch()
    return route.fulfill({ response, json: { ...(await response.json()), nextCursor: 'next' } })
  })
  await page.goto('/profile/requests?conversations=true#conversation/SO-99')
  // What is after the hash alone does not load the page anew.
  await page.reload()
  await expect.poll(() => tries, { timeout: 15_000 }).toBeGreaterThanOrEqual(3)
  await ann.settled()
  expect(tries).toBe(3)
  await page.unroute('**/api/requests?*')
  ann.consoleErrors()
})

test('what was written is corrected by keyboard on a phone, apart from the draft of the next message', {
  tags: 'long',
}, async () => {
  const { page } = ann
  const correction = () => conversation().getByLabel('Your message, edited')
  await page.goto('/orders/SO-2')
  await field().fill('Is teh crate ready?')
  await field().press('Control+Enter')
  await conversation().getByText('Is teh crate ready?').waitFor()
  await expect.poll(() => field().inputValue()).toBe('')
  await field().fill('And another')
  await conversation().getByRole('button', { name: 'Edit' }).press('Enter')
  await expect.poll(() => correction().evaluate((element) => element === document.activeElement)).toBe(true)
  await correction().fill('Is the crate')
  await ann.checkAccessibility('a correction on a phone')
  await page.reload()
  await expect.poll(() => correction().inputValue()).toBe('Is the crate')
  await correction().fill('Is the crate ready?')
  await correction().press('Control+Enter')
  await conversation()
    .getByText(/^Edited /)
    .waitFor()
  await conversation().getByText('Is the crate ready?').waitFor()
  expect(await conversation().getByText('teh').count()).toBe(0)
  expect(await field().inputValue()).toBe('And another')
  await field().fill('')
  expect(ann.consoleErrors()).toEqual([])
})

test('a colleague is named from a menu, by keyboard, and finds it under the bell', { tags: 'long' }, async () => {
  const { page } = ann
  await page.goto('/orders/SO-2')
  await field().fill('Is it packed,')
  await conversation().getByRole('button', { name: 'Mention a colleague' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Bo Berg' }).press('Enter')
  await expect.poll(() => field().inputValue()).toBe('Is it packed, @Bo Berg ')
  await ann.checkAccessibility('a message that names a colleague')
  await page.keyboard.type('do you know?')
  await page.keyboard.press('Control+Enter')
  await conversation().getByText('Is it packed, @Bo Berg do you know?').waitFor()
  const bo = await visit(browser, portal.address)
  await bo.openSignedIn('/', 'bo@velo.example', password)
  await bo.page.getByRole('button', { name: /^Notifications \d+ new/ }).click()
  const opened = bo.page.context().waitForEvent('page')
  await bo.page.getByRole('link', { name: /A colleague mentioned you in the conversation about order SO-2/ }).click()
  await (await opened).getByText('Is it packed, @Bo Berg do you know?').waitFor()
  expect([...ann.consoleErrors(), ...bo.consoleErrors()]).toEqual([])
  await bo.leave()
})

test('a file whose reply was lost is sent again by one press, and stands there once', { tags: 'long' }, async () => {
  const { page } = ann
  const ids: (string | null)[] = []
  await page.route('**/files?*', async (route) => {
    ids.push(new URL(route.request().url()).searchParams.get('fileId'))
    if (ids.length > 1) return route.continue()
    // The server has it, and the line is cut before it can say so.
    await route.fetch()
    await route.abort()
  })
  await page.goto('/orders/SO-2')
  await field().fill('And the way to the gate.')
  await conversation()
    .getByLabel(/Files and photographs/)
    .setInputFiles({ name: 'gate.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 gate') })
  await conversation().getByRole('button', { name: 'Send message' }).click()
  await page.getByText('gate.pdf could not be added').waitFor()
  const stored = page.waitForResponse((response) => response.url().includes('/files?'))
  await page.getByRole('button', { name: 'Try again' }).click()
  expect((await stored).status()).toBe(200)
  await page.unroute('**/files?*')
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(ids).toEqual([ids[0], ids[0]])
  await page.reload()
  await conversation().getByRole('button', { name: 'Save gate.pdf' }).waitFor()
  expect(await conversation().getByRole('button', { name: 'Save gate.pdf' }).count()).toBe(1)
})
