import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { type Visitor, visit } from './harness/visitor.ts'

/* What a list says of its documents, and how one goes through them: in the list, beside it, and from one to the next. */

const { portal, browser } = await openPortalAndBrowser({ DEMO: 'auto' })
let asa: Visitor

beforeAll(async () => {
  asa = await visit(browser, portal.address, { viewport: { width: 1440, height: 900 } })
  await asa.openSignedIn('/orders', 'asa@demo.example', 'quiet harbour lantern seventeen')
  await asa.page.getByRole('heading', { level: 1, name: 'Sales orders' }).waitFor()
})
afterAll(() => asa?.leave())

const rows = () => asa.page.locator('tbody tr[data-index]')
const numberOf = async (index: number) =>
  (await asa.page.locator(`tbody tr[data-index="${index}"] a`).first().textContent()) ?? ''
const focusedText = () => asa.page.evaluate(() => document.activeElement?.textContent ?? '')
const openList = async (path: string) => {
  await asa.page.goto(path)
  await rows().first().waitFor()
  await asa.settled()
}

describe('a list', () => {
  test('says in each row what the document is about, and which of how many rows are in sight', {
    tags: 'long',
  }, async () => {
    await openList('/orders')
    await expect.poll(() => rows().first().textContent()).toMatch(/PUR \d+ · \S.*\+\d/)
    await asa.page.getByText(/^1–\d+ of \d+$/).waitFor()
    const table = asa.page.locator('section[aria-label="Sales orders"]')
    // More rows come while one scrolls.
    await expect
      .poll(async () => {
        await table.evaluate((list) => list.scrollTo(0, 1e6))
        return asa.page.getByText(/^\d+–(\d+) of \1$/).count()
      })
      .toBe(1)
    await asa.checkAccessibility('a list')
  })

  test('says what the narrowed list comes to, and for invoices what is still to pay', async () => {
    await openList('/invoices?status=overdue')
    await asa.page.getByText(/^Total [\d,.]+ EUR/).waitFor()
    const [open] = await asa.page.getByText(/^Still to pay [\d,.]+ EUR/).allInnerTexts()
    expect(open).not.toContain('Still to pay 0.00')
    await openList('/shipments')
    await asa.page.getByText(/^1–\d+ of \d+$/).waitFor()
    expect(await asa.page.getByText(/^Total /).count()).toBe(0)
  })

  test('shows as a chip only what asks for attention', async () => {
    await openList('/orders?status=on_hold,completed')
    const chips = asa.page.locator('tbody .rounded-full.border')
    await expect.poll(() => chips.allInnerTexts()).not.toEqual([])
    expect(new Set(await chips.allInnerTexts())).toEqual(new Set(['On hold']))
  })
})

