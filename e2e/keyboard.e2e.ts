import { expect, test } from 'vitest'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { visit } from './harness/visitor.ts'

/* A clerk's work without a pointer: only keys are pressed here, and the focused element is always visible. */

const { portal, browser } = await openPortalAndBrowser({ DEMO: 'auto' })
const asa = await visit(browser, portal.address, { viewport: { width: 1440, height: 900 } })
const { page } = asa

/** The order that was opened from the list. */
let order = ''

const press = (...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

/** The focused element: its name, and what is wrong with how it is shown. */
function focused(): Promise<{ name: string; fault: string | null }> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    const labels = (element as HTMLInputElement).labels
    const name = element.ariaLabel ?? (labels?.length ? labels[0]?.textContent : element.textContent) ?? ''
    const hasOutline = [element, element.closest('label')].some((candidate) => {
      if (!candidate) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(candidate)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
    const { left, top, width, height } = element.getBoundingClientRect()
    // Of two corners and the middle, at least one must be uncovered.
    const isVisible = [0.05, 0.5, 0.95].some((part) => {
      const hit = document.elementFromPoint(left + width * part, top + height * part)
      return hit !== null && (element.contains(hit) || hit.contains(element))
    })
    const fault = element === document.body ? null : hasOutline ? (isVisible ? null : 'is covered') : 'has no frame'
    return { name: name.replaceAll(/\s+/g, ' ').trim(), fault }
  })
}

/**
 * Presses a key until the element called `name` has the focus; returns the names of all elements focused on the way.
 */
async function moveFocusTo(name: string | RegExp, key = 'Tab'): Promise<string[]> {
  const visited: string[] = []
  for (let step = 0; step < 80; step++) {
    await press(key)
    const { name: current } = await focused()
    // An element that has just opened may still be moving into place.
    await expect.poll(async () => (await focused()).fault, { message: current }).toBeNull()
    visited.push(current)
    if (typeof name === 'string' ? current === name : name.test(current)) return visited
  }
  throw new Error(`No ${key} leads to ${name}: ${visited.map((label) => label.slice(0, 40)).join(' · ')}`)
}

const focusIs = (name: string | RegExp) => expect.poll(async () => (await focused()).name).toMatch(name)

/** Goes to a button, opens its menu, and waits until the focus is in the menu. */
async function openMenu(name: string | RegExp, key = 'Tab'): Promise<void> {
  await moveFocusTo(name, key)
  await press('Enter')
  await page.locator('[role=menu]:focus, [role=menu] :focus').waitFor()
}

/** Marks the option that begins so: the one that leads to all results repeats what was typed, and is there first. */
async function markOption(text: string): Promise<void> {
  const hasText = new RegExp(`^${text}`)
  await page.getByRole('option').filter({ hasText }).first().waitFor()
  const marked = page.locator('[role=option][aria-selected=true]', { hasText })
  await expect.poll(async () => (await marked.isVisible()) || (await press('ArrowDown'))).toBe(true)
}

test('signs in, skips to the content or goes through the menu', async () => {
  await page.goto('/')
  await page.getByLabel('E-mail').waitFor()
  await moveFocusTo('E-mail')
  await page.keyboard.type('asa@demo.example')
  await moveFocusTo('Password')
  await page.keyboard.type('quiet harbour lantern seventeen')
  await press('Enter')
  await heading('Dashboard')
  await asa.settled()
  const visited = await moveFocusTo('Sales Orders')
  expect(visited.slice(0, 5)).toEqual([
    'Skip to content',
    'Track & Trace',
    'Dashboard',
    'Enquiries / Quotes',
    'Sales Orders',
  ])
  await press('Enter')
  await heading(/Sales orders/)
})

test('narrows a list, goes through its rows and opens one', async () => {
  await moveFocusTo('Dates')
  await press('Enter')
  await page.getByRole('button', { name: 'Last 90 days' }).waitFor()
  await moveFocusTo('Last 90 days')
  await press('Enter')
  await page.waitForURL('**period=last_90_days')
  await moveFocusTo('Remove Ordered: Last 90 days')
  await press('Enter')
  await page.waitForURL((url) => !url.search.includes('period'))
  await moveFocusTo(/^SO-/)
  const { name } = await focused()
  await press('j', 'j', 'k')
  await expect.poll(async () => (await focused()).name).toMatch(new RegExp(`^SO-(?!${name.slice(3)})`))
  await press('Enter')
  await heading(/^Order SO-/)
  order = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '')
})

