import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortalAndBrowser } from '../harness/open-portal-and-browser.ts'
import { type Visitor, visit } from '../harness/visitor.ts'

/* What a person is looking at stays theirs while their supplier's system sends something else. */

const folder = mkdtempSync(join(tmpdir(), 'meanwhile-'))
const password = 'a passphrase of her own'
const { portal, browser } = await openPortalAndBrowser({ DEMO: 'off' }, { complete: true })
let ann: Visitor

const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
trailer<</Root 1 0 R>>`
const attachments = [
  { name: 'terms.pdf', mimeType: 'application/pdf', contentBase64: Buffer.from(pdf, 'latin1').toString('base64') },
]
const line = (number: string, more: object = {}) => ({
  ...{ line: number, sku: `BK-${number}`, name: `Part ${number}`, quantity: '4', unit: 'EA', ...more },
})
const order = (number: string, day: string, more: object = {}) => ({
  ...{ type: 'orders', number, account: 'C-1001', accountName: 'Velo Werk GmbH', currency: 'EUR', status: 'confirmed' },
  ...{ issueDate: `2026-02-${day}`, lines: [line('1')], ...more },
})

/** Sends documents as the supplier's system does. */
function send(...documents: readonly object[]): void {
  const file = join(folder, 'documents.ndjson')
  writeFileSync(file, documents.map((document) => JSON.stringify(document)).join('\n'))
  portal.command(['import', file])
}

beforeAll(async () => {
  const cancelled = line('2', { status: 'cancelled' })
  send(
    order('SO-1', '10', { attachments }),
    order('SO-2', '11'),
    order('SO-3', '12', { lines: [line('1'), cancelled] }),
  )
  const person = ['--email', 'ann@velo.example', '--name', 'Ann', '--account', 'C-1001', '--role', 'admin']
  portal.command(['user', 'add', ...person, '--password-stdin'], password)
  ann = await visit(browser, portal.address)
  await ann.openSignedIn('/orders', 'ann@velo.example', password)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the order beside its list, and that which the keys tick, stays the same when a new one comes first', async () => {
  const { page } = ann
  await page.getByRole('link', { name: 'SO-3', exact: true }).waitFor()
  await ann.settled()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('SO-2')
  await page.keyboard.press('Space')
  const preview = page.getByRole('dialog', { name: 'Order SO-2' })
  await preview.getByText('1 line', { exact: true }).waitFor()
  send(order('SO-4', '20'))
  await page.locator('tr', { hasText: 'SO-4' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(1)
  expect(await preview.count()).toBe(1)
  await page.keyboard.press('Escape')
  await preview.waitFor({ state: 'detached' })
  await page.keyboard.press('x')
  await page.getByRole('region', { name: 'Selection' }).getByText('1 selected').waitFor()
  expect(await page.getByRole('checkbox', { name: /SO-2$/ }).isChecked()).toBe(true)
  expect(ann.consoleErrors()).toEqual([])
})

test('a PDF that is being read stays where it was opened to', async () => {
  const { page } = ann
  await page.goto('/orders/SO-1')
  await page.getByRole('button', { name: 'Show terms.pdf' }).click()
  const frame = page.locator('iframe[title="terms.pdf"]')
  await frame.waitFor()
  const source = await frame.getAttribute('src')
  send(order('SO-1', '10', { status: 'in_progress', modifiedAt: '2026-03-01T10:00:00Z' }))
  await page.getByText('In progress').first().waitFor({ state: 'attached' })
  await ann.settled()
  expect(await frame.getAttribute('src')).toBe(source)
  expect(ann.consoleErrors()).toEqual([])
})

test('an order whose open lines are looked at shows its other lines when nothing of it is open any more', async () => {
  const { page } = ann
  await page.goto('/orders/SO-3')
  const lines = page.getByRole('table', { name: 'Lines' })
  await lines.getByText('Part 2', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Not shipped (1)' }).click()
  await lines.getByText('Part 2', { exact: true }).waitFor({ state: 'detached' })
  const cancelled = [line('1', { status: 'cancelled' }), line('2', { status: 'cancelled' })]
  send(order('SO-3', '12', { lines: cancelled, modifiedAt: '2026-03-01T10:00:00Z' }))
  await lines.getByText('Part 2', { exact: true }).waitFor()
  await lines.getByText('Part 1', { exact: true }).waitFor()
  expect(ann.consoleErrors()).toEqual([])
})
