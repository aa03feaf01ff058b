import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { documentTypes } from '#contract/values.ts'
import { triedIn } from './harness/locales.ts'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { spaceText } from './harness/page-layout.ts'
import { visit } from './harness/visitor.ts'

/* Lists in windows between a phone's and a desktop's: a tablet, or half of a screen. */

const { portal, browser } = await openPortalAndBrowser({ DEMO: 'auto' })

const widths = [700, 768, 820, 991, 992, 1100]
const table = (page: Page) => page.locator('#main section:has(> table)')

/** What is cut of the numbers, statuses, dates and amounts of the first rows; what stands below a date may be. */
const cutTexts = (page: Page) =>
  table(page).evaluate((element) =>
    [...element.querySelectorAll('tr[data-index]')].slice(0, 12).flatMap((row) => {
      const [, number, status, ...others] = [...row.querySelectorAll('td')]
      const values = others.map((cell) => cell.querySelector('time, .tabular'))
      return [number?.querySelector('a'), status?.firstElementChild, ...values].flatMap((part) => {
        const cell = part?.closest('td')
        if (!part || !cell) return []
        const [inner, outer] = [part.getBoundingClientRect(), cell.getBoundingClientRect()]
        const overflows = part.clientWidth > 0 && part.scrollWidth > part.clientWidth + 1
        return overflows || inner.left < outer.left - 1 || inner.right > outer.right + 1 ? [part.textContent] : []
      })
    }),
  )

// In the language with the longest words, and in one that is read from the right.
test.each(triedIn('de', 'ar'))(
  'on a tablet no list has to be scrolled sideways, and number, status, date and amount are seen in full (%s)',
  async (_, locale) => {
    const visitor = await visit(browser, portal.address, { locale, viewport: { width: 1100, height: 900 } })
    const { page, leave } = visitor
    await visitor.openSignedIn('/orders', 'asa@demo.example', 'quiet harbour lantern seventeen')
    for (const type of documentTypes) {
      for (const density of ['comfortable', 'compact']) {
        await page.goto(`/${type}?density=${density}`)
        for (const width of widths) {
          const message = `${type} ${density} at ${width} px`
          await page.setViewportSize({ width, height: 900 })
          await table(page).locator('tr[data-index]').first().waitFor()
          await expect
            .poll(() => table(page).evaluate((list) => list.scrollWidth - list.clientWidth), { message })
            .toBeLessThanOrEqual(0)
          await expect.poll(() => cutTexts(page), { message }).toEqual([])
        }
      }
    }
    await leave()
  },
  120_000,
)

/** The dates that do not fit below a list's key date, of the 22nd of each month in the language of the page. */
const cutDates = (page: Page) =>
  table(page).evaluate((element) => {
    const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeZone: 'UTC' })
    const dates = [...element.querySelectorAll<HTMLElement>('tr[data-index] time')]
    return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month, 22))).filter((text) =>
      dates.some((date) => {
        date.textContent = text
        return date.clientWidth > 0 && date.scrollWidth > date.clientWidth + 1
      }),
    )
  })

test.each(triedIn('de', 'fr'))(
  'dates of every month are seen whole in a narrow window, also with wide letter spacing (%s)',
  async (_, locale) => {
    const visitor = await visit(browser, portal.address, { locale, viewport: { width: 720, height: 900 } })
    const { page, leave } = visitor
    await visitor.openSignedIn('/orders', 'asa@demo.example', 'quiet harbour lantern seventeen')
    for (const type of documentTypes) {
      await page.goto(`/${type}`)
      await table(page).locator('tr[data-index] time').first().waitFor()
      await spaceText(page)
      expect(await cutDates(page), type).toEqual([])
    }
    await leave()
  },
)

/** How far the row of tabs fades at its start and its end, in whole pixels; null while it does not. */
const fadesOf = (tabs: Locator) =>
  tabs.evaluate((row) => {
    const style = getComputedStyle(row)
    const width = (name: string) => Math.trunc(Number.parseFloat(style.getPropertyValue(name)))
    return style.maskImage === 'none' ? null : [width('--fade-start'), width('--fade-end')]
  })

test.each(triedIn('de', 'ar'))(
  'a row of tabs that goes on beyond its edge fades there, but not while it has the focus (%s)',
  async (_, locale) => {
    const visitor = await visit(browser, portal.address, { locale, viewport: { width: 768, height: 900 } })
    const { page, leave } = visitor
    await visitor.openSignedIn('/orders', 'asa@demo.example', 'quiet harbour lantern seventeen')
    const tabs = page.locator('nav.fades-sideways')
    /** Scrolls the row to a share of its way, from its start. */
    const scrollTo = (share: number) =>
      tabs.evaluate((row, to) => {
        const sign = getComputedStyle(row).direction === 'rtl' ? -1 : 1
        row.scrollLeft = sign * to * (row.scrollWidth - row.clientWidth)
      }, share)
    await scrollTo(0)
    await expect.poll(() => fadesOf(tabs)).toEqual([0, 32])
    await scrollTo(0.5)
    await expect.poll(() => fadesOf(tabs)).toEqual([32, 32])
    await scrollTo(1)
    await expect.poll(() => fadesOf(tabs)).toEqual([32, 0])
    await tabs.getByRole('link').last().focus()
    await page.keyboard.press('Shift+Tab')
    await expect.poll(() => fadesOf(tabs)).toBeNull()
    await page.setViewportSize({ width: 1920, height: 900 })
    await page.locator('#main h1').click()
    await expect.poll(() => fadesOf(tabs)).toEqual([0, 0])
    await leave()
  },
)
