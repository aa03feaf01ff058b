import { describe, test } from 'vitest'
import { openBoth } from './open-both.ts'
import { visit } from './visitor.ts'

/* Every page × both directions × desktop and phone × light and dark: no violation, no complaint, nothing wider than the screen. */

const [email, password] = ['asa@demo.example', 'quiet harbour lantern seventeen']

const { portal, browser } = await openBoth({ DEMO: 'auto' })

/** Adds up by how much what is in sight moves by itself while a page comes, as browsers measure it (CLS). */
function watchShifts() {
  const sum = { shifted: 0 }
  Object.defineProperty(window, 'shifted', { get: () => sum.shifted })
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!shift.hadRecentInput) sum.shifted += shift.value
  }).observe({ type: 'layout-shift', buffered: true })
}

async function firstOf(type: string): Promise<string> {
  const signIn = await fetch(`${portal.address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: portal.address },
    body: JSON.stringify({ email, password }),
  })
  const token = (await signIn.json()) as string
  const list = await fetch(`${portal.address}/api/documents/${type}?limit=1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { rows } = (await list.json()) as { rows: { number: string }[] }
  return `/${type}/${encodeURIComponent(rows[0]?.number ?? '')}`
}

describe('every page is for everybody', () => {
  test.concurrent.for([false, true])('right to left %s', { timeout: 240_000 }, async (rtl, { expect }) => {
    const someone = await visit(browser, portal.address, { reducedMotion: 'reduce' })
    const { page } = someone
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(portal.address))
        elsewhere.push(request.url())
    })
    const check = async (path: string) => {
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await someone.settled(150)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect([path, width, Math.max(overflow, 0)]).toEqual([path, width, 0])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' })
          await someone.checkAccess(`${path}, ${colorScheme}, at ${width} px`)
        }
      }
    }
    await page.addInitScript((layout) => localStorage.setItem('layoutMode', JSON.stringify(layout)), {
      mode: 'systemMode',
      rtl,
      topMenu: false,
    })
    await page.addInitScript(watchShifts)
    await page.goto('/')
    await page.getByLabel('E-mail').waitFor()
    await someone.settled()
    await check('sign-in')
    await someone.signIn(email, password)
    const details = await Promise.all(['quotes', 'orders', 'shipments', 'invoices'].map(firstOf))
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
      '/profile/appearance',
      '/profile/views',
      '/profile/data',
      '/faq',
      '/nowhere',
    ]
    for (const path of paths) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await someone.settled()
      const shifted = await page.evaluate(() => (window as unknown as { shifted: number }).shifted)
      // How long a list of sessions or addresses is, nobody knows before it is there.
      expect(shifted, `${path} moves while it loads`).toBeLessThan(/^\/profile|^\/faq/.test(path) ? 0.1 : 0.01)
      await check(path)
    }
    expect(someone.complaints()).toEqual([])
    expect(elsewhere, 'asked of others than the portal').toEqual([])
    await someone.leave()
  })
})
