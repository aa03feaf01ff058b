import type { Locator, Page } from 'playwright-core'
import { describe, test } from 'vitest'
import type { Language } from '#contract/languages.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { type RuledRequestKind, requestRules } from '#contract/requests/rules.ts'
import { triedIn } from './harness/locales.ts'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { englishDetector, layoutFaults, textsOf, textsOn } from './harness/page-texts.ts'
import { visit } from './harness/visitor.ts'

/*
 * Menus, dialogs and the pages that pages.e2e.ts leaves out, in the language with the longest words, or in all: no
 * English text, no text cut off.
 */

const [email, password] = ['asa@demo.example', 'quiet harbour lantern seventeen']

const { portal, browser } = await openPortalAndBrowser({ DEMO: 'auto' })

/** The faults of what is shown: English texts, and texts that are cut off. */
async function faultsOf(page: Page, isEnglish: (text: string) => boolean, where: string): Promise<string[]> {
  const english = (await textsOn(page)).filter(isEnglish).map((text) => `English: ${text}`)
  return [...english, ...(await layoutFaults(page))].map((fault) => `${where}: ${fault}`)
}

/** Opens each menu and dialog of a page in turn, and returns the faults found. */
async function faultsInMenus(page: Page, inspect: (name: string) => Promise<string[]>): Promise<string[]> {
  const openers = page.locator('header [aria-haspopup]:visible, #main [aria-haspopup]:visible')
  const opened = page.locator('dialog[open], :popover-open:not([role=tooltip]), [role=menu]:visible')
  const faults: string[] = []
  for (let index = 0; index < (await openers.count()); index++) {
    const name =
      (await openers.nth(index).textContent()) || ((await openers.nth(index).getAttribute('aria-label')) ?? '')
    await openers.nth(index).click()
    await opened.waitFor()
    faults.push(...(await inspect(`menu ${index + 1} (${name})`)))
    await page.keyboard.press('Escape')
    await opened.waitFor({ state: 'hidden' })
  }
  return faults
}

/**
 * What to inspect a form with that is opened before a page: the page may hold the supplier's and the carriers' own English
 * texts, which are no fault of the form.
 */
async function beforePage(inspect: (name: string) => Promise<string[]>) {
  const behind = new Set(await inspect(''))
  return async (name: string) => {
    const faults = await inspect(name)
    return faults.filter((fault) => !behind.has(fault.slice(name.length)))
  }
}

/** Opens the form of each request in the menu of a document's page, in turn, and returns the faults found. */
async function faultsInRequestForms(page: Page, inspect: (name: string) => Promise<string[]>): Promise<string[]> {
  const menu = page.locator('#main [aria-haspopup=menu]').first()
  const kinds = page.locator('[role=menu] [role=menuitem]:not(hr ~ *)')
  const form = page.locator('dialog[open] form')
  const faults: string[] = []
  await menu.click()
  await kinds.first().waitFor()
  const names = await kinds.allInnerTexts()
  for (const [index, name] of names.entries()) {
    if (index > 0) await menu.click()
    await kinds.nth(index).click()
    await form.waitFor()
    faults.push(...(await inspect(name)))
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
  }
  return faults
}

/** Opens the form behind each button of a document's main actions, and returns the faults found. */
async function faultsInMainActions(page: Page, inspect: (name: string) => Promise<string[]>): Promise<string[]> {
  const buttons = page.locator('#main section').first().locator('button[aria-haspopup=dialog]:visible')
  const form = page.locator('dialog[open] form')
  const faults: string[] = []
  for (const button of await buttons.all()) {
    const name = (await button.textContent()) ?? ''
    await button.click()
    await form.waitFor()
    faults.push(...(await inspect(name)))
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
  }
  return faults
}

/** Lists, and the links in them, of documents that together offer the form of every request. */
const documentsWithForms = [
  ['/dashboard', '#main a[href^="/quotes/"][href*="act=approval"]'],
  ['/dashboard', '#main a[href^="/quotes/"][href*="act=accept"]'],
  ['/dashboard', '#main a[href^="/orders/"][href*="act=notePromise"]'],
  ['/orders?status=completed', '#main a[href^="/orders/"]'],
  ['/orders?status=on_hold', '#main a[href^="/orders/"]'],
  ['/dashboard', '#main a[href^="/shipments/"][href*="act=instructDelivery"]'],
  ['/shipments?status=in_transit', '#main a[href^="/shipments/"]'],
  ['/shipments?status=delivered', '#main a[href^="/shipments/"]'],
  ['/invoices?status=overdue', '#main a[href^="/invoices/"]'],
] as const

