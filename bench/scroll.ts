import type { CDPSession, Page } from 'playwright-core'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { withBrowserPage } from './harness/browser-page.ts'
import { type Finding, percentile } from './harness/finding.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { reportProgress } from './harness/progress.ts'
import { type FrameStats, recordFrames } from './harness/scroll-stats.ts'
import type { Settings } from './harness/settings.ts'

/**
 * Pixels per second: a hundred rows, faster than anybody reads; and seven hundred, as repeated flicks of a thumb do.
 */
const speeds = { quick: 4_000, flying: 28_000 }
/** Seconds of one turn of the wheel; the list's position is checked between turns. */
const seconds = 5
const portalList = 'section[data-density]'
/** A page without any code is watched for the same time. */
const bareRows = 20_000

/**
 * Scrolls a list by the browser's own wheel from its first row to its last, page after page from the server. Its quick
 * scroll is compared with a plain page of many lines, which shows what the machine can draw at present.
 */
export async function scrollToEnd(data: MeasuredDatabase, { rows }: Settings): Promise<Finding[]> {
  return withBrowserPage(data, orders(rows), async (page) => {
    const bare = await scrollBare(page)
    const session = await page.context().newCDPSession(page)
    await page.goto('/orders?density=compact')
    await page.locator('tbody tr[data-index]').first().waitFor()
    await page.evaluate(recordFrames, { list: portalList, row: 'tr[data-index]', head: 37, rows })
    const before = await heapOf(session)
    const quick = await scroll(page, session, portalList, speeds.quick, 1)
    const startedAt = performance.now()
    const flying = await scroll(page, session, portalList, speeds.flying, Number.POSITIVE_INFINITY)
    const took = (performance.now() - startedAt) / 1000
    if (flying.reached < rows) throw new Error(`The list ended at row ${flying.reached} of ${rows}`)
    const after = await heapOf(session)
    const perRow = ((after - before) * 1024) / rows
    const share = (count: number, { frames }: FrameStats) => `${((100 * count) / frames.length).toFixed(1)} %`
    const describe = (stats: FrameStats) =>
      `half of all frames within ${percentile(stats.frames, 0.5).toFixed(0)} ms, 95 in 100 within ${slowFrame(stats).toFixed(0)} ms, longest ${Math.max(...stats.frames).toFixed(0)} ms, ${share(longFrames(stats), stats)} over 50 ms`
    const describeBlank = (stats: FrameStats) => `${share(stats.blank, stats)} with a part not yet drawn`
    const findings: Finding[] = [
      {
        what: 'list scrolled at 100 rows/s: frames that took over 50 ms',
        measured: share(longFrames(quick), quick),
        promise: '≤ 5 %, none with a part not yet drawn',
        kept: longFrames(quick) <= quick.frames.length / 20 && quick.blank === 0,
        more: `list: ${describe(quick)}, ${describeBlank(quick)}; plain lines: ${describe(bare)}`,
      },
      {
        what: `${rows.toLocaleString('en')} rows scrolled to the end at 700 rows/s: longest wait for rows`,
        measured: `${flying.longestWait.toFixed(0)} ms`,
        promise: '≤ 250 ms',
        kept: flying.longestWait <= 250,
        more: `${took.toFixed(0)} s, ${share(flying.waiting, flying)} of frames waited; ${describe(flying)}, ${describeBlank(flying)}`,
      },
      {
        what: 'memory that the page holds for each row scrolled past',
        measured: `${perRow.toFixed(2)} kB`,
        promise: '≤ 1 kB',
        kept: perRow <= 1,
        more: `${before.toFixed(0)} MB at first, ${after.toFixed(0)} MB at the last row`,
      },
    ]
    for (const { what, measured, more } of findings) reportProgress(`${what}: ${measured} (${more})`)
    return findings
  })
}

const slowFrame = ({ frames }: FrameStats) => percentile(frames, 0.95)
const longFrames = ({ frames }: FrameStats) => frames.filter((gap) => gap > 50).length

async function scrollBare(clerkPage: Page): Promise<FrameStats> {
  // In its own tab: the portal's content security policy forbids writing into its page.
  const page = await clerkPage.context().newPage()
  await page.setContent(
    `<section style="height:800px;overflow:auto">${'<p style="margin:0;height:40px">A plain line</p>'.repeat(bareRows)}</section>`,
  )
  await page.evaluate(recordFrames, { list: 'section', row: 'p', head: 0, rows: bareRows })
  const stats = await scroll(page, await page.context().newCDPSession(page), 'section', speeds.quick, 1)
  await page.close()
  return stats
}

async function scroll(
  page: Page,
  session: CDPSession,
  list: string,
  speed: number,
  turns: number,
): Promise<FrameStats> {
  const box = await page.locator(list).boundingBox()
  if (box === null) throw new Error('The list is not there')
  await page.evaluate(() => window.noted.begin())
  let reached = -1
  for (let turn = 0; turn < turns; turn++) {
    await session.send('Input.synthesizeScrollGesture', {
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      yDistance: -speed * seconds,
      speed,
      gestureSourceType: 'mouse',
      preventFling: true,
    })
    const current = await page.evaluate(() => window.noted.read().reached)
    if (current === reached) break
    reached = current
  }
  return page.evaluate(() => window.noted.read())
}

/** Megabytes of the page's heap, after a garbage collection. */
async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 2 ** 20
}

function* orders(rows: number): Generator<Omit<IngestDocument, 'account'>> {
  const today = Date.now()
  for (let index = 0; index < rows; index++) {
    yield {
      type: 'orders',
      number: `SO-${100_000 + index}`,
      status: index % 3 === 0 ? 'confirmed' : 'completed',
      issueDate: new Date(today - Math.floor(index / 60) * 86_400_000).toISOString().slice(0, 10),
      customerReference: `PO-${index}`,
      currency: 'EUR',
      totals: { net: '84.03', tax: '15.97', gross: '100.00' },
    }
  }
}
