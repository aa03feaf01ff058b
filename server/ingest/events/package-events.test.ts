import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import type { IngestDocument, IngestEvent } from '#contract/ingest/documents.ts'
import { testPortal } from '#server/testing/portal.ts'
import { takeIn } from '../intake.ts'
import { createKey } from '../keys.ts'

const portal = await testPortal('2026-03-10T09:00:00Z')
let shipmentCount = 0

/** Sends a shipment of two packages with these events. Returns what the portal then shows of it. */
async function shipmentAfter(...events: IngestEvent[]) {
  shipmentCount++
  const shipment: IngestDocument = {
    type: 'shipments',
    number: `S-${shipmentCount}`,
    account: 'C-1',
    accountName: 'Better Bikes',
    lines: [],
    shipment: { packages: [{ trackingNumber: 'A1' }, { trackingNumber: 'B2' }], events },
  }
  expect((await portal.ingest(shipment)).errors).toEqual([])
  const token = await portal.signIn(`logistics${shipmentCount}@c.example`, 'C-1', 'logistics')
  const { body } = await portal.get(`/documents/shipments/S-${shipmentCount}`, token)
  return body as { status: string; header: { deliveredDate: string | null }; events: { packages: string[] }[] }
}
const event = (id: string, code: string, pack: string | undefined, fields: Partial<IngestEvent> = {}): IngestEvent => ({
  id,
  at: `2026-03-0${id}T10:00:00+01:00`,
  code,
  ...(pack ? { package: pack } : {}),
  ...fields,
})

test('one delivered package is a delivery of a part; the last makes it whole', async () => {
  const first = [event('1', 'in_transit', undefined), event('2', 'delivered', 'A1')]
  expect(await shipmentAfter(...first)).toMatchObject({
    status: 'partially_delivered',
    header: { deliveredDate: null },
    events: [{ packages: ['A1'] }, { packages: [] }],
  })
  expect(await shipmentAfter(...first, event('4', 'delivered', 'B2'))).toMatchObject({
    status: 'delivered',
    header: { deliveredDate: '2026-03-04' },
  })
})

test('a delivery that is taken back makes the whole a part again', async () => {
  const events = [event('2', 'delivered', 'A1'), event('3', 'delivered', 'B2')]
  expect(await shipmentAfter(...events, event('4', 'delivered', 'B2', { retracts: '3' }))).toMatchObject({
    status: 'partially_delivered',
    header: { deliveredDate: null },
  })
})

test('one lost package does not lose the others', async () => {
  expect((await shipmentAfter(event('1', 'in_transit', undefined), event('2', 'lost', 'A1'))).status).toBe('in_transit')
  expect((await shipmentAfter(event('1', 'lost', 'A1'), event('2', 'lost', 'B2'))).status).toBe('lost_or_damaged')
})

test('what happens to the whole shipment counts at once', async () => {
  expect((await shipmentAfter(event('1', 'delivered', 'A1'), event('2', 'delivered', undefined))).status).toBe(
    'delivered',
  )
})

test('a package that EPCIS calls damaged does not end the way of the other', async () => {
  const [firstPackage, secondPackage] = ['040123450000000016', '040123450000000023']
  const { errors } = await portal.ingest({
    type: 'shipments',
    number: 'S-EPCIS',
    account: 'C-1',
    accountName: 'Better Bikes',
    lines: [],
    shipment: { despatchDate: '2026-03-01', packages: [{ sscc: firstPackage }, { sscc: secondPackage }] },
  })
  expect(errors).toEqual([])
  const deps = {
    workPool: portal.database.pools.work,
    clock: () => new Date('2026-03-10T09:00:00Z'),
    newId: () => crypto.randomUUID(),
  }
  const damaged = (sscc: string, eventTime: string) =>
    takeIn(
      deps,
      'epcis',
      Buffer.from(
        JSON.stringify({
          type: 'EPCISDocument',
          schemaVersion: '2.0',
          epcisBody: {
            eventList: [
              {
                ...{ type: 'ObjectEvent', action: 'OBSERVE', eventTime, eventTimeZoneOffset: '+01:00' },
                ...{ bizStep: 'inspecting', disposition: 'damaged', epcList: [`https://id.gs1.org/00/${sscc}`] },
              },
            ],
          },
        }),
      ),
      { dryRun: false },
    )
  const token = await portal.signIn('logistics-epcis@c.example', 'C-1', 'logistics')
  const currentStatus = async () =>
    ((await portal.get('/documents/shipments/S-EPCIS', token)).body as { status: string }).status
  await damaged(firstPackage, '2026-03-02T09:00:00+01:00')
  expect(await currentStatus()).toBe('in_transit')
  await damaged(secondPackage, '2026-03-03T09:00:00+01:00')
  expect(await currentStatus()).toBe('lost_or_damaged')
})

