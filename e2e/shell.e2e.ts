import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { type Visitor, visit } from './harness/visitor.ts'

/* The frame of every page: menu, header, drawers, toasts, and what is shown after an error. */

declare global {
  interface Window {
    /** The look of the page, frame by frame. */
    seen: string[]
  }
}

const [email, password] = ['asa@demo.example', 'quiet harbour lantern seventeen']

/** The messages that the operator's analytics received, with their headers, in order. */
const pageViews: { name: string; domain: string; url: string; headers: IncomingHttpHeaders }[] = []
const analytics = createServer(async (request, response) => {
  const parts = await Array.fromAsync(request)
  pageViews.push({ ...JSON.parse(Buffer.concat(parts).toString()), headers: request.headers })
  response.writeHead(202, { 'set-cookie': 'visitor=1; SameSite=Lax' }).end()
})

await new Promise<void>((listening) => analytics.listen(0, '127.0.0.1', listening))
const { port } = analytics.address() as AddressInfo
afterAll(() => {
  analytics.closeAllConnections()
  analytics.close()
})
const { portal, browser } = await openPortalAndBrowser({
  DEMO: 'auto',
  ANALYTICS_URL: `http://127.0.0.1:${port}/api/event`,
  BRAND_COLOR: '#0b5fa5',
  BRAND_LOGO: '/icon-192.png',
})
let asa: Visitor
beforeAll(async () => {
  asa = await visit(browser, portal.address, { viewport: { width: 1440, height: 900 }, reducedMotion: 'no-preference' })
  await asa.openSignedIn('/', email, password)
})

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })
const current = (page: Page) => menu(page).locator('[aria-current=page]')
const widthOf = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())?.width

