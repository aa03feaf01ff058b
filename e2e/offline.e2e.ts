import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBoth } from './open-both.ts'
import { type Visitor, visit } from './visitor.ts'

/* The portal as an app: without a network it shows what was opened last, and a newer one waits until it is wanted. */

const asaSigns = ['asa@demo.example', 'quiet harbour lantern seventeen'] as const
const leilaSigns = ['leila@demo.example', 'seven pallets under the rain'] as const

const { portal, browser } = await openBoth({ DEMO: 'auto', BRAND_COLOR: '#0b5fa5' })
let asa: Visitor
let front: Server
/** Added to the worker's program, as a newer build would change it. */
let newer = ''

beforeAll(async () => {
  const { hostname, port } = new URL(portal.address)
  // Stands before the portal, so that a newer worker can be served without building the portal anew.
  front = createServer((asked, answer) => {
    const {
      'accept-encoding': _encoding,
      'if-none-match': _tag,
      'if-modified-since': _since,
      ...headers
    } = asked.headers
    const isWorker = asked.url === '/worker.js'
    const onward = request(
      { hostname, port, path: asked.url, method: asked.method, headers: isWorker ? headers : asked.headers },
      (reply) => {
        const { 'content-length': length, ...sent } = reply.headers
        answer.writeHead(reply.statusCode ?? 502, isWorker || length === undefined ? sent : reply.headers)
        reply.on('data', (part) => answer.write(part))
        reply.on('end', () => answer.end(isWorker ? newer : undefined))
        reply.on('error', () => answer.destroy())
      },
    )
    onward.on('error', () => answer.destroy())
    // A page that is left ends its live stream; kept open here, the portal would count it against the twenty a person may have.
    answer.on('close', () => onward.destroy())
    asked.pipe(onward)
  })
  await new Promise<void>((listening) => front.listen(0, '127.0.0.1', listening))
  asa = await visit(browser, `http://127.0.0.1:${(front.address() as AddressInfo).port}`, { serviceWorkers: 'allow' })
  await asa.page.goto('/orders')
  await asa.signIn(...asaSigns)
})
afterAll(async () => {
  front?.closeAllConnections()
  front?.close()
})

const keptNames = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('data-')))
const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('data-'))
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => new URL(url).pathname)
  })
const note = (page: Page) => page.getByText(/You are offline · As of \d/)
let opened = ''

describe('Without a network', () => {
  test('the list and the document that were opened last are shown with their age', async () => {
    const { page } = asa
    await page.getByRole('link', { name: /^SO/ }).first().waitFor()
    await page.keyboard.press('Shift')
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await expect.poll(() => kept(page)).toContain('/api/documents/orders')
    await page.getByRole('link', { name: /^SO/ }).first().click()
    await page.waitForURL(/\/orders\/./)
    await asa.settled()
    opened = decodeURIComponent(new URL(page.url()).pathname.split('/')[2] ?? '')
    await page.getByRole('heading', { level: 1, name: opened }).waitFor()
    await expect
      .poll(() => kept(page))
      .toContain(new URL(page.url()).pathname.replace('/orders', '/api/documents/orders'))

    await page.context().setOffline(true)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: opened }).waitFor()
    await note(page).waitFor()
    await asa.checkAccess('offline')
    await page.goto('/orders')
    await page.getByRole('link', { name: /^SO/ }).first().waitFor()
    await note(page).waitFor()
    const colours = () =>
      page.evaluate(async () => (await (await caches.match('/brand.css', { ignoreSearch: true }))?.text()) ?? '')
    expect(await colours()).toContain('--brand:#0b5fa5')
  })

  test('what was never opened says so, and comes by itself when the network is back', async () => {
    const { page } = asa
    await page.getByRole('link', { name: 'Shipments' }).first().click()
    await page
      .getByText(/offline|reach the server/i)
      .first()
      .waitFor()
    await page.context().setOffline(false)
    const again = page.getByRole('button', { name: /try again|reload/i })
    if (await again.count()) await again.first().click()
    await page.getByRole('heading', { level: 1, name: 'Shipments' }).waitFor()
    await note(page).waitFor({ state: 'detached' })
    asa.complaints()
  })

  test('no file, stream or way to sign in is kept', async () => {
    const { page } = asa
    await page.goto('/profile/security')
    await asa.settled()
    expect(
      (await kept(page)).filter((path) => /session|secondFactor|passkey|live|export|pdf|attachments/.test(path)),
    ).toEqual([])
  })
})

describe('A newer portal', () => {
  test('is offered, and comes only when it is wanted', async () => {
    const { page } = asa
    newer = '\n// another build\n'
    await page.goto('/orders')
    await page.getByText('A newer version of the portal is ready.').waitFor()
    await page.getByRole('link', { name: /^SO/ }).first().click()
    await page.getByRole('heading', { level: 1, name: opened }).waitFor()
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null)).toBe(
      true,
    )
    const other = await page.context().newPage()
    await other.goto('/orders')
    await other.keyboard.press('Shift')
    await other.getByText('A newer version of the portal is ready.').waitFor()
    for (const tab of [page, other]) {
      const loaded = tab.waitForEvent('load')
      await tab.getByRole('button', { name: 'Use it now' }).click()
      await loaded
    }
    await other.close()
    await page.getByRole('heading', { level: 1, name: opened }).waitFor()
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting))
      .toBe(null)
  })
})

describe('Signing out', () => {
  test('takes everything away that was kept, and the next person finds nothing of hers', async () => {
    const { page } = asa
    await page.goto('/orders')
    await page.getByRole('link', { name: /^SO/ }).first().waitFor()
    await expect.poll(() => kept(page)).toContain('/api/documents/orders')
    await page.getByRole('button', { name: /Your account:/ }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await page.getByLabel('E-mail').waitFor()
    await expect.poll(() => keptNames(page)).toEqual([])
    await page.goto('/shipments')
    await asa.signIn(...leilaSigns)
    await page.getByRole('heading', { level: 1, name: 'Shipments' }).waitFor()
    await asa.settled()
    await expect.poll(async () => (await keptNames(page)).length).toBe(1)
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

test('The portal can be installed: its manifest names it and has icons that exist', async () => {
  const { page } = asa
  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ name: 'Track & Trace', display: 'standalone', start_url: '/dashboard' })
  for (const { src, sizes } of manifest.icons) {
    const answer = await page.request.get(src)
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png'])
    const bytes = await answer.body()
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
  }
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable')
})
