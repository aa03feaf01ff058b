import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encode } from 'fast-png'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeNow } from '#server/auth/factors/totp.ts'
import { openPortalAndBrowser } from '../harness/open-portal-and-browser.ts'
import { takePicture } from '../harness/picture.ts'
import { type Visitor, visit } from '../harness/visitor.ts'

/* The supplier's staff in the console, and the customer at the other end. */

const folder = mkdtempSync(join(tmpdir(), 'console-'))
const password = 'a passphrase of their own'
const { portal, browser } = await openPortalAndBrowser({ DEMO: 'off' })
let ann: Visitor
let sue: Visitor
let appKey = ''

const documents = ['SO-1', 'SO-2'].map((number) => ({
  ...{ type: 'orders', number, account: 'C-1001', accountName: 'Velo Werk GmbH', status: 'confirmed' },
  ...{ issueDate: '2026-02-10', salesperson: { name: 'Sue Support', email: 'sue@supplier.example' } },
  lines: [{ line: '1', sku: 'BK-1', name: 'Saddle', quantity: '4', unit: 'EA' }],
}))

beforeAll(async () => {
  const file = join(folder, 'documents.ndjson')
  writeFileSync(file, documents.map((document) => JSON.stringify(document)).join('\n'))
  portal.command(['import', file])
  const names = ['--email', 'ann@velo.example', '--name', 'Ann', '--account', 'C-1001', '--role', 'admin']
  portal.command(['user', 'add', ...names, '--password-stdin'], password)
  ann = await visit(browser, portal.address)
  await ann.page.goto('/orders/SO-1')
  await ann.signIn('ann@velo.example', password)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = async (text: string) => {
  const conversation = ann.page.getByRole('region', { name: 'Conversation' })
  await conversation.getByLabel('Write to Sue Support about this order').fill(text)
  await conversation.getByRole('button', { name: 'Send message' }).click()
  await conversation.getByText(text).waitFor()
}

const unreadMark = (page: Visitor['page']) => page.getByRole('img', { name: /^Unread since / })

test('somebody who is invited joins with a password and an app, and is in', async () => {
  const printed = portal.command(['staff', 'invite', 'sue@supplier.example', '--role', 'owner'])
  const path = /\/console\/invitation#token=\S+/.exec(printed)?.[0] ?? ''
  sue = await visit(browser, portal.address)
  const { page } = sue
  let bytes = 0
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/\.(js|css)$/.test(pathname))
      bytes += statSync(join(import.meta.dirname, '../../dist/web', `${pathname}.br`)).size
  })
  await page.goto(path)
  await page.getByText('Your role: Owner.').waitFor()
  appKey = (await page.locator('code').textContent())?.replaceAll(' ', '') ?? ''
  await page.getByLabel('Your name').fill('Sue Support')
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.getByRole('button', { name: 'Join the console' }).click()
  await page.getByText('This code is not right', { exact: false }).waitFor()
  await sue.checkAccessibility('the invitation to the console')
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Code', { exact: true }).fill(codeNow(appKey, new Date()))
  bytes = 0
  await page.getByRole('button', { name: 'Join the console' }).click()
  await page.getByText('Nothing needs attention').waitFor()
  expect(page.url()).toBe(`${portal.address}/console/`)
  // The first page, with its texts.
  expect(bytes).toBeGreaterThan(60_000)
  expect(bytes).toBeLessThanOrEqual(180_000)
  expect(sue.consoleErrors(/status of 400/)).toEqual([])
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await page.getByText('No request waits for you').waitFor()
  await sue.checkAccessibility('an empty queue')
})

test('an answer is promised within a time, which customers read and each request counts down', async () => {
  const { page } = sue
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await page.getByText('No response time is promised').click()
  await page.getByLabel('Promised hours').fill('0')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('A whole number from 1 to 240.').waitFor()
  await page.getByLabel('Promised hours').fill('24')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('We promise an answer within 24 hours on working days').waitFor()
  await sue.checkAccessibility('a promise of answers')
})

