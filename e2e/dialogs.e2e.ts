import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { waitForLayout } from './harness/page-layout.ts'
import { type Visitor, visit } from './harness/visitor.ts'

/* What every dialog, drawer and menu does: where the focus is, what is in reach, and what closes it. */

const { portal, browser } = await openPortalAndBrowser({ DEMO: 'auto' })
let asa: Visitor
beforeAll(async () => {
  asa = await visit(browser, portal.address, { viewport: { width: 1440, height: 900 } })
  await asa.openSignedIn('/', 'asa@demo.example', 'quiet harbour lantern seventeen')
})
afterAll(() => asa?.leave())

const dialog = (name: string) => asa.page.getByRole('dialog', { name })
const press = (key: string) => asa.page.keyboard.press(key)
/** The name of the focused element, or of the page's main part. */
const focusIs = (name: string | RegExp) =>
  expect
    .poll(() =>
      asa.page.evaluate(() => {
        const element = document.activeElement as HTMLElement
        return element.id === 'main' ? 'main' : (element.ariaLabel ?? element.textContent).trim()
      }),
    )
    .toMatch(name)

async function openList(): Promise<void> {
  await asa.page.goto('/orders')
  await asa.page.getByRole('link', { name: /^SO/ }).first().waitFor()
}
async function openFilters(): Promise<void> {
  await asa.page.getByRole('button', { name: 'More filters' }).click()
  await dialog('Filters').getByRole('button', { name: 'Apply' }).waitFor()
}
async function openOrder(): Promise<void> {
  await openList()
  await asa.page.getByRole('link', { name: /^SO/ }).first().click()
  await asa.page.getByRole('button', { name: 'More actions' }).waitFor()
}

