import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login, signedInCookie } from '#contract/auth/sign-in.ts'
import { signOnPaths } from '#contract/auth/sign-on-paths.ts'
import { browserNow } from './harness/browser.ts'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { openPortalProxy } from './harness/portal-proxy.ts'
import { type Visitor, visit } from './harness/visitor.ts'

/* The portal without a network: it shows what was opened last, and a newer version waits until the person wants it. */

const folder = mkdtempSync(join(tmpdir(), 'offline-'))
const asaCredentials = ['asa@demo.example', 'quiet harbour lantern seventeen'] as const
const leilaCredentials = ['leila@demo.example', 'seven pallets under the rain'] as const
const nilsCredentials = ['nils@demo.example', 'early morning gravel bicycle'] as const

const { portal, browser } = await openPortalAndBrowser({ DEMO: 'auto', BRAND_COLOR: '#0b5fa5' })
let asa: Visitor
const proxy = await openPortalProxy(portal.address)

beforeAll(async () => {
  asa = await visit(browser, proxy.address, { serviceWorkers: 'allow' })
  await asa.page.goto('/orders')
  await asa.signIn(...asaCredentials, 'stays')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const cacheNames = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('kept-')))
const cachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('kept-'))
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => new URL(url).pathname)
  })
const offlineNote = (page: Page) => page.getByText(/You are offline · As of \d/)
let openedNumber = ''

describe('Without a network', () => {
  test('the list and the document that were opened last are shown with their age', async () => {
    const { page } = asa
    await page.getByRole('link', { name: /^SO/ }).first().waitFor()
    await page.keyboard.press('Shift')
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await expect.poll(() => cachedPaths(page)).toContain('/api/documents/orders')
    await page.getByRole('link', { name: /^SO/ }).first().click()
    await page.waitForURL(/\/orders\/./)
    await asa.settled()
    openedNumber = decodeURIComponent(new URL(page.url()).pathname.split('/')[2] ?? '')
    await page.getByRole('heading', { level: 1, name: openedNumber }).waitFor()
    await expect
      .poll(() => cachedPaths(page))
      .toContain(new URL(page.url()).pathname.replace('/orders', '/api/documents/orders'))

    await page.context().setOffline(true)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: openedNumber }).waitFor()
    await offlineNote(page).waitFor()
    await asa.checkAccessibility('offline')
    await page.goto('/orders')
    await page.getByRole('link', { name: /^SO/ }).first().waitFor()
    await offlineNote(page).waitFor()
    const colours = () =>
      page.evaluate(async () => (await (await caches.match('/brand.css', { ignoreSearch: true }))?.text()) ?? '')
    expect(await colours()).toContain('--brand:#0b5fa5')
  })

  test('a document of which the server has news is asked for once, not again and again', async () => {
    const { page } = asa
    const path = `/api/documents/orders/${encodeURIComponent(openedNumber)}`
    await page.context().setOffline(false)
    await page.goto(`/orders/${encodeURIComponent(openedNumber)}`)
    await asa.settled()
    await page.goto('about:blank')
    const file = join(folder, 'news.ndjson')
    writeFileSync(
      file,
      JSON.stringify({ type: 'orders', number: 'NEWS-1', account: 'C-10001', issueDate: '2020-01-02' }),
    )
    portal.command(['import', file])
    await page.goto('/orders')
    await page.getByRole('link', { name: openedNumber }).waitFor()
    await asa.settled()
    await page.context().setOffline(true)
    let fetches = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === path) fetches++
    })
    await page.getByRole('link', { name: openedNumber }).click()
    await page.getByRole('heading', { level: 1, name: openedNumber }).waitFor()
    await offlineNote(page).waitFor()
    await asa.settled()
    expect(fetches).toBe(1)
    await page.goto('/orders')
    await page.getByRole('link', { name: openedNumber }).waitFor()
  })

  test('what was never opened says so, and comes by itself when the network is back', async () => {
    const { page } = asa
    await page.getByRole('link', { name: 'Shipments' }).first().click()
    await page
      .getByText(/offline|reach the server/i)
      .first()
      .waitFor()
    await page.context().setOffline(false)
    const retry = page.getByRole('button', { name: /try again|reload/i })
    if (await retry.count()) await retry.first().click()
    await page.getByRole('heading', { level: 1, name: 'Shipments' }).waitFor()
    await offlineNote(page).waitFor({ state: 'detached' })
    asa.consoleErrors()
  })

  test('no file, stream or way to sign in is kept', async () => {
    const { page } = asa
    await page.goto('/profile/security')
    await asa.settled()
    expect(
      (await cachedPaths(page)).filter((path) => /session|secondFactor|passkey|live|export|pdf|attachments/.test(path)),
    ).toEqual([])
  })
})

