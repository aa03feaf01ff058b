import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { generate } from '#database/seed/generate.ts'
import { openBrowser } from '#e2e/harness/browser.ts'
import { serveBarePage } from './harness/bare-page.ts'
import { withPortalAccount } from './harness/browser-page.ts'
import { atMost, type Finding, median } from './harness/finding.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { type Arrival, measureTransfer, type PageToOpen, type Transfer, timeArrivals } from './harness/page-load.ts'
import { reportProgress } from './harness/progress.ts'
import type { Settings } from './harness/settings.ts'

/** Times the bare React page's. */
const promised = { firstPaint: 1.5, content: 2, secondVisit: 0.75 }
/** Bytes: scripts and styles after brotli, response headers as they are. */
const promisedBytes = { signedOut: 85_000, firstList: 130_000, scriptsBeforeRows: 90_000, assetHeaders: 300 }

const webFolder = join(import.meta.dirname, '../dist/web')
const rows = 'tbody tr[data-index] a'

/**
 * What the first seconds on a slow phone take: bytes, the first paint and the content of four pages with an empty
 * cache, each in turn with a bare React page; and a list on a second visit.
 */
export async function firstLoad(data: MeasuredDatabase, { rounds }: Settings): Promise<Finding[]> {
  const documents = [...generate({ size: 'S', today: new Date().toISOString().slice(0, 10) })]
  const sent = documents.map(({ account: _, ...document }) => document)
  const order = sent.find(({ type }) => type === 'orders')?.number ?? ''
  return withPortalAccount(data, sent, async ({ portal, add }) => {
    const person = { email: 'clerk@bench.example', password: 'a passphrase for one benchmark' }
    await add(person)
    const address = `http://localhost:${portal.port}`
    const bare = await serveBarePage(portal.port)
    const browser = await openBrowser({ complete: true })
    // Tokens live ten minutes: each visit has its own.
    const page = async (path: string, content: string, signedIn = true): Promise<PageToOpen> => {
      const token = signedIn ? await signIn(address, person) : null
      return { origin: address, path, token, content }
    }
    const pages = {
      'sign-in': () => page('/', 'input[type=password]', false),
      dashboard: () => page('/dashboard', 'main section a, main article a'),
      'orders list': () => page('/orders', rows),
      'one order': () => page(`/orders/${order}`, 'main article table a, main article h1'),
    }
    const barePage = async () => ({ ...(await page('/', 'tbody tr')), origin: bare.origin })
    try {
      const findings = await findBytes(browser, pages, barePage)
      findings.push(...(await findTimes(browser, pages, barePage, rounds)))
      for (const { what, measured, more } of findings) reportProgress(`${what}: ${measured} (${more})`)
      return findings
    } finally {
      await browser.close()
      bare.close()
    }
  })
}

/** The access token of a sign-in that is remembered. */
async function signIn(address: string, person: { email: string; password: string }): Promise<string> {
  const reply = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, remember: true }),
  })
  if (!reply.ok) throw new Error(`The sign-in was answered with ${reply.status}`)
  return (await reply.json()) as string
}

type Pages = Readonly<Record<'sign-in' | 'dashboard' | 'orders list' | 'one order', () => Promise<PageToOpen>>>

async function findBytes(browser: Browser, pages: Pages, barePage: () => Promise<PageToOpen>): Promise<Finding[]> {
  const findings: Finding[] = []
  let assetHeaders = 0
  for (const [name, open] of Object.entries({ ...pages, 'bare React page': barePage })) {
    const transfer = await measureTransfer(browser, await open())
    findings.push({ what: `${name}: transferred`, ...describe(transfer) })
    if (name === 'sign-in')
      findings.push(codeWithin(`${name}: scripts and styles`, transfer.code, promisedBytes.signedOut))
    if (name === 'orders list')
      findings.push(codeWithin(`${name}: scripts and styles`, transfer.code, promisedBytes.firstList))
    if (open !== barePage) assetHeaders = Math.max(assetHeaders, transfer.assetHeaders)
  }
  findings.push(bytesWithin('response headers of an asset, at most', assetHeaders, promisedBytes.assetHeaders, ''))
  return findings
}

