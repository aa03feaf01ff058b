import { readFileSync } from 'node:fs'
import type { Locator, Page, Request, Route } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { readPdf, withoutSpaces } from '#server/testing/pdf.ts'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { type Visitor, visit } from './harness/visitor.ts'

/* A list as a clerk uses it: filters, columns, selection, saved views, export. */

declare global {
  interface Window {
    /** The arrow of a sorted column after each change. */
    arrows: string[]
  }
}

const { portal, browser } = await openPortalAndBrowser({ DEMO: 'auto' })
let asa: Visitor
let page: Page
beforeAll(async () => {
  asa = await visit(browser, portal.address, { viewport: { width: 1440, height: 900 } })
  page = asa.page
  await asa.openSignedIn('/orders', 'asa@demo.example', 'quiet harbour lantern seventeen')
  await rows().first().waitFor()
})

/** One file of a workbook, as text. */
async function partOf(workbook: Buffer, name: string): Promise<string> {
  const zip = await fromBufferPromise(workbook)
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== name) continue
    let text = ''
    for await (const chunk of await zip.openReadStreamPromise(entry)) text += String(chunk)
    return text
  }
  throw new Error(`The workbook has no ${name}`)
}

const rows = () => page.locator('tbody tr[data-index]')
const numberOf = async (row: number) => (await rows().nth(row).locator('a').first().textContent()) ?? ''
const searchParams = () => new URL(page.url()).searchParams

/** Opens a list; returns the calls for documents that the page named, and those that were made. */
async function callsOf(address: string): Promise<{ named: string[]; made: string[] }> {
  const made: string[] = []
  const note = (request: Request) => {
    const { pathname, search } = new URL(request.url())
    // What a narrowed list comes to is asked for once its rows are there.
    if (pathname.startsWith('/api/documents/') && !pathname.endsWith('/totals'))
      made.push(pathname.slice('/api'.length) + search)
  }
  page.on('request', note)
  await page.goto(address)
  await asa.settled()
  page.off('request', note)
  const calls = (await page.locator('script[data-calls]').getAttribute('data-calls'))?.split(' ') ?? []
  return { named: calls.filter((path) => path.startsWith('/documents/')).sort(), made: made.sort() }
}
const selectionBar = () => page.getByRole('region', { name: 'Selection' })
const columnTitles = () => page.locator('thead th').allTextContents()

describe('narrowing a list', () => {
  test('a period stands in the address as what it means, and going back takes it away', { tags: 'long' }, async () => {
    await page.getByRole('button', { name: 'Dates' }).click()
    await page.getByRole('button', { name: 'Last 90 days' }).click()
    await page.getByRole('button', { name: 'Remove Ordered: Last 90 days' }).waitFor()
    expect(searchParams().get('period')).toBe('last_90_days')
    await asa.settled()
    await asa.checkAccessibility('a narrowed list')
    await page.goBack()
    await page.getByRole('button', { name: /Remove Ordered/ }).waitFor({ state: 'detached' })
    expect(searchParams().get('period')).toBeNull()
    await page.goForward()
    await page.getByRole('button', { name: 'Remove Ordered: Last 90 days' }).click()
    await page.waitForURL((url) => !url.search.includes('period'))
  })

  test('an amount is refused in words until it can be read, then narrows the list', { tags: 'long' }, async () => {
    await page.getByRole('button', { name: 'More filters' }).click()
    const drawer = page.getByRole('dialog', { name: 'Filters' })
    await drawer.getByLabel('At least').fill('a lot')
    await drawer.getByRole('button', { name: 'Apply' }).click()
    await drawer.getByText('Enter an amount such as').waitFor()
    await asa.checkAccessibility('the filters')
    // A thousand, or one?
    await drawer.getByLabel('At least').fill('1,000')
    await drawer.getByRole('button', { name: 'Apply' }).click()
    await drawer.getByText('Enter an amount such as').waitFor()
    await drawer.getByLabel('At least').fill('5000,50')
    await drawer.getByLabel('Open', { exact: true }).check()
    await drawer.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: /Remove 5,000\.5 or more/ }).waitFor()
    expect(searchParams().get('over')).toBe('5000.50')
    expect(searchParams().get('open')).toBe('true')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.waitForURL('**/orders')
  })
})