describe('The menu', () => {
  test('marks the entry of the first part of the address, and the dashboard for any other', async () => {
    const { page } = asa
    for (const [path, entry] of [
      ['/', 'Dashboard'],
      ['/orders?late=true', 'Sales Orders'],
      ['/profile/security', 'Profile'],
      ['/itemTracker', 'Item Tracker'],
      ['/masterSearch/wheel', 'Dashboard'],
    ] as const) {
      await page.goto(path)
      await expect.poll(() => current(page).allInnerTexts(), { message: path }).toEqual([entry])
    }
  })

  test('has its groups in their order, 280 px wide', async () => {
    const { page } = asa
    await expect
      .poll(() => menu(page).locator('p, a').allTextContents())
      .toEqual([
        'Dashboard',
        ...['Documents', 'Enquiries / Quotes', 'Sales Orders', 'Shipments', 'Invoices'],
        ...['Extras', 'Item Tracker'],
        ...['Support', 'Profile', 'FAQ'],
      ])
    await expect.poll(() => widthOf(page, 'aside')).toBe(280)
  })

  test('becomes a rail at 1200 px and a drawer behind a button at 991 px', async () => {
    const { page } = asa
    const button = page.getByRole('button', { name: 'Open the menu' })
    await page.setViewportSize({ width: 1201, height: 900 })
    await expect.poll(() => widthOf(page, 'aside')).toBe(280)
    await page.setViewportSize({ width: 1200, height: 900 })
    await expect.poll(() => widthOf(page, 'aside')).toBe(64)
    await expect.poll(() => button.isVisible()).toBe(false)
    await page.setViewportSize({ width: 991, height: 900 })
    await button.click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('link', { name: 'Shipments' }).click()
    await page.getByRole('heading', { level: 1, name: 'Shipments' }).waitFor()
    await expect.poll(() => drawer.count()).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('is gone when a tablet is turned while it is open: other panels open, and it stays closed when turned back', async () => {
    const { page } = asa
    const button = page.getByRole('button', { name: 'Open the menu' })
    await page.setViewportSize({ width: 991, height: 900 })
    await button.click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('link', { name: 'Shipments' }).waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await drawer.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Change the appearance' }).click()
    await page.getByRole('dialog', { name: 'Appearance' }).waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 991, height: 900 })
    await button.waitFor()
    await expect.poll(() => drawer.count()).toBe(0)
    await button.click()
    await drawer.getByRole('link', { name: 'Shipments' }).waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('begins each page at its top', { tags: 'long' }, async () => {
    const { page } = asa
    await page.goto('/dashboard')
    await page.setViewportSize({ width: 1440, height: 400 })
    await expect.poll(() => page.evaluate(() => [scrollTo(0, 300), scrollY].at(-1))).toBe(300)
    await menu(page).getByRole('link', { name: 'Invoices' }).click()
    await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('says under each page whose it is and which year it is', async () => {
    await expect
      .poll(() => asa.page.getByRole('contentinfo').textContent())
      .toBe(`© ${new Date().getFullYear()} Track & Trace`)
  })
})

describe('The looks', () => {
  test('are in the operator’s colour, from the first paint on, lighter in the dark', async () => {
    const stranger = await visit(browser, portal.address, { javaScriptEnabled: false })
    await stranger.page.goto('/orders')
    const colours = () =>
      stranger.page.evaluate(() => {
        const style = getComputedStyle(document.documentElement)
        return ['--brand', '--on-brand', '--brand-text'].map((name) => style.getPropertyValue(name))
      })
    await expect.poll(() => colours()).toEqual(['#0b5fa5', '#ffffff', '#0b5fa5'])
    await stranger.page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
    const [, , words] = await colours()
    expect(words).toMatch(/^#[6-9a-f]/)
    expect(stranger.consoleErrors()).toEqual([])
    await stranger.leave()
  })

  test('show the operator’s logo and no other mark, also while the portal has not yet said what it looks like', async () => {
    const { page } = asa
    const release = Promise.withResolvers<void>()
    await page.route('**/api/portal', async (route) => {
      await release.promise
      await route.continue()
    })
    const portalResponse = page.waitForResponse('**/api/portal')
    const opened = await page.goto('/orders')
    // What is there before any script has run has it, too.
    expect(await opened?.text()).toContain('<img src="/icon-192.png" alt="" class="size-8')
    expect(await opened?.text()).not.toContain('data-logo')
    const marks = () =>
      page
        .locator('a[href="/"]')
        .locator('img, svg')
        .evaluateAll((elements) => elements.map((mark) => mark.getAttribute('src')))
    await expect.poll(marks).toEqual(['/icon-192.png'])
    release.resolve()
    await portalResponse
    await page.unroute('**/api/portal')
    expect(await marks()).toEqual(['/icon-192.png'])
  })

  test('stay on a phone when the sign-in page has been kept for when there is no network', {
    tags: 'long',
  }, async () => {
    const phone = await visit(browser, portal.address, {
      ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    })
    const { page } = phone
    await phone.openSignedIn('/', email, password)
    await page.goto('/profile/statement')
    await page.getByRole('heading', { level: 1, name: 'Statement' }).waitFor()
    await phone.settled()
    const boxes = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('#main *')].map((element) => {
          const { width, height, x } = element.getBoundingClientRect()
          return `${element.tagName} ${element.className} ${width} × ${height} at ${x}`
        }),
      )
    const before = await boxes()
    await page.locator('#main').click({ position: { x: 2, y: 2 } })
    const keptStyles = page.locator('link[rel=stylesheet][href*=signed-out]')
    await keptStyles.waitFor({ state: 'attached' })
    await expect.poll(() => keptStyles.evaluate((link: HTMLLinkElement) => link.sheet !== null)).toBe(true)
    expect(await boxes()).toEqual(before)
    await phone.leave()
  })

  const openAppearance = async (page: Page) => {
    await page.getByRole('button', { name: 'Change the appearance' }).click()
    return page.getByRole('dialog', { name: 'Appearance' })
  }
  const appearance = (page: Page) =>
    page.evaluate((): Record<string, string | undefined> => {
      const { dir, dataset } = document.documentElement
      return { theme: dataset.theme, rows: dataset.rows, dir }
    })
  const chosen = { theme: 'dark', rows: 'compact', dir: 'rtl' }

  test('are chosen in a drawer of 378 px, show at once, and follow the person into another browser', async () => {
    const { page } = asa
    await page.goto('/orders')
    const drawer = await openAppearance(page)
    await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(378)
    await drawer.getByRole('radio', { name: 'Compact' }).waitFor()
    await asa.checkAccessibility('customizer')
    const saved = page.waitForResponse(
      (reply) =>
        reply.url().endsWith('/profile/preferences') && reply.request().postData()?.includes('"compact"') === true,
    )
    for (const name of ['Dark', 'Right to left', 'At the top', 'Compact'])
      await drawer.getByRole('radio', { name }).check()
    await expect.poll(() => appearance(page)).toEqual(chosen)
    expect((await saved).status()).toBe(200)
    await page.keyboard.press('Escape')
    await expect
      .poll(() => menu(page).getByRole('link').allInnerTexts())
      .toEqual([
        ...['Dashboard', 'Sales Qtes', 'Sales Orders', 'Shipments', 'Invoices', 'Item Tracker', 'Profile', 'FAQ'],
      ])
    await expect.poll(async () => (await page.getByRole('row').nth(1).boundingBox())?.height).toBe(40)

    const elsewhere = await visit(browser, portal.address)
    await elsewhere.openSignedIn('/', email, password)
    await expect.poll(() => appearance(elsewhere.page)).toEqual(chosen)
    await expect
      .poll(() => elsewhere.page.evaluate(() => JSON.parse(localStorage.getItem('layoutMode') ?? '')))
      .toEqual({
        ...{ mode: 'darkMode', rtl: true, topMenu: true, density: 'compact', unnoted: false },
      })
    await elsewhere.leave()
  })

  test('are there before the first paint: nothing flashes in another theme or direction', async () => {
    const { page } = asa
    await page.addInitScript(() => {
      const seen: string[] = []
      window.seen = seen
      const recordFrame = () => {
        const { dataset, dir } = document.documentElement
        if (document.body)
          seen.push(`${dataset.theme} ${dataset.rows} ${dir} ${getComputedStyle(document.body).backgroundColor}`)
        if (seen.length < 60) requestAnimationFrame(recordFrame)
      }
      requestAnimationFrame(recordFrame)
    })
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.evaluate(() => window.seen.length)).toBe(60)
    const seen = new Set(await page.evaluate(() => window.seen))
    const [only = '', ...others] = seen
    expect(others).toEqual([])
    expect(only).toMatch(/^dark compact rtl rgb\((\d\d, ?){2}\d\d\)$/)
  })

  test('go back to those of the language when its direction is chosen again', { tags: 'long' }, async () => {
    const { page } = asa
    const drawer = await openAppearance(page)
    for (const name of ['Light', 'Left to right', 'At the side', 'Comfortable'])
      await drawer.getByRole('radio', { name }).check()
    await expect.poll(() => appearance(page)).toEqual({ theme: 'light', rows: 'comfortable', dir: 'ltr' })
    await page.keyboard.press('Escape')
    await expect
      .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('layoutMode') ?? '')))
      .toEqual({ mode: 'lightMode', rtl: null, topMenu: false, density: 'comfortable', unnoted: false })
  })

  test('of the system follow it while the page is open', { tags: 'long' }, async () => {
    const { page } = asa
    const drawer = await openAppearance(page)
    await drawer.getByRole('radio', { name: 'System' }).check()
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(async () => (await appearance(page)).theme).toBe('dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(async () => (await appearance(page)).theme).toBe('light')
    await drawer.getByRole('radio', { name: 'Light' }).check()
    await page.keyboard.press('Escape')
  })
})

