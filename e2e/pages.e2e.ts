import type { Page } from 'playwright-core'
import { describe, test } from 'vitest'
import { isLong } from '#database/testing/long-form.ts'
import { answerOneByOne } from './harness/late-answers.ts'
import { watchShifts } from './harness/layout-shifts.ts'
import { triedIn } from './harness/locales.ts'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { smallTargets, spaceText, waitForLayout } from './harness/page-layout.ts'
import { englishDetector, layoutFaults, textsOn } from './harness/page-texts.ts'
import { type Visitor, visit } from './harness/visitor.ts'

/*
 * Every page × light and dark × both directions × desktop and phone: no broken accessibility rule, no browser error,
 * nothing wider than the screen, no target too small; also enlarged, and with wide text spacing. A theme changes only
 * colours and a direction only the layout, so only those rules are repeated for them: each size gets the full check in
 * one direction, and the colour rules in the dark. Left to right in the language with the longest words: no English
 * text, no text cut off; right to left only as far as a direction can matter, unless all languages are tried. The short
 * form has every other page from left to right at a desk, half of these also in the dark, enlarged and with wide
 * spacing, and those between from right to left on a phone, also on the smallest screen; of the profile half of the pages.
 */

const [email, password] = ['asa@demo.example', 'quiet harbour lantern seventeen']

const { portal, browser } = await openPortalAndBrowser({ DEMO: 'auto', LINK_1: 'Our company|https://company.example' })