describe('a list that is opened', () => {
  test.each([
    '/orders',
    '/orders?status=received,confirmed,nonsense&dateField=keyDate&period=last_90_days&q=%20P%C3%BCmp%20%26%20"1"%20&sort=-gross',
    '/orders?over=5&under=50000.50&currency=EUR&late=true&needsAction=true&open=true&columns=number,gross&density=compact',
    '/invoices?from=2026-01-31&to=2026-02-30&kind=381&view=none',
    '/shipments?nothing=known&over=5',
  ])('asks for what it shows while its scripts are on their way, and only once: %s', async (address) => {
    const { named, made } = await callsOf(address)
    expect(named).toHaveLength(2)
    expect(made).toEqual(named)
  })
})

describe('columns', () => {
  test('are hidden, shown and put in order by the keyboard, and stay in the address', { tags: 'long' }, async () => {
    await page.getByRole('button', { name: 'View', exact: true }).click()
    const panel = page.getByRole('dialog', { name: 'View' })
    await panel.getByRole('checkbox', { name: 'Lines' }).uncheck()
    await panel.getByRole('checkbox', { name: 'Promised' }).check()
    await panel.getByRole('button', { name: /^Move Promised/ }).focus()
    await page.keyboard.press('ArrowUp')
    await panel.getByText(/Promised is now/).waitFor()
    await page.keyboard.press('ArrowUp')
    await panel.getByText('Compact').click()
    await page.waitForURL(/density=compact/)
    await asa.checkAccessibility('the columns')
    await page.keyboard.press('Escape')
    const shown = await columnTitles()
    expect(shown).not.toContain('Lines')
    expect(shown.indexOf('Promised')).toBe(shown.length - 3)
    await page.reload()
    await rows().first().waitFor()
    await expect.poll(() => columnTitles()).toEqual(shown)
  })
})

describe('the panels of a list, by keyboard', () => {
  const hasFocus = (element: Locator) =>
    expect.poll(() => element.evaluate((one) => one === document.activeElement)).toBe(true)

  test('a column that is hidden, shown or moved keeps the focus, and no key reaches the list behind', async () => {
    await page.goto('/orders')
    await rows().first().waitFor()
    await page.getByRole('button', { name: 'View', exact: true }).press('Enter')
    const panel = page.getByRole('dialog', { name: 'View' })
    const lines = panel.getByRole('checkbox', { name: 'Lines' })
    await lines.press('Space')
    await expect.poll(() => lines.isChecked()).toBe(true)
    await hasFocus(lines)
    await page.keyboard.press('Space')
    await expect.poll(() => lines.isChecked()).toBe(false)
    await hasFocus(lines)
    const handle = panel.getByRole('button', { name: /^Move Amount/ })
    await handle.press('ArrowUp')
    await panel.getByText(/Amount is now/).waitFor()
    await hasFocus(handle)
    await panel.getByRole('button', { name: 'Default columns' }).press('Enter')
    await page.waitForURL('**/orders')
    await hasFocus(panel.getByRole('checkbox').first())
    // A press beside all fields takes the focus, too.
    await panel.getByText('Columns', { exact: true }).click()
    await page.keyboard.press('x')
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    await asa.settled()
    expect(await selectionBar().count()).toBe(0)
  })

  test('a view is named at once, and Cancel leads back to what was pressed', async () => {
    await page.goto('/orders?status=completed')
    await rows().first().waitFor()
    const views = page.getByRole('button', { name: 'Saved views' })
    await views.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Saved views' })
    const saveAs = panel.getByRole('button', { name: 'Save as a new view' })
    await saveAs.press('Enter')
    await page.keyboard.type('xjk')
    expect(await panel.getByLabel('Name').inputValue()).toBe('xjk')
    await panel.getByRole('button', { name: 'Cancel' }).press('Enter')
    await hasFocus(saveAs)
    await page.keyboard.press('Escape')
    await hasFocus(views)
    expect(await selectionBar().count()).toBe(0)
    expect(asa.consoleErrors()).toEqual([])
  })
})

