import { describe, test } from 'vitest'
import { openBoth } from './open-both.ts'
import { visit } from './visitor.ts'

/* Every page × light and dark × both directions × desktop and phone: no violation, no complaint, nothing wider than the screen. */

const [email, password] = ['asa@demo.example', 'quiet harbour lantern seventeen']
const looks = ['lightMode', 'darkMode'].flatMap((mode) => [false, true].map((rtl) => ({ mode, rtl })))

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
  test.concurrent.for(looks)('$mode, right to left $rtl', { timeout: 240_000 }, async ({ mode, rtl }, { expect }) => {
    const someone = await visit(browser, portal.address)
    const { page } = someone
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(portal.address))
        elsewhere.push(request.url())
    })
    const checkBothWidths = async (path: string) => {
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await someone.settled()
        await someone.checkAccess(`${path} at ${width} px`)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect([path, width, Math.max(overflow, 0)]).toEqual([path, width, 0])
      }
    }
    await page.addInitScript((layout) => localStorage.setItem('layoutMode', JSON.stringify(layout)), {
      mode,
      rtl,
      topMenu: false,
    })
    await page.addInitScript(watchShifts)
    await page.goto('/')
    await page.getByLabel('E-mail').waitFor()
    await checkBothWidths('sign-in')
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
      await checkBothWidths(path)
    }
    expect(someone.complaints()).toEqual([])
    expect(elsewhere, 'asked of others than the portal').toEqual([])
    await someone.leave()
  })
})
