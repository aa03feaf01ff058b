import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLong } from '#database/testing/long-form.ts'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { waitForLayout } from './harness/page-layout.ts'
import { type Visitor, visit } from './harness/visitor.ts'

/* What a person sees when the server refuses, is away, or when a chunk of the program does not load. */

const asaCredentials = ['asa@demo.example', 'quiet harbour lantern seventeen'] as const
const { portal, browser } = await openPortalAndBrowser({ DEMO: 'auto' })
let asa: Visitor
beforeAll(async () => {
  asa = await visit(browser, portal.address, { viewport: { width: 1440, height: 900 } })
  await asa.openSignedIn('/faq', ...asaCredentials)
  await asa.page.getByRole('heading', { level: 1, name: 'FAQ' }).waitFor()
})
afterAll(() => asa?.leave())

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
async function dismissAll(page: Page): Promise<void> {
  const dismiss = messages(page).getByRole('button', { name: 'Dismiss this message' })
  while (await dismiss.count()) await dismiss.first().click()
}

/** The buttons and fields of the page, or of the dialog in front of it, that could be pressed but for the toasts. */
const coveredControls = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('[aria-modal=true]') ?? document
    const region = document.querySelector<HTMLElement>('[popover=manual][aria-live]')
    if (!region) throw new Error('There are no toasts')
    const controls = [...root.querySelectorAll<HTMLElement>('button, input, textarea, select')].map((control) => {
      const { left, top, width, height } = control.getBoundingClientRect()
      const atCentre = () => document.elementFromPoint(left + width / 2, top + height / 2)
      return { control, atCentre, isUnderToast: !region.contains(control) && region.contains(atCentre()) }
    })
    region.style.pointerEvents = 'none'
    const covered = controls.filter(
      ({ control, atCentre, isUnderToast }) => isUnderToast && control.contains(atCentre()),
    )
    region.style.pointerEvents = ''
    return covered.map(({ control }) => control.outerHTML)
  })

describe('A write that fails', () => {
  test.each([
    [
      503,
      { message: 'The portal cannot reach its database right now.' },
      'The portal cannot reach its database right now.',
    ],
    [422, { message: 'This message is not for us.' }, 'This message is not for us.'],
    [502, null, 'The portal is busy right now. Try again in a moment.'],
  ])('with status %d says why beside its button, and keeps what was typed', async (status, reply, sentence) => {
    const { page } = asa
    await page.route('**/api/faq/contact', (route) =>
      route.fulfill(reply ? { status, json: reply } : { status, body: '<html>Bad gateway</html>' }),
    )
    await page.getByLabel('Your message').fill('Where is my order?')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('form').getByRole('alert').filter({ hasText: sentence }).waitFor()
    expect(await messages(page).getByText('Error!').count()).toBe(0)
    expect(await page.getByLabel('Your message').inputValue()).toBe('Where is my order?')
    await page.unroute('**/api/faq/contact')
    expect(asa.consoleErrors(/Failed to load/)).toEqual([])
  })

  const screens = [
    [390, 'ltr'],
    [1440, 'ltr'],
    [1440, 'rtl'],
  ] as const
  test.each(isLong ? screens : screens.slice(0, 1))(
    'in a drawer, on a screen of %i px, %s, leaves its button free to be pressed again',
    async (width, dir) => {
      const { page } = asa
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/orders')
      await page.getByRole('link', { name: /^SO/ }).first().click()
      await page.getByRole('button', { name: 'More actions' }).waitFor()
      await page.evaluate((direction) => {
        document.documentElement.dir = direction
      }, dir)
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Request a change' }).click()
      const drawer = page.getByRole('dialog', { name: 'Request a change' })
      const send = drawer.getByRole('button', { name: 'Send' })
      const refused = () => page.waitForResponse((reply) => reply.status() === 400)
      for (let time = 0; time < 2; time++) {
        const response = refused()
        await send.click()
        await response
        await messages(page).getByText('Error!').waitFor()
        await waitForLayout(page)
        expect(await coveredControls(page)).toEqual([])
      }
      // Fields that are scrolled out of the drawer lie behind the message, and are in nobody's way.
      const toastTop = () => messages(page).evaluate((region) => region.getBoundingClientRect().top)
      const top = await toastTop()
      for (const end of [0, 10_000]) {
        await drawer.locator('form').evaluate((form, position) => form.parentElement?.scrollTo(0, position), end)
        await page.getByLabel('Note').focus()
        await waitForLayout(page)
        expect(await coveredControls(page)).toEqual([])
        expect(await toastTop()).toBe(top)
      }
      await asa.checkAccessibility('a refusal in a drawer')
      await page.keyboard.press('Escape')
      await dismissAll(page)
      await page.setViewportSize({ width: 1440, height: 900 })
      expect(asa.consoleErrors(/Failed to load/)).toEqual([])
    },
  )
})