/** The path of the first document of each type. */
async function firstDocumentPaths(): Promise<string[]> {
  const signIn = await fetch(`${portal.address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: portal.address },
    body: JSON.stringify({ email, password }),
  })
  const token = (await signIn.json()) as string
  const firstOf = async (type: string) => {
    const list = await fetch(`${portal.address}/api/documents/${type}?limit=1`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { rows } = (await list.json()) as { rows: { number: string }[] }
    return `/${type}/${encodeURIComponent(rows[0]?.number ?? '')}`
  }
  return Promise.all(['quotes', 'orders', 'shipments', 'invoices'].map(firstOf))
}

/** What stands beyond the right or left edge of the screen, from the outermost element to the innermost. */
const beyondScreen = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect()
        return width > 0 && (right > innerWidth + 0.5 || left < -0.5)
      })
      .map((element) => `${element.tagName} ${element.className} ${element.textContent.slice(0, 40)}`)
      .join(' > '),
  )

/** The faults of the current page, in each size and theme; a broken accessibility rule fails at once. */
async function faultsOf(
  {
    someone,
    touch,
    rtl,
    isEnglish,
    isThorough,
  }: {
    someone: Visitor
    touch: (on: boolean) => Promise<void>
    rtl: boolean
    isEnglish: (text: string) => boolean
    /** Also in the dark, enlarged and with wide spacing. */
    isThorough: boolean
  },
  path: string,
): Promise<string[]> {
  const { page } = someone
  const allFaults: string[] = []
  const addFaults = (where: string, faults: string[]) =>
    allFaults.push(...faults.map((fault) => `${path} ${where}: ${fault}`))
  const resize = async (width: number, height: number) => {
    await page.setViewportSize({ width, height })
    await waitForLayout(page)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    if (wide > 0) addFaults(`at ${width} px`, [`${wide} px wider than the screen: ${await beyondScreen(page)}`])
  }
  // In the short form each page in one of the sizes, in all in the long one.
  const widths = isLong ? [1440, 390] : [rtl ? 390 : 1440]
  for (const width of widths) {
    await touch(width === 390)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width, height: 900 })
    await someone.settled(150)
    await resize(width, 900)
    addFaults(`at ${width} px`, await smallTargets(page, width === 390 ? 40 : 24))
    addFaults(`at ${width} px`, await layoutFaults(page))
    addFaults(`at ${width} px, in English`, (await textsOn(page)).filter(isEnglish))
    const isFullCheck = (width === 390) === rtl
    await someone.checkAccessibility(`${path} at ${width} px`, isFullCheck ? 'all' : 'layout')
    if (!isFullCheck || !isThorough) continue
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' })
    await waitForLayout(page)
    await someone.checkAccessibility(`${path} at ${width} px, dark`, 'colours')
  }
  // A small screen at 400 %, a laptop at 200 %, and wide text spacing.
  if (rtl || isLong) await resize(320, 640)
  if (!isThorough) return allFaults
  await resize(720, 450)
  addFaults('at 200 %', await layoutFaults(page))
  await spaceText(page)
  await waitForLayout(page)
  addFaults('with wide spacing', await layoutFaults(page))
  await resize(1440, 900)
  addFaults('with wide spacing on a wide screen', await layoutFaults(page))
  await touch(false)
  return allFaults
}

describe('every page is for everybody', () => {
  test.concurrent.for(triedIn('de', 'ar'))('in %s', { timeout: 400_000 }, async ([language, locale], { expect }) => {
    const rtl = language === 'ar'
    const isEnglish = englishDetector(language)
    expect(['3 days overdue', 'Search in this list', 'PDF'].filter(isEnglish)).toHaveLength(2)
    // Without animations a change of theme takes effect at once.
    const someone = await visit(browser, portal.address, { locale })
    const { page } = someone
    const foreignRequests: string[] = []
    page.on('request', (request) => {
      if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(portal.address))
        foreignRequests.push(request.url())
    })
    const session = await page.context().newCDPSession(page)
    const touch = async (enabled: boolean) =>
      void (await session.send('Emulation.setTouchEmulationEnabled', { enabled }))
    await page.addInitScript((layout) => localStorage.setItem('layoutMode', JSON.stringify(layout)), {
      mode: 'systemMode',
      rtl,
      topMenu: false,
    })
    await page.addInitScript(watchShifts)
    await page.goto('/')
    const setup = { someone, touch, rtl, isEnglish, isThorough: isLong || !rtl }
    await page.locator('input[type=email]').waitFor()
    const allFaults = await faultsOf(setup, 'sign-in')
    await page.reload()
    await page.locator('input[type=email]').fill(email)
    await page.locator('input[type=password]').fill(password)
    await page.locator('button[type=submit]').click()
    await page.locator('#main h1').waitFor()
    // As from a link in a mail: nothing is known of who has signed in before the server has answered.
    await page.addInitScript(() => sessionStorage.clear())
    await answerOneByOne(page, rtl ? 'first' : 'last')
    const details = await firstDocumentPaths()
    const paths = [
      '/dashboard',
      '/quotes',
      '/orders',
      '/shipments',
      '/invoices',
      ...details,
      '/masterSearch/pur',
      '/itemTracker',
      '/profile',
      '/profile/security',
      '/profile/company',
      '/profile/notifications',
      '/profile/statement',
      '/profile/requests',
      '/profile/requests?conversations=true',
      '/profile/requests/new',
      '/profile/appearance',
      '/profile/views',
      '/profile/data',
      '/faq',
      '/nowhere',
    ]
    // In the short form one page in German, the next in Arabic; of the profile every other page.
    const isTried = (path: string, index: number) =>
      index % 2 === Number(rtl) && (!path.startsWith('/profile/') || index % 4 < 2)
    for (const [index, path] of paths.entries()) {
      if (!isLong && !isTried(path, index)) continue
      await page.setViewportSize({ width: rtl ? 390 : 1440, height: 900 })
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await someone.settled()
      const shifts = await page.evaluate(() => window.shifts)
      const totalShift = shifts.reduce((sum, { value }) => sum + value, 0)
      // A little movement is allowed: the length of some lists is unknown before they load.
      if (totalShift >= 0.01) allFaults.push(`${path} moves while it loads: ${JSON.stringify(shifts)}`)
      const isThorough = isLong || (!rtl && index % 4 === 0)
      allFaults.push(...(await faultsOf({ ...setup, isThorough }, path)))
    }
    expect(allFaults).toEqual([])
    expect(foreignRequests, 'asked of others than the portal').toEqual([])
    expect(someone.consoleErrors()).toEqual([])
    await someone.leave()
  })
})
