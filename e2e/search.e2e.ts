import { beforeAll, describe, expect, test } from 'vitest'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { type Visitor, visit } from './harness/visitor.ts'

const { portal, browser } = await openPortalAndBrowser({ DEMO: 'auto' })
let asa: Visitor
beforeAll(async () => {
  asa = await visit(browser, portal.address)
  await asa.openSignedIn('/orders', 'asa@demo.example', 'quiet harbour lantern seventeen')
})

const searchInput = () => asa.page.getByRole('combobox', { name: 'Search All Documents' })
const options = () => asa.page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
const searchedFor = (text: string) => (url: URL) => decodeURIComponent(url.pathname) === `/masterSearch/${text}`

describe('the search in the header', () => {
  test('an empty box has a button that does nothing, and Enter stays where one is', async () => {
    const { page } = asa
    await page.getByPlaceholder('Search All Documents').waitFor()
    const button = page.getByRole('button', { name: 'Search', exact: true })
    await expect.poll(() => button.isDisabled()).toBe(true)
    await searchInput().press('Enter')
    expect(new URL(page.url()).pathname).toBe('/orders')
    await searchInput().fill('pur')
    await expect.poll(() => button.isDisabled()).toBe(false)
    await button.click()
    await page.waitForURL('**/masterSearch/pur')
  })

  test('the best documents stand under the box while one types, and the arrow keys lead to one of them', async () => {
    const { page } = asa
    await page.goto('/orders')
    const number = ((await page.getByRole('link', { name: /^SO/ }).first().textContent()) ?? '').trim()
    await searchInput().pressSequentially(number.toLowerCase())
    await options().filter({ hasText: number }).first().waitFor()
    await asa.checkAccessibility('suggestions')
    await asa.settled()
    await searchInput().press('ArrowDown')
    await expect.poll(() => searchInput().getAttribute('aria-activedescendant')).not.toBeNull()
    const marked = await searchInput().getAttribute('aria-activedescendant')
    await expect.poll(() => page.locator(`[id="${marked}"]`).getAttribute('aria-selected')).toBe('true')
    await expect.poll(() => page.locator(`[id="${marked}"]`).textContent()).toContain(number)
    await searchInput().press('Enter')
    await page.waitForURL(`**/orders/${encodeURIComponent(number)}`)
    expect(asa.consoleErrors()).toEqual([])
  })

  test('Escape closes the suggestions and keeps the text', async () => {
    await asa.page.goto('/orders')
    await searchInput().pressSequentially('pur')
    await options().first().waitFor()
    await searchInput().press('Escape')
    await options().first().waitFor({ state: 'detached' })
    await expect.poll(() => searchInput().inputValue()).toBe('pur')
    await expect.poll(() => searchInput().getAttribute('aria-expanded')).toBe('false')
  })

  test('somebody who types on while the results come keeps the box and what was typed', async () => {
    const { page } = asa
    await page.goto('/orders')
    await searchInput().fill('gravel')
    const outcome = await searchInput().evaluate(async (element) => {
      const input = element as HTMLInputElement
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      input.focus()
      input.form?.requestSubmit()
      await frame()
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'gravel s')
      input.dispatchEvent(new InputEvent('input', { bubbles: true }))
      while (!location.pathname.endsWith('/gravel') || !document.querySelector('h1')) await frame()
      for (let frames = 0; frames < 30; frames++) await frame()
      return { hasFocus: document.activeElement === input, text: input.value }
    })
    expect(outcome).toEqual({ hasFocus: true, text: 'gravel s' })
  })

  test('what was searched lately is offered again, can be forgotten, and is gone after signing out', {
    tags: 'long',
  }, async () => {
    const { page } = asa
    const storedSearches = () => page.evaluate(() => sessionStorage.getItem('recentSearches'))
    await searchInput().fill('gravel')
    await searchInput().press('Enter')
    await page.waitForURL('**/masterSearch/gravel')
    await searchInput().fill('')
    await options().filter({ hasText: 'gravel' }).waitFor()
    await asa.checkAccessibility('recent searches')
    await page.getByRole('button', { name: 'Clear recent searches' }).click()
    await options().first().waitFor({ state: 'detached' })
    await searchInput().fill('wheel')
    await searchInput().press('Enter')
    await page.waitForURL('**/masterSearch/wheel')
    await expect.poll(() => storedSearches()).toContain('wheel')
    // A search that is under way when its session ends is refused, which the browser reports.
    await asa.settled()
    await page.getByRole('button', { name: /Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await page.getByLabel('E-mail').waitFor()
    await expect.poll(() => storedSearches()).toBeNull()
    await asa.signIn('asa@demo.example', 'quiet harbour lantern seventeen')
  })
})

describe('the results', () => {
  test('are narrowed by status and period, each a filter in the text that can be taken away', {
    tags: 'long',
  }, async () => {
    const { page } = asa
    await page.goto('/masterSearch/bearing')
    await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Completed' })
    await page.waitForURL(searchedFor('bearing status:completed'))
    await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: 'Last year' })
    const year = new Date().getFullYear() - 1
    await page.waitForURL(searchedFor(`bearing status:completed after:${year}-01-01 before:${year}-12-31`))
    await asa.settled()
    await asa.checkAccessibility('narrowed results')
    await page.getByRole('button', { name: /Status: Completed/ }).click()
    await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: 'Any time' })
    await page.waitForURL('**/masterSearch/bearing')
    await searchInput().fill('status:completed type:order')
    await searchInput().press('Enter')
    await page.getByRole('button', { name: /Type: Orders/ }).waitFor()
    await page.getByRole('link', { name: /^SO/ }).first().waitFor()
    // The former results stay, dimmed, until the new ones arrive.
    await expect
      .poll(() =>
        page
          .getByRole('main')
          .getByRole('link', { name: /^(DN|IN|QT)/ })
          .count(),
      )
      .toBe(0)
    await page.getByRole('main').getByRole('link', { name: /^SO/ }).first().waitFor()
  })

  test('keep the focus on the filter that was changed, so that the next choice is a key away', async () => {
    const { page } = asa
    await page.goto('/masterSearch/bearing')
    const status = page.getByRole('combobox', { name: 'Status' })
    await status.focus()
    await status.selectOption({ label: 'Completed' })
    await page.waitForURL(searchedFor('bearing status:completed'))
    await asa.settled()
    expect(await status.evaluate((field) => field === document.activeElement)).toBe(true)
  })

  test('go on to older documents by themselves, and by a press where many calls were in vain', async () => {
    const { page } = asa
    const hit = { type: 'orders', number: 'SO-OLD', title: null, status: 'cancelled', date: '2022-05-01' }
    await page.route(/[/]api[/]search[?]/, (route) => {
      const at = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0)
      return route.fulfill({
        json: {
          ...{ hits: at === 7 ? [{ ...hit, keyDate: null, matched: [] }] : [], searched: null, exact: at > 0 },
          ...{ counts: { quotes: 0, orders: 0, shipments: 0, invoices: 0 }, nextCursor: at === 7 ? null : `${at + 1}` },
        },
      })
    })
    await page.goto('/masterSearch/status:cancelled')
    await page.getByRole('button', { name: 'Show more' }).waitFor()
    await asa.settled()
    expect(await page.getByText(/Nothing found|No results/).count()).toBe(0)
    await asa.checkAccessibility('results that are still to be searched for')
    await page.getByRole('button', { name: 'Show more' }).click()
    await page
      .getByRole('main')
      .getByRole('link', { name: /SO-OLD/ })
      .waitFor()
    await page.getByText('1 result for “status:cancelled”').waitFor()
    await page.unroute(/[/]api[/]search[?]/)
  })

  test('leave alone what is typed into the search box at the moment when they come', async () => {
    const { page } = asa
    await page.goto('/masterSearch/bearing status:completed')
    const chip = page.getByRole('button', { name: /Status: Completed/ })
    await chip.waitFor()
    // At this moment the address has changed, but not yet the page.
    await searchInput().evaluate((input) => {
      const { pushState } = history
      history.pushState = (...args) => {
        pushState.apply(history, args)
        history.pushState = pushState
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'gravel')
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }
    })
    await chip.click()
    await chip.waitFor({ state: 'detached' })
    expect(await searchInput().inputValue()).toBe('gravel')
    await searchInput().press('Enter')
    await page.waitForURL('**/masterSearch/gravel')
  })
})