describe('The profile', () => {
  test('shows a picture in the header as soon as it is chosen, and the letters again without it', {
    tags: 'long',
  }, async () => {
    const { page } = asa
    await page.goto('/profile')
    const inHeader = page.getByRole('button', { name: /^Your account/ }).locator('img')
    await page.getByLabel('Choose a picture').setInputFiles('web/public/icon-192.png')
    await inHeader.waitFor()
    const drawn = () => inHeader.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)
    await expect.poll(drawn).toBe(true)
    await page.getByRole('button', { name: 'Remove the picture' }).click()
    await inHeader.waitFor({ state: 'detached' })
  })

  test('has a page for the looks, which changes them at once', async () => {
    const { page } = asa
    await page.goto('/profile/appearance')
    const rows = () => page.locator('html').getAttribute('data-rows')
    await page.getByRole('radio', { name: 'Compact' }).check()
    await expect.poll(rows).toBe('compact')
    await page.getByRole('radio', { name: 'Comfortable' }).check()
    await expect.poll(rows).toBe('comfortable')
  })

  test('gives one’s own data as a file, and takes a wish to be deleted until it is taken back', async () => {
    const { page } = asa
    await page.goto('/profile/data')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as JSON' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
    expect(JSON.stringify(JSON.parse(readFileSync(await file.path(), 'utf8')))).toContain(email)
    await page.getByRole('button', { name: 'Request account deletion' }).click()
    await page.getByText('You requested deletion on').waitFor()
    await page.getByRole('button', { name: 'Cancel the request' }).click()
    await page.getByRole('button', { name: 'Request account deletion' }).waitFor()
  })
})

