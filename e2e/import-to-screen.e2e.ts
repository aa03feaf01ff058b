import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { invoice, order } from './harness/ubl.ts'
import { type Visitor, visit } from './harness/visitor.ts'

const folder = mkdtempSync(join(tmpdir(), 'papers-'))
const password = 'a passphrase of her own'
const { portal, browser } = await openPortalAndBrowser({ DEMO: 'off' })
let ann: Visitor

beforeAll(async () => {
  ann = await visit(browser, portal.address)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
})

describe('from an ERP’s file to the customer’s screen', () => {
  test('the operator pushes one document, names the buyer and lets a person in', async () => {
    const key = portal.command(['key', 'create', '--name', 'erp', '--scope', 'ingest']).trim().split('\n').at(-1)
    const quote = { type: 'quotes', number: 'Q-31', account: 'C-1001', accountName: 'Velo Werk GmbH', status: 'open' }
    const reply = await fetch(`${portal.address}/api/ingest/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
      body: `${JSON.stringify(quote)}\n`,
    })
    expect(await reply.json()).toMatchObject({ received: 1, created: 1, errors: [] })
    portal.command(['account', 'identifier', 'add', 'C-1001', 'GLN', '4012345000009'])
    const person = ['--email', 'ann@velo.example', '--name', 'Ann Velo', '--account', 'C-1001', '--role', 'buyer']
    portal.command(['user', 'add', ...person, '--password-stdin'], password)
  })

  test('a UBL order and its invoice are imported, the invoice first', () => {
    writeFileSync(join(folder, 'invoice.xml'), invoice)
    writeFileSync(join(folder, 'order.xml'), order)
    portal.command(['import', join(folder, 'invoice.xml'), join(folder, 'order.xml')])
    expect(portal.command(['quarantine', 'list'])).not.toContain('INV-900')
  })

  test('a wrong password is answered beside the form, without a word on which of the two was wrong', async () => {
    await ann.page.goto('/invoices')
    await ann.page.getByLabel('E-mail').fill('ann@velo.example')
    await ann.page.getByLabel('Password', { exact: true }).fill('not the passphrase')
    await ann.page.getByRole('button', { name: 'Sign in' }).click()
    await ann.page.getByRole('alert').first().waitFor()
    expect(ann.consoleErrors(/400/)).toEqual([])
  })

  test('she signs in and lands where she wanted to go', async () => {
    await ann.signIn('ann@velo.example', password)
    await ann.page.waitForURL('**/invoices')
    await ann.page.getByRole('link', { name: 'INV-900' }).first().waitFor()
  })

  test('she finds the order by her own number and follows the chain to the invoice', async () => {
    const { page } = ann
    await page.getByRole('combobox', { name: 'Search All Documents' }).fill('po 7781')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/masterSearch/po%207781')
    await page
      .getByRole('link', { name: /SO\/2026-1/ })
      .first()
      .click()
    await page.waitForURL('**/orders/SO%2F2026-1')
    await page.getByRole('heading', { level: 1, name: /SO\/2026-1/ }).waitFor()
    await page.getByText('PO-7781').first().waitFor()
    await page
      .getByRole('link', { name: /INV-900/ })
      .first()
      .click()
    await page.waitForURL('**/invoices/INV-900')
    await page.getByRole('heading', { level: 1, name: /INV-900/ }).waitFor()
    await page.goBack()
    await page.waitForURL('**/orders/SO%2F2026-1')
    expect(ann.consoleErrors()).toEqual([])
  })

  test('she saves the invoice as the very file that the supplier’s system sent', async () => {
    const { page } = ann
    await page.goto('/invoices/INV-900')
    await page.getByRole('button', { name: 'Download UBL file (XML, generated here)' }).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download Original e-invoice (XML)' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('Invoice INV-900.xml')
    expect(readFileSync(await file.path(), 'utf8')).toBe(invoice)
    await ann.checkAccessibility('an invoice with its original file')
    await page.goto('/quotes/Q-31')
    await page.getByRole('heading', { level: 1, name: /Q-31/ }).waitFor()
    expect(await page.getByRole('button', { name: /Original/ }).count()).toBe(0)
    expect(ann.consoleErrors()).toEqual([])
  })

  test('a list’s filters live in its address, and going back brings them back', async () => {
    const { page } = ann
    await page.goto('/orders?q=wheel')
    await page.getByRole('link', { name: 'SO/2026-1' }).first().click()
    await page.waitForURL('**/orders/SO%2F2026-1')
    await page.goBack()
    await page.waitForURL('**/orders?q=wheel')
    await page.getByRole('link', { name: 'SO/2026-1' }).first().waitFor()
    await page.goto('/orders?q=nothing-like-it')
    await page
      .getByText(/nothing|no sales orders|no orders/i)
      .first()
      .waitFor()
    expect(ann.consoleErrors()).toEqual([])
  })

  test('a document of nobody, and a page of nowhere, say so', async () => {
    const { page } = ann
    await page.goto('/orders/SO-does-not-exist')
    await page.getByText(/was not found/).waitFor()
    await page.goto('/nowhere')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: /dashboard/i }).count()).toBeGreaterThan(0)
    expect(ann.consoleErrors(/404/)).toEqual([])
  })

  test('without a network the page says so and goes on when it is back', async () => {
    const { page } = ann
    await page.goto('/orders')
    await page.getByRole('link', { name: 'SO/2026-1' }).first().waitFor()
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Invoices' }).first().click()
    await page
      .getByText(/offline|reach the server/i)
      .first()
      .waitFor()
    await page.context().setOffline(false)
    const retry = page.getByRole('button', { name: /try again/i })
    if (await retry.count()) await retry.first().click()
    await page.getByRole('link', { name: 'INV-900' }).first().waitFor()
    ann.consoleErrors()
  })

  test('she signs out, and nothing of hers is left behind', async () => {
    const { page } = ann
    await page.getByRole('button', { name: /Ann Velo/ }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await page.getByLabel('E-mail').waitFor()
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => !['layoutMode', 'reader'].includes(key))),
    ).toEqual([])
    await page.goto('/orders')
    await page.getByLabel('E-mail').waitFor()
    ann.consoleErrors()
  })
})
