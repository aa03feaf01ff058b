import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core'
import { afterEach, expect, vi } from 'vitest'
import { login, signedInCookie } from '#contract/auth/sign-in.ts'
import { waitForLayout } from './page-layout.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export type Visitor = {
  page: Page
  /** Signs in on the current page; `stays` ticks the box to stay signed in. */
  signIn: (email: string, password: string, stays?: 'stays') => Promise<void>
  /**
   * Opens a page as somebody who has just signed in, as in a second tab. Without the form, which takes as long as two
   * pages; tests of signing in use the form.
   */
  openSignedIn: (path: string, email: string, password: string) => Promise<void>
  /**
   * Fails when the page breaks an accessibility rule, or one of the chosen rules; `where` names the page in the
   * message.
   */
  checkAccessibility: (where: string, rules?: keyof typeof ruleSets) => Promise<void>
  /**
   * Waits until nothing has been loading for half a second, or `idleMs` milliseconds; ignores the stream of changes.
   */
  settled: (idleMs?: number) => Promise<void>
  /** The browser's error messages since the last call, without those that match `expected`. */
  consoleErrors: (expected?: RegExp) => string[]
  leave: () => Promise<void>
}

declare global {
  interface Window {
    /** Defined by `checkAccessibility`. */
    axe: typeof import('axe-core')
  }
}

const ruleSets = {
  all: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  /** The rules that a theme can affect. */
  colours: { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] },
  /** The rules that a text direction can affect. */
  layout: { type: 'rule' as const, values: ['target-size', 'scrollable-region-focusable'] },
}

/** The pages that are open, with the answers of the server that refused something, oldest first. */
const openPages = new Map<Page, string[]>()

/** Prints what a failed test has on its screens: whoever reads the report cannot look at them. */
export function reportScreensOfFailures(): void {
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    for (const [page, refusals] of openPages) {
      const text = await page.locator('body').ariaSnapshot({ timeout: 2_000 }).catch(String)
      console.info([`On the screen: ${page.url()}`, text.slice(0, 3_000), ...refusals.slice(-20)].join('\n'))
    }
  })
}

/** What each context begins with: no motion, which is drawn without a graphics card, and nothing kept for later. */
const standardOptions = { locale: 'en-GB', reducedMotion: 'reduce', serviceWorkers: 'block' } as const

/** A person with a browser context of their own, which shares nothing with others. */
export async function visit(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: address, ...standardOptions, ...options })
  // Loopback counts as encrypted; on plain HTTP in a network a browser does not have it.
  await context.addInitScript(() => {
    // The browser shows PDFs with a page of its own, which needs it.
    if (location.protocol !== 'chrome-extension:') Reflect.deleteProperty(Crypto.prototype, 'randomUUID')
  })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const errors: string[] = []
  const refusals: string[] = []
  openPages.set(page, refusals)
  page.on('close', () => openPages.delete(page))
  page.on('response', (response) => {
    if (response.status() >= 400) refusals.push(`${response.status()} ${response.request().method()} ${response.url()}`)
  })
  const pendingRequests = new Set<Request>()
  page.on('request', (request) => {
    if (!/\/api\/(console\/)?live$/.test(request.url())) pendingRequests.add(request)
  })
  page.on('requestfinished', (request) => pendingRequests.delete(request))
  page.on('requestfailed', (request) => pendingRequests.delete(request))
  // The browser may never report the end of requests that a page had under way when the next page replaced it.
  page.on('response', (response) => {
    const request = response.request()
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return
    pendingRequests.clear()
    pendingRequests.add(request)
  })
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  const settled: Visitor['settled'] = async (idleMs = 480) => {
    let idleChecks = 0
    const isIdle = () => {
      idleChecks = pendingRequests.size === 0 ? idleChecks + 1 : 0
      return idleChecks > 6
    }
    await vi.waitUntil(isIdle, { interval: idleMs / 6, timeout: 15_000 })
  }
  return {
    page,
    signIn: async (email, password, stays) => {
      if (stays) await page.getByLabel('Keep me signed in').check()
      await page.getByLabel('E-mail').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('heading', { level: 1 }).and(page.getByText('Sign in')).waitFor({ state: 'detached' })
    },
    openSignedIn: async (path, email, password) => {
      const reply = await context.request.post(`/api${login.path}`, {
        headers: { origin: address },
        data: { email, password },
      })
      expect(reply.status(), await reply.text()).toBe(200)
      await context.addCookies([{ name: signedInCookie, value: 'true', url: address }])
      await page.goto(path)
      await page.locator('#main').waitFor()
    },
    checkAccessibility: (where, rules = 'all') =>
      // Elements that are still fading in do not have their final colours yet.
      vi.waitFor(async () => expect(await violations(page, rules), where).toEqual([]), {
        // A busy machine takes seconds for one check.
        timeout: 20_000,
        interval: 250,
      }),
    settled,
    consoleErrors: (expected) => errors.splice(0).filter((error) => !expected?.test(error)),
    leave: async () => {
      // Closing a page while it reloads may never finish.
      await settled(120).catch(() => undefined)
      await context.close()
    },
  }
}

/** The broken accessibility rules, with the elements that break them. */
async function violations(page: Page, rules: keyof typeof ruleSets): Promise<string[]> {
  await waitForLayout(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(async (ruleSet) => {
    const { violations: broken } = await window.axe.run(document, {
      runOnly: ruleSet,
      // Otherwise axe would also collect all nodes of the rules that pass.
      resultTypes: ['violations'],
      preload: false,
    })
    return broken.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
  }, ruleSets[rules])
}