test('whoever types on while a list is narrowed loses no letter', async () => {
  await page.goto('/orders')
  const field = page.getByPlaceholder('Search in this list')
  await field.waitFor()
  // The next letter comes at the moment when the list begins to be narrowed by those before it.
  await field.evaluate((input: HTMLInputElement) => {
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    const change = history.replaceState.bind(history)
    let isTyped = false
    history.replaceState = (...args) => {
      change(...args)
      if (isTyped || !String(args[2]).includes('q=')) return
      isTyped = true
      setValue?.call(input, 'SO-99')
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
  })
  await field.fill('SO-9')
  await expect.poll(() => searchParams().get('q')).toBe('SO-99')
  expect(await field.inputValue()).toBe('SO-99')
  expect(asa.consoleErrors()).toEqual([])
})

describe('ticked documents', () => {
  test('are a range with the shift key, added up, and outlive another order', { tags: 'long' }, async () => {
    await page.goto('/orders')
    await rows().first().waitFor()
    await rows().nth(1).getByRole('checkbox').click()
    await rows()
      .nth(4)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    await selectionBar().getByText('4 selected').waitFor()
    await expect.poll(() => selectionBar().textContent()).toMatch(/Total [\d,.]+ [A-Z]{3}/)
    await asa.checkAccessibility('a selection')
    const amount = page.getByRole('columnheader').getByRole('button', { name: 'Amount' })
    await amount.click()
    await page.waitForURL(/sort=-gross/)
    await selectionBar().getByText('4 selected').waitFor()
    await asa.settled()
    await amount.evaluate((button) => {
      window.arrows = []
      new MutationObserver(() => window.arrows.push(button.querySelector('svg')?.getAttribute('class') ?? '')).observe(
        button,
        {
          ...{ subtree: true, childList: true, attributes: true },
        },
      )
    })
    await amount.click()
    await page.waitForURL(/sort=gross/)
    await asa.settled()
    expect(new Set(await page.evaluate(() => window.arrows)).size, 'The arrow turns once, and not back and forth').toBe(
      1,
    )
    await selectionBar().getByRole('button', { name: 'Clear selection' }).click()
    await selectionBar().waitFor({ state: 'detached' })
  })

  test('are ticked one by one after all that matched other filters were selected', async () => {
    await page.goto('/orders?status=completed')
    await rows().first().getByRole('checkbox').click()
    await selectionBar()
      .getByRole('button', { name: /^Select all/ })
      .click()
    await selectionBar()
      .getByText(/matches are selected$/)
      .waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await selectionBar().waitFor({ state: 'detached' })
    // The rows of the list without filters stand where those of the narrowed one stood.
    await asa.settled()
    await rows().nth(1).getByRole('checkbox').click()
    await selectionBar().getByText('1 selected').waitFor()
    expect(await rows().nth(1).getByRole('checkbox').isChecked()).toBe(true)
    await selectionBar().getByRole('button', { name: 'Clear selection' }).click()
  })

  test('can be chosen without a mouse; Enter opens, and the way back leads to the same row', async () => {
    await page.goto('/orders')
    await rows().first().locator('a').first().focus()
    for (const key of ['j', 'j', 'ArrowDown']) await page.keyboard.press(key)
    await page.waitForFunction(() => document.activeElement?.closest('tr')?.dataset.index === '3')
    await page.keyboard.press('x')
    await selectionBar().getByText('1 selected').waitFor()
    const number = await numberOf(3)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: new RegExp(number) }).waitFor()
    await page.goBack()
    await page.waitForFunction(() => document.activeElement?.closest('tr')?.dataset.index === '3')
    await selectionBar().getByText('1 selected').waitFor()
    await selectionBar().getByRole('button', { name: 'Clear selection' }).click()
  })
})