describe('A drawer', () => {
  test('keeps the page behind still, and moves nothing when it opens', async () => {
    const { page } = asa
    await openOrder()
    await page.setViewportSize({ width: 1440, height: 500 })
    await page.evaluate(() => scrollTo(0, 100))
    const layout = () =>
      page.evaluate(() => ({
        top: scrollY,
        width: document.documentElement.clientWidth,
        heading: document.querySelector('h1')?.getBoundingClientRect().x,
      }))
    const before = await layout()
    expect(before.top).toBe(100)
    await page.getByRole('button', { name: 'Change the appearance' }).click()
    await dialog('Appearance').getByRole('radio', { name: 'Comfortable' }).waitFor()
    expect(await layout()).toEqual(before)
    for (const x of [200, 1300]) {
      await page.mouse.move(x, 300)
      for (let turn = 0; turn < 5; turn++) await page.mouse.wheel(0, 600)
      await waitForLayout(page)
    }
    for (const key of ['PageDown', 'End']) await press(key)
    await waitForLayout(page)
    expect(await layout()).toEqual(before)
    await press('Escape')
    await dialog('Appearance').waitFor({ state: 'detached' })
    expect(await layout()).toEqual(before)
    await page.mouse.wheel(0, 600)
    await expect.poll(async () => (await layout()).top).toBeGreaterThan(100)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('closes on a press beside it, and gives the focus back', async () => {
    await openList()
    await openFilters()
    await asa.page.mouse.click(200, 500)
    await dialog('Filters').waitFor({ state: 'detached' })
    await focusIs('More filters')
  })

  test('stays open under the palette, which alone is in reach until it closes', async () => {
    const { page } = asa
    await openList()
    await openFilters()
    await focusIs('Close')
    await press('Control+k')
    await dialog('Search and commands').waitFor()
    await focusIs('Search, go to a page or run a command')
    expect(await dialog('Filters').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Dashboard' }).count()).toBe(0)
    await press('Tab')
    await focusIs('Search, go to a page or run a command')
    await press('Escape')
    await dialog('Search and commands').waitFor({ state: 'detached' })
    await focusIs('Close')
    expect(await page.getByRole('link', { name: 'Dashboard' }).count()).toBe(0)
    await press('Shift+Tab')
    await focusIs('Clear filters')
    await press('Escape')
    await focusIs('More filters')
    await page.getByRole('link', { name: 'Dashboard' }).first().waitFor()
  })

  test('leads to the page when the button that opened it is gone', async () => {
    const { page } = asa
    await openList()
    await openFilters()
    const at = await page.evaluate(() => scrollY)
    await page.locator('search button', { hasText: 'More filters' }).evaluate((opener) => {
      opener.style.display = 'none'
    })
    await press('Escape')
    await dialog('Filters').waitFor({ state: 'detached' })
    await focusIs('main')
    expect(await page.evaluate(() => scrollY)).toBe(at)
  })

  test('keeps the focus when the field that had it goes away', async () => {
    const { page } = asa
    await openList()
    await openFilters()
    await dialog('Filters').getByLabel('At least').focus()
    await page.evaluate(() => document.activeElement?.remove())
    await focusIs('Close')
    // Another page begins anew: React does not know that a field is gone.
    await page.goto('/faq')
  })

  test('leaves its messages in reach of the Tab key', async () => {
    const { page } = asa
    await openOrder()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Request a change' }).click()
    const drawer = dialog('Request a change')
    await drawer.getByRole('button', { name: 'Send' }).press('Enter')
    await page.getByRole('region', { name: 'Messages' }).getByText('Error!').waitFor()
    // The first wrong field takes the focus.
    await drawer.locator('textarea:focus').waitFor()
    await drawer.getByRole('button', { name: 'Send' }).focus()
    await press('Tab')
    await focusIs('Dismiss this message')
    await press('Tab')
    await focusIs('Close')
    await press('Shift+Tab')
    await focusIs('Dismiss this message')
    await press('Enter')
    await page.getByText('Error!').waitFor({ state: 'detached' })
    await press('Tab')
    await drawer.locator(':focus').waitFor()
    await press('Escape')
    await focusIs('More actions')
    expect(asa.consoleErrors(/Failed to load/)).toEqual([])
  })
})

describe('A menu', () => {
  const menu = () => asa.page.getByRole('menu', { name: 'More actions' })
  const openByKey = async () => {
    await asa.page.getByRole('button', { name: 'More actions' }).focus()
    await press('Enter')
    await menu().locator(':focus').waitFor()
  }

  test('is gone through by arrows, ends and letters, none of which is a key of the page', async () => {
    const { page } = asa
    await openOrder()
    await openByKey()
    const names = (await page.getByRole('menu').locator('[role^=menuitem]').allInnerTexts()).map(
      (text) => text.split('\n')[0] ?? '',
    )
    const [first = '', last = ''] = [names[0], names.at(-1)]
    await focusIs(first)
    await press('ArrowUp')
    await focusIs(last)
    await press('ArrowDown')
    await focusIs(first)
    await press('End')
    await focusIs(last)
    await press('Home')
    await focusIs(first)
    await press('p')
    await focusIs('Print')
    await press('?')
    await press('/')
    await focusIs('Print')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await asa.checkAccessibility('an open menu')
    await press('Escape')
    await menu().waitFor({ state: 'detached' })
    await focusIs('More actions')
  })

  test('closes when one goes on with the Tab key, presses its button again or presses elsewhere', async () => {
    const { page } = asa
    const button = page.getByRole('button', { name: 'More actions' })
    await openOrder()
    await openByKey()
    await press('Shift+Tab')
    await menu().waitFor({ state: 'detached' })
    await focusIs(/./)
    await button.click()
    await menu().waitFor()
    expect(await button.getAttribute('aria-expanded')).toBe('true')
    await button.click()
    await menu().waitFor({ state: 'detached' })
    expect(await button.getAttribute('aria-expanded')).toBe('false')
    await button.click()
    await menu().waitFor()
    await page.getByRole('heading', { level: 1 }).click()
    await menu().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Profile' }).press('Space')
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    await page.getByRole('menu').waitFor({ state: 'detached' })
  })

  test.each([
    [1440, 'ltr'],
    [1440, 'rtl'],
    [390, 'ltr'],
    [390, 'rtl'],
  ])('is whole on a screen of %i px, %s, beside its button however far the page is scrolled', async (width, dir) => {
    const { page } = asa
    await page.setViewportSize({ width, height: 844 })
    await openOrder()
    await page.evaluate((direction) => {
      document.documentElement.dir = direction
    }, dir)
    await page.getByRole('button', { name: 'More actions' }).click()
    const items = page.getByRole('menu').locator('[role^=menuitem]')
    await items.first().waitFor()
    const place = async () => {
      await waitForLayout(page)
      const [box, anchor] = await Promise.all([
        page.getByRole('menu').boundingBox(),
        page.getByRole('button', { name: 'More actions' }).boundingBox(),
      ])
      if (!box || !anchor) throw new Error('The menu is not shown')
      expect(box.x).toBeGreaterThanOrEqual(0)
      expect(box.x + box.width).toBeLessThanOrEqual(width)
      const gap = Math.max(box.y - anchor.y - anchor.height, anchor.y - box.y - box.height)
      expect(Math.round(gap)).toBe(6)
    }
    await place()
    await page.evaluate(() => scrollTo(0, 60))
    await place()
    await press('Escape')
    await page.setViewportSize({ width: 1440, height: 900 })
  })
})
