import type { CDPSession, Page } from 'playwright-core'
import type { IngestDocument } from '../contract/ingest.ts'
import type { Data } from './data.ts'
import { type Finding, percentile } from './finding.ts'
import { atTheBrowser } from './page.ts'
import { say } from './say.ts'
import { type Noted, noteFrames } from './scroll-notes.ts'
import type { Settings } from './settings.ts'

/** Pixels a second: a hundred rows, faster than anybody reads; and seven hundred, as a thumb flicks on and on. */
const speeds = { quick: 4_000, flying: 28_000 }
/** Of one turn of the wheel; how far the list has come is looked at between two. */
const seconds = 5
const portalList = 'section[data-density]'
/** A page that does nothing is watched as long. */
const bareRows = 20_000

/**
 * A list scrolled by the browser's own wheel from its first row to its last, page after page from the server; and, quickly,
 * beside a page of as many plain lines that are all there, which tells what the machine can draw just now.
 */
export async function scrollToTheEnd(data: Data, { rows }: Settings): Promise<Finding[]> {
  return atTheBrowser(data, orders(rows), async (page) => {
    const bare = await scrollBare(page)
    const session = await page.context().newCDPSession(page)
    await page.goto('/orders?density=compact')
    await page.locator('tbody tr[data-index]').first().waitFor()
    await page.evaluate(noteFrames, { list: portalList, row: 'tr[data-index]', head: 37, rows })
    const before = await heapOf(session)
    const quick = await scroll(page, session, portalList, speeds.quick, 1)
    const begun = performance.now()
    const flying = await scroll(page, session, portalList, speeds.flying, Number.POSITIVE_INFINITY)
    const took = (performance.now() - begun) / 1000
    if (flying.reached < rows) throw new Error(`The list ended at row ${flying.reached} of ${rows}`)
    const after = await heapOf(session)
    const perRow = ((after - before) * 1024) / rows
    const share = (of: number, { frames }: Noted) => `${((100 * of) / frames.length).toFixed(1)} %`
    const about = (one: Noted) =>
      `half of all frames within ${percentile(one.frames, 0.5).toFixed(0)} ms, 95 in 100 within ${slow(one).toFixed(0)} ms, longest ${Math.max(...one.frames).toFixed(0)} ms, ${share(long(one), one)} over 50 ms`
    const blank = (one: Noted) => `${share(one.blank, one)} with a part not yet drawn`
    const findings: Finding[] = [
      {
        what: 'list scrolled at 100 rows/s: frames that took over 50 ms',
        measured: share(long(quick), quick),
        promise: '≤ 5 %, none with a part not yet drawn',
        kept: long(quick) <= quick.frames.length / 20 && quick.blank === 0,
        more: `list: ${about(quick)}, ${blank(quick)}; plain lines: ${about(bare)}`,
      },
      {
        what: `${rows.toLocaleString('en')} rows scrolled to the end at 700 rows/s: longest wait for rows`,
        measured: `${flying.longestWait.toFixed(0)} ms`,
        promise: '≤ 250 ms',
        kept: flying.longestWait <= 250,
        more: `${took.toFixed(0)} s, ${share(flying.waiting, flying)} of frames waited; ${about(flying)}, ${blank(flying)}`,
      },
      {
        what: 'memory that the page holds for each row scrolled past',
        measured: `${perRow.toFixed(2)} kB`,
        promise: '≤ 1 kB',
        kept: perRow <= 1,
        more: `${before.toFixed(0)} MB at first, ${after.toFixed(0)} MB at the last row`,
      },
    ]
    for (const { what, measured, more } of findings) say(`${what}: ${measured} (${more})`)
    return findings
  })
}

const slow = ({ frames }: Noted) => percentile(frames, 0.95)
const long = ({ frames }: Noted) => frames.filter((gap) => gap > 50).length

async function scrollBare(clerks: Page): Promise<Noted> {
  // A tab of its own: the portal's forbids to write a page into it.
  const page = await clerks.context().newPage()
  await page.setContent(
    `<section style="height:800px;overflow:auto">${'<p style="margin:0;height:40px">A plain line</p>'.repeat(bareRows)}</section>`,
  )
  await page.evaluate(noteFrames, { list: 'section', row: 'p', head: 0, rows: bareRows })
  const noted = await scroll(page, await page.context().newCDPSession(page), 'section', speeds.quick, 1)
  await page.close()
  return noted
}

async function scroll(page: Page, session: CDPSession, list: string, speed: number, turns: number): Promise<Noted> {
  const place = await page.locator(list).boundingBox()
  if (place === null) throw new Error('The list is not there')
  await page.evaluate(() => window.noted.begin())
  let reached = -1
  for (let turn = 0; turn < turns; turn++) {
    await session.send('Input.synthesizeScrollGesture', {
      x: place.x + place.width / 2,
      y: place.y + place.height / 2,
      yDistance: -speed * seconds,
      speed,
      gestureSourceType: 'mouse',
      preventFling: true,
    })
    const now = await page.evaluate(() => window.noted.read().reached)
    if (now === reached) break
    reached = now
  }
  return page.evaluate(() => window.noted.read())
}

/** Megabytes that the page holds, after a collection of garbage. */
async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 2 ** 20
}

function* orders(rows: number): Generator<Omit<IngestDocument, 'account'>> {
  const today = Date.now()
  for (let place = 0; place < rows; place++) {
    yield {
      type: 'orders',
      number: `SO-${100_000 + place}`,
      status: place % 3 === 0 ? 'confirmed' : 'completed',
      issueDate: new Date(today - Math.floor(place / 60) * 86_400_000).toISOString().slice(0, 10),
      customerReference: `PO-${place}`,
      currency: 'EUR',
      totals: { net: '84.03', tax: '15.97', gross: '100.00' },
    }
  }
}
