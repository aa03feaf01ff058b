import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { type Visitor, visit } from './harness/visitor.ts'

/* Help: answers, keyboard shortcuts, the terms, and a message to the supplier. */

const dataDir = mkdtempSync(join(tmpdir(), 'portal-help-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const { portal, browser } = await openPortalAndBrowser({
  DEMO: 'auto',
  DATA_DIR: dataDir,
  SUPPORT_EMAIL: 'help@supplier.example',
})
let asa: Visitor
beforeAll(async () => {
  asa = await visit(browser, portal.address)
  await asa.openSignedIn('/faq', 'asa@demo.example', 'quiet harbour lantern seventeen')
})

describe('The FAQ', () => {
  test('is found by words of its answers, and what one searched stands in the address', async () => {
    const { page } = asa
    await page.getByRole('heading', { level: 1, name: 'FAQ' }).waitFor()
    await page.getByRole('searchbox', { name: 'Search the questions' }).fill('passkey')
    await page.getByText('1 question', { exact: true }).waitFor()
    expect(page.url()).toContain('/faq?q=passkey')
    await page.getByRole('heading', { level: 3, name: 'How do I make my sign-in safer?' }).click()
    await page.getByRole('link', { name: 'Profile, Security' }).click()
    await page.waitForURL('**/profile/security')
    await page.goBack()
    await page.getByText('1 question', { exact: true }).waitFor()
    await page.getByRole('searchbox', { name: 'Search the questions' }).fill('xylophone')
    await page.getByText('No answer has these words.').waitFor()
    await page.getByRole('searchbox', { name: 'Search the questions' }).fill('')
  })

  test('keeps what one says of an answer, and tells the operator', { tags: 'long' }, async () => {
    const { page } = asa
    await page.getByRole('heading', { level: 3, name: 'What does a dash mean?' }).click()
    const feedback = page.getByRole('group', { name: 'What does a dash mean? Did this help?' })
    await feedback.getByRole('button', { name: 'No' }).click()
    await feedback.getByText('Thank you, noted.').waitFor()
    await asa.checkAccessibility('an answer')
    await page.reload()
    await page.getByRole('heading', { level: 3, name: 'What does a dash mean?' }).click()
    await expect.poll(() => feedback.getByRole('button', { name: 'No' }).getAttribute('aria-pressed')).toBe('true')
    expect(portal.command(['faq'])).toMatch(/0 +1 +10-finding\.unknown +What does a dash mean\?/)
  })

  test('shows what the operator writes, at once and never as markup', async () => {
    const { page } = asa
    mkdirSync(join(dataDir, 'faq/en'), { recursive: true })
    const text =
      '# Returns\n\n## How do I return goods?\n\n<img src=x onerror="alert(1)">Call **us**, see [this](https://x.example).'
    writeFileSync(join(dataDir, 'faq/en/90-returns.md'), text)
    await page.reload()
    await page.getByRole('heading', { level: 3, name: 'How do I return goods?' }).click()
    await page.getByText('Call us, see this.').waitFor()
    expect(await page.locator('main img').count()).toBe(0)
    await expect
      .poll(() => page.getByRole('link', { name: 'this', exact: true }).getAttribute('rel'))
      .toBe('noopener noreferrer')
  })
})

describe('The way to a person', () => {
  test('leads from a document: the mail links it, and a reply goes to the person who wrote', async () => {
    const { page } = asa
    await page.goto('/orders')
    await page.getByRole('link', { name: /^SO/ }).first().click()
    await page.waitForURL(/\/orders\/./)
    const number = decodeURIComponent(new URL(page.url()).pathname.split('/')[2] ?? '')
    await page
      .getByRole('button', { name: 'More actions' })
      .or(page.getByRole('button', { name: 'Actions' }))
      .click()
    await page.getByRole('menuitem', { name: 'Get help with this' }).click()
    await page.getByText(`About Order ${number}`).waitFor()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Write what it is about.').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('text')
    await page.getByLabel('Your message').fill('Where is it?')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Your message is on its way.').waitFor()
    await expect.poll(() => page.getByLabel('Your message').inputValue()).toBe('')
    await expect.poll(() => portal.mails().at(-1) ?? '', { timeout: 10_000 }).toContain('Where is it?')
    const mail = portal.mails().at(-1) ?? ''
    expect(mail).toContain('To: help@supplier.example')
    expect(mail).toMatch(/Reply-To: .*asa@demo\.example/)
    expect(mail).toContain(`${portal.address}/orders/${encodeURIComponent(number)}`)
  })
})

describe('A message on a slow network', () => {
  const calls = '**/api/faq/contact'
  const send = () => asa.page.getByRole('button', { name: 'Send' })
  const isSending = () => send().getAttribute('aria-busy')

  test('leaves what is typed while it is on its way: that is the next message', async () => {
    const { page } = asa
    await page.goto('/faq')
    const field = page.getByLabel('Your message')
    const release = Promise.withResolvers<void>()
    await page.route(calls, async (route) => {
      await release.promise
      await route.continue()
    })
    await field.fill('Do you sell bells?')
    const reply = page.waitForResponse(calls)
    await send().click()
    await field.fill('And horns?')
    release.resolve()
    expect((await reply).status()).toBe(200)
    await expect.poll(isSending).toBe(null)
    expect(await field.inputValue()).toBe('And horns?')
    await page.unroute(calls)
  })

  test('is the same message when it is sent again because its reply was lost', async () => {
    const { page } = asa
    await page.goto('/faq')
    const keys: string[] = []
    await page.route(calls, async (route) => {
      keys.push(route.request().postDataJSON().key)
      if (keys.length !== 1) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await page.getByLabel('Your message').fill('Do you sell lamps?')
    await send().click()
    await expect.poll(() => keys.length).toBe(1)
    await expect.poll(isSending).toBe(null)
    const reply = page.waitForResponse(calls)
    await send().click()
    expect((await reply).status()).toBe(200)
    await expect.poll(() => page.getByLabel('Your message').inputValue()).toBe('')
    await page.getByLabel('Your message').fill('Do you sell lamps?')
    await send().click()
    await expect.poll(() => keys.length).toBe(3)
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
    expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false])
    await page.unroute(calls)
    expect(asa.consoleErrors(/ERR_FAILED/)).toEqual([])
  })
})

test('A message that was begun about a document can be sent without it', async () => {
  const { page } = asa
  await page.goto('/faq?about=orders%2FSO-1')
  await page.getByLabel('Your message').fill('Where is it?')
  await page.getByRole('button', { name: /About Order SO-1/ }).click()
  await page.getByText('About Order SO-1').waitFor({ state: 'detached' })
  expect(await page.getByLabel('Your message').inputValue()).toBe('Where is it?')
})

describe('The keys', () => {
  test('are shown by the question mark, but not where one types', async () => {
    const { page } = asa
    const drawer = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await page.getByLabel('Your message').press('?')
    await expect.poll(() => drawer.count()).toBe(0)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    await drawer.getByText('Go to the search').waitFor()
    await asa.checkAccessibility('keyboard shortcuts')
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('search')
  })
})

test('The terms can be read from there, and nothing here made the browser complain', async () => {
  const { page } = asa
  await page.goto('/faq')
  await page.getByRole('link', { name: 'Terms of use' }).click()
  await page.getByRole('heading', { name: /terms/i }).first().waitFor()
  await page.getByText(/^Version /).waitFor()
  expect(asa.consoleErrors()).toEqual([])
})
