import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { visit } from './harness/visitor.ts'

/*
 * The size of what a browser loads before a page can be used: scripts and styles, compressed with brotli as the server
 * sends them.
 */

const buildFolder = join(import.meta.dirname, '../dist/web')
const { portal, browser } = await openPortalAndBrowser({ DEMO: 'auto' })

/**
 * Records every script and style that a page loads; the function returned gives the sizes in bytes, largest first, of
 * those that have come by then.
 */
function trackSizes(page: Page): () => { total: number; scripts: number; parts: string } {
  const sizes = new Map<string, number>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/\.(js|css)$/.test(pathname)) sizes.set(pathname, statSync(join(buildFolder, `${pathname}.br`)).size)
  })
  return () => {
    const sorted = [...sizes].sort(([, a], [, b]) => b - a)
    const sum = (files: readonly (readonly [string, number])[]) => files.reduce((total, [, size]) => total + size, 0)
    return {
      total: sum(sorted),
      scripts: sum(sorted.filter(([path]) => path.endsWith('.js'))),
      parts: sorted.map(([path, size]) => `${size} ${path}`).join('\n'),
    }
  }
}

describe('the first load stays small', () => {
  test('a stranger’s sign-in page is at most 85 kB of scripts and styles', async () => {
    const stranger = await visit(browser, portal.address)
    const weight = trackSizes(stranger.page)
    await stranger.page.goto('/')
    await stranger.page.getByLabel('E-mail').waitFor()
    await stranger.page.waitForLoadState('networkidle')
    const { total, parts } = weight()
    expect(total, parts).toBeGreaterThan(40_000)
    expect(total, parts).toBeLessThanOrEqual(85_000)
    await stranger.leave()
  })

  test.each([1440, 390])(
    'the first list on a screen of %i px is at most 121 kB, of which 111 come before the rows',
    async (width) => {
      const clerk = await visit(browser, portal.address, { viewport: { width, height: 900 } })
      await clerk.openSignedIn('/orders', 'asa@demo.example', 'quiet harbour lantern seventeen')
      await clerk.page.getByRole('heading', { level: 1, name: 'Sales orders' }).waitFor()
      const weight = trackSizes(clerk.page)
      await clerk.page.reload()
      await clerk.page.getByRole('link', { name: /^SO/ }).first().waitFor()
      expect(weight().scripts, weight().parts).toBeLessThanOrEqual(111_000)
      await clerk.settled()
      const { total, parts } = weight()
      expect(total, parts).toBeGreaterThan(90_000)
      expect(total, parts).toBeLessThanOrEqual(121_000)
      await clerk.leave()
    },
  )
})
