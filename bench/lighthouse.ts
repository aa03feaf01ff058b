import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { findChromium } from '#checks/chromium.ts'
import { freePort } from '#database/embedded/ports.ts'
import { generate } from '#database/seed/generate.ts'
import { withPortalAccount } from './harness/browser-page.ts'
import { type Finding, median } from './harness/finding.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { reportProgress } from './harness/progress.ts'
import type { Settings } from './harness/settings.ts'

const run = promisify(execFile)

/**
 * 114 packages and 176 MB, needed only now and then: `npx` fetches it when this benchmark is named, which needs the
 * internet.
 */
const lighthousePackage = 'lighthouse@13.5.0'
const thresholds = { desktop: { performance: 99, others: 100 }, mobile: { performance: 98, others: 100 } }
const categories = ['performance', 'accessibility', 'best-practices'] as const

type Scores = Record<(typeof categories)[number], number> & { figures: string; speed: number }

/** Lighthouse's scores of the sign-in, the dashboard, a list, an order and a search: as a desktop and as a slow phone. */
export async function lighthouse(data: MeasuredDatabase, { rounds }: Settings): Promise<Finding[]> {
  const documents = [...generate({ size: 'S', today: new Date().toISOString().slice(0, 10) })]
  const sent = documents.map(({ account: _, ...document }) => document)
  return withPortalAccount(data, sent, async ({ portal, add }) => {
    const person = { email: 'clerk@bench.example', password: 'a passphrase for one benchmark' }
    await add(person)
    const port = await freePort()
    const folder = mkdtempSync(join(tmpdir(), 'portal-lighthouse-'))
    const browser = await chromium.launchPersistentContext(folder, {
      executablePath: findChromium() ?? '',
      baseURL: `http://localhost:${portal.port}`,
      args: [`--remote-debugging-port=${port}`, '--disable-gpu', '--no-sandbox'],
    })
    const measurePath = async (path: string, keep: boolean) => {
      const findings: Finding[] = []
      for (const device of ['desktop', 'mobile'] as const) {
        const scores: Scores[] = []
        for (let round = 0; round < rounds; round++)
          scores.push(await scoresOf({ url: `http://localhost:${portal.port}${path}`, port, device, keep }))
        findings.push(findingOf(path, device, scores))
      }
      return findings
    }
    try {
      const stranger = await measurePath('/', false)
      const page = await browser.newPage()
      await page.goto('/')
      await page.locator('input[type=email]').fill(person.email)
      await page.locator('input[type=password]').fill(person.password)
      await page.locator('button[type=submit]').click()
      await page.locator('nav a[href="/orders"]').first().waitFor()
      await page.close()
      const order = documents.find(({ type }) => type === 'orders')?.number ?? ''
      const findings = [...stranger]
      for (const path of ['/dashboard', '/orders', `/orders/${order}`, '/masterSearch/bearing'])
        findings.push(...(await measurePath(path, true)))
      return findings
    } finally {
      await browser.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

type LighthouseRun = { url: string; port: number; device: 'desktop' | 'mobile'; keep: boolean }

async function scoresOf({ url, port, device, keep }: LighthouseRun): Promise<Scores> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-lighthouse-'))
  const file = join(folder, 'report.json')
  try {
    const options = [`--port=${port}`, `--only-categories=${categories.join(',')}`, '--output=json', '--quiet']
    const extraOptions = [
      ...(device === 'desktop' ? ['--preset=desktop'] : []),
      ...(keep ? ['--disable-storage-reset'] : []),
    ]
    const runLighthouse = () =>
      run('npx', ['--yes', lighthousePackage, url, ...options, ...extraOptions, `--output-path=${file}`])
    // Lighthouse sometimes misses the start of a page and asks to be run again.
    await runLighthouse().catch(runLighthouse)
    const report = JSON.parse(readFileSync(file, 'utf8'))
    const score = (name: string) => Math.round(report.categories[name].score * 100)
    const figure = (name: string) => report.audits[name].displayValue
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      speed: report.environment.benchmarkIndex,
      figures: `first paint ${figure('first-contentful-paint')}, largest ${figure('largest-contentful-paint')}, blocked ${figure('total-blocking-time')}, moved ${figure('cumulative-layout-shift')}`,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function findingOf(path: string, device: 'desktop' | 'mobile', scores: readonly Scores[]): Finding {
  const promise = thresholds[device]
  const medians = Object.fromEntries(categories.map((name) => [name, median(scores.map((entry) => entry[name]))]))
  const { performance = 0, accessibility = 0, 'best-practices': practices = 0 } = medians
  const typical = scores.find((entry) => entry.performance === performance)
  const finding = {
    what: `Lighthouse, ${path} as a ${device === 'mobile' ? 'slow phone' : 'desktop'}: performance, accessibility, best practices`,
    measured: `${performance}, ${accessibility}, ${practices}`,
    promise: `≥ ${promise.performance}, ${promise.others}, ${promise.others}`,
    kept: performance >= promise.performance && accessibility >= promise.others && practices >= promise.others,
    more: `${typical?.figures}; speed of the machine as Lighthouse takes it ${typical?.speed}`,
  }
  reportProgress(`${finding.what}: ${finding.measured} (${finding.more})`)
  return finding
}
