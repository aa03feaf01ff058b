import type { CDPSession, Page } from 'playwright-core'
import { generate } from '#database/seed/generate.ts'
import { withBrowserPage } from './harness/browser-page.ts'
import { type Finding, median, within } from './harness/finding.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { reportProgress } from './harness/progress.ts'
import type { Settings } from './harness/settings.ts'

/** Slows the processor down by this factor, to that of a phone or an old notebook. */
const cpuSlowdown = 4
const promisedMs = 100
/** Milliseconds until a list opened from its address has its rows, with the scripts in the browser's cache. */
const promisedArrivalMs = 500

type Action = { what: string; act: (page: Page) => Promise<unknown>; before?: (page: Page) => Promise<unknown> }
type Interaction = { id: number; duration: number }
declare global {
  interface Window {
    /** Set by `watchInteractions`. */
    interactions: Interaction[]
    /** Set by `watchArrival`: milliseconds from the start of the page. */
    arrival: { frame?: number; rows?: number }
  }
}

const menu = (page: Page, to: string) => page.locator(`nav a[href="${to}"]`).first()
const row = (page: Page) => page.locator('tbody tr[data-index] a').nth(1)
const dialog = (page: Page) => page.getByRole('dialog').waitFor()
const openList = async (page: Page) => {
  await menu(page, '/orders').click()
  await row(page).waitFor()
}
const openAppearance = async (page: Page) => {
  await page.getByRole('button', { name: 'Change the appearance' }).click()
  await dialog(page)
}
const pressEscape = (page: Page) => page.keyboard.press('Escape')

/** In the order in which a clerk does them, each from the page that the one before led to. */
const actions: readonly Action[] = [
  { what: 'open a list from the menu', act: openList },
  { what: 'open a document from its row', act: (page) => row(page).click() },
  { what: 'sort a column', before: openList, act: (page) => page.locator('main th button').first().click() },
  { what: 'open the bell', act: (page) => page.getByRole('button', { name: /^Notifications/ }).click() },
  {
    what: 'open the drawer of filters',
    before: pressEscape,
    act: async (page) => {
      await page
        .getByRole('button', { name: /filters/i })
        .first()
        .click()
      await dialog(page)
    },
  },
  { what: 'open the drawer of looks', before: pressEscape, act: openAppearance },
  { what: 'choose the dark look', act: (page) => page.getByRole('radio', { name: 'Dark' }).check() },
  { what: 'choose the light look', act: (page) => page.getByRole('radio', { name: 'Light' }).check() },
  { what: 'close the drawer', act: pressEscape },
  {
    what: 'type in the search',
    act: (page) => page.getByRole('combobox').first().pressSequentially('bear', { delay: 150 }),
  },
  { what: 'open the dashboard', before: pressEscape, act: (page) => menu(page, '/dashboard').click() },
]

/**
 * Measures on a slow device how long a page takes to react to a click or key, and until another page with cached data
 * is shown.
 */
export async function interactions(data: MeasuredDatabase, { rounds }: Settings): Promise<Finding[]> {
  const documents = [...generate({ size: 'S', today: new Date().toISOString().slice(0, 10) })]
  return withBrowserPage(
    data,
    documents.map(({ account: _, ...document }) => document),
    async (page) => {
      await page.addInitScript(watchInteractions)
      await page.goto('/dashboard')
      await page.locator('main h1').waitFor()
      const device = await page.context().newCDPSession(page)
      const times = new Map<string, number[]>(actions.map(({ what }) => [what, []]))
      const changes: number[] = []
      for (let round = -1; round < rounds; round++) {
        for (const action of actions) {
          const milliseconds = await timeToPaint(page, device, action)
          // The first round loads what later ones have in the cache.
          if (round >= 0) times.get(action.what)?.push(milliseconds)
        }
        if (round >= 0) changes.push(await timeToContent(page, '/orders'), await timeToContent(page, '/dashboard'))
      }
      const findings = [...times].map(([what, durations]) =>
        within(
          `${what}: input to paint at ${cpuSlowdown} × slowed CPU`,
          median(durations),
          promisedMs,
          `slowest of ${durations.length}: ${Math.max(...durations)} ms`,
        ),
      )
      findings.push(
        within(
          'another page whose data is at hand, until it stands',
          median(changes),
          promisedMs,
          `${Math.round(Math.max(...changes))} ms at most`,
        ),
      )
      findings.push(await openFromAddress(page, rounds))
      for (const { what, measured } of findings) reportProgress(`${what}: ${measured}`)
      return findings
    },
  )
}

/** Milliseconds from the slowest click or key of an action to the next paint. */
async function timeToPaint(page: Page, device: CDPSession, { before, act }: Action): Promise<number> {
  await before?.(page)
  await waitUntilIdle(page)
  await device.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.evaluate(() => window.interactions.splice(0))
  await act(page)
  await waitUntilIdle(page)
  await device.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const seen = await page.evaluate(() => window.interactions)
  // The browser reports none that is shorter than this.
  return Math.max(16, ...seen.map(({ duration }) => duration))
}

/** Milliseconds from a click in the menu until the heading and the address are those of the new page. */
function timeToContent(page: Page, path: string): Promise<number> {
  return page.evaluate(async (to) => {
    const heading = () => document.querySelector('main h1')?.firstChild?.textContent
    const [old, startedAt] = [heading(), performance.now()]
    document.querySelector<HTMLAnchorElement>(`nav a[href="${to}"]`)?.click()
    while (heading() === old || document.querySelector('main .skeleton')) await new Promise(requestAnimationFrame)
    return performance.now() - startedAt
  }, path)
}

/** Opens a list from its address; measures the time until its frame and until its rows are in the page. */
async function openFromAddress(page: Page, rounds: number): Promise<Finding> {
  await page.addInitScript(watchArrival)
  const arrivals: Required<Window['arrival']>[] = []
  for (let round = -1; round < rounds; round++) {
    await page.goto('/orders')
    await row(page).waitFor()
    const { frame = Number.NaN, rows = Number.NaN } = await page.evaluate(() => window.arrival)
    if (round >= 0) arrivals.push({ frame, rows })
  }
  const rows = arrivals.map((arrival) => arrival.rows)
  const frame = Math.round(median(arrivals.map((arrival) => arrival.frame)))
  const more = `slowest of ${rows.length}: ${Math.round(Math.max(...rows))} ms; its frame after ${frame} ms`
  return within('a list from its address, until its rows stand', median(rows), promisedArrivalMs, more)
}

function watchArrival() {
  const arrival: Window['arrival'] = {}
  window.arrival = arrival
  new MutationObserver(() => {
    if (document.querySelector('header')) arrival.frame ??= performance.now()
    if (document.querySelector('tbody tr[data-index] a')) arrival.rows ??= performance.now()
  }).observe(document, { subtree: true, childList: true })
}

/** Waits until the page has been idle for half a second. */
async function waitUntilIdle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let idleFrames = 0
        let last = performance.now()
        const checkFrame = () => {
          const now = performance.now()
          idleFrames = now - last < 40 ? idleFrames + 1 : 0
          last = now
          if (idleFrames > 30) resolve()
          else requestAnimationFrame(checkFrame)
        }
        requestAnimationFrame(checkFrame)
        setTimeout(resolve, 3_000)
      }),
  )
}

function watchInteractions() {
  const seen: Interaction[] = []
  window.interactions = seen
  new PerformanceObserver((entries) => {
    for (const { interactionId, duration } of entries.getEntries() as PerformanceEventTiming[])
      if (interactionId) seen.push({ id: interactionId, duration })
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}
