import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { type Visitor, visit } from './harness/visitor.ts'

const password = 'a passphrase of her own'
const { portal, browser } = await openPortalAndBrowser({ DEMO: 'off' })
let ann: Visitor
let key: string

beforeAll(async () => {
  key = portal.command(['key', 'create', '--name', 'erp', '--scope', 'ingest']).trim().split('\n').at(-1) ?? ''
  await push({ type: 'orders', number: 'SO-0', account: 'C-1001', accountName: 'Velo Werk GmbH', status: 'confirmed' })
  const person = ['--email', 'ann@velo.example', '--name', 'Ann Velo', '--account', 'C-1001', '--role', 'buyer']
  portal.command(['user', 'add', ...person, '--password-stdin'], password)
  ann = await visit(browser, portal.address)
  await ann.openSignedIn('/', 'ann@velo.example', password)
})

/** Sends documents as the ERP does. */
async function push(...documents: { type: string; number: string; account: string; [field: string]: unknown }[]) {
  const reply = await fetch(`${portal.address}/api/ingest/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    body: documents.map((document) => `${JSON.stringify(document)}\n`).join(''),
  })
  expect(await reply.json()).toMatchObject({ errors: [] })
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const following = (page: Page) => page.waitForResponse((reply) => reply.url().endsWith('/api/live'))

describe('the bell', () => {
  test('says that there is nothing, and has no badge', async () => {
    const { page } = ann
    await bell(page).click()
    await panel(page).getByText('No Notifications', { exact: true }).waitFor()
    await expect.poll(async () => (await bell(page).textContent())?.trim()).toBe('Notifications')
    await ann.checkAccessibility('the empty bell')
    await page.keyboard.press('Escape')
  })

  test('tells within a second of an import what came, on the page that is open, and the list follows', async () => {
    const { page } = ann
    const live = following(page)
    await page.goto('/orders')
    await page.getByRole('link', { name: 'SO-0' }).first().waitFor()
    await live
    await push({ type: 'orders', number: 'SO-1', account: 'C-1001', status: 'confirmed', customerReference: 'PO-7' })
    await page.getByRole('button', { name: 'Notifications 1 new' }).waitFor({ timeout: 1_000 })
    await page.getByRole('link', { name: 'SO-1' }).first().waitFor({ timeout: 1_000 })
    expect(ann.consoleErrors()).toEqual([])
  })

  test('marks all as seen when it is opened, and what is clicked opens in a new tab', async () => {
    const { page } = ann
    const markedSeen = page.waitForRequest(
      (request) => request.method() === 'PUT' && request.url().endsWith('/api/notifications'),
    )
    await bell(page).click()
    await markedSeen
    const notice = panel(page).getByRole('link', { name: /Order SO-1 \(PO-7\) is confirmed/ })
    await notice.waitFor()
    await ann.checkAccessibility('the bell with a notification')
    const clicked = page.waitForResponse(
      (reply) => reply.request().method() === 'PUT' && /\/api\/notifications\/[0-9a-f-]{36}$/.test(reply.url()),
    )
    const [opened] = await Promise.all([page.waitForEvent('popup'), notice.click()])
    expect((await clicked).status()).toBe(200)
    await opened.waitForURL('**/orders/SO-1')
    await opened.getByRole('heading', { level: 1, name: /SO-1/ }).waitFor()
    await opened.close()
    await page.getByRole('button', { name: 'Notifications 1', exact: true }).waitFor()
  })

  test('both of her tabs follow an import of many, which is one notification', async () => {
    const second = await ann.page.context().newPage()
    await second.goto('/shipments')
    await second.getByRole('heading', { level: 1 }).waitFor()
    const today = new Date().toISOString().slice(0, 10)
    // Once the tab that listens for both has told it the version, the second tab no longer asks for the version of its
    // replies.
    await expect
      .poll(async () => {
        const listRequest = second.waitForRequest((request) => request.url().endsWith('/api/notifications'))
        await second.getByRole('button', { name: /^Notifications/ }).click()
        const { prefer } = (await listRequest).headers()
        await second.keyboard.press('Escape')
        return prefer
      })
      .toBeUndefined()
    const shipment = { type: 'shipments', account: 'C-1001', status: 'in_transit', issueDate: today }
    await push(...Array.from({ length: 120 }, (_, index) => ({ ...shipment, number: `S-${index}` })))
    for (const page of [ann.page, second])
      await page.getByRole('button', { name: 'Notifications 2 new' }).waitFor({ timeout: 2_000 })
    await bell(second).click()
    await panel(second).getByText('120 shipments are on their way.').waitFor()
    await panel(second).getByRole('button', { name: 'Clear all' }).click()
    await panel(second).getByText('No Notifications').waitFor()
    await ann.page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    await second.close()
  })

  test('a page that was without a network hears what came meanwhile as soon as there is one', async () => {
    const { page } = ann
    const live = following(page)
    await page.goto('/dashboard')
    await live
    await page.context().setOffline(true)
    await push({ type: 'orders', number: 'SO-2', account: 'C-1001', status: 'confirmed' })
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Notifications 1 new' }).waitFor({ timeout: 5_000 })
    ann.consoleErrors(/ERR_INTERNET_DISCONNECTED/)
  })

  test('a page shows what came after it was read and before it was first greeted, and while it was read', async () => {
    const { page } = ann
    const greeting = Promise.withResolvers<void>()
    await page.route('**/api/live', async (route) => {
      await greeting.promise
      await route.continue()
    })
    await page.goto('/orders')
    await page.getByRole('link', { name: 'SO-0' }).first().waitFor()
    await push({ type: 'orders', number: 'SO-3', account: 'C-1001', status: 'received', issueDate: '2026-01-01' })
    greeting.resolve()
    await page.getByRole('link', { name: 'SO-3' }).first().waitFor()
    await page.unroute('**/api/live')
    // The other way round: a change that a reply on its way does not contain yet.
    const read = Promise.withResolvers<void>()
    const late = Promise.withResolvers<void>()
    const list = (url: URL) => url.pathname === '/api/documents/orders'
    let held = false
    await page.route(list, async (route) => {
      if (held) return route.continue()
      held = true
      const reply = await route.fetch()
      read.resolve()
      await late.promise
      await route.fulfill({ response: reply })
    })
    const live = following(page)
    await page.goto('/orders')
    await Promise.all([live, read.promise])
    await push({ type: 'orders', number: 'SO-4', account: 'C-1001', status: 'confirmed' })
    await page.getByRole('button', { name: /^Notifications \d+ new/ }).waitFor()
    late.resolve()
    await page.getByRole('link', { name: 'SO-4' }).first().waitFor()
    await page.unroute(list)
  })

  test('a tab that is opened beside another shows what came while it was loading', async () => {
    const { page } = ann
    const order = { type: 'orders', account: 'C-1001', status: 'received', issueDate: '2026-01-01' }
    await page.goto('/orders')
    await push({ ...order, number: 'SO-6' })
    await page.getByRole('link', { name: 'SO-6' }).first().waitFor()
    const second = await page.context().newPage()
    const loaded = Promise.withResolvers<void>()
    await second.route('**/assets/portal-*', async (route) => {
      await loaded.promise
      await route.continue()
    })
    // Its first calls leave before its scripts are there.
    const list = second.waitForResponse((reply) => new URL(reply.url()).pathname === '/api/documents/orders')
    await second.goto('/orders', { waitUntil: 'commit' })
    await (await list).finished()
    await push({ ...order, number: 'SO-7' })
    await page.getByRole('link', { name: 'SO-7' }).first().waitFor()
    loaded.resolve()
    await second.getByRole('link', { name: 'SO-6' }).first().waitFor()
    await second.getByRole('link', { name: 'SO-7' }).first().waitFor()
    await second.close()
  })

  test('all that happened is kept, and can be narrowed', async () => {
    const { page } = ann
    await bell(page).click()
    await panel(page).getByRole('link', { name: 'See all' }).click()
    await page.waitForURL('**/profile/notifications')
    await page.getByText('120 shipments are on their way.').waitFor()
    await ann.checkAccessibility('the history')
    const filters = page.getByRole('navigation', { name: 'Filter the notifications' })
    await filters.getByRole('link', { name: 'Unread' }).click()
    await page.getByText('Order SO-1 (PO-7) is confirmed.').first().waitFor({ state: 'detached' })
    await filters.getByRole('link', { name: 'Quotes' }).click()
    await page.getByText('No notifications match').waitFor()
    expect(ann.consoleErrors()).toEqual([])
  })

  test('an order that comes on hold says why, in the history and on its page', async () => {
    const { page } = ann
    const reason = 'the export licence is missing'
    await page.goto('/profile/notifications')
    await push({ type: 'orders', number: 'SO-5', account: 'C-1001', status: 'on_hold', holdReason: reason })
    await page.getByText(`Order SO-5 is on hold: ${reason}.`).waitFor()
    await page.goto('/orders/SO-5')
    await page.getByRole('heading', { name: /^On hold/ }).waitFor()
    await page.getByText(reason).first().waitFor()
    await ann.checkAccessibility('an order on hold without lines')
    expect(ann.consoleErrors()).toEqual([])
  })

  test('that cannot be reached says nothing but to the console', async () => {
    const { page } = ann
    await page.route('**/api/notifications', (route) =>
      route.fulfill({ status: 400, json: { message: 'No', code: 'x' } }),
    )
    await page.goto('/orders')
    await page.getByRole('link', { name: 'SO-1' }).first().waitFor()
    await bell(page).click()
    await panel(page).getByRole('link', { name: 'See all' }).waitFor()
    await expect.poll(() => ann.consoleErrors().length).toBeGreaterThan(1)
    expect(await page.getByText('Error!').count()).toBe(0)
  })
})