test('a question of a customer comes into the queue, is answered by keyboard, and the answer reaches the customer', async () => {
  const { page } = sue
  const stream = Promise.withResolvers<void>()
  await page.route('**/api/console/live', async (route) => {
    await stream.promise
    await route.continue()
  })
  await page.reload()
  await page.getByText('No request waits for you').waitFor()
  await write('When does it come?')
  stream.resolve()
  // What was written before the stream began is shown much sooner than pages ask by themselves.
  await page.getByText('Ann asked').waitFor({ timeout: 5_000 })
  await page.getByText(/^Answer due in /).waitFor()
  await unreadMark(page).waitFor()
  await page.unroute('**/api/console/live')
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'Velo Werk GmbH (C-1001)' }).waitFor()
  expect(page.url()).toContain('/console/requests/')
  await sue.checkAccessibility('a request in the console')
  // Opened, it is read.
  await expect.poll(() => unreadMark(page).count()).toBe(0)
  await page.keyboard.press('r')
  await page.keyboard.type('On Friday, early.')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Sue Support answered').waitFor()
  expect(await page.getByLabel('Answer to Ann').inputValue()).toBe('')
  // Said in the conversation, and in the order's activity as soon as that is loaded anew.
  const conversation = ann.page.getByRole('region', { name: 'Conversation' })
  await conversation.getByText('On Friday, early.').waitFor()
  await conversation.getByText('Sue Support answered').waitFor()
})

test('the mail to the salesperson leads to the request', async () => {
  await ann.page.goto('/orders/SO-2')
  await write('And this one?')
  const mail = () => portal.mails().find((one) => one.includes('And this one?')) ?? ''
  await expect.poll(mail, { timeout: 10_000 }).toContain('/console/requests/')
  const path = /\/console\/requests\/[0-9a-f-]{36}/.exec(mail())?.[0] ?? ''
  await sue.page.goto(path)
  await sue.page.getByRole('region', { name: 'Request' }).getByText('And this one?').waitFor()
})