describe('When something breaks', () => {
  test('a message says so, 400 px wide', async () => {
    const { page } = asa
    await page.route('**/api/profile/preferences', (route) => route.abort())
    await page.goto('/profile')
    await page.getByLabel('Time zone').selectOption('Europe/Madrid')
    const message = page.getByRole('region', { name: 'Messages' })
    await message.getByText('Error!').waitFor()
    await expect.poll(async () => (await message.boundingBox())?.width).toBe(400)
    await page.unroute('**/api/profile/preferences')
    expect(asa.consoleErrors(/ERR_FAILED|Failed to load/)).toEqual([])
  })

  test('in a page, the rest of the portal stays and the page can be loaded anew', async () => {
    const { page } = asa
    await page.route('**/api/dashboard', (route) => route.fulfill({ json: {} }))
    await page.goto('/dashboard')
    await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor()
    await expect.poll(() => page.title()).toContain('Unexpected Application Error!')
    await page.unroute('**/api/dashboard')
    await page.getByRole('button', { name: 'Reload the page' }).click()
    await page.getByRole('heading', { level: 1, name: /Good|Dashboard|Hello/ }).waitFor()
    expect(asa.consoleErrors(/RangeError/)).toEqual([])
  })

  test('a part of the program that does not come within 120 seconds is said to be missing, with a way to go on', {
    tags: 'long',
  }, async () => {
    const late = await visit(browser, portal.address)
    const { page } = late
    await page.clock.install()
    await late.openSignedIn('/', email, password)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.route('**/assets/FaqPage*', () => undefined)
    await menu(page).getByRole('link', { name: 'FAQ' }).click()
    await page.clock.fastForward(119_000)
    const missing = page.getByRole('heading', { name: 'This part of the portal could not be loaded' })
    await expect.poll(() => missing.count()).toBe(0)
    await page.clock.fastForward(2_000)
    await missing.waitFor()
    await page.unroute('**/assets/FaqPage*')
    await page.getByRole('button', { name: 'Reload the page' }).click()
    await page.getByRole('heading', { level: 1, name: 'FAQ' }).waitFor()
    await late.leave()
  })
})

describe('Page views, where the operator has named who counts them', () => {
  const paths = () => pageViews.map(({ url }) => url.replace(portal.address, ''))

  test('are told by the kind of page alone: no number, no search, no person, no cookie', { tags: 'long' }, async () => {
    const clerk = await visit(browser, portal.address)
    const { page } = clerk
    await page.goto('/forgotPassword?token=secret')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goto('/')
    // Sent when the page opens, received a moment later.
    await expect.poll(() => paths().at(-1)).toBe('/')
    pageViews.splice(0)
    await page.goto('/')
    await expect.poll(paths).toEqual(['/'])
    await clerk.signIn(email, password)
    await expect.poll(paths).toEqual(['/', '/'])
    await menu(page).getByRole('link', { name: 'Sales Orders' }).click()
    // The dashboard has links to orders too.
    await expect.poll(paths).toEqual(['/', '/', '/orders'])
    await page.getByRole('link', { name: /^SO/ }).first().click()
    await page.waitForURL(/\/orders\/./)
    await expect.poll(paths).toEqual(['/', '/', '/orders', '/orders/:number'])
    const others = [
      ['/masterSearch/wheel?status=open', '/masterSearch/:search'],
      ['/profile/security', '/profile/security'],
      ['/profile', '/profile'],
      ['/profile/her-own-name', '/404'],
      ['/wheel/SO-1', '/404'],
      ['/some/where/else', '/404'],
    ]
    for (const [path = '', expectedPath] of others) {
      const before = pageViews.length
      await page.goto(path)
      await expect.poll(() => paths().slice(before), { message: path }).toEqual([expectedPath])
    }
    for (const { name, domain, headers } of pageViews) {
      expect([name, domain]).toEqual(['pageview', '127.0.0.1'])
      expect([headers.cookie, headers.referer, headers.authorization]).toEqual([undefined, undefined, undefined])
    }
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('visitor')
    await clerk.leave()
  })

  test('are not told of a person who asks not to be followed', { tags: 'long' }, async () => {
    for (const setting of ['globalPrivacyControl', 'doNotTrack']) {
      const shy = await visit(browser, portal.address)
      await shy.page.addInitScript((name) => {
        Object.defineProperty(navigator, name, { value: name === 'doNotTrack' ? '1' : true })
      }, setting)
      pageViews.splice(0)
      const pageViewScript = shy.page.waitForResponse('**/assets/page-views*')
      await shy.page.goto('/')
      await pageViewScript
      await shy.signIn(email, password)
      await menu(shy.page).getByRole('link', { name: 'Invoices' }).click()
      await shy.page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor()
      await shy.settled()
      expect(paths()).toEqual([])
      await shy.leave()
    }
  })
})
