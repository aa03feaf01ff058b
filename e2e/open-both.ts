import type { Browser } from 'playwright-core'
import { afterAll } from 'vitest'
import { openBrowser } from './browser.ts'
import { type Portal, startPortal } from './portal.ts'

/** A portal with this environment and a browser with these flags, for all tests of a file; both end with the last of them. */
export async function openBoth(
  environment: Record<string, string>,
  ...flags: string[]
): Promise<{ portal: Portal; browser: Browser }> {
  const [portal, browser] = await Promise.all([startPortal(environment), openBrowser(...flags)])
  afterAll(async () => {
    await browser.close()
    await portal.stop()
  })
  return { portal, browser }
}