test('what the customer wrote meanwhile is read before anything is sent', async () => {
  const { page } = sue
  await page.getByLabel('Answer to Ann').fill('Next week.')
  await write('We need it on Monday.')
  await page.getByText('Something was written or decided meanwhile', { exact: false }).waitFor({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await page.getByText('Please read it before you answer.', { exact: false }).waitFor()
  expect(await page.getByLabel('Answer to Ann').inputValue()).toBe('Next week.')
  await page.getByRole('button', { name: 'I have read it' }).click()
  await page.getByLabel('Answer to Ann').fill('On Monday then.')
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await ann.page.getByText('On Monday then.').waitFor()
  await ann.page.getByText('Next week.').waitFor({ state: 'detached' })
})

test('a note is for staff, and a file goes with an answer', async () => {
  const { page } = sue
  await page.getByText('Write a note for colleagues').click()
  await page.getByLabel('Note; no customer reads it').fill('Ask the boss first.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('Note of Sue Support').waitFor()
  await page.getByLabel('Answer to Ann').fill('Here is the paper.')
  await page
    .getByLabel('Choose files')
    .setInputFiles({ name: 'paper.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 paper') })
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await page.getByRole('link', { name: 'Save paper.pdf' }).waitFor()
  await ann.page.getByRole('button', { name: 'Save paper.pdf' }).waitFor()
  expect(await ann.page.getByText('Ask the boss first.').count()).toBe(0)
})

test('an answer is begun with a template by keyboard, changed, and sent', async () => {
  const { page } = sue
  await page.goto('/console/content?tab=templates')
  await page.getByText('There are no templates yet').waitFor()
  await page.getByRole('button', { name: 'New template' }).press('Enter')
  await page.getByLabel('Title').fill('On its way')
  await page.getByLabel('Text (English)').fill('Dear ')
  await page.getByRole('button', { name: 'Contact person' }).press('Enter')
  await page.keyboard.type(', {nr} is on its way.')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByText('{nr} is not a placeholder', { exact: false }).waitFor()
  await sue.checkAccessibility('the form of a template')
  await page.getByLabel('Text (English)').fill('Dear {person}, {number} is on its way.')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByText('Dear {person}, {number} is on its way.').waitFor()
  await sue.checkAccessibility('the templates')

  await ann.page.goto('/orders/SO-2')
  await write('Is it on its way?')
  await page.goto('/console/requests')
  await page.getByText('Is it on its way?').waitFor()
  await page.keyboard.press('j')
  await page.getByLabel('Answer to Ann').waitFor()
  await page.keyboard.press('r')
  await page.keyboard.press('/')
  await page.getByRole('option', { name: /Dear Ann, SO-2/ }).waitFor()
  await sue.checkAccessibility('the choice of a template')
  await page.keyboard.type('its way')
  await page.keyboard.press('Enter')
  await page.keyboard.type(' Regards')
  expect(await page.getByLabel('Answer to Ann').inputValue()).toBe('Dear Ann, SO-2 is on its way. Regards')
  await page.keyboard.press('Control+Enter')
  await ann.page.getByText('Dear Ann, SO-2 is on its way. Regards').waitFor()
  await page.getByLabel('Answer to Ann').press('/')
  await page.getByLabel('Search templates').press('/')
  expect(await page.getByLabel('Answer to Ann').inputValue()).toBe('/')
  await page.getByLabel('Answer to Ann').fill('')
})

test('a request is put off by keyboard, and is back while one looks as soon as the customer writes', async () => {
  const { page } = sue
  await ann.page.goto('/orders/SO-1')
  await write('And the bell?')
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await page.getByText('And the bell?').first().waitFor()
  await page.keyboard.press('j')
  await page.getByLabel('Answer to Ann').waitFor()
  await page.keyboard.press('s')
  const choice = page.getByRole('dialog', { name: 'Snooze' })
  await choice.getByLabel('Until another day').waitFor()
  await sue.checkAccessibility('how long a request is put off')
  await choice.getByRole('button', { name: 'Until tomorrow morning' }).press('Enter')
  await page.getByText('or until the customer writes').waitFor()
  await page.getByText('No request waits for you').waitFor()
  await page.getByRole('link', { name: 'Snoozed', exact: true }).click()
  await page.getByText('Back on').waitFor()
  await page.getByText(/Half of all customers have an answer within/).click()
  await page.getByText('The median of the first answers', { exact: false }).waitFor()
  await sue.checkAccessibility('what is put off')
  await page.getByRole('link', { name: /^Waiting/ }).click()
  await page.getByText('No request waits for you').waitFor()
  await write('It rings no more.')
  // Much sooner than pages ask by themselves.
  await page.getByText('It rings no more.').first().waitFor({ timeout: 5_000 })
  await page.getByRole('link', { name: 'Today', exact: true }).click()
  await page.getByRole('img', { name: 'Unread' }).waitFor()
  await page.getByRole('link', { name: '1 request has unread messages' }).click()
  await unreadMark(page).waitFor()
  const views = page.getByRole('navigation', { name: 'Which requests' })
  expect(await views.locator('[aria-current]').allTextContents()).toEqual(['Unread1'])
  await sue.checkAccessibility('what is unread')
  await page.getByRole('link', { name: 'Today', exact: true }).click()
  await page.getByText('Ann asked').first().waitFor()
  await page.getByText('It rings no more.').first().waitFor()
  await sue.checkAccessibility('the first page with a request')
  await page.getByText('It rings no more.').first().click()
  await page.getByLabel('Answer to Ann').fill('Which bell do you mean?')
  await page.getByRole('button', { name: 'Ask back' }).click()
  await page.getByRole('region', { name: 'Request' }).getByText('With the customer').waitFor()
})

test('a photograph that staff choose stands beside their name on the dashboard of their customers', async () => {
  const { page } = sue
  await page.goto('/console/sessions')
  const png = encode({ width: 40, height: 30, data: new Uint8Array(40 * 30 * 3).fill(180), channels: 3 })
  const picture = { name: 'sue.png', mimeType: 'image/png', buffer: Buffer.from(png) }
  await page.getByLabel('Choose a picture').setInputFiles(picture)
  await page.getByRole('button', { name: 'Remove the picture' }).waitFor()
  await page.locator('img[src*="/picture?at="]').waitFor()
  await sue.checkAccessibility('the photograph of a member of staff')
  await ann.page.goto('/')
  const contact = ann.page.getByRole('region', { name: 'Your contact' })
  await contact.locator('img[src^="blob:"]').waitFor()
  await contact.getByText('Sue Support').waitFor()
  await ann.checkAccessibility('a contact with a photograph')
  await takePicture(ann.page, 'contact-photograph')
  await page.goBack()
  await page.getByRole('heading', { name: 'Velo Werk GmbH (C-1001)' }).waitFor()
})

test('the console is readable in the dark, in Arabic and on a phone', async () => {
  const { page } = sue
  await page.getByRole('button', { name: 'Dark colours' }).click()
  await page.locator('html[data-theme=dark]').waitFor()
  await page.getByRole('button', { name: 'Light colours' }).waitFor()
  await sue.checkAccessibility('a request in the dark', 'colours')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: 'Back to the queue' }).click()
  await page.getByRole('link', { name: 'Done' }).click()
  await page
    .getByRole('link', { name: /Velo Werk/ })
    .first()
    .waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await sue.checkAccessibility('the queue on a phone')
  await page.getByLabel('Language').selectOption('ar')
  await page.locator('html[dir=rtl]').waitFor()
  await page
    .getByRole('link', { name: /Velo Werk/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'العودة إلى قائمة الانتظار' }).waitFor()
  await sue.checkAccessibility('a request in Arabic on a phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByLabel('اللغة').selectOption('en')
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('the filters of the queue stay open for whoever clears one and types another, and open with an address that has some', async () => {
  const { page } = sue
  await page.goto('/console/requests?view=done')
  const entry = page.getByRole('link', { name: /Velo Werk/ }).first()
  await entry.waitFor()
  await page.getByText('Filters', { exact: true }).click()
  const customer = page.getByLabel('Customer, by number or name')
  await customer.fill('Zanzibar')
  await entry.waitFor({ state: 'detached' })
  await customer.fill('')
  await entry.waitFor()
  // A letter that is not typed into the field opens the first request.
  await page.keyboard.type('jen')
  await page.waitForURL(/account=jen/)
  expect([await customer.isVisible(), await customer.inputValue()]).toEqual([true, 'jen'])
  expect(new URL(page.url()).pathname).toBe('/console/requests')
  await page.goto('/console/requests?view=done&account=velo')
  await entry.waitFor()
  expect(await customer.isVisible()).toBe(true)
})

test('a page that cannot load without a connection says so beside the others, and loads by itself with it', async () => {
  const { page } = sue
  await page.goto(`${portal.address}/console/requests`)
  await page.getByText('Choose a request').first().waitFor()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Insight' }).click()
  await page.getByRole('heading', { name: 'You are offline' }).waitFor()
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await page.getByText('Choose a request').first().waitFor()
  await page.getByRole('link', { name: 'Insight' }).click()
  await page.getByText('This page loads by itself when the connection is back.').waitFor()
  await page.getByText('You are offline · As of', { exact: false }).waitFor()
  await sue.checkAccessibility('a page of the console without a connection')
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Insight', level: 1 }).waitFor()
  await page.getByText('You are offline · As of', { exact: false }).waitFor({ state: 'detached' })
  sue.consoleErrors()
})

test('an answer that cannot leave says so, stays as it was written, and is not sent later by itself', async () => {
  const { page } = sue
  await page.goto(`${portal.address}/console/requests?view=done`)
  await page
    .getByRole('link', { name: /Velo Werk/ })
    .first()
    .click()
  await page.getByLabel(/^Answer to/).fill('Once more, without a network.')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await page.getByText('We couldn’t reach the server', { exact: false }).first().waitFor()
  expect(await page.getByLabel(/^Answer to/).inputValue()).toBe('Once more, without a network.')
  await page.context().setOffline(false)
  await page.getByText('You are offline · As of', { exact: false }).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByLabel(/^Answer to/).waitFor()
  expect(await page.getByRole('article').or(page.getByRole('listitem')).getByText('Once more, without').count()).toBe(0)
  // What was typed is there as before the page was opened anew.
  expect(await page.getByLabel(/^Answer to/).inputValue()).toBe('Once more, without a network.')
  await page.getByLabel(/^Answer to/).fill('')
  sue.consoleErrors()
})

test('an owner invites staff; who is disabled is out while at work', async () => {
  const { page } = sue
  await page.getByRole('link', { name: 'Staff' }).click()
  await page.getByLabel('E-mail').fill('ben@supplier.example')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('ben@supplier.example').waitFor()
  await sue.checkAccessibility('the staff')
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await page.getByRole('heading', { name: 'Choose a request' }).or(page.getByText('Choose a request')).first().waitFor()
  portal.command(['staff', 'disable', 'sue@supplier.example'])
  // The page may have noticed by itself already: then there is nothing left to click.
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href$="view=done"]')?.click())
  await page.getByRole('heading', { name: 'Sign in to the console' }).waitFor()
  await sue.checkAccessibility('the sign-in to the console')
})

test('a member of staff signs in with e-mail, password and code', async () => {
  portal.command(['staff', 'enable', 'sue@supplier.example'])
  const { page } = sue
  await page.getByLabel('E-mail').fill('sue@supplier.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Code', { exact: true }).fill(codeNow(appKey, new Date(Date.now() + 30_000)))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Requests', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Where you are signed in' }).click()
  await page.getByText('This browser').waitFor()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  // The session would live on behind a page that says nothing of it.
  await page.getByText('We couldn’t reach the server', { exact: false }).first().waitFor()
  await page.getByText('This browser').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('heading', { name: 'Sign in to the console' }).waitFor()
})
