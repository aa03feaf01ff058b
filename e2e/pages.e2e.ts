import { describe, test } from 'vitest'
import { openBoth } from './open-both.ts'
import { visit } from './visitor.ts'

/* Every page × light and dark × both directions × desktop and phone: no violation, no complaint, nothing wider than the screen. */

const [email, password] = ['asa@demo.example', 'quiet harbour lantern seventeen']
const looks = ['lightMode', 'darkMode'].flatMap((mode) => [false, true].map((rtl) => ({ mode, rtl })))

const { portal, browser } = await openBoth({ DEMO: 'auto' })

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
      await checkBothWidths(path)
    }
    expect(someone.complaints()).toEqual([])
    expect(elsewhere, 'asked of others than the portal').toEqual([])
    await someone.leave()
  })
})