describe('a saved view', () => {
  test('is kept under a name and opens first, but never over what a link says', async () => {
    await page.goto('/invoices?status=overdue&sort=keyDate')
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('button', { name: 'Save as a new view' }).click()
    const panel = page.getByRole('dialog', { name: 'Saved views' })
    await panel.getByRole('button', { name: 'Save', exact: true }).click()
    await panel.getByText('Give the view a name').waitFor()
    await panel.getByLabel('Name').fill('To chase')
    await panel.getByLabel('Make it my default for this list').check()
    await panel.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'To chase' }).waitFor()
    await page.goto('/dashboard')
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Invoices' }).click()
    await page.waitForURL(/status=overdue/)
    await page.goto('/invoices?q=IN')
    await page.getByRole('button', { name: 'Saved views' }).waitFor()
    expect(searchParams().get('status')).toBeNull()
  })

  test('that opens first is asked for at once, and nothing but it', async () => {
    const { named, made } = await callsOf('/invoices')
    expect(named).toEqual(['/documents/invoices/statuses', '/documents/invoices?status=overdue&sort=keyDate&limit=50'])
    expect(made).toEqual(named)
  })

  test('says that it was changed, is saved again, and is deleted only when asked twice', { tags: 'long' }, async () => {
    await page.goto('/invoices')
    await page.waitForURL(/view=/)
    await page.getByRole('link', { name: /^Paid/ }).click()
    await page.getByRole('button', { name: 'To chase changed' }).click()
    await page.getByRole('button', { name: 'Save the changes' }).click()
    await page.getByRole('button', { name: 'To chase', exact: true }).waitFor()
    await asa.checkAccessibility('the saved views')
    const panel = page.getByRole('dialog', { name: 'Saved views' })
    await panel.getByRole('button', { name: 'Delete', exact: true }).click()
    await panel.getByRole('button', { name: 'Delete the view' }).click()
    await page.getByRole('button', { name: 'Saved views' }).waitFor()
  })

  test('stands among one’s own in the profile, which leads to it and deletes it', { tags: 'long' }, async () => {
    await page.goto('/quotes?status=open')
    // Only one tab is the current one.
    await expect.poll(() => page.locator('main nav a[aria-current]').count()).toBe(1)
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('button', { name: 'Save as a new view' }).click()
    const panel = page.getByRole('dialog', { name: 'Saved views' })
    await panel.getByLabel('Name').fill('To answer')
    await panel.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'To answer' }).waitFor()
    await page.goto('/profile/views')
    await page.getByRole('link', { name: 'To answer' }).click()
    await page.waitForURL((url) => url.pathname === '/quotes' && url.searchParams.get('status') === 'open')
    await page.goBack()
    await page.getByRole('button', { name: 'Delete the view To answer' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('None yet.').waitFor()
    await page.goto('/invoices')
    await rows().first().waitFor()
    expect(page.url()).not.toContain('view=')
  })
})

