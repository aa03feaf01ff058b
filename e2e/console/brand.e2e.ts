import { afterEach, beforeAll, expect, test } from 'vitest'
import { joinConsole } from '../harness/join-console.ts'
import { openPortalAndBrowser } from '../harness/open-portal-and-browser.ts'
import { type Visitor, visit } from '../harness/visitor.ts'

/* The supplier gives the portal a name, a colour and a logo in the console, and everybody sees them. */

const { portal, browser } = await openPortalAndBrowser({ DEMO: 'off' })
let cora: Visitor
beforeAll(async () => {
  const password = 'a passphrase of their own'
  cora = await joinConsole({ portal, browser, email: 'cora@supplier.example', name: 'Cora Content', password })
})
afterEach(() => expect(cora.consoleErrors()).toEqual([]))

const picture = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  // What a drawing program may have left in it runs nowhere.
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" onload="document.title=1"><script>document.title = 1</script><circle cx="16" cy="16" r="16" fill="#0b5fa5"/></svg>',
  ),
}
const width = () => cora.page.evaluate(() => document.documentElement.scrollWidth)
const buttonIn = (theme: string) =>
  cora.page
    .locator(`[data-preview=${theme}]`)
    .getByText('Accept the quote')
    .evaluate((button) => getComputedStyle(button).backgroundColor)

test('a colour is judged as it is typed, and a near one is proposed that holds in light and dark', async () => {
  const { page } = cora
  await page.goto('/console/content?tab=brand')
  const colour = page.getByLabel('Colour', { exact: true })
  await colour.fill('#ffd400')
  await page.getByText('Too little: shown as').waitFor()
  expect(await buttonIn('dark')).toBe('rgb(255, 212, 0)')
  expect(await buttonIn('light')).not.toBe('rgb(255, 212, 0)')
  await cora.checkAccessibility('a colour that is too light')
  await page.getByRole('button', { name: /^Use .*which shows as it is/ }).press('Enter')
  await page.getByText('Too little').waitFor({ state: 'detached' })
  expect(await buttonIn('light')).toBe(await buttonIn('dark'))
  await colour.fill('blue')
  await colour.press('Enter')
  await page.getByText('Enter six hexadecimal digits').waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('color')
})

test('name, colour and logo are published by keyboard and shown in the console at once, and to strangers', async () => {
  const { page } = cora
  await page.goto('/console/content?tab=brand')
  await page.getByLabel('Logo', { exact: true }).setInputFiles(picture)
  await page.getByLabel('Name of the portal').fill('Velo Supply')
  await page.getByLabel('Colour', { exact: true }).fill('0B5FA5')
  const previewed = page.locator('[data-preview=dark] img')
  await previewed.waitFor()
  expect(await previewed.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await cora.checkAccessibility('a brand before it is published')
  await page.getByLabel('Name of the portal').press('Enter')
  await page.getByText('Published here').waitFor()
  await page.getByRole('link', { name: 'Velo Supply · Console' }).waitFor()
  const brandOf = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand'))
  expect(await brandOf()).toBe('#0b5fa5')
  await cora.checkAccessibility('a brand that is published')

  const stranger = await visit(browser, portal.address)
  const pictureReply = stranger.page.waitForResponse(/\/brand\/logo\?/)
  await stranger.page.goto('/')
  expect((await pictureReply).headers()).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  await stranger.page.getByLabel('E-mail').waitFor()
  await expect.poll(() => stranger.page.title()).toContain('Velo Supply')
  await stranger.page.getByText(`© ${new Date().getFullYear()} Velo Supply · Track & Trace`).waitFor()
  expect(
    await stranger.page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand')),
  ).toBe('#0b5fa5')
  await stranger.checkAccessibility('the sign-in page of the supplier')
  // Opened by itself it is a page, which runs nothing.
  const address = await stranger.page.locator('main img').first().getAttribute('src')
  await stranger.page.goto(address ?? '')
  expect(await stranger.page.title()).not.toBe('1')
  stranger.consoleErrors(/content security policy|sandboxed/i)
  await stranger.leave()

  // The colour comes with the name, and waits for nothing else of the page.
  const { promise: isCompared, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/console/content/brand', async (route) => {
    await isCompared
    await route.continue()
  })
  await page.getByRole('button', { name: 'Use the operator’s again' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Use the operator’s again' }).press('Enter')
  await page.getByRole('link', { name: 'Track & Trace · Console' }).waitFor()
  expect(await brandOf()).toBe('#c8102e')
  release()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: /^Return to this version/ }).press('Enter')
  await page.getByRole('link', { name: 'Velo Supply · Console' }).waitFor()
})

test('what is no picture is refused beside its field', async () => {
  const { page } = cora
  await page.goto('/console/content?tab=brand')
  await page
    .getByLabel('Logo', { exact: true })
    .setInputFiles({ ...picture, buffer: Buffer.from('<!doctype html><svg>') })
  await page.getByRole('button', { name: 'Publish' }).press('Enter')
  await page.getByText('This logo cannot be shown.').first().waitFor()
  expect(cora.consoleErrors(/400/)).toEqual([])
})

test('what is chosen or typed while a brand is being published stays', async () => {
  const { page } = cora
  await page.goto('/console/content?tab=brand')
  const name = page.getByLabel('Name of the portal')
  const colour = page.getByLabel('Colour', { exact: true })
  const publishings = () => page.getByText(/, Cora Content$/).count()
  const publish = page.getByRole('button', { name: 'Publish' })
  /** Does something between the press and the answer. */
  const publishWhile = async (act: () => Promise<unknown>) => {
    const release = Promise.withResolvers<void>()
    await page.route('**/api/console/content/brand', async (route) => {
      if (route.request().method() === 'PUT') await release.promise
      await route.continue()
    })
    const before = await publishings()
    await publish.press('Enter')
    await act()
    release.resolve()
    await expect.poll(publishings).toBe(before + 1)
    await expect.poll(() => publish.getAttribute('aria-busy')).toBe(null)
    await page.unroute('**/api/console/content/brand')
  }
  await colour.fill('#ffd400')
  await publishWhile(() => page.getByRole('button', { name: /^Use .*which shows as it is/ }).press('Enter'))
  const near = await colour.inputValue()
  expect(near).not.toBe('#ffd400')
  await publishWhile(() => name.fill('Velo Later'))
  expect([await name.inputValue(), await colour.inputValue()]).toEqual(['Velo Later', near])
})

test('the page holds in the dark, on a phone and from right to left', async () => {
  const { page } = cora
  await page.goto('/console/content?tab=brand')
  await page.getByRole('button', { name: 'Dark colours' }).click()
  await cora.checkAccessibility('the brand in the dark')
  await page.setViewportSize({ width: 390, height: 844 })
  await cora.settled()
  expect(await width()).toBe(390)
  await cora.checkAccessibility('the brand on a phone')
  await page.getByLabel('Language').selectOption('ar')
  await page.locator('html[dir=rtl]').waitFor()
  await page.getByText('اسم البوابة').waitFor()
  await cora.checkAccessibility('the brand in Arabic')
  expect(await width()).toBe(390)
})