describe('a list that is grouped', () => {
  const headings = () => asa.page.locator('tbody th[scope=rowgroup]')
  const group = async (by: string) => {
    await asa.page.getByRole('button', { name: 'View', exact: true }).press('Enter')
    await asa.page.getByLabel('Group by').selectOption({ label: by })
    await asa.page.keyboard.press('Escape')
  }

  const table = () => asa.page.locator('section[aria-label="Sales orders"]')
  /** The heading of each week in sight that has a row below it, with the Mondays (days since 1970) of its rows. */
  const weeksInSight = () =>
    asa.page.locator('tbody tr').evaluateAll((all) => {
      const monday = (day: string) => {
        const at = Date.parse(day) / 86_400_000
        return at - ((at + 3) % 7)
      }
      const weeks = new Map<string, number[]>()
      let heading: string | undefined
      for (const row of all) {
        const day = row.querySelector('time')?.dateTime
        heading = row.querySelector('th')?.textContent ?? heading
        // The heading of the first rows may have been scrolled away.
        if (heading !== undefined && day) weeks.set(heading, [...(weeks.get(heading) ?? []), monday(day)])
      }
      return [...weeks]
    })

  test('by week begins with this one, and each row stands below the week of its day', { tags: 'long' }, async () => {
    await openList('/orders?sort=-gross&columns=issueDate,gross')
    await group('Week')
    await expect.poll(() => headings().first().textContent()).toMatch(/^(This week|Last week|Week of \d+ \w+ \d{4})$/)
    expect(new URL(asa.page.url()).search).toBe('?columns=issueDate,gross&group=week')
    // From one screen to the next: early in a week, or late in it, fewer weeks are in sight at once.
    const seen = new Map<string, Set<number>>()
    await expect
      .poll(async () => {
        for (const [heading, mondays] of await weeksInSight()) {
          seen.set(heading, new Set([...(seen.get(heading) ?? []), ...mondays]))
        }
        await table().evaluate((list) => list.scrollBy(0, list.clientHeight / 2))
        return seen.size
      })
      .toBeGreaterThan(4)
    const weeks = [...seen.values()]
    expect(weeks.map((mondays) => mondays.size)).toEqual(weeks.map(() => 1))
    expect(new Set(weeks.flatMap((mondays) => [...mondays])).size).toBe(weeks.length)
    await table().evaluate((list) => list.scrollTo(0, 0))
    await asa.settled()
    await asa.checkAccessibility('a list by week')
  })

  test('by status goes through them in the order of an order’s life, each with its number, to the last document', {
    tags: 'long',
  }, async () => {
    await openList('/orders')
    const all = (await asa.page.getByRole('link', { name: /^All \d/ }).textContent()) ?? ''
    await group('Status')
    await expect.poll(() => headings().first().textContent()).toMatch(/^Received · \d+$/)
    const seen = new Map<string, number>()
    await expect
      .poll(async () => {
        await table().evaluate((list) => list.scrollBy(0, list.clientHeight))
        for (const heading of await headings().allInnerTexts()) {
          const [status = '', count] = heading.split(' · ')
          seen.set(status, Number(count))
        }
        return asa.page.getByText(/^\d+–(\d+) of \1$/).count()
      })
      .toBe(1)
    const life = ['Received', 'Confirmed', 'In progress', 'On hold', 'Completed', 'Cancelled', 'Rejected']
    expect([...seen.keys()]).toEqual(life.filter((status) => seen.has(status)))
    const total = [...seen.values()].reduce((sum, count) => sum + count, 0)
    expect(all.replace(/\D/g, '')).toBe(String(total))
  })

  test('is gone through by keyboard, past its headings, and says so after the way back and a reload', {
    tags: 'long',
  }, async () => {
    await openList('/orders?group=status')
    await asa.page.locator('tbody tr[data-index="0"] a').first().focus()
    for (let index = 0; index < 9; index++) await asa.page.keyboard.press('j')
    await expect.poll(focusedText).toBe(await numberOf(9))
    await asa.page.keyboard.press('Enter')
    await asa.page.getByRole('heading', { level: 1, name: /SO/ }).waitFor()
    await asa.page.goBack()
    await expect.poll(focusedText).toBe(await numberOf(9))
    await asa.page.reload()
    await expect.poll(() => headings().first().textContent()).toMatch(/^Received · \d+$/)
  })

  test('leads to documents that have their place among those of all its groups', { tags: 'long' }, async () => {
    await openList('/orders?group=status')
    const all = (await asa.page.getByRole('link', { name: /^All \d/ }).textContent())?.replace(/\D/g, '')
    await asa.page.locator('tbody tr[data-index="9"] a').first().click()
    const place = asa.page.getByRole('navigation', { name: 'Documents of the list' })
    await place.getByText(`10 of ${all}`, { exact: true }).waitFor()
  })

  test('has its headings on a phone, where it is grouped among the filters', { tags: 'long' }, async () => {
    const phone = await visit(browser, portal.address, { viewport: { width: 390, height: 844 }, hasTouch: true })
    const { page } = phone
    await phone.openSignedIn('/invoices', 'asa@demo.example', 'quiet harbour lantern seventeen')
    await page.getByRole('button', { name: /^Filters/ }).tap()
    await page.getByLabel('Group by').selectOption({ label: 'Status' })
    await page.getByRole('button', { name: 'Apply', exact: true }).tap()
    await page.getByRole('heading', { level: 2, name: /^Open · \d+$/ }).waitFor()
    await phone.settled()
    await phone.checkAccessibility('a list by status on a phone')
    expect(phone.consoleErrors()).toEqual([])
    await phone.leave()
  })
})

