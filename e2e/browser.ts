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
const ahead = Number(process.env.CLOCK_AHEAD ?? 0)

/** The system's Chromium, without a window; with further flags for what only one test needs. */
export async function openBrowser(...more: string[]): Promise<Browser> {
  // It does not come up with another clock under it; its pages are told the portal's time instead.
  const { LD_PRELOAD: _, ...env } = process.env
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: [...flags, ...more], env })
  if (ahead === 0) return browser
  const open = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await open(options)
    await context.addInitScript(setClock, ahead)
    return context
  }
  return browser
}

/** Runs in each page before anything of its own: the present moment lies so many milliseconds ahead, all else stays. */
function setClock(ahead: number): void {
  const Real = Date
  globalThis.Date = new Proxy(Real, {
    construct: (target, given) =>
      given.length === 0 ? new target(target.now() + ahead) : Reflect.construct(target, given),
    apply: () => new Real(Real.now() + ahead).toString(),
    get: (target, name) => (name === 'now' ? () => target.now() + ahead : Reflect.get(target, name)),
  })
}
