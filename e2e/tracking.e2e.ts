import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPortalAndBrowser } from './harness/open-portal-and-browser.ts'
import { visit } from './harness/visitor.ts'

/* A member in the warehouse tracks a delivery. */

const { portal, browser } = await openPortalAndBrowser({ DEMO: 'auto' })

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
/** A shipment that left Bremen and Hannover within the last day, whatever today's date is. */
const roadShipment = {
  type: 'shipments',
  number: 'DN-ROAD-1',
  account: 'C-10001',
  lines: [{ line: '1', sku: 'KL-6210', name: 'Bearing', quantity: '2' }],
  shipment: {
    events: [
      { id: '1', at: hoursAgo(20), code: 'picked_up', place: { unlocode: 'DEBRE' } },
      { id: '2', at: hoursAgo(8), code: 'in_transit', place: { unlocode: 'DEHAJ' } },
    ],
  },
}

test('a shipment on its way is shown on a map, with its places in words below', async () => {
  send(roadShipment)
  const { page, openSignedIn, checkAccessibility } = await visit(browser, portal.address)
  await openSignedIn('/shipments?status=in_transit', 'leila@demo.example', 'seven pallets under the rain')
  await page.locator('main a[href^="/shipments/DN-ROAD-1"]').first().click()
  const route = page.getByRole('region', { name: 'Route' })
  const map = route.getByRole('img', { name: /^Map of the route: Bremen/ })
  await map.waitFor()
  const places = route.getByRole('list', { name: 'Places on the route' })
  await expect.poll(() => places.locator('[aria-current="location"]').count()).toBe(1)
  // The map names each place of the list, and the country in which they lie.
  const names = await map.locator('text').allTextContents()
  expect(names).toEqual(expect.arrayContaining(['Bremen', 'Hannover', 'Germany']))
  for (const name of ['Bremen', 'Hannover']) expect(await places.textContent()).toContain(name)
  const progress = page.getByRole('region', { name: 'Progress' })
  await expect.poll(() => progress.getByRole('listitem').count()).toBe(5)
  await expect.poll(() => progress.locator('[aria-current="step"]').textContent()).toMatch(/^Now: On the way/)
  await checkAccessibility('a shipment on its map')
})

const marchTime = (day: number, time: string, offset: string) =>
  `2026-03-${String(day).padStart(2, '0')}T${time}:00${offset}`
const [first, second, third] = ['340123450000000017', '340123450000000024', '340123450000000031']
const shipment = {
  type: 'shipments',
  number: 'DN-SEA-1',
  account: 'C-SEA',
  accountName: 'Sea Bikes',
  promisedDate: '2026-03-18',
  lines: [{ line: '1', sku: 'BK-42', name: 'Bike', quantity: '2', serials: ['SN-1'] }],
  shipment: {
    carrier: 'Maersk',
    signedBy: 'Ann Velo',
    packages: [{ sscc: first, trackingNumber: 'MAEU-1' }, { sscc: second, trackingNumber: 'MAEU-2' }, { sscc: third }],
    events: [
      { id: '1', at: marchTime(2, '10:00', '+08:00'), code: 'picked_up', place: { unlocode: 'CNSHA' } },
      {
        id: '2p',
        at: marchTime(15, '08:00', '+01:00'),
        classifier: 'planned',
        code: 'arrived_at_hub',
        place: { unlocode: 'DEHAM' },
      },
      { id: '2', at: marchTime(17, '06:30', '+01:00'), code: 'arrived_at_hub', place: { unlocode: 'DEHAM' } },
      { id: '3', at: marchTime(18, '09:00', '+01:00'), code: 'damaged', package: second },
      { id: '3r', at: marchTime(18, '10:00', '+01:00'), code: 'damaged', retracts: '3', reasonCode: 'carrier_error' },
      {
        id: '4',
        at: marchTime(19, '11:30', '+01:00'),
        code: 'delivered',
        package: first,
        place: { unlocode: 'DEBER' },
      },
    ],
  },
  attachments: [{ name: 'signature.txt', mimeType: 'text/plain', contentBase64: 'QW5u', purpose: 'proof_of_delivery' }],
}

/** A terminal's events for two of the three packages. */
const departureEvents = {
  type: 'EPCISDocument',
  schemaVersion: '2.0',
  epcisBody: {
    eventList: [
      {
        ...{ type: 'ObjectEvent', action: 'OBSERVE', bizStep: 'departing' },
        ...{ eventTime: marchTime(17, '08:00', '+01:00'), eventTimeZoneOffset: '+01:00' },
        epcList: [second, third].map((sscc) => `https://id.gs1.org/00/${sscc}`),
      },
    ],
  },
}