describe('the keyboard', () => {
  test('goes through a list from the first moment: J, K, X, and Space shows a document beside it', async () => {
    await openList('/orders')
    await asa.page.keyboard.press('j')
    await expect.poll(focusedText).toBe(await numberOf(0))
    await asa.page.keyboard.press('j')
    await expect.poll(focusedText).toBe(await numberOf(1))
    await asa.page.keyboard.press('x')
    await asa.page.getByRole('region', { name: 'Selection' }).waitFor()
    await asa.page.keyboard.press('x')
    await asa.page.keyboard.press('Space')
    await asa.page
      .getByRole('dialog', { name: `Order ${await numberOf(1)}` })
      .getByText(/^\d+ lines?$/)
      .waitFor()
    await asa.checkAccessibility('a document beside its list')
    await asa.page.keyboard.press('k')
    const first = asa.page.getByRole('dialog', { name: `Order ${await numberOf(0)}` })
    await first.getByText(/^\d+ lines?$/).waitFor()
    await asa.page.keyboard.press('Control+k')
    const palette = asa.page.getByRole('dialog', { name: 'Search and commands' }).getByRole('combobox')
    await palette.waitFor()
    await asa.page.keyboard.type('jack knife')
    expect(await palette.inputValue()).toBe('jack knife')
    await asa.page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
    await first.getByText(/^\d+ lines?$/).waitFor()
    await asa.page.keyboard.press('Escape')
    await first.waitFor({ state: 'detached' })
    await expect.poll(focusedText).toBe(await numberOf(0))
    expect(asa.consoleErrors()).toEqual([])
  })

  test('counts each press of two that come before the page has drawn the first', async () => {
    await openList('/orders')
    // A slow computer: frames wait while keys go on coming.
    await asa.page.evaluate(() => {
      const waiting: FrameRequestCallback[] = []
      const { requestAnimationFrame } = window
      window.requestAnimationFrame = (callback) => waiting.push(callback)
      window.addEventListener(
        'frames',
        () => {
          window.requestAnimationFrame = requestAnimationFrame
          for (const callback of waiting) requestAnimationFrame(callback)
        },
        { once: true },
      )
    })
    for (let press = 0; press < 3; press++) await asa.page.keyboard.press('j')
    await asa.page.evaluate(() => window.dispatchEvent(new Event('frames')))
    await expect.poll(focusedText).toBe(await numberOf(2))
    await asa.page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await asa.page.keyboard.press('j')
    await expect.poll(focusedText).toBe(await numberOf(2))
    expect(asa.consoleErrors()).toEqual([])
  })

  test('leads from a document to the next of its list and back, and then back to the list', async () => {
    await openList('/orders?status=completed')
    const [first, second] = [await numberOf(0), await numberOf(1)]
    await asa.page.keyboard.press('j')
    await expect.poll(focusedText).toBe(first)
    await asa.page.keyboard.press('Enter')
    const heading = (number: string) => asa.page.getByRole('heading', { level: 1, name: `Order ${number}` }).waitFor()
    await heading(first)
    const place = asa.page.getByRole('navigation', { name: 'Documents of the list' })
    await place.getByText(/^1 of \d+$/).waitFor()
    await asa.checkAccessibility('a document of a list')
    await place.getByRole('link', { name: 'Next in the list' }).click()
    await heading(second)
    await place.getByText(/^2 of \d+$/).waitFor()
    await asa.page.keyboard.press('k')
    await heading(first)
    await asa.page.goBack()
    await asa.page.waitForURL('**/orders?status=completed')
    expect(asa.consoleErrors()).toEqual([])
  })
})

test('a document near the end of a list whose next documents cannot be loaded does not ask for them again and again', async () => {
  const { page } = asa
  let tries = 0
  await page.route('**/api/documents/orders?*', (route) => {
    const url = route.request().url()
    if (!url.includes('cursor=')) return route.continue({ url: url.replace(/limit=\d+/, 'limit=5') })
    tries++
    return route.fulfill({ status: 503, json: { message: 'The server is busy.' } })
  })
  await openList('/orders')
  await page.getByText('The next documents could not be loaded.').waitFor()
  expect(tries).toBe(3)
  await page.locator('tbody tr[data-index="4"] a').first().click()
  await page
    .getByRole('navigation', { name: 'Documents of the list' })
    .getByText(/^5 of \d+$/)
    .waitFor()
  await asa.settled()
  expect(tries).toBe(3)
  await page.unroute('**/api/documents/orders?*')
  asa.consoleErrors()
})

