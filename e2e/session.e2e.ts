import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { describe, expect, test } from 'vitest'
import { demoPeople } from '#database/seed/people.ts'
import { isLong } from '#database/testing/long-form.ts'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { type Visitor, visit } from './harness/visitor.ts'

/* The web's session in a real browser, against a real server: one refresh for any number of concurrent requests. */

const nils = { email: 'nils@demo.example', password: 'early morning gravel bicycle' }

const { portal, browser } = await openPortalAndBrowser({ DEMO: 'auto' })
/** The web's session module, built alone. */
const program = await sessionProgram()

async function sessionProgram(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, '../web/api/browser-session.ts'), formats: ['iife'], name: 'web' },
    },
  })
  const [bundle] = [built].flat()
  const [chunk] = bundle && 'output' in bundle ? bundle.output : []
  if (chunk?.type !== 'chunk') throw new Error('The session was not built')
  return `${chunk.code};globalThis.web = web`
}

declare global {
  interface Window {
    /** Defined by `program`. */
    web: typeof import('#web/api/browser-session.ts')
  }
}

/** A page of the portal on which only the session module runs. */
async function barePage(someone: Visitor): Promise<Page> {
  const page = await someone.page.context().newPage()
  await page.goto('/favicon.svg')
  await page.evaluate(program)
  return page
}

/** Sends a number of requests at once; returns the statuses of the replies. */
const requestAtOnce = (page: Page, times: number): Promise<number[]> =>
  page.evaluate(async (many) => {
    const { session } = window.web
    const answers = Array.from({ length: many }, () => session.authorised('/profile', { method: 'GET' }))
    return (await Promise.all(answers)).map(({ status }) => status)
  }, times)

/** Makes the token look expired, or be refused by the server; returns it. */
const invalidateToken = (page: Page, mode: 'over' | 'refused'): Promise<string> =>
  page.evaluate((kind) => {
    const [head = '', claims = '', signature = ''] = (localStorage.getItem('accessToken') ?? '').split('.')
    const payload = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
    const expired = btoa(JSON.stringify({ ...payload, exp: 1 })).replaceAll('=', '')
    const token =
      kind === 'over'
        ? [head, expired, signature].join('.')
        : [head, claims, signature.split('').reverse().join('')].join('.')
    localStorage.setItem('accessToken', token)
    return token
  }, mode)

async function signedIn({ email, password } = nils): Promise<{
  someone: Visitor
  refreshes: () => number
  profileCalls: () => number
}> {
  const someone = await visit(browser, portal.address)
  await someone.page.goto('/faq')
  await someone.signIn(email, password, 'stays')
  await someone.page.waitForURL('**/faq')
  await someone.settled()
  const calls = { refresh: 0, profile: 0 }
  someone.page.context().on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) calls.refresh += 1
    if (request.url().endsWith('/api/profile')) calls.profile += 1
  })
  const takeCount = (name: keyof typeof calls) => {
    const count = calls[name]
    calls[name] = 0
    return count
  }
  return { someone, refreshes: () => takeCount('refresh'), profileCalls: () => takeCount('profile') }
}

describe('fifty requests at once', () => {
  test('whose token is over cause exactly one refresh, and each is sent once', async () => {
    const { someone, refreshes, profileCalls } = await signedIn()
    await someone.page.goto('about:blank')
    const page = await barePage(someone)
    for (let round = 0; round < 5; round++) {
      await invalidateToken(page, 'over')
      expect(await requestAtOnce(page, 50)).toEqual(Array(50).fill(200))
      expect([refreshes(), profileCalls()]).toEqual([1, 50])
    }
    await someone.leave()
  })

  test('that the server refuses cause exactly one refresh, and each is sent a second time', {
    tags: 'long',
  }, async () => {
    const { someone, refreshes, profileCalls } = await signedIn()
    await someone.page.goto('about:blank')
    const page = await barePage(someone)
    await invalidateToken(page, 'refused')
    expect(await requestAtOnce(page, 50)).toEqual(Array(50).fill(200))
    expect([refreshes(), profileCalls()]).toEqual([1, 100])
    await someone.leave()
  })
})