/** Imports a document of the supplier's ERP, and events of others, while the portal runs. */
function send(document: object, events?: object): void {
  const folder = mkdtempSync(join(tmpdir(), 'sea-'))
  const files = [join(folder, 'shipment.ndjson'), ...(events ? [join(folder, 'events.jsonld')] : [])]
  for (const [index, file] of files.entries()) writeFileSync(file, `${JSON.stringify([document, events][index])}\n`)
  portal.command(['import', ...files])
  rmSync(folder, { recursive: true })
}

test('packages go their own ways: each tells where it stands, and what was planned stands beside what came', async () => {
  send(shipment, departureEvents)
  const person = ['--email', 'sea@velo.example', '--name', 'Sea', '--account', 'C-SEA', '--role', 'logistics']
  portal.command(['user', 'add', ...person, '--password-stdin'], 'a passphrase of the sea')
  const { page, openSignedIn, checkAccessibility, consoleErrors } = await visit(browser, portal.address, {
    timezoneId: 'America/New_York',
  })
  await openSignedIn('/shipments/DN-SEA-1', 'sea@velo.example', 'a passphrase of the sea')

  const progress = page.getByRole('region', { name: 'Progress' })
  await expect.poll(() => progress.getByRole('listitem').last().textContent()).toMatch(/Planned 18 Mar 2026/)
  await page.getByRole('img', { name: /^Map of the route: Shanghai – Hamburg – Berlin/ }).waitFor()

  const packages = page.getByRole('region', { name: 'Packages' }).getByRole('listitem')
  await expect
    .poll(() => packages.nth(0).textContent())
    .toMatch(/Delivered · 19 Mar 2026, 06:30 \(11:30 UTC\+1\) · Berlin/)
  await expect.poll(() => packages.nth(1).textContent()).not.toMatch(/Damaged|Delivered/)
  const carrier = packages.nth(1).getByRole('link', { name: 'Track MAEU-2 on the carrier’s page' })
  await expect.poll(() => carrier.getAttribute('href')).toMatch(/^https:\/\/www\.maersk\.com\/.*MAEU-2$/)

  const eventsRegion = page.getByRole('region', { name: 'Tracking' })
  const damaged = eventsRegion
    .getByRole('listitem')
    .filter({ has: page.locator('s', { hasText: 'Damaged' }) })
    .last()
  await expect.poll(() => damaged.textContent()).toContain('Retracted: Carrier error')
  // 11:30 in Berlin is 06:30 in New York, where this person is; the ship came in Hamburg two days after its plan.
  await expect.poll(() => eventsRegion.textContent()).toMatch(/06:30.*11:30 UTC\+1/)
  const arrival = eventsRegion.getByRole('listitem').filter({ hasText: 'Arrived at a depot' }).last()
  await expect
    .poll(() => arrival.textContent())
    .toMatch(/01:30.*06:30 UTC\+1.*Planned 15 Mar 2026, 03:00.*2 days later/)
  await expect.poll(() => eventsRegion.textContent()).toContain('Packages 2 and 3 of 3')
  await eventsRegion.getByLabel('Events of').selectOption({ label: 'Package 2' })
  await eventsRegion.locator('s', { hasText: 'Damaged' }).waitFor()
  await expect.poll(() => eventsRegion.getByText('Delivered', { exact: true }).count()).toBe(0)

  const proof = page.getByRole('region', { name: 'Proof of delivery' })
  await expect.poll(() => proof.textContent()).toMatch(/Signed by.*Ann Velo.*19 Mar 2026, 06:30.*11:30 UTC\+1.*Berlin/)
  await proof
    .getByRole('button', { name: /signature\.txt/ })
    .first()
    .waitFor()
  await checkAccessibility('a shipment of three packages')
  await page.goto('/itemTracker')
  // The item is listed as coming although no order contains it.
  const comingTable = page.getByRole('table', { name: 'Items still to come, soonest first' })
  await comingTable.getByRole('link', { name: 'DN-SEA-1' }).waitFor()
  // What the ERP sends meanwhile appears without a reload of the page.
  await page.evaluate(() => Object.assign(window, { stays: true }))
  send({ ...shipment, number: 'DN-SEA-2', shipment: { carrier: 'Maersk' }, attachments: [] })
  await comingTable.getByRole('link', { name: 'DN-SEA-2' }).waitFor()
  await expect.poll(() => page.evaluate(() => 'stays' in window)).toBe(true)

  // A scanner types the label of the second package.
  await page.getByRole('searchbox', { name: /^Item, serial, lot/ }).waitFor()
  await page.keyboard.type(`(00)${second}`)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/shipments/DN-SEA-1')
  await page.getByRole('region', { name: 'Packages' }).getByText(second).waitFor()
  expect(consoleErrors()).toEqual([])
})