test('what was written about a document is suggested and found, and leads to the message', {
  tags: 'long',
}, async () => {
  const { page } = asa
  const message = () => page.getByRole('listitem').filter({ hasText: 'Could the driver call half an hour ahead?' })
  const isFocused = () => message().evaluate((element) => element === document.activeElement)
  await page.goto('/')
  await searchInput().pressSequentially('driver call')
  const suggestion = options().filter({ hasText: 'Could the driver call' })
  await suggestion.waitFor()
  // Documents with these words, and those of a spelling that is like them, may stand before it.
  await expect
    .poll(async () => {
      await searchInput().press('ArrowDown')
      return suggestion.getAttribute('aria-selected')
    })
    .toBe('true')
  await searchInput().press('Enter')
  await page.waitForURL(/[/]orders[/][^/]+#message-/)
  await expect.poll(isFocused).toBe(true)
  await page.goto('/masterSearch/half an hour driver')
  const found = page.getByRole('region', { name: 'Conversations' })
  await found.getByRole('link', { name: /Could the driver call half an hour ahead/ }).waitFor()
  await asa.checkAccessibility('messages among the results')
  await found.getByRole('link').click()
  await expect.poll(isFocused).toBe(true)
  expect(asa.consoleErrors()).toEqual([])
})

describe('the palette', () => {
  const palette = () => asa.page.getByRole('dialog', { name: 'Search and commands' })
  const paletteInput = () => palette().getByRole('combobox')

  test('leads anywhere by the keyboard alone, and gives the focus back', { tags: 'long' }, async () => {
    const { page } = asa
    await page.goto('/orders')
    await page.getByRole('link', { name: /^SO/ }).first().focus()
    await page.keyboard.press('Control+k')
    await paletteInput().waitFor()
    await asa.checkAccessibility('palette')
    await page.keyboard.press('Escape')
    await palette().waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^SO/)
    await page.keyboard.press('Control+k')
    await paletteInput().pressSequentially('item tr')
    await palette().getByRole('option', { name: 'Item Tracker' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/itemTracker')
    await page.keyboard.press('Control+k')
    await paletteInput().pressSequentially('bearing')
    await palette().getByRole('option').filter({ hasText: 'bearing' }).first().waitFor()
    await asa.checkAccessibility('palette with documents')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/masterSearch/bearing')
    expect(asa.consoleErrors()).toEqual([])
  })

  test('does what is asked of it', async () => {
    const { page } = asa
    const choose = async (text: string) => {
      await page.keyboard.press('Control+k')
      await paletteInput().pressSequentially(text)
      await palette()
        .getByRole('option', { name: new RegExp(text, 'i') })
        .first()
        .waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    }
    await choose('dark app')
    await page.locator('html[data-theme=dark]').waitFor()
    await choose('switch the text')
    await page.locator('html[dir=rtl]').waitFor()
    await choose('show keyboard')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  })

  test('changes the language as often as it is asked to', async () => {
    const { page } = asa
    await page.goto('/orders')
    await page.getByRole('link', { name: /^SO/ }).first().waitFor()
    for (const [words, language] of [
      ['Read in Deutsch', 'de'],
      ['Auf English lesen', 'en'],
    ] as const) {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').pressSequentially(words)
      await page.getByRole('option', { name: words, exact: true }).click()
      await page.locator(`html[lang=${language}]`).waitFor()
      await asa.settled()
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
    }
    expect(asa.consoleErrors()).toEqual([])
  })
})

describe('what people search for', () => {
  test('an item comes before the documents that hold it, with what comes next, and has a tab of its own', async () => {
    const { page } = asa
    await page.goto('/masterSearch/bearing')
    await page
      .getByRole('link', { name: /ball bearing 6210/ })
      .first()
      .waitFor()
    const headings = await page.locator('main').getByRole('heading', { level: 2 }).allTextContents()
    expect(headings[0]).toBe('Items')
    await asa.checkAccessibility('items above documents')
    // Its tab says how many there are.
    await page.getByRole('link', { name: /^Items \d+$/ }).click()
    await page.waitForURL('**/masterSearch/bearing?items=true')
    await page.getByRole('link', { name: /ball bearing 6210/ }).click()
    await page.waitForURL('**/itemTracker/KL-6210')
    expect(asa.consoleErrors()).toEqual([])
  })

  test('“overdue” leads to the overdue invoices, while one types and from the results', async () => {
    const { page } = asa
    await page.goto('/orders')
    await searchInput().pressSequentially('overdue')
    await options().filter({ hasText: 'Overdue invoices' }).click()
    await page.waitForURL('**/invoices?status=overdue**')
    await page.goto('/masterSearch/where%20is%20my%20order')
    await page.getByRole('navigation', { name: 'Go to' }).getByRole('link', { name: 'Open orders' }).click()
    await page.waitForURL('**/orders?status=**')
    expect(asa.consoleErrors()).toEqual([])
  })
})