describe('What a page needs and does not get', () => {
  const refuse = (page: Page, calls: string) =>
    page.route(calls, (route) => route.fulfill({ status: 422, json: { message: 'This is not to be had just now.' } }))
  const retry = async (page: Page, calls: string) => {
    await page.unroute(calls)
    await page.getByRole('button', { name: 'Try again' }).click()
  }

  test('is said under the number of the document, and is there after Try again', async () => {
    const { page } = asa
    await page.goto('/orders')
    await page.getByRole('link', { name: /^SO/ }).first().waitFor()
    const number = (await page.getByRole('link', { name: /^SO/ }).first().textContent()) ?? ''
    const calls = `**/api/documents/orders/${number}`
    await refuse(page, calls)
    await page.goto(`/orders/${number}`)
    await page.getByText('This is not to be had just now.').waitFor()
    await page.getByRole('heading', { level: 1, name: `Order ${number}` }).waitFor()
    await asa.checkAccessibility('a document that did not come')
    await retry(page, calls)
    await page.getByRole('table', { name: 'Lines' }).waitFor()
    expect(asa.consoleErrors(/Failed to load/)).toEqual([])
  })

  test('leaves out the field for messages of an order, or the form of an enquiry, and says so in its place', {
    tags: 'long',
  }, async () => {
    const { page } = asa
    await page.goto('/orders')
    await page.getByRole('link', { name: /^SO/ }).first().click()
    await page.getByRole('table', { name: 'Lines' }).waitFor()
    const calls = '**/api/profile'
    await refuse(page, calls)
    await page.reload()
    await page.getByRole('table', { name: 'Lines' }).waitFor()
    const conversation = page.getByRole('region', { name: 'Conversation' })
    await conversation.getByText('This is not to be had just now.').waitFor()
    await retry(page, calls)
    await conversation.getByRole('textbox').waitFor()

    await refuse(page, calls)
    await page.goto('/profile/requests/new')
    await page.getByRole('heading', { level: 1, name: 'Request a quote' }).waitFor()
    await page.getByText('This is not to be had just now.').waitFor()
    await retry(page, calls)
    await page.getByRole('textbox', { name: 'Item number' }).first().waitFor()
    expect(asa.consoleErrors(/Failed to load/)).toEqual([])
  })
})