describe('two tabs', () => {
  const rounds = isLong ? 34 : 4

  // By three people, because each person's calls are limited.
  test.each(isLong ? demoPeople() : demoPeople().slice(0, 1))(
    'of $email that find the token over at the same moment stay signed in, many times over',
    async (person) => {
      const { someone, refreshes } = await signedIn(person)
      await someone.page.goto('about:blank')
      const tabs = [await barePage(someone), await barePage(someone)] as const
      for (let round = 1; round <= rounds; round++) {
        const invalidToken = await invalidateToken(tabs[0], 'over')
        // A tab sees with a short delay what another has stored.
        await tabs[1].waitForFunction((token) => localStorage.getItem('accessToken') === token, invalidToken)
        expect(await Promise.all([requestAtOnce(tabs[0], 2), requestAtOnce(tabs[1], 2)])).toEqual([
          [200, 200],
          [200, 200],
        ])
        const refreshCount = refreshes()
        // One is mostly enough; the second tab may refresh once more before it sees what the first has stored.
        expect(refreshCount).toBeGreaterThan(0)
        expect(refreshCount).toBeLessThanOrEqual(2)
      }
      await someone.page.goto('/profile')
      await someone.page.getByText(person.email).first().waitFor()
      await someone.leave()
    },
  )

  test('show their pages again after the token was over, and sign out together', { tags: 'long' }, async () => {
    const { someone, refreshes } = await signedIn()
    const other = await someone.page.context().newPage()
    const tabs = [someone.page, other]
    const idlePage = await barePage(someone)
    for (let round = 1; round <= 3; round++) {
      await Promise.all(tabs.map((tab) => tab.goto('about:blank')))
      await invalidateToken(idlePage, 'over')
      refreshes()
      await Promise.all(tabs.map((tab) => tab.goto('/profile')))
      await Promise.all(tabs.map((tab) => tab.getByText(nils.email).first().waitFor()))
      expect(refreshes()).toBeLessThanOrEqual(tabs.length)
    }
    // A request under way during a sign-out would be refused.
    await someone.settled()
    await someone.page.getByRole('button', { name: /Your account/ }).click()
    await someone.page.getByRole('menuitem', { name: 'Sign Out' }).click()
    for (const tab of tabs) await tab.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(someone.consoleErrors()).toEqual([])
    await someone.leave()
  })
})

describe('a computer whose clock is wrong', () => {
  const clocks = [
    ['ten minutes behind', -10],
    ['ten minutes ahead', 10],
  ] as const
  test.each(isLong ? clocks : clocks.slice(0, 1))(
    '%s works as any other: at most one refresh for a page that is loaded',
    async (_, minutes) => {
      const { someone, refreshes } = await signedIn()
      const { page } = someone
      await page.addInitScript((offset) => {
        const originalNow = Date.now
        Date.now = () => originalNow() + offset
      }, minutes * 60_000)
      await page.goto('/orders')
      await page.getByRole('heading', { level: 1, name: /Sales orders/i }).waitFor()
      for (const name of ['Shipments', 'Invoices', 'Item Tracker', 'FAQ', 'Dashboard']) {
        await page.getByRole('link', { name, exact: true }).first().click()
        await page.getByRole('heading', { level: 1 }).first().waitFor()
      }
      expect(refreshes()).toBeLessThanOrEqual(1)
      await page.goto('/profile')
      await page.getByText(nils.email).first().waitFor()
      expect(refreshes()).toBeLessThanOrEqual(1)
      // A token that the server refuses, as if it had really expired.
      await invalidateToken(page, 'refused')
      await page.goto('/orders')
      await page.getByText('No orders yet').waitFor()
      expect(refreshes()).toBe(1)
      expect(someone.consoleErrors(/401/)).toEqual([])
      await someone.leave()
    },
  )
})
