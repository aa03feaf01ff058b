import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { type Visitor, visit } from './harness/visitor.ts'

const folder = mkdtempSync(join(tmpdir(), 'details-'))
const password = 'a passphrase of her own'
const { portal, browser } = await openPortalAndBrowser({ DEMO: 'off' }, { complete: true })
let ann: Visitor

const account = { account: 'C-1001', accountName: 'Velo Werk GmbH', currency: 'EUR' }
const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64')
const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
trailer<</Root 1 0 R>>`
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const attachments = [
  { name: 'confirmation.pdf', mimeType: 'application/pdf', contentBase64: base64(pdf) },
  { name: 'photo.png', mimeType: 'image/png', contentBase64: pixel },
  { name: 'remarks.txt', mimeType: 'text/plain', contentBase64: base64('Gate 3, until 14:00') },
  { name: 'page.html', mimeType: 'text/html', contentBase64: base64('<script>document.title="taken"</script>') },
]

const line = (name: string, overrides: object = {}) => ({
  line: name,
  sku: `BK-${name}`,
  name: `Part ${name}`,
  quantity: '10',
  unit: 'EA',
  unitPrice: '5.00',
  amount: '50.00',
  ...overrides,
})
const order = (day: string, estimated: string, overrides: object = {}) => ({
  ...account,
  type: 'orders',
  number: 'SO-7',
  status: 'confirmed',
  issueDate: '2026-02-20',
  modifiedAt: `2026-03-${day}T08:00:00Z`,
  promisedDate: '2026-04-03',
  estimatedDate: estimated,
  lines: [
    line('1', { promisedDate: '2026-04-03', estimatedDate: estimated }),
    line('2', { promisedDate: '2026-04-03' }),
  ],
  ...overrides,
})
const quote = (revision: string, price: string, overrides: object = {}) => ({
  ...account,
  type: 'quotes',
  number: 'Q-7',
  status: 'open',
  issueDate: '2026-02-10',
  modifiedAt: `2026-02-1${revision}T08:00:00Z`,
  details: { revision },
  totals: { net: price, gross: price },
  lines: [line('1', { unitPrice: price, amount: price, quantity: '1' })],
  ...overrides,
})
const longOrder = {
  ...account,
  type: 'orders',
  number: 'SO-LONG',
  status: 'confirmed',
  lines: Array.from({ length: 5000 }, (_, index) => line(String(index + 1))),
}
const mixedOrder = {
  ...longOrder,
  number: 'SO-MIX',
  lines: Array.from({ length: 20 }, (_, index) => line(String(index + 1), index === 2 ? { status: 'cancelled' } : {})),
}
const shipment = {
  ...account,
  type: 'shipments',
  number: 'SH-7',
  shipment: {
    carrier: 'Fast Freight',
    events: [
      { id: '1', at: '2026-03-03T10:00:00+01:00', code: 'picked_up' },
      { id: '2', at: '2026-03-04T10:00:00+01:00', code: 'delivered' },
      { id: '3', at: '2026-03-04T11:00:00+01:00', code: 'delivered', retracts: '2', description: 'Wrong door' },
    ],
  },
}
const messages = [
  order('01', '2026-04-03'),
  order('04', '2026-04-08'),
  order('09', '2026-04-12', { attachments }),
  quote('1', '100.00'),
  quote('2', '90.00', { lines: [line('1', { unitPrice: '90.00', amount: '90.00', quantity: '1' }), line('2')] }),
  shipment,
  longOrder,
  mixedOrder,
]

beforeAll(async () => {
  const file = join(folder, 'story.ndjson')
  writeFileSync(file, messages.map((message) => `${JSON.stringify(message)}\n`).join(''))
  portal.command(['import', file])
  const person = ['--email', 'ann@velo.example', '--name', 'Ann Velo', '--account', 'C-1001', '--role', 'admin']
  portal.command(['user', 'add', ...person, '--password-stdin'], password)
  ann = await visit(browser, portal.address, { acceptDownloads: true })
  await ann.openSignedIn('/orders/SO-7', 'ann@velo.example', password)
  await ann.page.getByRole('heading', { level: 1, name: /SO-7/ }).waitFor()
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
})

describe('a document’s page', () => {
  test('says at once how the promise moved, and tells its history when asked', async () => {
    const { page } = ann
    await page.getByText('First promised 3 Apr 2026, now 12 Apr 2026: 9 days later, moved twice').waitFor()
    await page.getByRole('button', { name: 'Show history' }).click()
    const steps = page.getByRole('list', { name: 'Promise history' })
    await expect.poll(() => steps.getByRole('listitem').count()).toBe(3)
    await page.getByRole('button', { name: 'Show line 1', exact: true }).click()
    await page.getByRole('row').getByText('since 4 Mar 2026').waitFor()
    await ann.checkAccessibility('an order with its history')
    expect(ann.consoleErrors()).toEqual([])
  })

  test('names the day on which something happened where the person is', async () => {
    const person = ['--email', 'tui@velo.example', '--name', 'Tui Velo', '--account', 'C-1001', '--role', 'admin']
    portal.command(['user', 'add', ...person, '--password-stdin'], password)
    const tui = await visit(browser, portal.address, { timezoneId: 'Pacific/Pago_Pago' })
    await tui.openSignedIn('/orders/SO-7', 'tui@velo.example', password)
    await tui.page.getByRole('button', { name: 'Show line 1', exact: true }).click()
    await tui.page.getByRole('row').getByText('since 3 Mar 2026').waitFor()
    await tui.page.goto('/quotes/Q-7')
    const revisions = tui.page.getByRole('region', { name: 'Revisions' })
    await revisions.getByLabel('From').selectOption({ label: 'Revision 2 · 11 Feb 2026 · Current' })
    await tui.leave()
  })

  test('says today of what has just happened, also where it is another day than at the supplier’s', async () => {
    // By the supplier's clocks, which show UTC, it is still yesterday there, or tomorrow already.
    const timezoneId = new Date().getUTCHours() < 10 ? 'Etc/GMT+12' : 'Pacific/Kiritimati'
    const now = new Date().toISOString()
    const file = join(folder, 'now.ndjson')
    const fresh = [
      order('10', '2026-04-12', { number: 'SO-NOW' }),
      order('10', '2026-04-14', { number: 'SO-NOW', modifiedAt: now }),
      { ...shipment, number: 'SH-NOW', shipment: { events: [{ id: '1', at: now, code: 'picked_up' }] } },
    ]
    writeFileSync(file, fresh.map((message) => `${JSON.stringify(message)}\n`).join(''))
    portal.command(['import', file])
    const person = ['--email', 'ivo@velo.example', '--name', 'Ivo Velo', '--account', 'C-1001', '--role', 'admin']
    portal.command(['user', 'add', ...person, '--password-stdin'], password)
    const ivo = await visit(browser, portal.address, { timezoneId })
    const firstDay = (region: string) =>
      ivo.page.getByRole('region', { name: region }).getByRole('heading', { level: 3 }).first()
    await ivo.openSignedIn('/orders/SO-NOW', 'ivo@velo.example', password)
    await ivo.page.getByText(/^As of \d\d:\d\d from ERP$/).waitFor()
    await expect.poll(() => firstDay('Activity').textContent()).toMatch(/today$/)
    await ivo.page.goto('/shipments/SH-NOW')
    await expect.poll(() => firstDay('Tracking').textContent()).toMatch(/today$/)
    await ivo.page.goto('/dashboard')
    await expect.poll(() => firstDay('Recent activity').textContent()).toBe('today')
    await ivo.leave()
  })

  test('leaves the names of an order’s items room to be read, beside the other columns', { tags: 'long' }, async () => {
    const narrow = await visit(browser, portal.address)
    await narrow.openSignedIn('/orders/SO-7', 'ann@velo.example', password)
    const lines = narrow.page.getByRole('table', { name: 'Lines' })
    for (const width of [768, 1024, 1200, 1201, 1280, 1366, 1399, 1400, 1920]) {
      await narrow.page.setViewportSize({ width, height: 900 })
      await expect
        .poll(async () => (await lines.getByRole('columnheader', { name: 'Item' }).boundingBox())?.width, {
          message: `${width} px`,
        })
        .toBeGreaterThan(150)
      // With the dates, in a column of their own or not.
      expect(await lines.getByText('12 Apr 2026').isVisible(), `${width} px`).toBe(true)
    }
    await narrow.checkAccessibility('an order at 1920 px')
    await narrow.page.setViewportSize({ width: 1280, height: 900 })
    await narrow.checkAccessibility('an order at 1280 px')
    await narrow.leave()
  })

  test('tells what changed and when, newest first', async () => {
    const activity = ann.page.getByRole('region', { name: 'Activity' })
    await activity.getByText('Estimated delivery moved from 8 Apr 2026 to 12 Apr 2026: 4 days later').waitFor()
    const days = await activity.getByRole('heading', { level: 3 }).allTextContents()
    expect(days.map((day) => day.slice(0, 11))).toEqual(['9 Mar 2026', '4 Mar 2026', '20 Feb 2026'])
  })

  test('shows a PDF, a picture and a text in place, and gives the focus back to where it was', async () => {
    const { page } = ann
    for (const [name, seen] of [
      ['confirmation.pdf', page.getByTitle('confirmation.pdf')],
      ['photo.png', page.getByRole('img', { name: 'photo.png' })],
      ['remarks.txt', page.getByText('Gate 3, until 14:00')],
    ] as const) {
      const opener = page.getByRole('button', { name: `Show ${name}` })
      await opener.focus()
      await page.keyboard.press('Enter')
      const drawer = page.getByRole('dialog', { name })
      await drawer.waitFor()
      await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(736)
      await seen.last().waitFor()
      // A browser that refused the PDF would have put a page of its own into the frame.
      if (name.endsWith('.pdf'))
        await expect.poll(() => page.frames().map((frame) => frame.url().slice(0, 5))).toContain('blob:')
      await drawer.getByRole('button', { name: 'Close' }).focus()
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'detached' })
      await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true)
    }
    expect(ann.consoleErrors()).toEqual([])
  })

  test('saves a paper as it came, and a page among the papers is only saved, never shown', async () => {
    const { page } = ann
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download confirmation.pdf' }).click(),
    ])
    expect(saved.suggestedFilename()).toBe('confirmation.pdf')
    expect(readFileSync(await saved.path(), 'latin1')).toBe(pdf)
    expect(await page.getByRole('button', { name: 'Show page.html' }).count()).toBe(0)
    const [other] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download page.html' }).click(),
    ])
    expect(other.suggestedFilename()).toBe('page.html')
    expect(await page.title()).not.toBe('taken')
  })

  test('gives the document itself as PDF: saved under its name, opened beside the portal, or refused with a sentence', async () => {
    const { page } = ann
    const save = page.getByRole('button', { name: 'Download PDF', exact: true })
    const [saved] = await Promise.all([page.waitForEvent('download'), save.click()])
    expect(saved.suggestedFilename()).toBe('Order confirmation SO-7.pdf')
    expect(readFileSync(await saved.path(), 'latin1')).toMatch(/^%PDF-1\.7/)
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Open PDF in a new tab' }).click(),
    ])
    await expect.poll(() => tab.url().slice(0, 5)).toBe('blob:')
    await tab.close()
    expect(ann.consoleErrors()).toEqual([])
    await page.route('**/pdf?**', (route) => route.abort())
    await save.click()
    await page.getByRole('alert').getByText('The file could not be loaded.').waitFor()
    await page.unroute('**/pdf?**')
    expect(ann.consoleErrors(/ERR_FAILED|PDF/i)).toEqual([])
  })

  test('compares two revisions of a quote side by side', async () => {
    const { page } = ann
    await page.goto('/quotes/Q-7')
    const revisions = page.getByRole('region', { name: 'Revisions' })
    await revisions.getByRole('row', { name: /Total 100.00 EUR 90.00 EUR/ }).waitFor()
    await revisions.getByRole('rowheader', { name: /Added 2 · BK-2 Part 2/ }).waitFor()
    await revisions.getByRole('rowheader', { name: /Changed 1 · BK-1 Part 1/ }).waitFor()
    await ann.checkAccessibility('a quote with revisions')
    await revisions.getByLabel('From').selectOption({ label: 'Revision 2 · 12 Feb 2026 · Current' })
    await revisions.getByText('These two revisions are identical.').waitFor()
    expect(ann.consoleErrors()).toEqual([])
  })

  test('strikes an event through that was taken back, with the reason', async () => {
    const { page } = ann
    await page.goto('/shipments/SH-7')
    await page.getByText('Retracted: Wrong door').waitFor()
    await page.getByText('Picked up by the carrier').first().waitFor()
    expect(ann.consoleErrors()).toEqual([])
  })

  test('of five thousand lines only those in sight are drawn, and the last can be reached', async () => {
    const { page } = ann
    await page.goto('/orders/SO-LONG')
    await page.getByText('Part 1', { exact: true }).first().waitFor()
    const drawn = () => page.getByRole('table', { name: 'Lines' }).getByRole('row').count()
    expect(await drawn()).toBeLessThan(120)
    await ann.settled()
    await page.getByRole('region', { name: 'Activity' }).scrollIntoViewIfNeeded()
    await page.getByText('Part 5000', { exact: true }).waitFor({ state: 'attached' })
    expect(await drawn()).toBeLessThan(120)
    expect(ann.consoleErrors()).toEqual([])
  })

  test('has the lines of an order below what will happen to them, also while they are searched and on paper', async () => {
    const { page } = ann
    await page.goto('/orders/SO-MIX')
    const lines = page.getByRole('table', { name: 'Lines' })
    await lines.getByRole('columnheader', { name: 'To come 19' }).waitFor()
    const cancelled = lines.getByRole('columnheader', { name: 'Cancelled 1' })
    const last = lines.getByText('Part 3', { exact: true })
    const topOf = async (what: typeof last) => (await what.boundingBox())?.y ?? 0
    expect(await topOf(last)).toBeGreaterThan(await topOf(cancelled))
    expect(await topOf(cancelled)).toBeGreaterThan(await topOf(lines.getByText('Part 20', { exact: true })))
    await ann.checkAccessibility('an order with groups of lines')
    await lines.getByRole('button', { name: 'Show line 3', exact: true }).press('Enter')
    await page.getByRole('searchbox', { name: 'Search in the lines' }).fill('Part 20')
    await cancelled.waitFor({ state: 'detached' })
    expect(await lines.getByRole('columnheader', { name: /^To come/ }).count()).toBe(0)
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    await cancelled.waitFor()
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await page.emulateMedia({ media: null })
    expect(ann.consoleErrors()).toEqual([])
  })

  test('says how fresh it is, and the exact moment on focus', async () => {
    const { page } = ann
    await page.goto('/orders/SO-7')
    const freshness = page.getByText(/As of 9 Mar 2026, .* from ERP/)
    await freshness.waitFor()
    await page.keyboard.press('Tab')
    await freshness.focus()
    await page
      .getByRole('tooltip')
      .getByText(/Monday.*9 March 2026/)
      .waitFor()
  })
})
