import type { Browser } from 'playwright-core'
import { afterAll } from 'vitest'
import { type BrowserOptions, openBrowser } from './browser.ts'
import { type Portal, startPortal } from './portal.ts'

/**
 * One browser for all files that this process runs, because starting one takes a second of CPU time; it ends with the
 * process.
 */
let shared: Promise<Browser> | undefined

function sharedBrowser(): Promise<Browser> {
  shared ??= openBrowser({})
  return shared
}

/** A portal with this environment and a browser, for all tests of a file; both end after the last test. */
export async function openPortalAndBrowser(
  environment: Record<string, string>,
  options?: BrowserOptions,
): Promise<{ portal: Portal; browser: Browser }> {
  const [portal, browser] = await Promise.all([
    startPortal(environment),
    options ? openBrowser(options) : sharedBrowser(),
  ])
  afterAll(async () => {
    if (options) await browser.close()
    else await Promise.all(browser.contexts().map((context) => context.close()))
    await portal.stop()
  })
  return { portal, browser }
}