describe('A part of the program that does not arrive', () => {
  const parts = /assets\/(Inbox|Panels|menus|MenuPopup|WorkerNote|SelectionBar)-/

  test('takes nothing away: what opens it says so, and opens it at the next try', async () => {
    const clerk = await visit(browser, portal.address)
    const { page } = clerk
    await clerk.openSignedIn('/faq', ...asaCredentials)
    const messageField = page.getByLabel('Your message')
    await messageField.fill('Half a letter')
    await page.route(parts, (route) => route.abort())
    const failed = messages(page).getByText('This part of the portal could not be loaded')

    await page.getByRole('button', { name: 'Notifications' }).click()
    await page.getByRole('dialog', { name: 'Notifications' }).getByRole('button', { name: 'Try again' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Change the appearance' }).click()
    await failed.waitFor()
    await clerk.checkAccessibility('a part is missing')
    await page.getByRole('button', { name: /^Your account/ }).click()
    await failed.waitFor()

    await page.unroute(parts)
    await messages(page).getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Change the appearance' }).click()
    await page.getByRole('dialog', { name: 'Appearance' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Notifications' }).click()
    await page.getByRole('link', { name: 'See all' }).waitFor()
    expect(await messageField.inputValue()).toBe('Half a letter')
    expect(clerk.consoleErrors(/ERR_FAILED/)).toEqual([])
    await clerk.leave()
  })

  test('is opened by the same key once it arrives, also after its message was dismissed', async () => {
    const clerk = await visit(browser, portal.address)
    const { page } = clerk
    await clerk.openSignedIn('/faq', ...asaCredentials)
    await page.getByRole('heading', { level: 1, name: 'FAQ' }).waitFor()
    await page.route(parts, (route) => route.abort())
    const failed = messages(page).getByText('This part of the portal could not be loaded')
    const appearance = page.getByRole('button', { name: 'Change the appearance' })

    await appearance.press('Enter')
    await failed.waitFor()
    await messages(page).getByRole('button', { name: 'Dismiss this message' }).press('Enter')
    await failed.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await failed.waitFor()
    await page.unroute(parts)
    await appearance.press('Enter')
    await page.getByRole('dialog', { name: 'Appearance' }).waitFor()
    await failed.waitFor({ state: 'detached' })
    expect(clerk.consoleErrors(/ERR_FAILED/)).toEqual([])
    await clerk.leave()
  })
})

describe('An address that is no page', { tags: 'long' }, () => {
  test('is said to be none to a person who is signed in, those of the signed-out among them; a mailed link opens', async () => {
    const { page } = asa
    const paths = ['/register', '/forgotPassword', '/changePassword', '/termsConditions', '/2fa', '/unsubscribe']
    for (const path of [...paths, '/login', '/itemtracker', '/Orders']) {
      const request = page.waitForRequest('**/api/portal')
      await page.goto(path)
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
      expect((await request).headers().authorization, path).toMatch(/^Bearer /)
    }
    await page.goto('/faq')
    await page.getByRole('link', { name: 'Terms of use' }).click()
    await page.waitForURL('**/profile/terms')
    await page.getByText(/^Version /).waitFor()
    await asa.checkAccessibility('the terms')
    await page.goto('/changePassword#token=a-token-of-a-mail')
    await page.getByRole('link', { name: 'Request a new link' }).click()
    await page.getByRole('button', { name: 'Send the link' }).waitFor()
    expect(asa.consoleErrors(/400|isNotFound/)).toEqual([])
  })

  test('is not come back to after signing in: /login leads home', async () => {
    const stranger = await visit(browser, portal.address)
    const { page } = stranger
    await page.goto('/login')
    await page.waitForURL((url) => url.pathname === '/')
    const request = page.waitForRequest('**/api/auth/login')
    await stranger.signIn(...asaCredentials)
    expect((await request).headers().authorization).toBeUndefined()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    expect(stranger.consoleErrors()).toEqual([])
    await stranger.leave()
  })
})

describe('A page whose scripts are of another version than the server that is asked for them', () => {
  test('is loaded again until it has them, for five minutes', async () => {
    const stranger = await visit(browser, portal.address)
    const { page } = stranger
    await page.clock.install()
    let loads = 0
    let missing = Number.POSITIVE_INFINITY
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads++
    })
    await page.route(/\/assets\/(?!theme-)[^/]+\.js$/, (route) =>
      loads <= missing ? route.fulfill({ status: 404 }) : route.continue(),
    )
    await page.goto('/')
    for (let seconds = 1; seconds <= 256; seconds *= 2) {
      const loaded = page.waitForEvent('load')
      await page.clock.fastForward(seconds * 1_000)
      await loaded
    }
    await page.clock.fastForward(600_000)
    expect(loads).toBe(10)

    missing = 11
    await page.reload()
    await page.clock.fastForward(1_000)
    await page.getByLabel('E-mail').waitFor()
    expect(loads).toBe(12)
    expect(stranger.consoleErrors(/404/)).toEqual([])
    await stranger.leave()
  })
})
