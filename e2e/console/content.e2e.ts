import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinConsole } from '../harness/join-console.ts'
import { openPortalAndBrowser } from '../harness/open-portal-and-browser.ts'
import { type Visitor, visit } from '../harness/visitor.ts'

/* What the supplier's staff publish in the console, as customers see it, and how they see the portal used. */

const folder = mkdtempSync(join(tmpdir(), 'content-'))
const password = 'a passphrase of their own'
const { portal, browser } = await openPortalAndBrowser({ DEMO: 'off' })
let ann: Visitor
let cora: Visitor

beforeAll(async () => {
  const file = join(folder, 'documents.ndjson')
  const order = {
    ...{ type: 'orders', number: 'SO-1', account: 'C-1001', accountName: 'Velo Werk GmbH', status: 'confirmed' },
    ...{ issueDate: '2026-02-10', lines: [{ line: '1', sku: 'BK-1', name: 'Saddle', quantity: '4', unit: 'EA' }] },
  }
  writeFileSync(file, JSON.stringify(order))
  portal.command(['import', file])
  const names = ['--email', 'ann@velo.example', '--name', 'Ann Buyer', '--account', 'C-1001', '--role', 'admin']
  portal.command(['user', 'add', ...names, '--password-stdin'], password)
  ann = await visit(browser, portal.address)
  await ann.page.goto('/orders')
  await ann.signIn('ann@velo.example', password)
  cora = await joinConsole({ portal, browser, email: 'cora@supplier.example', name: 'Cora Content', password })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Waits until what was sent by a button of the page is in force. */
const idle = (name = 'Publish') =>
  expect.poll(() => cora.page.getByRole('button', { name }).getAttribute('aria-busy')).toBe(null)
const width = () => cora.page.evaluate(() => document.documentElement.scrollWidth)

test('an announcement is published by keyboard, read by a customer and put away for good', async () => {
  const { page } = cora
  await page.goto('/console/content')
  await page.getByText('Nothing is announced').waitFor()
  await cora.checkAccessibility('content without announcements')
  await page.getByRole('button', { name: 'Announce something' }).press('Enter')
  await page.getByRole('button', { name: 'Publish' }).press('Enter')
  await page.getByText('Write a text.').waitFor()
  await page.getByLabel('Text (English)').fill('We are closed on Friday.')
  await page.getByLabel('Text (Deutsch)').fill('Freitag geschlossen.')
  await page.getByLabel('Link').fill('/invoices')
  await cora.checkAccessibility('the form of an announcement')
  await page.getByLabel('Link').press('Enter')
  await page.getByText('Running').waitFor()
  await cora.checkAccessibility('content with an announcement')

  await ann.page.reload()
  const announced = ann.page.getByRole('region', { name: 'Announcements' })
  await announced.getByText('We are closed on Friday.', { exact: true }).waitFor()
  await ann.checkAccessibility('a page with an announcement')
  await announced.getByRole('button', { name: /^Dismiss/ }).press('Enter')
  await announced.waitFor({ state: 'detached' })
  await ann.page.reload()
  await ann.page.getByRole('link', { name: 'SO-1' }).first().waitFor()
  expect(await announced.count()).toBe(0)
})

test('what is announced on the sign-in page is read by strangers', async () => {
  const { page } = cora
  await page.goto('/console/content')
  await page.getByRole('button', { name: 'Announce something' }).press('Enter')
  await page.getByLabel('Text (English)').fill('Maintenance on Sunday.')
  await page.getByLabel('Shown').selectOption('On the sign-in page')
  await page.getByRole('button', { name: 'Publish' }).press('Enter')
  await page.getByText('Maintenance on Sunday.', { exact: true }).waitFor()
  const stranger = await visit(browser, portal.address)
  await stranger.page.goto('/')
  await stranger.page.getByText('Maintenance on Sunday.').waitFor()
  await stranger.checkAccessibility('the sign-in page with an announcement')
  await stranger.leave()
})

test('a text of the help is previewed, published, and returned to as it was', async () => {
  const { page } = cora
  await page.goto('/console/content?tab=texts&text=faq%2F10-finding&language=en')
  await page.getByText('From the portal').waitFor()
  await page.getByLabel('Text in Markdown').fill('# Finding\n\n## Where is it?\n\nAt the **top**.')
  await page.getByRole('region', { name: 'Preview' }).getByText('Where is it?').waitFor()
  await page.getByRole('button', { name: 'Publish' }).press('Enter')
  await page.getByText('Published here').waitFor()
  await cora.checkAccessibility('a text of the help')
  await ann.page.goto('/faq')
  await ann.page.getByRole('heading', { name: 'Where is it?' }).waitFor()
  await page.getByLabel('Text in Markdown').fill('# Finding\n\n## Another\n\nText.')
  await page.getByRole('button', { name: 'Publish' }).press('Enter')
  await page
    .getByRole('button', { name: /^Return to this version/ })
    .first()
    .press('Enter')
  await page.getByRole('region', { name: 'Preview' }).getByText('Where is it?').waitFor()
})

test('a text that was begun stays while one looks at another language or another text', async () => {
  const { page } = cora
  await page.goto('/console/content?tab=texts&text=terms%2Fterms&language=en')
  const field = page.getByLabel('Text in Markdown')
  await field.fill('# Terms\n\nBegun.')
  await page.getByRole('radio', { name: 'Deutsch' }).press('Space')
  await expect.poll(() => field.inputValue()).not.toContain('Begun.')
  await page.getByRole('radio', { name: 'English' }).press('Space')
  await expect.poll(() => field.inputValue()).toBe('# Terms\n\nBegun.')
})

test('what is typed while a text is being published stays', async () => {
  const { page } = cora
  await page.goto('/console/content?tab=texts&text=faq%2F20-orders&language=en')
  const field = page.getByLabel('Text in Markdown')
  await field.fill('# Orders\n\n## Published\n\nText.')
  const release = Promise.withResolvers<void>()
  await page.route('**/api/console/content/texts/**', async (route) => {
    if (route.request().method() !== 'GET') await release.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Publish' }).press('Enter')
  await field.fill('# Orders\n\n## Published\n\nText. More')
  release.resolve()
  await page.getByText('Published here').waitFor()
  expect(await field.inputValue()).toBe('# Orders\n\n## Published\n\nText. More')
  await page.unroute('**/api/console/content/texts/**')
})

test('a text that was published never gives way to the former one, also while it is loaded anew', async () => {
  const { page } = cora
  await page.goto('/console/content?tab=texts&text=faq%2F20-orders&language=en')
  const field = page.getByLabel('Text in Markdown')
  const publish = page.getByRole('button', { name: 'Publish' })
  await page.getByText('Published here').waitFor()
  await field.fill('# Orders\n\n## Corrected\n\nText.')
  const release = Promise.withResolvers<void>()
  const reading = Promise.withResolvers<void>()
  await page.route('**/api/console/content/texts/**', async (route) => {
    if (route.request().method() === 'GET') {
      reading.resolve()
      await release.promise
    }
    await route.continue()
  })
  await publish.press('Enter')
  await reading.promise
  // What is typed now goes on from what was published.
  await field.press('Control+End')
  await field.press('!')
  expect(await field.inputValue()).toBe('# Orders\n\n## Corrected\n\nText.!')
  release.resolve()
  await idle()
  expect(await field.inputValue()).toBe('# Orders\n\n## Corrected\n\nText.!')
  await page.unroute('**/api/console/content/texts/**')
})

test('an announcement that was begun is not replaced by another of the list', async () => {
  const { page } = cora
  await page.goto('/console/content')
  const change = page.getByRole('button', { name: /^Change: We are closed/ })
  await change.waitFor()
  await page.getByRole('button', { name: 'Announce something' }).press('Enter')
  const field = page.getByLabel('Text (English)')
  await field.waitFor()
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.type('Begun.')
  expect(await change.count()).toBe(0)
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await change.waitFor()
})

test('the form of an announcement closes once that is ended', async () => {
  const { page } = cora
  await page.goto('/console/content')
  await page.getByRole('button', { name: /^Change: We are closed/ }).press('Enter')
  const field = page.getByLabel('Text (English)')
  await field.fill('We are closed on Monday.')
  await page.getByRole('button', { name: /^End: We are closed/ }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).press('Enter')
  await page.getByText('Over', { exact: true }).waitFor()
  await field.waitFor({ state: 'detached' })
})

test('the supplier’s data are seen on a paper before they are published', async () => {
  const { page } = cora
  await page.goto('/console/content?tab=supplier')
  await page.getByLabel('Name', { exact: true }).fill('Velo Supply SE')
  await page.getByLabel('IBAN').fill('DE02120300000000202051')
  await page.getByRole('button', { name: 'Show the preview' }).press('Enter')
  await page.getByRole('link', { name: 'Open the preview in a new tab' }).waitFor()
  await page.getByRole('button', { name: 'Publish' }).press('Enter')
  await page
    .getByText(/, Cora Content$/)
    .first()
    .waitFor()
  await cora.checkAccessibility('the supplier’s data')
})

const legal = () => cora.page.getByLabel('Register, directors')
const publishings = () => cora.page.getByText(/, Cora Content$/).count()
/** Publishes other data of the supplier, as a colleague would in another window. */
const publishElsewhere = (name: string) =>
  cora.page.evaluate(async (published) => {
    const body = JSON.stringify({ seller: { name: published }, logo: null })
    const headers = { 'content-type': 'application/json' }
    return (await fetch('/api/console/content/seller', { method: 'PUT', headers, body })).status
  }, name)

/** Comes back to the window after a minute, which loads anew what it shows. */
const comeBack = () =>
  cora.page.evaluate(() => {
    const now = Date.now
    Date.now = () => now() + 60_000
    window.dispatchEvent(new Event('visibilitychange'))
  })

test('what is typed while the supplier’s data are being published stays, and is published next', async () => {
  const { page } = cora
  await page.goto('/console/content?tab=supplier')
  await page.getByLabel('Town').fill('Hamburg')
  const before = await publishings()
  const release = Promise.withResolvers<void>()
  await page.route('**/api/console/content/seller', async (route) => {
    if (route.request().method() === 'PUT') await release.promise
    await route.continue()
  })
  const publish = page.getByRole('button', { name: 'Publish' })
  await publish.press('Enter')
  await legal().fill('HRB 1')
  release.resolve()
  await expect.poll(publishings).toBe(before + 1)
  await idle()
  expect(await legal().inputValue()).toBe('HRB 1')
  await page.unroute('**/api/console/content/seller')
  await publish.press('Enter')
  await expect.poll(publishings).toBe(before + 2)
  await page.reload()
  await legal().waitFor()
  expect([await legal().inputValue(), await page.getByLabel('Town').inputValue()]).toEqual(['HRB 1', 'Hamburg'])
})

test('what is typed into the supplier’s data stays when a colleague publishes others, until those are chosen', async () => {
  const { page } = cora
  await page.goto('/console/content?tab=supplier')
  const name = page.getByLabel('Name', { exact: true })
  await legal().fill('HRB 2')
  const before = await publishings()
  expect(await publishElsewhere('Velo Others SE')).toBe(200)
  await comeBack()
  await expect.poll(publishings).toBe(before + 1)
  expect([await name.inputValue(), await legal().inputValue()]).toEqual(['Velo Supply SE', 'HRB 2'])
  await page
    .getByRole('button', { name: /^Return to this version/ })
    .first()
    .press('Enter')
  await expect.poll(() => legal().inputValue()).toBe('HRB 1')
  // Nothing is being edited any more: what a colleague publishes is shown.
  expect(await publishElsewhere('Velo Others SE')).toBe(200)
  await comeBack()
  await expect.poll(() => name.inputValue()).toBe('Velo Others SE')
})

test('BIC and bank are not published without an IBAN, and the form says so', async () => {
  const { page } = cora
  await page.goto('/console/content?tab=supplier')
  const iban = page.getByLabel('IBAN')
  await iban.fill('')
  await page.getByLabel('BIC').fill('BYLADEM1001')
  await page.getByLabel('Bank', { exact: true }).fill('DKB')
  const before = await publishings()
  await page.getByRole('button', { name: 'Publish' }).press('Enter')
  await page.getByText('This is required').waitFor()
  expect(await iban.evaluate((field) => field === document.activeElement)).toBe(true)
  await iban.fill('DE02120300000000202051')
  await iban.press('Enter')
  await expect.poll(publishings).toBe(before + 1)
  await page.reload()
  await iban.waitFor()
  expect(await page.getByLabel('BIC').inputValue()).toBe('BYLADEM1001')
  expect(await page.getByLabel('Bank', { exact: true }).inputValue()).toBe('DKB')
})

test('the template of papers is chosen by its example, and is still chosen after it was published', async () => {
  const { page } = cora
  await page.goto('/console/content?tab=supplier')
  const example = page.getByRole('link', { name: 'Open the preview in a new tab' })
  /** The example that comes after an act. */
  const exampleAfter = async (act: () => Promise<unknown>) => {
    const reply = page.waitForResponse((response) => response.url().endsWith('/content/seller/paper'))
    await act()
    return (await reply).request().postDataJSON() as { kind: string; seller: { paperTemplate: string } }
  }
  const modern = await exampleAfter(() => page.getByRole('radio', { name: 'Modern' }).check())
  expect([modern.kind, modern.seller.paperTemplate]).toEqual(['invoices', 'modern'])
  await example.waitFor()
  const shown = await example.getAttribute('href')
  await page.getByText('a band in your brand colour').waitFor()
  const compact = await exampleAfter(() => page.getByRole('radio', { name: 'Compact' }).check())
  expect(compact.seller.paperTemplate).toBe('compact')
  await expect.poll(() => example.getAttribute('href')).not.toBe(shown)
  const packingList = await exampleAfter(() => page.getByLabel('Kind of paper').selectOption('Packing list'))
  expect([packingList.kind, packingList.seller.paperTemplate]).toEqual(['shipments', 'compact'])
  await cora.checkAccessibility('the choice of a template')
  const before = await publishings()
  await page.getByRole('button', { name: 'Publish' }).press('Enter')
  await expect.poll(publishings).toBe(before + 1)
  await page.reload()
  await page.getByRole('radio', { name: 'Compact' }).waitFor()
  expect(await page.getByRole('radio', { name: 'Compact' }).isChecked()).toBe(true)
})

test('the menu’s links are published, and mails are seen as they leave', async () => {
  const { page } = cora
  await page.goto('/console/content?tab=links')
  // A wrong one is marked in its own row, though the row above is empty and not sent.
  const second = page.getByLabel('Address of link 2')
  await page.getByLabel('Name of link 2').fill('Shop')
  await second.fill('shop')
  await second.press('Enter')
  await page.locator('[aria-invalid=true]').waitFor()
  expect(await second.getAttribute('aria-invalid')).toBe('true')
  expect(await second.evaluate((field) => field === document.activeElement)).toBe(true)
  await second.fill('')
  await page.getByLabel('Name of link 2').fill('')
  await page.getByLabel('Name of link 1').fill('Shop')
  await page.getByLabel('Address of link 1').fill('https://shop.example')
  await page.getByLabel('Address of link 1').press('Enter')
  await page.getByText('Published here').waitFor()
  await cora.checkAccessibility('the links')
  await page.goto('/console/content?tab=mails')
  await page.getByRole('link', { name: 'As it looks' }).waitFor()
  await cora.checkAccessibility('a mail as it leaves')
})

test('what is typed while links, or the figures of spared calls, are being saved stays', async () => {
  const { page } = cora
  /** Types something between the press and the answer, and reads the field afterwards. */
  const typedMeanwhile = async (call: string, button: string, field: string, text: string) => {
    const release = Promise.withResolvers<void>()
    await page.route(call, async (route) => {
      if (route.request().method() === 'PUT') await release.promise
      await route.continue()
    })
    await page.getByRole('button', { name: button }).press('Enter')
    await page.getByLabel(field).fill(text)
    release.resolve()
    await idle(button)
    await page.unroute(call)
    return page.getByLabel(field).inputValue()
  }
  await page.goto('/console/content?tab=links')
  await page.getByLabel('Name of link 2').fill('Help')
  await page.getByLabel('Address of link 2').fill('https://help.example')
  const links = '**/api/console/content/links'
  expect(await typedMeanwhile(links, 'Publish', 'Name of link 2', 'Manuals')).toBe('Manuals')
  await page.goto('/console/insight')
  await page.getByLabel('Minutes of a call').fill('7')
  const figures = '**/api/console/insight/figures'
  expect(await typedMeanwhile(figures, 'Save the figures', 'Minutes of a call', '12')).toBe('12')
})

test('how customers use the portal is told in counts, and pages hold on a phone, in the dark and in Arabic', async () => {
  const { page } = cora
  await page.goto('/console/insight')
  await page.getByRole('heading', { name: 'Adoption', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Velo Werk GmbH' }).waitFor()
  await cora.checkAccessibility('the use of the portal')
  await page.getByLabel('Minutes of a call').fill('0')
  await page.getByRole('button', { name: 'Save the figures' }).press('Enter')
  await page.getByText('A whole number from 1').waitFor()
  await page.getByLabel('Minutes of a call').fill('10')
  await page.getByLabel('Minutes of a call').press('Enter')
  await page.getByText('A whole number from 1').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Dark colours' }).click()
  await cora.checkAccessibility('the use of the portal in the dark')
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of [
    '/console/insight',
    '/console/content',
    '/console/content?tab=texts',
    '/console/content?tab=supplier',
  ]) {
    await page.goto(path)
    await cora.settled()
    expect([path, await width()]).toEqual([path, 390])
    await cora.checkAccessibility(`${path} on a phone`)
  }
  await page.goto('/console/insight')
  await page.getByLabel('Language').selectOption('ar')
  await page.locator('html[dir=rtl]').waitFor()
  await page.getByRole('link', { name: 'Velo Werk GmbH' }).waitFor()
  await cora.checkAccessibility('the use of the portal in Arabic')
  expect(await width()).toBe(390)
})