/** The number of an invoice that the demo's remittance advice names. */
async function advisedInvoice(): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const signIn = { method: 'POST', headers, body: JSON.stringify({ email, password }) }
  const token = (await (await fetch(`${portal.address}/api/auth/login`, signIn)).json()) as string
  const reply = await fetch(`${portal.address}/api/requests`, { headers: { authorization: `Bearer ${token}` } })
  const { requests } = (await reply.json()) as { requests: CustomerRequest[] }
  const advice = requests.find(({ kind }) => kind === 'adviseRemittance')
  const invoices = (advice?.content.invoices ?? []) as { number: string }[]
  return invoices[0]?.number ?? ''
}

/** Opens a drawer by its button, and returns the faults found in it at a desk and on a phone. */
async function faultsInDrawer(page: Page, opener: Locator, inspect: (name: string) => Promise<string[]>) {
  const name = (await opener.textContent()) ?? ''
  await opener.click()
  await page.locator('dialog[open] input, dialog[open] img').first().waitFor()
  const faults = await inspect(name)
  await page.setViewportSize({ width: 390, height: 900 })
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  faults.push(...(await inspect(`${name} on a phone`)))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Escape')
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  return faults
}

/** The names of the forms in a language; a new date is noted without one. */
const formNames = (language: Language) =>
  (Object.keys(requestRules) as RuledRequestKind[])
    .filter((kind) => kind !== 'notePromise')
    .map((kind) => textsOf(language)[`request.do.${kind}`] ?? '')

describe('Every menu and form', () => {
  test.concurrent.for(triedIn('de'))(
    'speaks %s whole, and fits',
    { timeout: 360_000 },
    async ([language, locale], { expect }) => {
      const isEnglish = englishDetector(language)
      expect(['3 days overdue', 'Search in this list', 'PDF'].filter(isEnglish)).toHaveLength(2)
      const someone = await visit(browser, portal.address, { locale })
      const { page } = someone
      const faults: string[] = []
      const inspect = (where: string) => faultsOf(page, isEnglish, where)
      const inspectTwice = async (path: string) => {
        await page.setViewportSize({ width: 1440, height: 900 })
        await someone.settled(240)
        faults.push(...(await inspect(path)))
        await page.setViewportSize({ width: 390, height: 900 })
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
        faults.push(...(await inspect(`${path} on a phone`)))
      }
      for (const path of ['/forgotPassword', '/changePassword', '/register', '/termsConditions']) {
        await page.goto(path)
        await page.locator('h1').waitFor()
        await inspectTwice(path)
      }
      await page.goto('/')
      await page.locator('input[type=email]').fill(email)
      await page.locator('input[type=password]').fill(password)
      await page.locator('button[type=submit]').click()
      await page.locator('#main h1').waitFor()
      await page.setViewportSize({ width: 1440, height: 900 })
      const visitPage = async (path: string) => {
        await page.goto(path)
        await page.locator('#main h1').first().waitFor()
        await inspectTwice(path)
      }
      const opened = new Set<string>()
      for (const [path, link] of documentsWithForms) {
        await page.goto(path)
        await page.locator(link).first().waitFor()
        const [document = ''] = ((await page.locator(link).first().getAttribute('href')) ?? '').split('?')
        await page.goto(document)
        await page.locator('#main h1').first().waitFor()
        await someone.settled(240)
        const inspectForm = await beforePage(inspect)
        const inspectOpened = (name: string) => {
          opened.add(name)
          return inspectForm(name)
        }
        faults.push(...(await faultsInMainActions(page, inspectOpened)))
        faults.push(...(await faultsInRequestForms(page, inspectOpened)))
      }
      expect([...formNames(language)].filter((name) => !opened.has(name))).toEqual([])
      const text = (key: string) => textsOf(language)[key] ?? ''
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto('/invoices?status=overdue')
      await page.locator('#main tbody input[type=checkbox]').first().check()
      const advise = page.getByRole('button', { name: text('remittance.do'), exact: true })
      await advise.waitFor()
      faults.push(...(await faultsInDrawer(page, advise, await beforePage(inspect))))
      await page.goto(`/invoices/${await advisedInvoice()}`)
      const pay = page.getByRole('button', { name: text('requests.pay'), exact: true }).first()
      await pay.waitFor()
      await someone.settled(240)
      faults.push(...(await faultsInDrawer(page, pay, await beforePage(inspect))))
      for (const path of ['/orders?q=nichts', '/masterSearch/zzqqzz']) await visitPage(path)
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto('/orders')
      await page.locator('#main h1').waitFor()
      await someone.settled()
      faults.push(...(await faultsInMenus(page, inspect)))
      expect(faults).toEqual([])
      await someone.leave()
    },
  )
})
