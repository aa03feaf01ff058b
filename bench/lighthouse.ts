import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { findChromium } from '../checks/chromium.ts'
import { freePort } from '../database/ports.ts'
import { generate } from '../database/seed/generate.ts'
import type { Data } from './data.ts'
import { type Finding, median } from './finding.ts'
import { accountWith } from './page.ts'
import { say } from './say.ts'
import type { Settings } from './settings.ts'

const run = promisify(execFile)

/**
 * 114 packages and 176 MB, for a figure that is wanted once in a while: it is fetched by `npx` when somebody asks for it,
 * and needs the internet then.
 */
const lighthousePackage = 'lighthouse@13.5.0'
const least = { desktop: { performance: 99, others: 100 }, mobile: { performance: 95, others: 100 } }
const categories = ['performance', 'accessibility', 'best-practices'] as const

type Scores = Record<(typeof categories)[number], number> & { figures: string; speed: number }

/** What Lighthouse says of the sign-in, the dashboard and a list: as a desktop and as a slow phone. */
export async function lighthouse(data: Data, { rounds }: Settings): Promise<Finding[]> {
  const documents = [...generate({ size: 'S', today: new Date().toISOString().slice(0, 10) })]
  const sent = documents.map(({ account: _, ...document }) => document)
  return accountWith(data, sent, async ({ portal, add }) => {
    const person = { email: 'clerk@bench.example', password: 'a passphrase for one benchmark' }
    await add(person)
    const port = await freePort()
    const folder = mkdtempSync(join(tmpdir(), 'portal-lighthouse-'))
    const browser = await chromium.launchPersistentContext(folder, {
      executablePath: findChromium() ?? '',
      baseURL: `http://localhost:${portal.port}`,
      args: [`--remote-debugging-port=${port}`, '--disable-gpu', '--no-sandbox'],
    })
    const ask = async (path: string, keep: boolean) => {
      const found: Finding[] = []
      for (const device of ['desktop', 'mobile'] as const) {
        const all: Scores[] = []
        for (let round = 0; round < rounds; round++)
          all.push(await scoresOf({ url: `http://localhost:${portal.port}${path}`, port, device, keep }))
        found.push(findingOf(path, device, all))
      }
      return found
    }
    try {
      const stranger = await ask('/', false)
      const page = await browser.newPage()
      await page.goto('/')
      await page.locator('input[type=email]').fill(person.email)
      await page.locator('input[type=password]').fill(person.password)
      await page.locator('button[type=submit]').click()
      await page.locator('nav a[href="/orders"]').first().waitFor()
      await page.close()
      return [...stranger, ...(await ask('/dashboard', true)), ...(await ask('/orders', true))]
    } finally {
      await browser.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

type Asked = { url: string; port: number; device: 'desktop' | 'mobile'; keep: boolean }

async function scoresOf({ url, port, device, keep }: Asked): Promise<Scores> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-lighthouse-'))
  const file = join(folder, 'report.json')
  try {
    const wanted = [`--port=${port}`, `--only-categories=${categories.join(',')}`, '--output=json', '--quiet']
    const more = [...(device === 'desktop' ? ['--preset=desktop'] : []), ...(keep ? ['--disable-storage-reset'] : [])]
    const ask = () => run('npx', ['--yes', lighthousePackage, url, ...wanted, ...more, `--output-path=${file}`])
    // Now and then it misses the beginning of a page, and asks to be run again.
    await ask().catch(ask)
    const report = JSON.parse(readFileSync(file, 'utf8'))
    const of = (name: string) => Math.round(report.categories[name].score * 100)
    const figure = (name: string) => report.audits[name].displayValue
    return {
      performance: of('performance'),
      accessibility: of('accessibility'),
      'best-practices': of('best-practices'),
      speed: report.environment.benchmarkIndex,
      figures: `first paint ${figure('first-contentful-paint')}, largest ${figure('largest-contentful-paint')}, blocked ${figure('total-blocking-time')}, moved ${figure('cumulative-layout-shift')}`,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function findingOf(path: string, device: 'desktop' | 'mobile', all: readonly Scores[]): Finding {
  const promise = least[device]
  const middle = Object.fromEntries(categories.map((name) => [name, median(all.map((one) => one[name]))]))
  const { performance = 0, accessibility = 0, 'best-practices': practices = 0 } = middle
  const shown = all.find((one) => one.performance === performance)
  const finding = {
    what: `Lighthouse, ${path} as a ${device === 'mobile' ? 'slow phone' : 'desktop'}: performance, accessibility, best practices`,
    measured: `${performance}, ${accessibility}, ${practices}`,
    promise: `≥ ${promise.performance}, ${promise.others}, ${promise.others}`,
    kept: performance >= promise.performance && accessibility >= promise.others && practices >= promise.others,
    more: `${shown?.figures}; speed of the machine as Lighthouse takes it ${shown?.speed}`,
  }
  say(`${finding.what}: ${finding.measured} (${finding.more})`)
  return finding
}
