import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { isLong } from '#database/testing/long-form.ts'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { visit } from './harness/visitor.ts'

/*
 * Whatever stands under "Needs your action" in the demo is finished from its row until nothing is left: by keyboard at a
 * desk, and in the long form by touch on a phone, too. The page is loaded once: what is done leaves the list by itself.
 */

const [email, password] = ['asa@demo.example', 'quiet harbour lantern seventeen']
const ways = [
  { name: 'at a desk by keyboard', viewport: { width: 1280, height: 900 }, hasTouch: false },
  { name: 'on a phone by touch', viewport: { width: 390, height: 844 }, hasTouch: true },
].slice(0, isLong ? undefined : 1)
const opened = await Promise.all(
  ways.map(async (way) => ({ ...way, ...(await openPortalAndBrowser({ DEMO: 'auto' })) })),
)

type Press = (control: Locator) => Promise<void>
/** The button that sends the form of an act. */
const sends: Readonly<Record<string, string | RegExp>> = {
  approval: 'Approve',
  accept: /^Accept for /,
  confirmReceipt: 'Confirm receipt',
}

describe.each(opened)('$name', ({ viewport, hasTouch, portal, browser }) => {
  test('each thing that needs action is finished from its row, until nothing is left', {
    timeout: 300_000,
  }, async () => {
    const asa = await visit(browser, portal.address, { viewport, hasTouch })
    const { page } = asa
    const press: Press = async (control) => {
      if (hasTouch) return control.tap()
      const isTick = (await control.getAttribute('type')) === 'checkbox'
      await control.press(isTick ? 'Space' : 'Enter')
    }
    await asa.openSignedIn('/', email, password)
    const waiting = page.getByRole('region', { name: 'Needs your action' })
    const rows = waiting.locator('a[href*="act="]')
    const finished: string[] = []
    while (true) {
      await rows
        .or(waiting.getByText('You’re all caught up'))
        .or(waiting.getByText('Answer', { exact: true }))
        .first()
        .waitFor()
      const href = (await rows.count()) > 0 ? await rows.first().getAttribute('href') : null
      if (href === null) break
      const act = new URL(href, portal.address).searchParams.get('act') ?? ''
      await press(rows.first())
      const form = page.getByRole('dialog')
      if (act === 'answerHold') await press(form.getByLabel('What the order is waiting for is confirmed'))
      await press(form.getByRole('button', { name: sends[act] ?? 'Send' }))
      await form.waitFor({ state: 'detached' })
      await page.goBack()
      await waiting.waitFor()
      await expect.poll(() => waiting.locator(`a[href="${href}"]`).count(), { message: href }).toBe(0)
      finished.push(href)
    }
    // What the supplier asks back is answered below the question, where its row leads.
    const questions = waiting.getByRole('region', { name: 'Questions from your supplier' }).getByRole('link')
    while ((await questions.count()) > 0) {
      const left = await questions.count()
      await press(questions.first())
      const field = page.getByLabel(/^Write to /)
      await field.fill('As we said on the phone.')
      await press(page.getByRole('button', { name: 'Send message' }))
      await page.getByText('As we said on the phone.').first().waitFor()
      await page.goBack()
      await waiting.waitFor()
      await expect.poll(() => questions.count()).toBe(left - 1)
    }
    await waiting.getByText('You’re all caught up').waitFor()
    const types = new Set(finished.map((href) => href.split('/')[1]))
    expect([...types].toSorted()).toEqual(['invoices', 'orders', 'quotes', 'shipments'])
    expect(finished.some((href) => href.includes('act=approval'))).toBe(true)
    expect(asa.consoleErrors()).toEqual([])
    await asa.leave()
  })
})
