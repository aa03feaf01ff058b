import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { visit } from './harness/visitor.ts'

/* The portal in each viewer's language. */

const asa = { email: 'asa@demo.example', password: 'quiet harbour lantern seventeen' }
const nils = { email: 'nils@demo.example', password: 'early morning gravel bicycle' }

const { portal, browser } = await openPortalAndBrowser({ DEMO: 'auto' })

const languageAndDirection = (page: Page) =>
  page.evaluate(() => ({ lang: document.documentElement.lang, dir: document.documentElement.dir }))

/** Texts that are cut off, and whether the page is wider than the screen. */
const overflow = (page: Page) =>
  page.evaluate(() => {
    const cut = [...document.querySelectorAll('button, a, label, h1, h2, p, option, span')]
      .filter(
        (element) => element.clientWidth > 0 && !element.closest('.sr-only') && !element.matches('.sr-only, .truncate'),
      )
      .filter(
        (element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible',
      )
      .map((element) => element.textContent)
    return { cut, wide: document.documentElement.scrollWidth > innerWidth }
  })

async function signIn(page: Page, person: typeof asa): Promise<void> {
  await page.locator('input[type=email]').fill(person.email)
  await page.locator('input[type=password]').fill(person.password)
  await page.locator('button[type=submit]').click()
  await page.locator('#main h1').waitFor()
}

describe('A person whose browser asks for', () => {
  test('German signs in, and is told in German what was wrong', async () => {
    const visitor = await visit(browser, portal.address, { locale: 'de-AT', viewport: { width: 390, height: 844 } })
    const { page } = visitor
    await page.goto('/')
    await page.getByRole('heading', { level: 1, name: 'Anmelden' }).waitFor()
    await expect.poll(() => languageAndDirection(page)).toEqual({ lang: 'de', dir: 'ltr' })
    await expect.poll(() => overflow(page)).toEqual({ cut: [], wide: false })
    await visitor.checkAccessibility('sign-in in German')
    await page.getByLabel('E-Mail').fill(asa.email)
    await page.getByLabel('Passwort', { exact: true }).fill('nicht das richtige')
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await page.getByRole('alert').getByText('Die E-Mail-Adresse oder das Passwort ist nicht richtig.').waitFor()
    await page.getByLabel('Passwort', { exact: true }).fill(asa.password)
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await page.locator('#main h1').waitFor()
    await expect.poll(() => languageAndDirection(page)).toEqual({ lang: 'de', dir: 'ltr' })
    expect(visitor.consoleErrors(/400/)).toEqual([])
    await visitor.leave()
  })

  test.each(['de-DE', 'fr-FR', 'nl-NL'])(
    '%s sees the amounts of lists in full on 1440 px',
    { tags: 'long' },
    async (locale) => {
      const visitor = await visit(browser, portal.address, { locale, viewport: { width: 1440, height: 900 } })
      const { page } = visitor
      await page.goto('/orders')
      await signIn(page, asa)
      for (const type of ['quotes', 'orders', 'shipments', 'invoices']) {
        await page.goto(`/${type}`)
        const cells = page.locator('#main tbody td')
        await cells.first().waitFor()
        const hidden = () =>
          cells.first().evaluate((cell) => {
            const list = cell.closest('section')
            return list ? list.scrollWidth - list.clientWidth : NaN
          })
        await expect.poll(hidden, { message: type }).toBe(0)
      }
      await visitor.leave()
    },
  )

  test('Arabic reads from right to left, unless they choose otherwise', async () => {
    const visitor = await visit(browser, portal.address, { locale: 'ar-EG', viewport: { width: 390, height: 844 } })
    const { page } = visitor
    await page.goto('/')
    await page.getByRole('heading', { level: 1, name: 'تسجيل الدخول' }).waitFor()
    await expect.poll(() => languageAndDirection(page)).toEqual({ lang: 'ar', dir: 'rtl' })
    await expect.poll(() => overflow(page)).toEqual({ cut: [], wide: false })
    await visitor.checkAccessibility('sign-in in Arabic')
    await signIn(page, nils)
    await expect.poll(() => languageAndDirection(page)).toEqual({ lang: 'ar', dir: 'rtl' })
    await expect.poll(() => overflow(page)).toMatchObject({ wide: false })
    await page.getByRole('button', { name: 'تغيير المظهر' }).click()
    await page.getByText('من اليسار إلى اليمين').click()
    await expect.poll(() => languageAndDirection(page)).toEqual({ lang: 'ar', dir: 'ltr' })
    await page.reload()
    await page.locator('#main h1').waitFor()
    await expect.poll(() => languageAndDirection(page)).toEqual({ lang: 'ar', dir: 'ltr' })
    await visitor.leave()
  })
})

test('A language that was chosen before the sign-in stays the person’s own, in every browser', {
  tags: 'long',
}, async () => {
  const first = await visit(browser, portal.address)
  await first.page.goto('/')
  await first.page.getByLabel('Language').selectOption('Français')
  await first.page.getByRole('heading', { level: 1, name: 'Se connecter' }).waitFor()
  const saved = first.page.waitForResponse((response) => response.url().endsWith('/api/profile/preferences'))
  await signIn(first.page, nils)
  expect((await saved).status()).toBe(200)
  await first.leave()

  const second = await visit(browser, portal.address, { locale: 'en-GB' })
  await second.page.goto('/')
  await signIn(second.page, nils)
  await second.page.waitForFunction(() => document.documentElement.lang === 'fr')
  await second.leave()
})

test('The operator sets the language of an account for those who have chosen none', { tags: 'long' }, async () => {
  expect(portal.command(['account', 'language', 'C-10001', 'nl'])).toContain('Nederlands')
  const visitor = await visit(browser, portal.address, { locale: 'en-GB' })
  const { page } = visitor
  await page.goto('/')
  await signIn(page, asa)
  await page.waitForFunction(() => document.documentElement.lang === 'nl')
  await page.goto('/profile')
  const language = page.locator('#main select').first()
  await language.selectOption({ label: 'English' })
  await page.waitForFunction(() => document.documentElement.lang === 'en')
  await page.getByLabel('Time zone').selectOption('Pacific/Auckland')
  await page.waitForFunction(() => JSON.parse(localStorage.getItem('reader') ?? '{}').timeZone === 'Pacific/Auckland')
  await visitor.leave()
})
