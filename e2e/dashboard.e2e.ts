import { describe, expect, test } from 'vitest'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { visit } from './harness/visitor.ts'

/* A person signs in and follows each number of the dashboard: the list that opens has the same count. */

const asa = ['asa@demo.example', 'quiet harbour lantern seventeen'] as const
const leila = ['leila@demo.example', 'seven pallets under the rain'] as const
const nils = ['nils@demo.example', 'early morning gravel bicycle'] as const

const { portal, browser } = await openPortalAndBrowser({ DEMO: 'auto' })

async function openDashboard([email, password]: readonly [string, string], width = 1440) {
  const someone = await visit(browser, portal.address, { viewport: { width, height: 900 } })
  await someone.openSignedIn('/', email, password)
  await someone.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  return someone
}

const figures: readonly [name: string, list: string][] = [
  ['In transit', 'Shipments'],
  ['Arriving in 7 days', 'Shipments'],
  ['Late shipments', 'Shipments'],
  ['Late orders', 'Sales orders'],
  ['Unpaid', 'Invoices'],
  ['Overdue', 'Invoices'],
  ['Open orders', 'Sales orders'],
  ['Open quotes', 'Quotes'],
  ['Delivery problems', 'Shipments'],
  ['Quotes to answer', 'Quotes'],
  ['Orders on hold or delayed', 'Sales orders'],
  ['Overdue invoices', 'Invoices'],
  ['Not due yet', 'Invoices'],
  ['1–30 days', 'Invoices'],
]

const summaryNouns = [
  ['Delivery problems', 'delivery problem'],
  ['Quotes to answer', 'quotes? to answer'],
  ['Orders on hold or delayed', 'orders? on hold or delayed'],
  ['Overdue invoices', 'overdue invoice'],
] as const

describe('a person who signs in lands on the dashboard', () => {
  test('each number opens a list that counts the same, and going back keeps the place', {
    tags: 'long',
    timeout: 120_000,
  }, async () => {
    const someone = await openDashboard(asa)
    const { page } = someone
    await page.getByText('Needs your action').waitFor()
    await someone.checkAccessibility('dashboard')
    // The sentence on top counts as the headings below do.
    const summary = await page.getByText(/^Waiting for you: /).textContent()
    for (const [name, noun] of summaryNouns) {
      const heading = page.getByRole('region', { name, exact: true }).getByRole('link').first()
      const count = /\d+$/.exec((await heading.textContent()) ?? '')?.[0]
      expect(summary).toMatch(new RegExp(`\\b${count} ${noun}`))
    }
    const sentence = page.getByRole('paragraph').filter({ hasText: /^Waiting for you: / })
    const approval = await sentence.getByRole('link', { name: '1 quote to approve' }).getAttribute('href')
    expect(approval).toMatch(/^\/quotes\/[^/]+\?act=approval$/)
    // A reason that was begun is there again.
    const reason = page.getByRole('dialog', { name: 'Approve or decline' }).getByLabel(/^Reason/)
    await page.goto(approval ?? '')
    await reason.fill('Too dear')
    await page.keyboard.press('Escape')
    await reason.waitFor({ state: 'detached' })
    await page.goto(approval ?? '')
    await expect.poll(() => reason.inputValue()).toBe('Too dear')
    await page.goto('/')
    await sentence.waitFor()
    const question = await sentence.getByRole('link', { name: '1 question from your supplier' }).getAttribute('href')
    expect(question).toMatch(/^\/[a-z]+\/[^/]+#message-/)
    const week = page.getByRole('region', { name: 'Arriving this week' }).getByRole('list').first()
    await expect.poll(() => week.getByRole('listitem').count()).toBe(7)
    for (const [name, list] of figures) {
      // The activity of the day may name a document's state in the same words.
      const link = page
        .getByRole('main')
        .locator('a:not([href^="/shipments/"], [href^="/orders/"], [href^="/quotes/"], [href^="/invoices/"])')
        .filter({ has: page.getByText(name, { exact: true }) })
      // The link has its name, then its number; for a part of the balance, the number of its invoices follows the
      // amount.
      const [, figureText = ''] = await link.locator(':scope > *').allTextContents()
      const count = /(\d+) invoices?\b/.exec(figureText)?.[1] ?? figureText
      await link.click()
      const total = page.getByRole('heading', { level: 1, name: list }).getByText(/^[\d,]+ documents?$/)
      expect([name, ((await total.textContent()) ?? '').split(' ')[0]]).toEqual([name, count])
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    }
    expect(someone.consoleErrors()).toEqual([])
    await someone.leave()
  })

  test('a chart is a table one press away, and each of its bars can be reached by the keyboard', {
    tags: 'long',
    timeout: 60_000,
  }, async () => {
    const someone = await openDashboard(asa)
    const { page } = someone
    const card = page.getByRole('region', { name: 'On time, in full' })
    await card.getByText('How this is calculated').waitFor()
    await card.getByRole('button', { name: 'How this is calculated' }).click()
    await page.getByText('Of all orders whose first promised date').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/\d{4}: /)
    await card.getByRole('button', { name: 'Show as a table' }).click()
    await expect.poll(() => card.getByRole('row').count()).toBe(13)
    await someone.checkAccessibility('dashboard as tables')
    await someone.leave()
  })

  test('a warehouse hand sees the goods and no amount anywhere', { timeout: 60_000 }, async () => {
    const someone = await openDashboard(leila, 390)
    const { page } = someone
    await page.getByText('Arriving this week').waitFor()
    const text = await page.getByRole('main').textContent()
    expect(text).not.toMatch(/EUR|\d\.\d\d\b|Invoice|Balance|Spend/)
    await someone.checkAccessibility('dashboard without prices')
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
      .toBeLessThanOrEqual(0)
    expect(someone.consoleErrors()).toEqual([])
    await someone.leave()
  })

  test('a first visitor finds requests in each state, an answer with a file and a return under way', {
    tags: 'long',
    timeout: 60_000,
  }, async () => {
    const someone = await openDashboard(asa)
    const { page } = someone
    await page.goto('/profile/requests')
    for (const state of ['Waiting for an answer', 'Waiting for you', 'Answered', 'Closed', 'Agreed'])
      await page.getByRole('listitem').getByText(state, { exact: true }).first().waitFor()
    for (const what of ['You disputed the invoice', 'You made a counter-offer', 'You sent a remittance advice'])
      await page.getByText(what, { exact: true }).waitFor()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'I have put it on the delivery note.' })
      .getByRole('link')
      .first()
      .click()
    await page.getByRole('button', { name: 'Save Delivery plan.pdf' }).waitFor()
    await page.goto('/profile/requests?returns=true')
    await page.getByRole('link', { name: 'Show return' }).click()
    await page.getByText('In transit').first().waitFor()
    expect(someone.consoleErrors()).toEqual([])
    await someone.leave()
  })

  test('a new customer is told what will stand here, and what to do until then', { timeout: 60_000 }, async () => {
    const someone = await openDashboard(nils)
    const { page } = someone
    await page.getByText('Your documents will appear here').waitFor()
    await someone.checkAccessibility('the first day')
    const steps = page.getByRole('navigation', { name: 'Until then' })
    for (const [name, path] of [
      ['Protect your account', '/profile/security'],
      ['Request a quote', '/profile/requests/new'],
    ] as const) {
      await steps.getByRole('link', { name }).click()
      await page.waitForURL(`**${path}`)
      await page.goBack()
    }
    await steps.getByRole('link', { name: 'Check your profile' }).click()
    await someone.page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    expect(someone.consoleErrors()).toEqual([])
    await someone.leave()
  })
})
