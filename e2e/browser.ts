import { type Browser, chromium } from 'playwright-core'
import { findChromium } from '../checks/chromium.ts'

const flags = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** By how many milliseconds the portal's clock is ahead; see checks/dates.ts. */
const clockAhead = Number(process.env.CLOCK_AHEAD ?? 0)

/** The system's Chromium, without a window; with further flags for what only one test needs. */
export async function openBrowser(...extraFlags: string[]): Promise<Browser> {
  // It does not come up with another clock under it; its pages are told the portal's time instead.
  const { LD_PRELOAD: _, ...env } = process.env
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: [...flags, ...extraFlags], env })
  if (clockAhead === 0) return browser
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    await context.addInitScript(setClock, clockAhead)
    return context
  }
  return browser
}

/** The present moment by the browser's own clock, which ends its cookies. */
export const browserNow = (): number => Date.now() - clockAhead

/** Runs in each page before anything of its own: the present moment lies so many milliseconds ahead, all else stays. */
function setClock(offset: number): void {
  const RealDate = Date
  const now = RealDate.now.bind(RealDate)
  // Set, not answered by the proxy: a test may set it once more.
  RealDate.now = () => now() + offset
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args) => (args.length === 0 ? new target(now() + offset) : Reflect.construct(target, args)),
    apply: () => new RealDate(now() + offset).toString(),
  })
}
