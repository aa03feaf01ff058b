import type { Page, Route } from 'playwright-core'
import { waitForLayout } from './page-layout.ts'

/**
 * Lets what a page loads from the server arrive late and one answer at a time, what it asked for first or last before all
 * others, with a frame drawn after each, as on a slow network. Before the first answer the page has drawn `drawn`: its
 * title, or that it is loading. The stream of changes is left alone.
 */
export async function answerOneByOne(
  page: Page,
  before: 'first' | 'last',
  drawn = '#main :is(h1, [role=status])',
): Promise<void> {
  const held: Route[] = []
  let isAnswering = false
  const next = () => (before === 'first' ? held.shift() : held.pop())
  const isDrawn = async () => (await page.locator(drawn).count()) > 0
  const answerAll = async () => {
    do await waitForLayout(page)
    while (!(await isDrawn()))
    for (let route = next(); route; route = next()) {
      await route.continue()
      await route.request().response()
      await waitForLayout(page)
    }
  }
  await page.route(/\/api\/(?!live$)/, async (route) => {
    held.push(route)
    if (isAnswering) return
    isAnswering = true
    while (held.length > 0 && !page.isClosed()) {
      // Another page has replaced the one that asked: what that one asks for is answered in its turn.
      await answerAll().catch(() => undefined)
    }
    isAnswering = false
  })
}
