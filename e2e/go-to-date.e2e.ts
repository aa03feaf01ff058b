import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { type Visitor, visit } from './harness/visitor.ts'

/* A long list, in which one goes to a month or a week. */

const { portal, browser } = await openPortalAndBrowser({ DEMO: 'auto' })
let asa: Visitor
let page: Page
beforeAll(async () => {
  asa = await visit(browser, portal.address, { viewport: { width: 1440, height: 900 } })
  page = asa.page
  await asa.openSignedIn('/invoices', 'asa@demo.example', 'quiet harbour lantern seventeen')
})

const monthOf = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(Date.parse(day))

/** The dates in a column of the rows that are drawn. */
const datesIn = (column: string) =>
  page.locator('tr[data-index]').evaluateAll((rows, title) => {
    const titles = [...document.querySelectorAll('#main thead th')].map((head) => head.textContent)
    return rows.map((row) => row.querySelectorAll('td')[titles.indexOf(title)]?.querySelector('time')?.dateTime ?? '')
  }, column)

test('a month is gone to by keyboard, the address keeps it, and one press leads back to all', async () => {
  await page.goto('/invoices?columns=issueDate,dueDate,gross')
  await page.locator('tr[data-index]').first().waitFor()
  const days = await datesIn('Issued')
  const wanted = days.find((day) => day.slice(0, 7) !== days[0]?.slice(0, 7)) ?? ''
  await page.getByRole('button', { name: 'Dates' }).press('Enter')
  await asa.checkAccessibility('the dates of a list')
  await page.getByLabel('Go to the month').focus()
  await page.keyboard.type(monthOf(wanted))
  await expect.poll(async () => (await datesIn('Issued'))[0]).toBe(wanted)
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('to')?.slice(0, 7)).toBe(wanted.slice(0, 7))
  expect(searchParams.get('from')).toBeNull()
  await page.reload()
  await expect.poll(async () => (await datesIn('Issued'))[0]).toBe(wanted)
  // Older months follow below.
  const months = (await datesIn('Issued')).map((day) => day.slice(0, 7))
  expect(months).toEqual(months.toSorted().toReversed())
  expect(new Set(months).size).toBeGreaterThan(1)
  await page.getByRole('button', { name: /^Remove Issued/ }).press('Enter')
  await expect.poll(async () => (await datesIn('Issued'))[0]).toBe(days[0])
})

test('a list goes to the week in which a day lies, and is then in the order of that date', async () => {
  await page.goto('/invoices?columns=issueDate,dueDate,gross&sort=-gross')
  await page.locator('tr[data-index]').first().waitFor()
  const due = (await datesIn('Due')).toSorted()
  const wanted = due[Math.floor(due.length / 2)] ?? ''
  await page.getByRole('button', { name: 'Dates' }).press('Enter')
  await page.getByRole('radio', { name: 'Due', exact: true }).press('Space')
  await page.getByLabel('Go to the week of').fill(wanted)
  await page.getByLabel('Go to the week of').press('Enter')
  await page.waitForURL(/sort=keyDate/)
  const weekday = (new Date(`${wanted}T00:00:00Z`).getUTCDay() + 6) % 7
  const monday = new Date(Date.parse(`${wanted}T00:00:00Z`) - weekday * 86_400_000).toISOString().slice(0, 10)
  expect(new URL(page.url()).searchParams.get('from')).toBe(monday)
  const isInWeek = (day = '') => day >= monday && day <= wanted
  await expect.poll(async () => isInWeek((await datesIn('Due'))[0])).toBe(true)
  // Whoever then goes elsewhere stays there, also when the field of the week is passed once more.
  await page.getByLabel('Go to the month').selectOption({ index: 2 })
  await page.waitForURL((url) => url.searchParams.get('from') !== monday)
  const address = page.url()
  const week = page.getByLabel('Go to the week of')
  await week.focus()
  await week.blur()
  expect(await week.inputValue()).toBe('')
  expect(page.url()).toBe(address)
  expect(asa.consoleErrors()).toEqual([])
})
