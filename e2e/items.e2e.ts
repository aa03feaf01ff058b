import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { visit } from './harness/visitor.ts'

/* At goods receipt: what arrives next, one item with all its documents, and one unit by its label. */

const { portal, browser } = await openPortalAndBrowser(
  { DEMO: 'auto' },
  { flags: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'] },
)

test('from what is on its way to one item, its documents and a file of them', async () => {
  const { page, openSignedIn, checkAccessibility, consoleErrors } = await visit(browser, portal.address)
  await openSignedIn('/itemTracker', 'asa@demo.example', 'quiet harbour lantern seventeen')
  const comingTable = page.getByRole('table', { name: 'Items still to come, soonest first' })
  await comingTable.waitFor()
  await checkAccessibility('item tracker')
  const link = comingTable.getByRole('link').first()
  const name = (await link.textContent()) ?? ''
  const [, sku = ''] = /\/itemTracker\/([^/?]+)$/.exec((await link.getAttribute('href')) ?? '') ?? []
  await link.click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByRole('region', { name: 'Quantities' }).getByText('Ordered', { exact: true }).waitFor()
  const lines = page.getByRole('region', { name: 'In your documents' })
  await lines.getByRole('button', { name: 'Orders' }).click()
  await lines.getByRole('table').getByRole('link').first().waitFor()
  await checkAccessibility('item')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    lines.getByRole('button', { name: 'Download as CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`${decodeURIComponent(sku)}.csv`)

  await page.goBack()
  const field = page.getByRole('searchbox', { name: /^Item, serial, lot/ })
  await field.waitFor()
  // A scanner types and ends with Enter; then the field is ready for the next label.
  await page.keyboard.type(decodeURIComponent(sku))
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Items' }).getByRole('link', { name }).waitFor()
  await page.keyboard.type('nothing-of-this-9')
  await page.keyboard.press('Enter')
  await page.getByText('Nothing found for “nothing-of-this-9”').waitFor()
  expect(consoleErrors()).toEqual([])
})

test('a packer finds a unit and sees no price on the way', async () => {
  const { page, openSignedIn, checkAccessibility, consoleErrors } = await visit(browser, portal.address)
  await openSignedIn('/itemTracker', 'leila@demo.example', 'seven pallets under the rain')
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('region', { name: 'Quantities' }).waitFor()
  await page.getByRole('region', { name: 'In your documents' }).getByRole('table').waitFor()
  expect(await page.getByRole('region', { name: 'Last prices' }).count()).toBe(0)
  expect(await page.getByRole('columnheader', { name: 'Price' }).count()).toBe(0)
  await page.goto('/itemTracker/units/no-such-unit')
  await page.getByText('We could not find this.').waitFor()
  await checkAccessibility('no unit')
  expect(consoleErrors().filter((text) => !text.includes('404'))).toEqual([])
})

const gtin = '(01)02900041701035'
const unitHeading = (page: Page, code: string) => page.getByRole('heading', { level: 1, name: code }).waitFor()

test('a scanner leads from a document’s line to its article, on to a lot, and back', { tags: 'long' }, async () => {
  const { page, openSignedIn, consoleErrors } = await visit(browser, portal.address)
  await openSignedIn('/itemTracker', 'leila@demo.example', 'seven pallets under the rain')
  await page.goto('/itemTracker/KH-DN20')
  const lines = page.getByRole('region', { name: 'In your documents' })
  await lines.getByRole('button', { name: 'Shipments' }).click()
  await lines.getByRole('table').getByRole('link').first().click()
  const article = page.getByRole('table', { name: 'Lines' }).getByRole('link', { name: 'Ball valve, two-piece DN20' })
  await article.first().click()
  await page.waitForURL('**/itemTracker/KH-DN20')
  await page.getByRole('region', { name: 'Serials and lots' }).getByRole('link').first().waitFor()
  const lot =
    (await page.getByRole('region', { name: 'Serials and lots' }).getByRole('link').first().textContent()) ?? ''

  // No field has the focus: the page still receives what the scanner types, and none of it opens the search.
  await page.evaluate((text) => {
    // All keys at once, as fast as a scanner.
    for (const key of [...text, 'Enter'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }, `https://id.example.org/01/02900041701035/10/${lot}`)
  await unitHeading(page, lot)
  await page.goBack()
  await page.waitForURL('**/itemTracker/KH-DN20')

  await page.goto('/itemTracker')
  const field = page.getByRole('searchbox', { name: /^Item, serial, lot/ })
  await field.fill(gtin)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Ball valve, two-piece DN20' }).waitFor()
  await page.goBack()
  await field.waitFor()
  // The raw data, with the separator that scanners send as Ctrl+].
  await field.pressSequentially(`10${lot}`)
  await page.keyboard.press('Control+]')
  await field.pressSequentially('0102900041701035')
  await page.keyboard.press('Enter')
  await unitHeading(page, lot)
  expect(consoleErrors()).toEqual([])
})

test('a camera reads a label where the browser can, on a phone one tap from home, and there is no button where it cannot', {
  tags: 'long',
}, async () => {
  const withoutCamera = await visit(browser, portal.address)
  await withoutCamera.page.addInitScript(() => Reflect.deleteProperty(window, 'BarcodeDetector'))
  await withoutCamera.openSignedIn('/itemTracker', 'leila@demo.example', 'seven pallets under the rain')
  await withoutCamera.page.getByRole('button', { name: 'Find' }).waitFor()
  expect(await withoutCamera.page.getByRole('button', { name: 'Scan with the camera' }).count()).toBe(0)
  await withoutCamera.leave()

  const { page, openSignedIn, checkAccessibility, consoleErrors } = await visit(browser, portal.address, {
    permissions: ['camera'],
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  })
  await page.addInitScript(() => {
    // Detects the label as soon as the camera delivers a picture.
    Object.assign(window, {
      BarcodeDetector: class {
        async detect(picture: HTMLVideoElement) {
          return picture.videoWidth > 0 ? [{ rawValue: '\u001d0102900041701035' }] : []
        }
      },
    })
  })
  await openSignedIn('/dashboard', 'leila@demo.example', 'seven pallets under the rain')
  await page.getByRole('link', { name: 'Scan a label' }).tap()
  await page.getByRole('heading', { level: 1, name: 'Ball valve, two-piece DN20' }).waitFor()
  await page.goto('/itemTracker')
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ball valve, two-piece DN20' }).waitFor()
  await checkAccessibility('the article of a scanned label')
  expect(consoleErrors()).toEqual([])
})