describe('A device whose storage is full', () => {
  test('opens each page as the server sends it', async () => {
    const { page } = asa
    await page.goto('/orders')
    await page.getByRole('link', { name: /^SO/ }).first().waitFor()
    await asa.settled()
    const worker = page.context().serviceWorkers()[0]
    await worker?.evaluate(() => {
      const { put } = Cache.prototype
      const refuse = () => Promise.reject(new DOMException('The storage is full', 'QuotaExceededError'))
      Object.assign(Cache.prototype, { put: refuse, formerPut: put })
    })
    // The page names the calls that its address needs first.
    const reply = await page.goto('/invoices')
    expect(reply?.fromServiceWorker()).toBe(true)
    expect(await reply?.text()).toContain('/documents/invoices')
    await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor()
    await worker?.evaluate(() => {
      Object.assign(Cache.prototype, { put: Reflect.get(Cache.prototype, 'formerPut') })
    })
    asa.consoleErrors()
  })
})

describe('A server that is away', () => {
  const unreachableNote = (page: Page) => page.getByText(/^The portal cannot be reached · As of \d/)

  test('is said to be, on a list that nobody touches; it is back as soon as the server is', {
    tags: 'long',
  }, async () => {
    const { page } = asa
    await page.goto('/orders')
    await page.getByRole('link', { name: /^SO/ }).first().waitFor()
    await asa.settled()
    proxy.serve(false)
    await unreachableNote(page).waitFor()
    const [times] = ((await unreachableNote(page).textContent()) ?? '').match(/As of [^·]+/) ?? []
    expect(times?.match(/\d\d:\d\d/g)).toHaveLength(1)
    await asa.checkAccessibility('the server is away')
    proxy.serve(true)
    await unreachableNote(page).waitFor({ state: 'detached', timeout: 30_000 })
    asa.consoleErrors()
  })

  test('keeps the rest of the page when a part cannot be opened, which comes by itself afterwards', {
    tags: 'long',
  }, async () => {
    const { page } = asa
    await page.goto('/orders')
    await asa.settled()
    proxy.serve(false)
    await page.getByRole('link', { name: 'FAQ' }).first().click()
    await page.getByRole('heading', { name: 'This part of the portal could not be loaded' }).waitFor()
    await page.getByRole('link', { name: 'Sales Orders' }).first().waitFor()
    await page.getByText('This page loads by itself when the connection is back.').waitFor()
    proxy.serve(true)
    await page.getByRole('heading', { level: 1, name: 'FAQ' }).waitFor()
    await unreachableNote(page).waitFor({ state: 'detached', timeout: 30_000 })
    asa.consoleErrors()
  })
})

describe('A newer portal', () => {
  test('is offered, and comes only when it is wanted', { tags: 'long' }, async () => {
    const { page } = asa
    proxy.changeWorker('\n// another build\n')
    await page.goto('/orders')
    await page.getByText('A newer version of the portal is ready.').waitFor()
    await page.getByRole('link', { name: /^SO/ }).first().click()
    await page.getByRole('heading', { level: 1, name: openedNumber }).waitFor()
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null)).toBe(
      true,
    )
    const other = await page.context().newPage()
    await other.goto('/orders')
    await other.keyboard.press('Shift')
    await other.getByText('A newer version of the portal is ready.').waitFor()
    for (const tab of [page, other]) {
      const loaded = tab.waitForEvent('load')
      await tab.getByRole('button', { name: 'Update now' }).click()
      await loaded
    }
    await other.close()
    await page.getByRole('heading', { level: 1, name: openedNumber }).waitFor()
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting))
      .toBe(null)
  })
})

