import { join } from 'node:path'
import type { Locator, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectFiles } from '#checks/rules/project-files.ts'
import { writesOf } from '#checks/rules/writes.ts'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { type Visitor, visit } from './harness/visitor.ts'
import type { WriteCase } from './harness/write-case.ts'
import { fillPortal, password } from './harness/write-case-data.ts'
import { unreached, writeCases } from './harness/write-cases.ts'

/* Each change that a customer can make is refused by the server twice, then taken: what they see in between. */

const { portal, browser } = await openPortalAndBrowser({
  ...{ DEMO: 'off', REGISTRATION: 'request', SUPPORT_EMAIL: 'support@supplier.example' },
})
const people = new Map<string, Visitor>()
beforeAll(async () => fillPortal(portal))
afterAll(async () => {
  for (const visitor of people.values()) await visitor.leave()
})

async function open({ who = 'ann', phone = false, at }: WriteCase): Promise<Visitor> {
  const key = `${who} ${phone}`
  let visitor = people.get(key)
  if (!visitor) {
    visitor = await visit(browser, portal.address, { viewport: { width: phone ? 390 : 1440, height: 900 } })
    people.set(key, visitor)
    if (who !== 'stranger') {
      await visitor.openSignedIn('/faq', `${who}@velo.example`, password)
    }
  }
  await visitor.page.unrouteAll()
  // What was changed last may load the page anew.
  await visitor.settled(120)
  await visitor.page.goto('about:blank')
  await visitor.page.goto(typeof at === 'string' ? at : at(portal))
  return visitor
}

/** Cases with those that go on where they ended. */
const chains: WriteCase[][] = []
for (const one of writeCases) {
  const last = chains.at(-1)
  if (one.follows && last) last.push(one)
  else chains.push([one])
}
/** One in three in `npm test`, all of them in `npm run faults`: the same mechanism says what every one of them says. */
const tried = process.env.WRITES === 'all' ? writeCases : chains.filter((_, index) => index % 3 === 0).flat()

const click = (control: Locator) => control.click()

/** What stands in the fields that a person has filled in. */
const typed = (page: Page) =>
  page
    .locator('input:not([type=file]):not([type=hidden]):visible, textarea:visible')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))

/** How far apart what is said and what was pressed are, in pixels. */
async function gap(sentence: Locator, control: Locator): Promise<number> {
  const [a, b] = [await sentence.boundingBox(), await control.boundingBox()]
  if (!a || !b) return Number.POSITIVE_INFINITY
  const between = (start: number, size: number, other: number, otherSize: number) =>
    Math.max(0, other - start - size, start - other - otherSize)
  return Math.hypot(between(a.x, a.width, b.x, b.width), between(a.y, a.height, b.y, b.height))
}

describe('A change that the server refuses', () => {
  test.for(tried)('says so beside its button: $of', async (one, { expect: expectHere }) => {
    const visitor = await open(one)
    const { page } = visitor
    await one.prepare?.(page, portal)
    // What is still loading would bring fields that nobody has seen.
    await visitor.settled()
    const isCall = (request: Request) =>
      one.call.test(`${request.method()} ${new URL(request.url()).pathname}`) && request.resourceType() !== 'document'
    let answer: { status: number; message: string } | null = null
    await page.route('**/api/**', (route) =>
      answer && isCall(route.request())
        ? route.fulfill({ status: answer.status, json: { code: 'refused', message: answer.message } })
        : route.fallback(),
    )
    const control = one.control(page)
    for (const status of [503, 422]) {
      const message = `The server refuses with ${status}.`
      answer = { status, message }
      await one.again?.(page)
      await control.waitFor()
      const before = await typed(page)
      await (one.press ?? click)(control, page)
      const sentence = page
        .getByRole('alert')
        .getByText(message)
        .or(page.getByRole('alert').filter({ hasText: message }))
      await sentence.first().waitFor()
      expectHere(await typed(page), 'what was typed stays').toEqual(before)
      expectHere(await gap(sentence.first(), one.beside?.(page) ?? control), 'beside its button').toBeLessThan(100)
      expectHere(await page.getByText(message).count(), 'it is said once').toBe(1)
    }
    answer = null
    await one.again?.(page)
    const taken = page.waitForResponse((response) => isCall(response.request()))
    await (one.press ?? click)(control, page)
    expectHere((await taken).status(), 'taken at last').toSatisfy((status: number) =>
      one.status ? status === one.status : status < 300,
    )
    await page.getByText('The server refuses with').first().waitFor({ state: 'detached' })
  })

  test('is tried by a case of its own wherever the customers’ pages can make one', () => {
    const writes = writesOf(projectFiles(join(import.meta.dirname, '..'), /^web\/(?!console\/)/)).map(
      ({ name }) => name,
    )
    const named = [...writeCases.flatMap(({ of, also = [] }) => [of, ...also]), ...Object.keys(unreached)]
    expect(writes.filter((name) => !named.includes(name))).toEqual([])
    expect(named.filter((name) => !writes.includes(name))).toEqual([])
  })
})
