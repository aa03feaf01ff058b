import { expect, test } from 'vitest'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { visit } from './harness/visitor.ts'

/* A bookkeeper's work: the balance, its ageing, the movements of a period, and a file of them. */

const { portal, browser } = await openPortalAndBrowser({ DEMO: 'auto' })

test('a bookkeeper goes from the invoices to the statement, chooses a period and saves it', async () => {
  const { page, openSignedIn, checkAccessibility, consoleErrors } = await visit(browser, portal.address)
  await openSignedIn('/invoices', 'asa@demo.example', 'quiet harbour lantern seventeen')
  await page.getByRole('link', { name: 'Account statement' }).click()
  await page.getByRole('heading', { level: 1, name: 'Account statement' }).waitFor()
  const tabs = page.getByRole('navigation', { name: 'Invoices and statement' })
  await tabs.getByRole('link', { name: 'Unpaid' }).click()
  await page.getByRole('heading', { level: 1, name: /^Invoices/ }).waitFor()
  expect(await page.getByRole('link', { name: /^Unpaid/ }).getAttribute('aria-current')).toBe('page')
  await page.goBack()
  const balance = page.getByRole('region', { name: /^Balance in/ }).first()
  const owed = await balance.locator('p').first().textContent()
  const step = balance.getByRole('link').first()
  await expect.poll(() => step.getAttribute('href')).toMatch(/^\/invoices\?open=.*currency=[A-Z]{3}&dateField=keyDate/)

  const statement = page.getByRole('region', { name: 'Statement for a period' })
  // The whole statement ends with today's balance.
  await expect.poll(() => statement.getByText('Closing balance').locator('..').locator('dd').textContent()).toBe(owed)
  await statement.getByLabel('Period').selectOption('Last month')
  await page.waitForURL(/from=\d{4}-\d\d-01/)
  const opening = await statement.getByText('Opening balance').locator('..').locator('dd').textContent()
  expect(opening).toMatch(/\d/)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    statement.getByRole('button', { name: 'Download as CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^[A-Z]{3} \d{4}-\d\d-\d\d \d{4}-\d\d-\d\d\.csv$/)
  await checkAccessibility('statement')
  expect(consoleErrors()).toEqual([])
})

test('a printed statement says when it does not hold all movements of the period, and where they all are', async () => {
  const { page, openSignedIn, consoleErrors } = await visit(browser, portal.address)
  await page.route('**/api/statement?*', (route) =>
    route.continue({ url: route.request().url().replace('limit=100', 'limit=2') }),
  )
  await openSignedIn('/profile/statement', 'asa@demo.example', 'quiet harbour lantern seventeen')
  const statement = page.getByRole('region', { name: 'Statement for a period' })
  const more = statement.getByRole('button', { name: 'Show more' })
  const note = statement.getByText('The first 2 movements; a download holds them all.')
  await more.waitFor()
  expect(await note.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  await note.waitFor()
  expect(await more.isVisible()).toBe(false)
  await page.emulateMedia({ media: null })
  expect(consoleErrors()).toEqual([])
})

test('a day of the statement is typed in one go, and applies by Enter', async () => {
  const { page, openSignedIn, consoleErrors } = await visit(browser, portal.address)
  await openSignedIn('/profile/statement', 'asa@demo.example', 'quiet harbour lantern seventeen')
  const from = page.getByRole('region', { name: 'Statement for a period' }).getByLabel('From', { exact: true })
  // The same day whether the browser begins with the day or with the month.
  await from.pressSequentially('12122025')
  expect(await from.inputValue()).toBe('2025-12-12')
  await page.keyboard.press('Enter')
  await page.waitForURL(/from=2025-12-12/)
  expect(consoleErrors()).toEqual([])
})

test('a document is saved as UBL from its page', async () => {
  const { page, openSignedIn, consoleErrors } = await visit(browser, portal.address)
  await openSignedIn('/shipments', 'leila@demo.example', 'seven pallets under the rain')
  await page.getByRole('table').getByRole('link').first().click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download UBL file (XML)' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/\.xml$/)
  expect(consoleErrors()).toEqual([])
})

test('the lines of an order are saved as a workbook from its page', async () => {
  const { page, openSignedIn, consoleErrors } = await visit(browser, portal.address)
  await openSignedIn('/orders?dangerous=true', 'asa@demo.example', 'quiet harbour lantern seventeen')
  await page.getByRole('table').getByRole('link').first().click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Lines as a spreadsheet (Excel)' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^SO-\S+ Lines\.xlsx$/)
  expect(consoleErrors()).toEqual([])
})

test('a member who may not see prices finds no statement', async () => {
  const { page, openSignedIn } = await visit(browser, portal.address)
  await openSignedIn('/', 'leila@demo.example', 'seven pallets under the rain')
  await page.goto('/profile/statement')
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  expect(await page.getByText('Balance in').count()).toBe(0)
})
