import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, startPortal } from './portal.ts'
import { openBrowser, visit } from './visitor.ts'

/* Somebody in the warehouse wants to know where a delivery is. */

let portal: Portal
let browser: Browser
beforeAll(async () => {
  portal = await startPortal({ DEMO: 'auto' })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await portal?.stop()
})

test('a shipment on its way is shown on a map, with its places in words below', async () => {
  const { page, signIn, checkAccess } = await visit(browser, portal.address)
  await page.goto('/shipments?status=in_transit')
  await signIn('leila@demo.example', 'seven pallets under the rain')
  await page.goto('/shipments?status=in_transit')
  await page.locator('main a[href^="/shipments/DN-"]').first().click()
  const route = page.getByRole('region', { name: 'Route' })
  const map = route.getByRole('img', { name: /^Map of the route: Bremen/ })
  await map.waitFor()
  const places = route.getByRole('list', { name: 'Places on the way' })
  expect(await places.locator('[aria-current="location"]').count()).toBe(1)
  // The names that stand on the map are among those in words.
  const words = await places.textContent()
  const names = await map.locator('text').allTextContents()
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) expect(words).toContain(name)
  await checkAccess('a shipment on its map')
})