describe('taking a list along', () => {
  test('a CSV holds exactly the narrowed list with its columns', async () => {
    await page.goto('/orders?status=on_hold&columns=gross')
    await rows().first().waitFor()
    const first = await numberOf(0)
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^CSV/ }).click(),
    ])
    await page.getByText(/ saved \(/).waitFor()
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split(/\r?\n/)
    expect(lines[1]).toContain(first)
    expect(lines.length - 1).toBe(await rows().count())
    await asa.checkAccessibility('an export')
  })

  test('a file goes on while one reads a document, and can be stopped afterwards; that it broke off is said on any page', async () => {
    await page.goto('/orders?status=on_hold')
    await rows().first().waitFor()
    const calls: Route[] = []
    const exports = '**/api/documents/orders/export?*'
    await page.route(exports, (route) => void calls.push(route))
    const exportAndOpen = async (count: number) => {
      await page.getByRole('button', { name: 'Export' }).click()
      await page.getByRole('button', { name: /^CSV/ }).click()
      await expect.poll(() => calls.length).toBe(count)
      await selectionBar().getByRole('button', { name: 'Stop' }).waitFor()
      await rows().first().locator('a').first().click()
      await page.getByRole('heading', { level: 1, name: /^Order / }).waitFor()
    }
    await exportAndOpen(1)
    await page.goBack()
    await selectionBar()
      .getByText(/^Preparing /)
      .waitFor()
    await selectionBar().getByRole('button', { name: 'Stop' }).click()
    await selectionBar().waitFor({ state: 'detached' })
    await expect.poll(() => calls[0]?.request().failure()?.errorText).toBe('net::ERR_ABORTED')

    await exportAndOpen(2)
    await calls[1]?.abort()
    const messages = page.getByRole('region', { name: 'Messages' })
    await messages.getByText(/could not be prepared/).waitFor()
    await messages.getByRole('button', { name: 'Dismiss this message' }).click()
    await page.goBack()
    await rows().first().waitFor()
    expect(await selectionBar().count()).toBe(0)
    await page.unroute(exports)
    expect(asa.consoleErrors(/ERR_FAILED/)).toEqual([])
  })

  test('ticked documents become a workbook with a row for each and their dates and amounts as numbers', {
    tags: 'long',
  }, async () => {
    await page.goto('/orders?status=completed&sort=number')
    await rows().first().waitFor()
    const ticked = [await numberOf(1), await numberOf(2)]
    await rows().nth(1).getByRole('checkbox').click()
    await rows().nth(2).getByRole('checkbox').click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      selectionBar().getByRole('button', { name: 'Excel' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^Sales orders .*\.xlsx$/)
    await page.getByText(/ saved \(/).waitFor()
    const sheet = await partOf(readFileSync(await download.path()), 'xl/worksheets/sheet1.xml')
    expect([...sheet.matchAll(/<c r="A\d+"[^>]*><is><t[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual([
      'Number',
      ...ticked,
    ])
    expect(sheet.match(/<c r="[A-Z]+[23]" s="[34]"><v>-?[\d.]+<\/v>/g)?.length).toBeGreaterThanOrEqual(4)
    await asa.checkAccessibility('an export of what is ticked')
  })

  test('on paper stand all its rows, each from its number to its amount', async () => {
    await page.goto('/orders?status=completed&sort=number')
    await rows().first().waitFor()
    const [number, amount] = [await numberOf(0), await rows().first().locator('td').last().textContent()]
    const count = Number(await page.locator('main table').getAttribute('aria-rowcount')) - 1
    const { text, pages } = await readPdf(await page.pdf({ format: 'A4' }))
    for (const expected of [number, amount ?? '-']) expect(text).toContain(withoutSpaces(expected))
    expect(text.match(/SO-\d{4}-\d{4}/g)).toHaveLength(count)
    expect(pages).toBeLessThanOrEqual(2)
    expect(text).not.toContain(withoutSpaces('an export holds them all'))
  })

  test('on paper a long list says that it is not all, and on the screen it goes on as one scrolls', {
    tags: 'long',
  }, async () => {
    await page.goto('/orders?sort=number')
    await rows().first().waitFor()
    const last = async () => Number(await rows().last().getAttribute('data-index'))
    const loaded = await last()
    const { text } = await readPdf(await page.pdf({ format: 'A4' }))
    expect(text).toMatch(/Thefirst\d+documents;anexportholdsthemall/)
    expect(text.match(/SO-\d{4}-\d{4}/g)?.length).toBe(Number(/Thefirst(\d+)documents/.exec(text)?.[1]))
    const total = Number(await page.locator('main table').getAttribute('aria-rowcount')) - 1
    expect(total).toBeGreaterThan(loaded + 1)
    await rows().first().hover()
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 4000)
        return last()
      })
      .toBe(total - 1)
  })

  test('nothing that happened here made the browser complain', () => expect(asa.consoleErrors()).toEqual([]))
})

test('a list that stays in sight over the supplier’s midnight is of the new day', async () => {
  const clerk = await visit(browser, portal.address)
  await clerk.page.clock.install()
  await clerk.openSignedIn('/orders', 'asa@demo.example', 'quiet harbour lantern seventeen')
  // It stands above a list on paper, and is reckoned by on the screen.
  const day = clerk.page.getByText(/^As of \d/)
  await day.waitFor({ state: 'attached' })
  await clerk.settled()
  const yesterday = await day.textContent()
  await clerk.page.route('**/api/portal', async (route) => {
    const response = await route.fetch()
    const facts = (await response.json()) as { today: string }
    const tomorrow = new Date(Date.parse(facts.today) + 86_400_000).toISOString().slice(0, 10)
    await route.fulfill({ response, json: { ...facts, today: tomorrow } })
  })
  await clerk.page.clock.fastForward('05:01')
  await expect.poll(() => day.textContent()).not.toBe(yesterday)
  expect(clerk.consoleErrors()).toEqual([])
  await clerk.leave()
})

test('a list has no column of amounts for who may not see them, not even before the server has answered', async () => {
  const leila = await visit(browser, portal.address, { viewport: { width: 1440, height: 900 } })
  await leila.openSignedIn('/orders', 'leila@demo.example', 'seven pallets under the rain')
  await leila.page.locator('#main tbody tr[data-index]').first().waitFor()
  const tab = await leila.page.context().newPage()
  const held: Route[] = []
  await tab.route('**/api/**', (route) => void held.push(route))
  await tab.goto(`${portal.address}/orders`)
  const headings = tab.locator('#main thead th')
  await headings.filter({ hasText: 'Number' }).waitFor()
  const before = await headings.allTextContents()
  expect(before).not.toContain('Amount')
  for (const route of held) await route.continue()
  await tab.unroute('**/api/**')
  await tab.locator('#main tbody tr[data-index]').first().waitFor()
  expect(await headings.allTextContents()).toEqual(before)
  await tab.close()
  await leila.leave()
})