test('saves a paper, and asks the supplier about an order', async () => {
  await asa.settled()
  await openMenu('More actions')
  await moveFocusTo('Ask a question', 'ArrowDown')
  await press('Enter')
  await page.getByRole('dialog', { name: 'Ask a question' }).waitFor()
  await asa.settled()
  await moveFocusTo('Your question')
  await page.keyboard.type('Can it come on a Tuesday?')
  await moveFocusTo('Send')
  await press('Enter')
  await page.getByText('Sent to your supplier').waitFor()
  await focusIs(/More actions/)
  // The request appears above the lines, and would push a focused line out of sight.
  await page.getByText('Can it come on a Tuesday?').waitFor()
  // The portal's own PDF, or the one that the ERP sent.
  await moveFocusTo(/^Download .*pdf/i)
  const file = page.waitForEvent('download')
  await press('Enter')
  expect((await file).suggestedFilename()).toMatch(/\.pdf$/)
})

test('goes back up a long order without a focused element beneath the header', async () => {
  await moveFocusTo(/^Download Lines/)
  await press('End')
  // The browser scrolls step by step, and would go on when the focus has moved.
  await page.waitForFunction(() => scrollY + innerHeight > document.documentElement.scrollHeight - 2)
  await moveFocusTo('More actions', 'Shift+Tab')
})

test('finds a document, a page and an item', async () => {
  await press('Escape', '/')
  await focusIs(/Search All Documents/)
  await page.keyboard.type(order)
  await markOption(order)
  await press('Enter')
  await heading(`Order ${order}`)
  await press('Control+k')
  await page.getByRole('dialog', { name: 'Search and commands' }).waitFor()
  await page.keyboard.type('item tracker')
  await markOption('Item Tracker')
  await press('Enter')
  await heading('Item Tracker')
  await focusIs(/^Item, serial, lot/)
  await page.keyboard.type('KL-6210')
  await press('Enter')
  await page.waitForURL('**KL-6210**')
  await asa.settled()
  await moveFocusTo(/bearing 6210/)
  await press('Enter')
  await heading(/bearing 6210/)
})

test('looks at what happened, and changes how the portal looks', async () => {
  await asa.settled()
  await moveFocusTo(/^Notifications/, 'Shift+Tab')
  await press('Enter')
  await page.getByRole('dialog', { name: 'Notifications' }).waitFor()
  await press('Escape')
  await focusIs(/^Notifications/)
  // A message that is still shown would be in reach of the dialog, too.
  await page.getByRole('button', { name: 'Dismiss this message' }).waitFor({ state: 'detached' })
  await moveFocusTo('Change the appearance')
  await press('Enter')
  await page.getByRole('dialog', { name: 'Appearance' }).waitFor()
  await focusIs('Close')
  await page.getByRole('radio', { name: 'Comfortable' }).waitFor()
  // The focus cycles inside the dialog, and the page behind gets neither focus nor keys.
  await press('Shift+Tab')
  await focusIs('Comfortable')
  await press('/')
  await focusIs('Comfortable')
  await press('Tab')
  await focusIs('Close')
  await page.locator('#root').evaluate((root) => root.querySelector<HTMLElement>('header input')?.focus())
  await focusIs('Close')
  await expect.poll(() => page.getByRole('link', { name: 'Dashboard' }).count()).toBe(0)
  await moveFocusTo('Light')
  await press('ArrowRight')
  await focusIs('Dark')
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
  await press('Escape')
  await focusIs('Change the appearance')
  await expect.poll(() => page.getByRole('link', { name: 'Dashboard' }).count()).toBe(1)
})

test('changes the profile, reads an answer and signs out', async () => {
  await openMenu(/Your account/)
  await moveFocusTo('Profile', 'ArrowDown')
  await press('Enter')
  await heading('Profile')
  await asa.settled()
  await moveFocusTo('Time zone')
  // The page reloads and shows its times in the other time zone.
  const anew = page.waitForEvent('load')
  await page.keyboard.type('Asia/Tokyo')
  await anew
  await heading('Profile')
  await asa.settled()
  await moveFocusTo('FAQ')
  await press('Enter')
  await heading('FAQ')
  await asa.settled()
  await moveFocusTo('Where are my goods?')
  await press('Enter')
  await page
    .getByRole('region', { name: 'Where are my goods?' })
    .or(page.locator('[aria-expanded=true]'))
    .first()
    .waitFor()
  await openMenu(/Your account/, 'Shift+Tab')
  await moveFocusTo('Sign Out', 'ArrowUp')
  await press('Enter')
  await heading('Sign in')
})