describe('Signing out', () => {
  test('takes everything away that was kept, and the next person finds nothing of hers', { tags: 'long' }, async () => {
    const { page } = asa
    await page.goto('/orders')
    await page.getByRole('link', { name: /^SO/ }).first().waitFor()
    await expect.poll(() => cachedPaths(page)).toContain('/api/documents/orders')
    await page.getByRole('button', { name: /Your account:/ }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await page.getByLabel('E-mail').waitFor()
    await expect.poll(() => cacheNames(page)).toEqual([])
    await page.goto('/shipments')
    await asa.signIn(...leilaCredentials, 'stays')
    await page.getByRole('heading', { level: 1, name: 'Shipments' }).waitFor()
    await asa.settled()
    await expect.poll(async () => (await cacheNames(page)).length).toBe(1)
    await page.context().setOffline(true)
    await page.goto('/orders')
    await page
      .getByText(/offline|reach the server/i)
      .first()
      .waitFor()
    expect(await page.getByRole('link', { name: /^SO/ }).count()).toBe(0)
    await page.context().setOffline(false)
  })
})

describe('A person whose week has run out without a visit', () => {
  test('leaves nothing that was read or searched for to a colleague who comes by single sign-on', async () => {
    const { page } = asa
    await page.goto('/shipments')
    await page.getByRole('heading', { level: 1, name: 'Shipments' }).waitFor()
    await expect.poll(async () => (await cacheNames(page)).length).toBe(1)
    const [cacheBefore] = await cacheNames(page)
    const searchField = page.getByLabel('Search All Documents')
    await searchField.fill('bearing')
    // A search is remembered by the code of the suggestions, which is loaded with the first focus.
    await expect.poll(() => searchField.getAttribute('aria-expanded')).toBe('true')
    await searchField.press('Enter')
    await page.waitForURL('**/masterSearch/bearing')
    const searches = () => page.evaluate(() => localStorage.getItem('recentSearches') ?? '')
    await expect.poll(searches).toContain('bearing')

    await page.goto('about:blank')
    await page.context().clearCookies({ name: signedInCookie })
    // As an identity provider does it: the session's cookie is set by a reply that no page has asked for.
    const [email, password] = nilsCredentials
    const reply = await page.request.post(`/api${login.path}`, {
      headers: { origin: proxy.address },
      data: { email, password, remember: true },
    })
    expect(reply.status()).toBe(200)
    await page.goto(signOnPaths.done)
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
    expect(await searches()).toBe('')
    await expect.poll(() => cacheNames(page)).not.toContain(cacheBefore)
    asa.consoleErrors()
  })
})

describe('A person who does not want to stay signed in', () => {
  test('leaves nothing behind: the token, what was read and what was looked for go with the browser', async () => {
    const { page } = asa
    await page.goto('/')
    await asa.settled()
    await page.getByRole('button', { name: /Your account:/ }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    expect(await page.getByLabel('Keep me signed in').isChecked()).toBe(false)
    await asa.signIn(...asaCredentials)
    await page.getByLabel('Search All Documents').fill('bearing')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/masterSearch/bearing')
    await page.goto('/orders')
    await page.getByRole('link', { name: /^SO/ }).first().click()
    await page.waitForURL(/\/orders\/./)
    await asa.settled()
    expect(await cacheNames(page)).toEqual([])
    const remainingKeys = await page.evaluate(() => Object.keys(localStorage))
    expect(remainingKeys.filter((key) => !['layoutMode', 'reader'].includes(key))).toEqual([])
    const cookies = await page.context().cookies()
    expect(cookies.map(({ name, expires }) => [name, expires]).sort()).toEqual([
      ['logedIn', -1],
      ['refreshToken', -1],
      ['role', -1],
    ])

    // A second tab takes up the session by its cookie, and one sign-out ends both.
    const other = await page.context().newPage()
    await other.goto('/orders')
    await other.getByRole('link', { name: /^SO/ }).first().waitFor()
    await asa.settled()
    await other.getByRole('button', { name: /Your account:/ }).click()
    await other.getByRole('menuitem', { name: 'Sign Out' }).click()
    for (const tab of [other, page]) await tab.getByLabel('E-mail').waitFor()
    await other.close()
  })

  test('is told apart from one who does: their token is in local storage, and the flag stands for seven days', async () => {
    const { page } = asa
    await asa.signIn(...asaCredentials, 'stays')
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
    await asa.settled()
    const cookies = await page.context().cookies()
    const week = cookies.find(({ name }) => name === 'logedIn')?.expires ?? 0
    expect(Math.round((week * 1000 - browserNow()) / 86_400_000)).toBe(7)
    expect(await page.evaluate(() => localStorage.accessToken)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  })
})

describe('A sign-out that cannot reach the server', () => {
  test('says so, shows nothing of hers any more, and ends the session as soon as the server answers', async () => {
    const { page } = asa
    await page.goto('/orders')
    await page.getByRole('link', { name: /^SO/ }).first().waitFor()
    await asa.settled()
    proxy.serve(false)
    await page.getByRole('button', { name: /Your account:/ }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    const waitingHeading = page.getByRole('heading', { name: 'You are not signed out yet' })
    await waitingHeading.waitFor()
    await asa.checkAccessibility('a sign-out that waits')
    expect(await page.getByLabel('E-mail').count()).toBe(0)
    expect(await cacheNames(page)).toEqual([])

    // A forged hint cookie gives access to nothing.
    await page.context().addCookies([{ name: 'logedIn', value: 'true', url: proxy.address }])
    proxy.serve(true)
    const ended = page.waitForResponse('**/api/auth/logout')
    await page.goto('/orders')
    expect((await ended).status()).toBe(200)
    await page.getByText('You are signed out.').waitFor()
    await page.getByLabel('E-mail').waitFor()
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('refreshToken')
    asa.consoleErrors()
  })
})

test('The portal can be installed: its manifest names it and has icons that exist', async () => {
  const { page } = asa
  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ name: 'Track & Trace', display: 'standalone', start_url: '/dashboard' })
  for (const { src, sizes } of manifest.icons) {
    const response = await page.request.get(src)
    expect([response.status(), response.headers()['content-type']]).toEqual([200, 'image/png'])
    const bytes = await response.body()
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
  }
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable')
})
