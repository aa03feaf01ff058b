import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'

/** A slow phone: its processor against this machine's, and its network. */
const device = { slowdown: 4, latency: 80, bytesPerSecond: 3_000_000 / 8 }

/** A page that is opened: where, with which access token or session of the console, and what stands when its content does. */
export type PageToOpen = { origin: string; path: string; token: string | null; session?: string; content: string }

/** Milliseconds from the request of the page, and the scripts that were there when the content stood. */
export type Arrival = { firstPaint: number; content: number; scripts: string[] }

type Kind = 'script' | 'style' | 'font' | 'api' | 'page' | 'other'
/** What was transferred, with headers. */
export type Transfer = {
  requests: number
  bytes: Record<Kind, number>
  /** The most bytes of response headers that an asset had. */
  assetHeaders: number
  /** The paths of scripts and styles. */
  code: string[]
}

declare global {
  interface Window {
    /** Set by `watchContent`. */
    contentStands: Promise<Omit<Arrival, 'firstPaint'>>
  }
}

/** Opens a page as a slow phone, with an empty cache, and again in the same browser when `again` is set. */
export async function timeArrivals(browser: Browser, page: PageToOpen, again = false): Promise<Arrival[]> {
  return withPage(browser, page, async (tab, devtools) => {
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: device.latency,
      downloadThroughput: device.bytesPerSecond,
      uploadThroughput: device.bytesPerSecond,
    })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: device.slowdown })
    await tab.addInitScript(watchContent, page.content)
    const arrivals: Arrival[] = []
    for (let visit = 0; visit < (again ? 2 : 1); visit++) {
      if (visit > 0) await tab.goto('about:blank')
      await tab.goto(`${page.origin}${page.path}`)
      const { content, scripts } = await tab.evaluate(() => window.contentStands)
      const firstPaint = await tab.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const observer = new PerformanceObserver((entries) => {
              for (const { name, startTime } of entries.getEntries())
                if (name === 'first-contentful-paint') resolve(startTime)
            })
            observer.observe({ type: 'paint', buffered: true })
          }),
      )
      arrivals.push({ firstPaint, content, scripts })
    }
    return arrivals
  })
}

/** What a page with an empty cache transfers until nothing more comes. */
export async function measureTransfer(browser: Browser, page: PageToOpen): Promise<Transfer> {
  return withPage(browser, page, async (tab, devtools) => {
    const transfer: Transfer = {
      requests: 0,
      bytes: { script: 0, style: 0, font: 0, api: 0, page: 0, other: 0 },
      assetHeaders: 0,
      code: [],
    }
    const paths = new Map<string, string>()
    let lastChange = Date.now()
    devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
      lastChange = Date.now()
      transfer.requests++
      paths.set(requestId, new URL(request.url).pathname)
    })
    devtools.on('Network.responseReceivedExtraInfo', ({ requestId, headersText = '' }) => {
      if (paths.get(requestId)?.startsWith('/assets/'))
        transfer.assetHeaders = Math.max(transfer.assetHeaders, headersText.length)
    })
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      lastChange = Date.now()
      const path = paths.get(requestId) ?? ''
      transfer.bytes[kindOf(path)] += encodedDataLength
      if (/\.(js|css)$/.test(path)) transfer.code.push(path)
    })
    await devtools.send('Network.enable')
    await tab.goto(`${page.origin}${page.path}`)
    await tab.locator(page.content).first().waitFor()
    // Playwright's own wait for a quiet network ends after 500 ms, before the portal's idle-time downloads begin.
    while (Date.now() - lastChange < 1_500) await tab.waitForTimeout(200)
    return transfer
  })
}

function kindOf(path: string): Kind {
  if (path.startsWith('/api/')) return 'api'
  if (path.endsWith('.js')) return 'script'
  if (path.endsWith('.css')) return 'style'
  if (path.endsWith('.woff2')) return 'font'
  return path.includes('.') ? 'other' : 'page'
}

/** Opens a page in a browser context of its own, which has no files in its cache. */
async function withPage<T>(
  browser: Browser,
  { origin, token, session }: PageToOpen,
  use: (tab: Page, devtools: CDPSession) => Promise<T>,
): Promise<T> {
  const context: BrowserContext = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
    ...(token === null
      ? {}
      : {
          storageState: {
            cookies: [
              ...[{ name: 'logedIn', value: 'true', domain: 'localhost', path: '/', expires: -1 }].map((cookie) => ({
                ...cookie,
                httpOnly: false,
                secure: false,
                sameSite: 'Lax' as const,
              })),
            ],
            origins: [{ origin, localStorage: [{ name: 'accessToken', value: token }] }],
          },
        }),
  })
  if (session !== undefined)
    await context.addCookies([{ name: 'console', value: session, url: origin, httpOnly: true, sameSite: 'Strict' }])
  try {
    // A slow machine is measured slowly; it is not a failure.
    context.setDefaultTimeout(300_000)
    const tab = await context.newPage()
    return await use(tab, await context.newCDPSession(tab))
  } finally {
    await context.close()
  }
}

/** Runs in the page before its own scripts. */
function watchContent(content: string) {
  window.contentStands = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(content)) return
      observer.disconnect()
      const scripts = performance
        .getEntriesByType('resource')
        .filter((entry) => (entry as PerformanceResourceTiming).responseEnd > 0)
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => path.endsWith('.js'))
      resolve({ content: performance.now(), scripts: [...new Set(scripts)] })
    })
    observer.observe(document, { subtree: true, childList: true })
  })
}