test('an event of some packages names them, and never those of another customer', async () => {
  const codes = ['040123450000000054', '040123450000000061', '040123450000000078', '040123450000000085']
  const [first = '', second = '', third = '', stranger = ''] = codes
  const shipment = (number: string, account: string, ...packages: string[]): IngestDocument => ({
    ...{ type: 'shipments', number, account, accountName: account },
    lines: packages.map((code, index) => ({
      ...{ line: `${index + 1}`, sku: 'BK-42', name: 'Bike', quantity: '1', package: code, serials: [`SN-${code}`] },
    })),
    shipment: { despatchDate: '2026-03-01', packages: packages.map((sscc) => ({ sscc })) },
  })
  const sendShipment = (...packages: string[]) => portal.ingest(shipment('S-SOME', 'C-1', ...packages))
  await sendShipment(first, second, third)
  await portal.ingest(shipment('S-OTHER', 'C-2', stranger))
  const key = await createKey(
    {
      db: portal.database.pools.server,
      clock: () => new Date('2026-03-10T09:00:00Z'),
      newId: randomUUIDv7,
      random: randomBytes,
    },
    { name: 'Carrier', scope: 'ingest' },
  )
  const departureEvent = (hour: string, ...packages: string[]) => ({
    ...{ type: 'ObjectEvent', action: 'OBSERVE', bizStep: 'departing', eventTimeZoneOffset: '+01:00' },
    eventTime: `2026-03-02T${hour}:00:00+01:00`,
    epcList: packages.map((sscc) => `https://id.gs1.org/00/${sscc}`),
  })
  const reply = await portal.app.inject({
    method: 'POST',
    url: '/api/epcis/capture',
    headers: { 'content-type': 'application/ld+json', authorization: `Bearer ${key}` },
    body: JSON.stringify({
      ...{ type: 'EPCISDocument', schemaVersion: '2.0' },
      epcisBody: {
        eventList: [
          departureEvent('08', third),
          departureEvent('09', first, second, third),
          departureEvent('10', third, stranger),
          departureEvent('11', stranger, third, second),
        ],
      },
    }),
  })
  expect([reply.statusCode, reply.json()]).toMatchObject([200, { created: 4, rejected: 0 }])
  const readEvents = async (path: string, token: string) => {
    const { body, text } = await portal.get(`/documents/shipments/${path}`, token)
    return { text, told: (body as { events: { packages: string[] }[] }).events.map(({ packages }) => packages) }
  }
  const mine = await portal.signIn('some@c.example', 'C-1', 'logistics')
  const theirs = await portal.signIn('other@c.example', 'C-2', 'logistics')
  const seen = await readEvents('S-SOME', mine)
  expect(seen.told).toEqual([[second, third], [third], [], [third]])
  expect(seen.text).not.toContain(stranger)
  const across = await readEvents('S-OTHER', theirs)
  expect(across.told).toEqual([[], []])
  for (const code of [first, second, third]) expect(across.text).not.toContain(code)

  const eventHours = async (code: string) => {
    const { body } = await portal.get(`/units/SN-${code}`, mine)
    return (body as { events: { occurredAt: string }[] }).events.map(({ occurredAt }) => occurredAt.slice(11, 13))
  }
  expect(await Promise.all([first, second, third].map(eventHours))).toEqual([
    ['08'],
    ['10', '08'],
    ['10', '09', '08', '07'],
  ])

  // Sent again without the second package.
  await sendShipment(first, third)
  expect((await readEvents('S-SOME', mine)).told).toEqual([[third], [third], [], [third]])
})

test('packages keep their size and the package on which they stand', async () => {
  const [pallet, carton] = ['340123450000000017', '340123450000000024']
  const size = { length: '60', width: '40', height: '30.5', unit: 'CMT' }
  const { errors } = await portal.ingest({
    type: 'shipments',
    number: 'S-NEST',
    account: 'C-1',
    lines: [],
    shipment: {
      packages: [
        { sscc: pallet, type: 'PX' },
        { sscc: carton, type: 'CT', parent: pallet, dimensions: size },
      ],
    },
  })
  expect(errors).toEqual([])
  const token = await portal.signIn('logistics-nest@c.example', 'C-1', 'logistics')
  const { body } = await portal.get('/documents/shipments/S-NEST', token)
  expect(body).toMatchObject({
    packages: [
      { sscc: pallet, parent: null, dimensions: { length: null, unit: null } },
      { sscc: carton, parent: pallet, dimensions: size },
    ],
  })
})
