import { type Browser, chromium } from 'playwright-core'
import { findChromium } from '#checks/chromium.ts'

const flags = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** Milliseconds by which the portal's clock is ahead; see checks/dates.ts. */
const clockAhead = Number(process.env.CLOCK_AHEAD ?? 0)

/**
 * For tests alone, never for measurements: compiling and collecting garbage beside a page only takes the cores from other
 * pages.
 */
const singleThreaded = '--js-flags=--single-threaded'

export type BrowserOptions = {
  /** Flags for a single file's needs. */
  flags?: readonly string[]
  /** The browser that people use, as it is: the one for quick tests shows no PDF files and no notifications. */
  complete?: boolean
}

/** Starts the system's Chromium without a window. */
export async function openBrowser({ flags: extraFlags = [], complete = false }: BrowserOptions): Promise<Browser> {
  // Chromium does not start with a preloaded clock; its pages get the portal's time from a script instead.
  const { LD_PRELOAD: _, ...env } = process.env
  const headless = complete ? undefined : process.env.HEADLESS_CHROMIUM_PATH
  const executablePath = headless || (findChromium() ?? '')
  const args = [...flags, ...(complete ? [] : [singleThreaded]), ...extraFlags]
  const browser = await chromium.launch({ executablePath, args, env })
  if (clockAhead === 0) return browser
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    await context.addInitScript(setClock, clockAhead)
    return context
  }
  return browser
}

/** Milliseconds since 1970 by the browser's own clock, which decides when cookies expire. */
export const browserNow = (): number => Date.now() - clockAhead

/**
 * Runs in each page before its own scripts: moves the present ahead by `offset` milliseconds and changes nothing else.
 */
function setClock(offset: number): void {
  const RealDate = Date
  const now = RealDate.now.bind(RealDate)
  // Assigned, not returned by the proxy, so that a test may replace it again.
  RealDate.now = () => now() + offset
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args) => (args.length === 0 ? new target(now() + offset) : Reflect.construct(target, args)),
    apply: () => new RealDate(now() + offset).toString(),
  })
}