function describe({ requests, bytes }: Transfer): Pick<Finding, 'measured' | 'more'> {
  const total = Object.values(bytes).reduce((sum, size) => sum + size, 0)
  const parts = Object.entries(bytes).map(([kind, size]) => `${kind} ${kilobytes(size)}`)
  return { measured: `${requests} requests, ${kilobytes(total)} kB`, more: `with headers, kB: ${parts.join(', ')}` }
}

async function findTimes(
  browser: Browser,
  pages: Pages,
  barePage: () => Promise<PageToOpen>,
  rounds: number,
): Promise<Finding[]> {
  const bareTimes: Arrival[] = []
  const times = new Map<string, Arrival[]>(Object.keys(pages).map((name) => [name, []]))
  const secondVisits: number[] = []
  for (let round = -1; round < rounds; round++) {
    for (const [name, open] of Object.entries(pages)) {
      const [bare] = await timeArrivals(browser, await barePage())
      const [first, second] = await timeArrivals(browser, await open(), name === 'orders list')
      // The first round warms the browser and the server up.
      if (round < 0 || !bare || !first) continue
      bareTimes.push(bare)
      times.get(name)?.push(first)
      if (second) secondVisits.push(second.content / first.content)
    }
  }
  const findings: Finding[] = []
  for (const [name, arrivals] of times) {
    findings.push(besideBare(`${name}: first paint`, arrivals, bareTimes, 'firstPaint'))
    findings.push(besideBare(`${name}: content`, arrivals, bareTimes, 'content'))
  }
  const lists = times.get('orders list') ?? []
  const scripts = [...new Set(lists.flatMap((arrival) => arrival.scripts))]
  findings.push(codeWithin('orders list: scripts before the rows', scripts, promisedBytes.scriptsBeforeRows))
  findings.push(
    atMost(
      'orders list on a second visit, of the first',
      median(secondVisits),
      promised.secondVisit,
      spread(secondVisits, 2),
    ),
  )
  return findings
}

/** A time of a page beside the same of the bare page, in the same rounds. */
function besideBare(
  what: string,
  arrivals: readonly Arrival[],
  bareArrivals: readonly Arrival[],
  moment: 'firstPaint' | 'content',
): Finding {
  const [times, bareTimes] = [arrivals, bareArrivals].map((list) => list.map((arrival) => arrival[moment]))
  const ratio = median(times ?? []) / median(bareTimes ?? [])
  const more = `${spread(times ?? [])} ms, bare ${spread(bareTimes ?? [])} ms`
  return atMost(`${what}, slow phone, of a bare React page`, ratio, promised[moment], more)
}

/** The median and, in brackets, the smallest and the largest. */
function spread(values: readonly number[], digits = 0): string {
  const [middle, least, most] = [median(values), Math.min(...values), Math.max(...values)]
  return `${middle.toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1)

/** The size after brotli of scripts and styles, by their paths. */
function codeWithin(what: string, paths: readonly string[], most: number): Finding {
  const sizes = [...new Set(paths)].map((path) => ({ path, size: statSync(join(webFolder, `${path}.br`)).size }))
  const total = sizes.reduce((sum, { size }) => sum + size, 0)
  const largest = sizes.toSorted((a, b) => b.size - a.size).slice(0, 6)
  const more = largest.map(({ path, size }) => `${path.replace(/^.*\/|-[\w-]{8}(?=\.)/g, '')} ${size}`)
  return bytesWithin(what, total, most, more.join(', '))
}

function bytesWithin(what: string, bytes: number, most: number, more: string): Finding {
  return { what, measured: `${bytes} bytes`, promise: `≤ ${most} bytes`, kept: bytes <= most, more }
}
