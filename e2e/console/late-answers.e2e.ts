import { beforeAll, describe, expect, test } from 'vitest'
import { joinConsole } from '../harness/join-console.ts'
import { answerOneByOne } from '../harness/late-answers.ts'
import { watchShifts } from '../harness/layout-shifts.ts'
import { openPortalAndBrowser } from '../harness/open-portal-and-browser.ts'
import type { Visitor } from '../harness/visitor.ts'

/*
 * Each page of the console, opened as from a link, with answers that come late and one after the other: nothing that
 * has been drawn moves.
 */

const { portal, browser } = await openPortalAndBrowser({ DEMO: 'auto' })
const password = 'a passphrase of their own'
let sol: Visitor
let customer: string
let person: string
let request: string

/** Where the first link of a page leads that begins so. */
const firstLink = async (path: string, beginning: string) => {
  await sol.page.goto(path)
  return (await sol.page.locator(`#content a[href^="${beginning}"]`).first().getAttribute('href')) ?? ''
}

beforeAll(async () => {
  sol = await joinConsole({ portal, browser, email: 'sue@supplier.example', name: 'Sue Support', password })
  person = await firstLink('/console/people?text=asa', '/console/people/')
  customer = await firstLink(person, '/console/customers/')
  request = await firstLink('/console/requests', '/console/requests/')
  await sol.page.addInitScript(watchShifts)
})

describe.each(['first', 'last'] as const)('where what was asked for %s is answered before all others', (before) => {
  test.each([
    ['a desk', 1440],
    ['a phone', 390],
  ])('no page of the console moves while it loads, at %s', { timeout: 300_000 }, async (_, width) => {
    const { page } = sol
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await answerOneByOne(page, before, 'body *')
    const paths = ['/', '/requests', '/sessions', '/staff', '/absences', '/view-as', '/audit', '/system', '/intake']
      .concat(['/imports', '/imports?tab=sources', '/imports/new', '/imports/sources/new', '/keys', '/customers'])
      .concat(['/people', '/people?text=asa', '/invitations', '/content', '/content?tab=brand', '/insight'])
      .map((path) => `/console${path}`)
      .concat(customer, person, request)
    const moved: string[] = []
    await page.setViewportSize({ width, height: 900 })
    for (const path of paths) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await sol.settled()
      const shifts = await page.evaluate(() => window.shifts)
      const total = shifts.reduce((sum, { value }) => sum + value, 0)
      if (total >= 0.01) moved.push(`${path}: ${JSON.stringify(shifts)}`)
    }
    expect(moved).toEqual([])
    expect(sol.consoleErrors()).toEqual([])
  })
})
