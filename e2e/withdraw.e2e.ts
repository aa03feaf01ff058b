import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { type Visitor, visit } from './harness/visitor.ts'

/* What a customer sees of a document that was sent for the wrong account, while the supplier withdraws it. */
const password = 'a passphrase of her own'
const { portal, browser } = await openPortalAndBrowser({ DEMO: 'off' })
let ann: Visitor
let key = ''

const order = (number: string, account: string, minute: number) => ({
  ...{ type: 'orders', number, account, accountName: `Account ${account}`, currency: 'EUR', issueDate: '2026-03-01' },
  ...{ totals: { gross: '119.00' }, modifiedAt: `2026-03-02T08:0${minute}:00Z` },
  lines: [{ line: '1', sku: `SKU-${number}`, name: `Wheel of ${number}`, quantity: '2', amount: '100.00' }],
})
const send = async (...documents: object[]) => {
  const reply = await fetch(`${portal.address}/api/ingest/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    body: documents.map((document) => JSON.stringify(document)).join('\n'),
  })
  expect(await reply.json()).toMatchObject({ errors: [] })
}

beforeAll(async () => {
  key = portal.command(['key', 'create', '--name', 'erp']).trim().split('\n').at(-1) ?? ''
  await send(...['SO-1', 'SO-2', 'SO-3'].map((number) => order(number, 'C-1', 1)), order('SO-9', 'C-2', 1))
  const person = ['--email', 'ann@velo.example', '--name', 'Ann Velo', '--account', 'C-1', '--role', 'buyer']
  portal.command(['user', 'add', ...person, '--password-stdin'], password)
  ann = await visit(browser, portal.address, { serviceWorkers: 'allow' })
  await ann.page.goto('/orders')
  await ann.signIn('ann@velo.example', password, 'stays')
})
afterAll(() => ann.leave())

const cachedPaths = () =>
  ann.page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('kept-'))
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => new URL(url).pathname)
  })

describe('a document that belongs to somebody else', () => {
  test('goes from the page that shows it within five seconds, and from the list', { timeout: 60_000 }, async () => {
    const { page } = ann
    await page.getByRole('link', { name: 'SO-1', exact: true }).first().waitFor()
    await page.keyboard.press('Shift')
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await page.goto('/orders/SO-1')
    await page.getByText('Wheel of SO-1').first().waitFor()
    await ann.settled()
    await send(order('SO-1', 'C-2', 2))
    await page.getByText('Wheel of SO-1').first().waitFor({ state: 'detached', timeout: 5000 })
    await page.getByText(/SO-1 was not found/).waitFor()
    await ann.checkAccessibility('a document that has moved')
    await page.goto('/orders')
    await page.getByRole('link', { name: 'SO-2', exact: true }).first().waitFor()
    expect(await page.getByRole('link', { name: 'SO-1', exact: true }).count()).toBe(0)
    expect(ann.consoleErrors(/404/)).toEqual([])
  })

  test('is not kept for when there is no network, once the browser has heard of it', { timeout: 60_000 }, async () => {
    const { page } = ann
    await page.goto('/orders/SO-2')
    await page.getByText('Wheel of SO-2').first().waitFor()
    await page.goto('/orders')
    await expect.poll(cachedPaths).toContain('/api/documents/orders/SO-2')
    const response = await fetch(`${portal.address}/api/ingest/documents/orders/SO-2`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${key}` },
    })
    expect(response.status).toBe(200)
    await expect.poll(cachedPaths, { timeout: 5000 }).not.toContain('/api/documents/orders/SO-2')
    await page.getByRole('link', { name: 'SO-2', exact: true }).first().waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'SO-3', exact: true }).first().waitFor()
    expect(ann.consoleErrors()).toEqual([])
  })
})
