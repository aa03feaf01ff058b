import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from './harness/browser.ts'
import { startPortal } from './harness/portal.ts'

/*
 * `npm run screens [-- PAGE…]`: takes a picture of every page of the demo at three widths, light, dark and right to
 * left, into docs/screens/. Look at them after a change of the appearance. `npm run screens -- --keep` takes only the
 * few that the README shows and links to; git tracks only those.
 */

const [email, password] = ['asa@demo.example', 'quiet harbour lantern seventeen']
const widths = [1440, 1024, 390]
const looks = [
  { name: 'light', mode: 'lightMode', rtl: false, locale: 'en-GB' },
  { name: 'dark', mode: 'darkMode', rtl: false, locale: 'de-DE' },
  { name: 'rtl', mode: 'lightMode', rtl: true, locale: 'ar-EG' },
]
const documents = ['quotes', 'orders', 'shipments', 'invoices']
const listPages = [...documents, 'itemTracker']
const signedOut = ['', 'register', 'forgotPassword', 'termsConditions']
/** The filter that leads to the most telling document of each type: the largest order, no return among the shipments. */
const filters = ['?status=open', '?status=in_progress&sort=-gross', '?status=in_transit&sort=number', '?status=overdue']
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

/** The pictures that git tracks. */
const keptPictures = [
  ...['dashboard-1440-light', 'dashboard-1440-dark', 'dashboard-390-light'],
  ...['orders-1440-light', 'orders-1440-rtl', 'orders-390-dark'],
  ...['orders-one-1440-light', 'orders-one-1440-dark', 'quotes-one-1024-light'],
  ...['shipments-one-1440-light', 'shipments-one-390-light', 'shipments-one-1440-rtl'],
  ...['invoices-one-1440-dark', 'invoices-one-390-rtl', 'master-search-bearing-1024-light'],
  ...['item-tracker-1024-light', 'profile-statement-1440-light', 'faq-390-light'],
]

type Look = (typeof looks)[number]

const args = process.argv.slice(2)
const keepOnly = args.includes('--keep')
const folder = join(import.meta.dirname, '../docs/screens')

/** Opens the sign-in page in this look. */
async function openSignInPage(browser: Browser, address: string, { mode, rtl, locale }: Look): Promise<Page> {
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
  return page
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/')
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.locator('button[type=submit]').click()
  await page.locator('#main h1').waitFor()
}

/** The paths of the first item and of the first document of each list. */
async function detailPaths(page: Page): Promise<string[]> {
  await page.goto('/itemTracker')
  const item = page.locator('main a[href^="/itemTracker/"]').first()
  const paths = [(await item.getAttribute('href'))?.slice(1) ?? 'itemTracker']
  for (const [index, type] of documents.entries()) {
    await page.goto(`/${type}${filters[index]}`)
    await page.locator('h1').first().waitFor()
    await page.waitForFunction(() => document.querySelector('.skeleton') === null)
    const first = page.locator(`main a[href^="/${type}/"]`).first()
    // At some hours nothing of the demo stands so.
    if ((await first.count()) === 0) await page.goto(`/${type}`)
    paths.push((await first.getAttribute('href'))?.slice(1) ?? type)
  }
  return paths
}

/** The file name for the pictures of a page. */
function nameOf(path: string): string {
  const [type = '', number] = path.split('/')
  const kebab = (text: string) => text.replaceAll('/', '-').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  if (path === '') return 'sign-in'
  return listPages.includes(type) && number !== undefined ? `${kebab(type)}-one` : kebab(path)
}

async function takePictures(page: Page, path: string, look: Look, isWanted: (name: string) => boolean): Promise<void> {
  const shots = widths.map((width) => ({ width, name: `${nameOf(path)}-${width}-${look.name}` }))
  if (!shots.some(({ name }) => isWanted(name))) return
  await page.goto(`/${path}`)
  for (const { width, name } of shots) {
    if (!isWanted(name)) continue
    await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
    await page.locator('h1').first().waitFor()
    await page.waitForFunction(() => document.querySelector('.skeleton') === null)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const session = await page.context().newCDPSession(page)
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 70 })
    await session.detach()
    writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, 'base64'))
  }
}

mkdirSync(folder, { recursive: true })
const portal = await startPortal({ DEMO: 'auto' })
const browser = await openBrowser({ complete: true })
try {
  const isWanted = (name: string) =>
    keepOnly ? keptPictures.includes(name) : args.length === 0 || args.some((prefix) => name.startsWith(prefix))
  for (const look of looks) {
    const page = await openSignInPage(browser, portal.address, look)
    for (const path of signedOut) await takePictures(page, path, look, isWanted)
    await signIn(page)
    for (const path of [...pages, ...(await detailPaths(page))]) await takePictures(page, path, look, isWanted)
    await page.context().close()
  }
} finally {
  await browser.close()
  await portal.stop()
}
