import type { Browser } from 'playwright-core'
import { afterAll } from 'vitest'
import { openBrowser } from './browser.ts'
import { type Portal, startPortal } from './portal.ts'

/**
 * One browser for all files that this process runs, because starting one takes a second of CPU time; it ends with the
 * process.
 */
let shared: Promise<Browser> | undefined

function sharedBrowser(): Promise<Browser> {
  shared ??= openBrowser()
  return shared
}

/**
 * A portal with this environment and a browser with these flags, for all tests of a file; both end after the last test.
 */
export async function openPortalAndBrowser(
  environment: Record<string, string>,
  ...flags: string[]
): Promise<{ portal: Portal; browser: Browser }> {
  const isOwn = flags.length > 0
  const [portal, browser] = await Promise.all([
    startPortal(environment),
    isOwn ? openBrowser(...flags) : sharedBrowser(),
  ])
  afterAll(async () => {
    if (isOwn) await browser.close()
    else await Promise.all(browser.contexts().map((context) => context.close()))
    await portal.stop()
  })
  return { portal, browser }
}
