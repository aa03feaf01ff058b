import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { startPortal } from './portal.ts'

/*
 * `npm run screens [-- PAGE…]`: every page of the demo as a picture, at three widths, light, dark and right to left, into
 * dist/screens/. Look at them after a change of the look; what the README shows is kept in docs/screens/.
 */

const [email, password] = ['asa@demo.example', 'quiet harbour lantern seventeen']
const folder = join(import.meta.dirname, '../dist/screens')
const widths = [1440, 1024, 390]
const looks = [
  { name: 'light', mode: 'lightMode', rtl: false, locale: 'en-GB' },
  { name: 'dark', mode: 'darkMode', rtl: false, locale: 'de-DE' },
  { name: 'rtl', mode: 'lightMode', rtl: true, locale: 'ar-EG' },
]
const documents = ['quotes', 'orders', 'shipments', 'invoices']
const pages = [
  'dashboard',
  ...documents,
  'masterSearch/bearing',
  'itemTracker',
  'profile/requests',
  'profile/requests/new',
  'profile',
  'profile/security',
  'profile/company',
  'profile/notifications',
  'profile/appearance',
  'profile/views',
  'profile/data',
  'profile/statement',
  'faq',
]

type Look = (typeof looks)[number]

async function signedIn(browser: Browser, address: string, { mode, rtl, locale }: Look): Promise<Page> {
  const context = await browser.newContext({
    baseURL: address,
    locale,
    timezoneId: 'Europe/Berlin',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await page.addInitScript((layout) => localStorage.setItem('layoutMode', JSON.stringify(layout)), {
    mode,
    rtl,
    topMenu: false,
  })
  await page.goto('/')
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.locator('button[type=submit]').click()
  await page.locator('nav a[href="/orders"]').first().waitFor()
  return page
}

/** The first document of each list, by following its first row. */
async function details(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const type of documents) {
    await page.goto(`/${type}`)
    const first = page.locator(`main a[href^="/${type}/"]`).first()
    found.push((await first.getAttribute('href'))?.slice(1) ?? type)
  }
  return found
}

async function take(page: Page, path: string, look: Look): Promise<void> {
  await page.goto(`/${path}`)
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
    await page.locator('h1').first().waitFor()
    await page.waitForFunction(() => document.querySelector('.skeleton') === null)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const session = await page.context().newCDPSession(page)
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
    await session.detach()
    const name = documents.includes(path.split('/')[0] ?? '') && path.includes('/') ? `${path.split('/')[0]}-one` : path
    writeFileSync(join(folder, `${name.replaceAll('/', '-')}-${width}-${look.name}.webp`), Buffer.from(data, 'base64'))
  }
}

const asked = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const portal = await startPortal({ DEMO: 'auto' })
const browser = await openBrowser()
try {
  for (const look of looks) {
    const page = await signedIn(browser, portal.address, look)
    for (const path of [...pages, ...(await details(page))]) {
      if (asked.length === 0 || asked.some((name) => path.startsWith(name))) await take(page, path, look)
    }
    await page.context().close()
  }
} finally {
  await browser.close()
  await portal.stop()
}
