import type { Page } from 'playwright-core'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { withBrowserPage } from './harness/browser-page.ts'
import { type Finding, median } from './harness/finding.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { reportProgress } from './harness/progress.ts'
import type { Settings } from './harness/settings.ts'

const lines = 5000

/**
 * Opens an order of 5,000 lines in the browser from its address and from the list; measures until its lines are
 * readable.
 */
export async function longOrder(data: MeasuredDatabase, { rounds }: Settings): Promise<Finding[]> {
  const order: Omit<IngestDocument, 'account'> = {
    type: 'orders',
    number: 'SO-LONG',
    status: 'confirmed',
    issueDate: new Date().toISOString().slice(0, 10),
    currency: 'EUR',
    totals: { gross: (lines * 4.5).toFixed(2) },
    lines: Array.from({ length: lines }, (_, index) => ({
      line: String(index + 1),
      sku: `SKU-${index}`,
      name: `Part number ${index} of many, galvanised`,
      quantity: '3',
      unit: 'EA',
      unitPrice: '1.50',
      amount: '4.50',
    })),
  }
  return withBrowserPage(data, [order], async (page) => {
    const scratch: number[] = []
    const fromList: number[] = []
    for (let round = -1; round < rounds; round++) {
      const [whole, click] = [await openFromScratch(page), await openFromList(page)]
      // The first round fills the caches of browser and server, as the first person of a morning does.
      if (round >= 0) {
        scratch.push(whole)
        fromList.push(click)
      }
    }
    const { wire, whole } = await sizeOf(page)
    const finding = {
      what: `an order of ${lines.toLocaleString('en')} lines in the browser, from its address`,
      measured: `${(median(scratch) / 1000).toFixed(2)} s`,
      promise: '< 1 s',
      kept: median(scratch) < 1000,
      more: `slowest ${(Math.max(...scratch) / 1000).toFixed(2)} s; from the list ${(median(fromList) / 1000).toFixed(2)} s; ${wire} kB on the wire, ${whole} kB unpacked`,
    }
    reportProgress(`long order: ${finding.measured} (${finding.more})`)
    return [finding]
  })
}

/** Looked for in every frame: the driver's own waiting looks again only after half a second. */
const firstLineStands = (page: Page) =>
  page.waitForFunction(() => document.querySelector('a[href="/itemTracker/SKU-0"]') !== null, undefined, {
    polling: 'raf',
  })

async function openFromScratch(page: Page): Promise<number> {
  const startedAt = performance.now()
  await page.goto('/orders/SO-LONG', { waitUntil: 'commit' })
  await firstLineStands(page)
  return performance.now() - startedAt
}

async function openFromList(page: Page): Promise<number> {
  await page.goto('/orders')
  const link = page.locator('tbody tr[data-index] a', { hasText: 'SO-LONG' })
  await link.waitFor()
  const startedAt = performance.now()
  await link.click()
  await firstLineStands(page)
  return performance.now() - startedAt
}

/** Kilobytes of the detail in the response, compressed and uncompressed. */
async function sizeOf(page: Page): Promise<{ wire: number; whole: number }> {
  await openFromScratch(page)
  return page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const detail = entries.find(({ name }) => name.endsWith('/orders/SO-LONG'))
    const kilobytes = (bytes: number | undefined) => Math.round((bytes ?? 0) / 1024)
    return { wire: kilobytes(detail?.transferSize), whole: kilobytes(detail?.decodedBodySize) }
  })
}
