import type { Page } from 'playwright-core'
import { describe, test } from 'vitest'
import type { Language } from '../contract/languages.ts'
import { englishIn, misfits, textsOn } from './leftovers.ts'
import { openBoth } from './open-both.ts'
import { visit } from './visitor.ts'

/*
 * What a page shows only when it is asked, and pages that pages.e2e.ts leaves out, in the language with the longest words and
 * in the one that runs the other way: nothing English, nothing cut off.
 */

const [email, password] = ['asa@demo.example', 'quiet harbour lantern seventeen']
const speakers: [Language, string][] = [
  ['de', 'de-DE'],
  ['ar', 'ar-AE'],
]

const { portal, browser } = await openBoth({ DEMO: 'auto' })

/** What is wrong with what is shown: English words, texts that are cut off. */
async function faultsOf(page: Page, isEnglish: (text: string) => boolean, where: string): Promise<string[]> {
  const english = (await textsOn(page)).filter(isEnglish).map((text) => `English: ${text}`)
  return [...english, ...(await misfits(page))].map((fault) => `${where}: ${fault}`)
}

/** Opens each menu and dialog of a page in turn. */
async function inMenus(page: Page, look: (name: string) => Promise<string[]>): Promise<string[]> {
  const openers = page.locator('header [aria-haspopup]:visible, #main [aria-haspopup]:visible')
  const opened = page.locator('dialog[open], :popover-open:not([role=tooltip]), [role=menu]:visible')
  const found: string[] = []
  for (let at = 0; at < (await openers.count()); at++) {
    const name = (await openers.nth(at).textContent()) || ((await openers.nth(at).getAttribute('aria-label')) ?? '')
    await openers.nth(at).click()
    await opened.waitFor()
    found.push(...(await look(`menu ${at + 1} (${name})`)))
    await page.keyboard.press('Escape')
    await opened.waitFor({ state: 'hidden' })
  }
  return found
}

/** Opens the form of each request that a document's page offers, in turn. */
async function inRequests(page: Page, look: (name: string) => Promise<string[]>): Promise<string[]> {
  const menu = page.locator('#main [aria-haspopup=menu]').first()
  const kinds = page.locator('[role=menu] [role=menuitem]:not([role=separator] ~ *)')
  const form = page.locator('dialog[open] form')
  const found: string[] = []
  await menu.click()
  await kinds.first().waitFor()
  const names = await kinds.allInnerTexts()
  for (const [at, name] of names.entries()) {
    if (at > 0) await menu.click()
    await kinds.nth(at).click()
    await form.waitFor()
    found.push(...(await look(name)))
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
  }
  return found
}

/** Opens the form behind the one thing that a document asks for in plain sight. */
async function inForemost(page: Page, look: (name: string) => Promise<string[]>): Promise<string[]> {
  const button = page.locator('#main button[aria-haspopup=dialog]:has(~ [aria-haspopup=menu])')
  const form = page.locator('dialog[open] form')
  const name = (await button.textContent()) ?? ''
  // Behind it, carriers speak as they do.
  const behind = await look(name)
  await button.click()
  await form.waitFor()
  const found = await look(name)
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  return found.filter((fault) => !behind.includes(fault))
}

const first = (page: Page, path: string) => page.locator(`#main a[href^="${path}/"]`).first().getAttribute('href')

describe('Every menu and form', () => {
  test.concurrent.for(speakers)(
    'speaks %s whole, and fits',
    { timeout: 240_000 },
    async ([language, locale], { expect }) => {
      const isEnglish = await englishIn(language)
      expect(['3 days overdue', 'Search in this list', 'PDF'].filter(isEnglish)).toHaveLength(2)
      const someone = await visit(browser, portal.address, { locale, reducedMotion: 'reduce' })
      const { page } = someone
      const found: string[] = []
      const look = (where: string) => faultsOf(page, isEnglish, where)
      const lookTwice = async (path: string) => {
        await page.setViewportSize({ width: 1440, height: 900 })
        await someone.settled(240)
        found.push(...(await look(path)))
        await page.setViewportSize({ width: 390, height: 900 })
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
        found.push(...(await look(`${path} on a phone`)))
      }
      for (const path of ['/forgotPassword', '/changePassword', '/register', '/termsConditions']) {
        await page.goto(path)
        await page.locator('h1').waitFor()
        await lookTwice(path)
      }
      await page.goto('/')
      await page.locator('input[type=email]').fill(email)
      await page.locator('input[type=password]').fill(password)
      await page.locator('button[type=submit]').click()
      await page.locator('#main h1').waitFor()
      await page.setViewportSize({ width: 1440, height: 900 })
      const visited = async (path: string) => {
        await page.goto(path)
        await page.locator('#main h1').first().waitFor()
        await lookTwice(path)
      }
      for (const type of ['quotes', 'orders', 'shipments', 'invoices']) {
        await page.goto(`/${type}`)
        await page.locator(`#main a[href^="/${type}/"]`).first().waitFor()
        await page.goto((await first(page, `/${type}`)) ?? '')
        await page.locator('#main h1').first().waitFor()
        await someone.settled(240)
        found.push(...(await inRequests(page, look)))
      }
      for (const [type, status] of [
        ['quotes', 'open'],
        ['shipments', 'delivered'],
      ]) {
        await page.goto(`/${type}?status=${status}`)
        await page.locator(`#main a[href^="/${type}/"]`).first().waitFor()
        await page.goto((await first(page, `/${type}`)) ?? '')
        await page.locator('#main h1').first().waitFor()
        found.push(...(await inForemost(page, look)))
      }
      for (const path of ['/orders?q=nichts', '/masterSearch/zzqqzz']) await visited(path)
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto('/orders')
      await page.locator('#main h1').waitFor()
      await someone.settled()
      found.push(...(await inMenus(page, look)))
      expect(found).toEqual([])
      await someone.leave()
    },
  )
})