test('ticked documents are copied as a table, which a spreadsheet takes with amounts as numbers', async () => {
  await asa.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openList('/orders?status=completed')
  const first = await numberOf(0)
  await asa.page.keyboard.press('x')
  await asa.page.getByRole('button', { name: 'Copy as table' }).click()
  await asa.page.getByRole('button', { name: 'Copied' }).waitFor()
  const read = (type: string) =>
    asa.page.evaluate(async (wanted) => {
      const [item] = await navigator.clipboard.read()
      return (await item?.getType(wanted))?.text() ?? ''
    }, type)
  const [head, row, ...others] = (await read('text/plain')).split('\n')
  expect(head?.split('\t').slice(0, 3)).toEqual(['Number', 'Your reference', 'Status'])
  expect(row?.split('\t')[0]).toBe(first)
  expect(others).toEqual([])
  const markup = await read('text/html')
  expect(markup).toContain(`${first}</td>`)
  expect(markup).toMatch(/<td sdval="[\d.]+"/)
  // What is copied is no longer what is ticked.
  await asa.page.locator('tbody tr[data-index="1"]').getByRole('checkbox').check()
  await asa.page.getByRole('button', { name: 'Copy as table' }).waitFor()
  expect(await asa.page.getByRole('button', { name: 'Copied' }).count()).toBe(0)
  expect(asa.consoleErrors()).toEqual([])
})

test('a row says what the document is about, low rows cut nothing, and a tablet has the table that fits it', {
  tags: 'long',
}, async () => {
  const { page } = asa
  const table = page.getByRole('table')
  const cutValues = (from = 3) =>
    page.evaluate(
      (first) =>
        [...document.querySelectorAll(`tbody td:nth-child(n + ${first}) *, tbody td:nth-child(n + ${first})`)]
          .filter((element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1)
          .filter((element) => getComputedStyle(element).overflowX !== 'visible')
          .map((element) => element.textContent),
      from,
    )
  const itemWidth = async () =>
    (await page.locator('tbody td:nth-child(2) .cell-lines').first().boundingBox())?.width ?? 0
  for (const path of [
    '/orders?density=compact',
    '/shipments?density=compact',
    '/invoices?density=compact',
    '/orders',
  ]) {
    await openList(path)
    expect([path, await cutValues()]).toEqual([path, []])
    expect(await itemWidth(), path).toBeGreaterThan(250)
  }
  for (const width of [991, 700]) {
    await page.setViewportSize({ width, height: 900 })
    await table.waitFor()
    const scroller = page.getByRole('region', { name: 'Sales orders' })
    await expect.poll(() => scroller.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await asa.checkAccessibility('a list on a tablet')
  await openList('/orders?density=compact')
  expect(await cutValues(2)).toEqual([])
  await page.setViewportSize({ width: 699, height: 900 })
  await expect.poll(() => table.count()).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await table.waitFor()
  expect(asa.consoleErrors()).toEqual([])
})

describe('on a phone', () => {
  test('everything that can be pressed on the main pages is at least 40 px high and wide', {
    tags: 'long',
  }, async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const { page, openSignedIn, settled, leave } = await visit(browser, portal.address, phone)
    await openSignedIn('/dashboard', 'asa@demo.example', 'quiet harbour lantern seventeen')
    const small: string[] = []
    const measure = async (path: string) => {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await settled()
      small.push(...(await page.evaluate(smallTargets)).map((target) => `${path}: ${target}`))
    }
    for (const path of ['/dashboard', '/itemTracker', '/profile', '/profile/statement']) await measure(path)
    for (const path of ['/orders', '/shipments', '/invoices', '/quotes']) {
      await measure(path)
      await measure((await page.locator('main li a').first().getAttribute('href')) ?? '')
    }
    expect(small).toEqual([])
    await leave()
  })
})

/**
 * What is smaller than a finger: but for links within a text, links whose row takes the press, and bars of a chart, which
 * are narrow and high.
 */
function smallTargets(): string[] {
  return [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].flatMap((element) => {
    const target = element.closest('label') ?? element
    const { width, height } = target.getBoundingClientRect()
    const isHidden = !target.checkVisibility() || width < 2 || height < 2 || element.matches('.sr-only')
    const own = element.textContent?.trim().length ?? 0
    const isInText =
      getComputedStyle(element).display === 'inline' &&
      (element.parentElement?.textContent?.trim().length ?? 0) > own + 3
    const fillsRow = getComputedStyle(element, '::after').position === 'absolute'
    const isLarge = height > 39 && (width > 39 || (height > 100 && width > 23))
    if (isHidden || isInText || fillsRow || isLarge) return []
    const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
    return [`${Math.round(width)} × ${Math.round(height)} ${element.tagName} ${name.trim().slice(0, 40)}`]
  })
}
