import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#database/testing/database.ts'
import { createCursors } from '#server/http/cursors.ts'
import { createHttpServer } from '#server/http/server.ts'
import { importFiles } from '../import-files.ts'
import { createKey, findKey } from '../keys.ts'
import { ingestRoutes } from '../routes.ts'

const database = await testDatabase()
const deps = {
  db: database.pools.server,
  workPool: database.pools.work,
  clock: () => new Date('2026-03-10T09:00:00Z'),
  newId: () => randomUUIDv7(),
  random: randomBytes,
}
const app = createHttpServer({
  https: false,
  trustProxy: false,
  logger: false,
  verifyToken: async () => undefined,
  findKey: (token) => findKey(deps, token),
  versionOf: async () => 0,
  cursors: createCursors(['a secret']),
})
ingestRoutes(app, deps)
await app.ready()
afterAll(() => app.close())
const numbering = { source: '', numberedBy: 'customer' } as const
const key = await createKey(deps, { name: 'ERP', scope: 'ingest', numbering })
beforeEach(async () => {
  await database.owner.query('truncate accounts, epcis_events cascade')
})

type JsonObject = Record<string, unknown>
async function post(path: string, type: string, payload: string, token = key) {
  const headers = { 'content-type': type, authorization: `Bearer ${token}` }
  const reply = await app.inject({ method: 'POST', url: `/api/${path}`, headers, payload })
  return { status: reply.statusCode, body: reply.json() }
}
const epcisDocument = (...eventList: unknown[]) => ({
  type: 'EPCISDocument',
  schemaVersion: '2.0',
  epcisBody: { eventList },
})
const capture = (...events: JsonObject[]) =>
  post('epcis/capture', 'application/ld+json', JSON.stringify(epcisDocument(...events)))
const sendDocuments = (...documents: JsonObject[]) =>
  post('ingest/documents', 'application/x-ndjson', documents.map((document) => JSON.stringify(document)).join('\n'))

const withCheck = { 1: '040123450000000016', 2: '040123450000000023', 3: '040123450000000030' }
const epc = (unit: 1 | 2 | 3) => `https://id.gs1.org/00/${withCheck[unit]}`
const shipment = (number: string, account: string, shipmentFields: JsonObject = {}, lines: JsonObject[] = []) => ({
  type: 'shipments',
  number,
  account,
  accountName: account,
  references: [{ type: 'orders', number: `SO-${number}` }],
  lines,
  shipment: { despatchDate: '2026-03-01', ...shipmentFields },
})
const event = (hour: number, bizStep: string, fields: JsonObject = {}): JsonObject => ({
  type: 'ObjectEvent',
  action: 'OBSERVE',
  eventTime: `2026-03-05T${String(hour).padStart(2, '0')}:00:00+02:00`,
  eventTimeZoneOffset: '+02:00',
  bizStep,
  ...fields,
})
const advice = (number: string) => ({
  bizTransactionList: [{ type: 'desadv', bizTransaction: `urn:epcglobal:cbv:bt:4012345000009:${encodeURI(number)}` }],
})
async function shipments() {
  const { rows } = await database.owner.query(`select a.number || ' ' || d.number as shipment, d.status,
    to_char(d.delivered_date, 'YYYY-MM-DD') as delivered, (
      select coalesce(string_agg(e.code || case when e.retracts is null then '' else '!' end, ' ' order by e.occurred_at, e.source_event_id), '')
      from shipment_events e where e.account_id = d.account_id and e.document_id = d.id) as events
    from documents d join accounts a using (account_id) where d.type = 'shipments' order by 1`)
  return Object.fromEntries(rows.map((row) => [row.shipment, [row.status, row.events, row.delivered]]))
}

test('An event stands on the shipment that it names by its despatch advice, in its own time zone', async () => {
  await sendDocuments(shipment('DN-1', 'C-1'), shipment('DN-2', 'C-1'))
  const sent = event(14, 'transporting', { ...advice('DN-1'), readPoint: { id: 'geo:51.5,-0.12' } })
  const { status, body } = await capture(sent)
  expect(status).toBe(200)
  expect(body).toMatchObject({ received: 1, created: 1, quarantined: 0, rejected: 0 })
  expect(await shipments()).toEqual({
    'C-1 DN-1': ['in_transit', 'in_transit', null],
    'C-1 DN-2': ['in_transit', '', null],
  })
  const { rows } = await database.owner.query(
    'select occurred_at at time zone \'UTC\' as at, occurred_offset as "offset", place, source_event_id as id from shipment_events',
  )
  expect(rows).toEqual([
    {
      at: expect.anything(),
      offset: '+02:00',
      place: { lat: 51.5, lon: -0.12 },
      id: expect.stringMatching(/^ni:\/\/\/sha-256;[0-9a-f]{64}\?ver=CBV2\.0$/),
    },
  ])
})

test('Sending a document twice changes nothing', async () => {
  await sendDocuments(shipment('DN-1', 'C-1'))
  const sent = [event(9, 'departing', advice('DN-1')), event(15, 'receiving', advice('DN-1'))]
  expect((await capture(...sent)).body).toMatchObject({ created: 2 })
  const before = await shipments()
  expect(before).toEqual({ 'C-1 DN-1': ['delivered', 'despatched delivered', '2026-03-05'] })
  expect((await capture(...sent)).body).toMatchObject({ created: 0, unchanged: 2 })
  await sendDocuments(shipment('DN-1', 'C-1', { carrier: 'Nordstrang' }))
  expect(await shipments()).toEqual(before)
})

test('It does not matter whether the events or the shipment arrive first, nor how the shipment is named', async () => {
  const line = { line: '1', sku: 'A', gtin: '4012345000016', quantity: '1', serials: ['S 1'] }
  const shipmentDocuments = [
    shipment('DN/1', 'C-1', { packages: [{ sscc: `(00)${withCheck[1]}` }] }),
    shipment('DN-2', 'C-2', {}, [line]),
  ]
  const events = [
    event(8, 'loading', { type: 'AggregationEvent', parentID: epc(1), childEPCs: [] }),
    event(9, 'arriving', {
      bizTransactionList: [
        { type: 'https://ref.gs1.org/cbv/BTT-desadv', bizTransaction: 'https://varnholt.example/advice/DN%2F1' },
      ],
    }),
    event(10, 'accepting', { epcList: ['https://id.gs1.org/01/04012345000016/21/S%201'] }),
    event(11, 'holding', {
      type: 'TransactionEvent',
      epcList: ['urn:epc:id:sgtin:4012345.099999.none'],
      bizTransactionList: [],
    }),
  ]
  await sendDocuments(...shipmentDocuments)
  expect((await capture(...events)).body).toMatchObject({ created: 3, quarantined: 1 })
  const after = await shipments()
  expect(after).toEqual({
    'C-1 DN/1': ['in_transit', 'despatched arrived_at_hub', null],
    'C-2 DN-2': ['delivered', 'delivered', '2026-03-05'],
  })
  await database.owner.query('truncate accounts, epcis_events cascade')
  expect((await capture(...events)).body).toMatchObject({ created: 0, quarantined: 4 })
  for (const document of shipmentDocuments.toReversed()) await sendDocuments(document)
  expect(await shipments()).toEqual(after)
})

test('A number that two customers have is nobody’s until the packages tell whose it is', async () => {
  await sendDocuments(
    shipment('DN-1', 'C-1', { packages: [{ sscc: withCheck[1] }] }),
    shipment('DN-1', 'C-2', { packages: [{ sscc: withCheck[2] }] }),
  )
  expect((await capture(event(9, 'receiving', advice('DN-1')))).body).toMatchObject({ created: 0, quarantined: 1 })
  expect((await capture(event(9, 'receiving', { ...advice('DN-1'), epcList: [epc(2)] }))).body).toMatchObject({
    created: 1,
  })
  expect(await shipments()).toEqual({
    'C-1 DN-1': ['in_transit', '', null],
    'C-2 DN-1': ['delivered', 'delivered', '2026-03-05'],
  })
})

test('What a second customer’s shipment leaves open is taken back from the first', async () => {
  await sendDocuments(shipment('DN-1', 'C-1'))
  await capture(event(9, 'receiving', advice('DN-1')))
  expect(await shipments()).toEqual({ 'C-1 DN-1': ['delivered', 'delivered', '2026-03-05'] })
  await sendDocuments(shipment('DN-1', 'C-2'))
  expect(await shipments()).toEqual({ 'C-1 DN-1': ['in_transit', '', null], 'C-2 DN-1': ['in_transit', '', null] })
})

test('An error declaration takes an event back, whichever of the two comes first', async () => {
  await sendDocuments(shipment('DN-1', 'C-1'))
  const wrong = event(9, 'receiving', advice('DN-1'))
  const declared = { ...wrong, errorDeclaration: { declarationTime: '2026-03-06T08:00:00Z', reason: 'incorrect_data' } }
  await capture(wrong)
  expect((await shipments())['C-1 DN-1']?.[0]).toBe('delivered')
  expect((await capture(declared)).body).toMatchObject({ created: 1 })
  const expected = { 'C-1 DN-1': ['in_transit', 'delivered delivered!', null] }
  expect(await shipments()).toEqual(expected)
  await database.owner.query('truncate epcis_events cascade')
  await database.owner.query('delete from shipment_events')
  await capture(declared)
  await capture(wrong)
  expect(await shipments()).toEqual(expected)
})

test('Goods are delivered when all of their packages have been received, in part before', async () => {
  await sendDocuments(shipment('DN-1', 'C-1', { packages: [{ sscc: withCheck[1] }, { sscc: withCheck[2] }] }))
  await capture(event(9, 'receiving', { epcList: [epc(1)] }))
  expect(await shipments()).toEqual({ 'C-1 DN-1': ['partially_delivered', 'partially_delivered', null] })
  await capture(event(12, 'receiving', { epcList: [epc(2)] }))
  expect(await shipments()).toEqual({ 'C-1 DN-1': ['delivered', 'partially_delivered delivered', '2026-03-05'] })
})

const packages = (...units: (1 | 2 | 3)[]) => ({ packages: units.map((unit) => ({ sscc: withCheck[unit] })) })

test('A shipment that turns out to have another package is delivered when that one is, too', async () => {
  await sendDocuments(shipment('DN-1', 'C-1', packages(1)))
  await capture(event(9, 'receiving', { ...advice('DN-1'), epcList: [epc(1)] }))
  const whole = { 'C-1 DN-1': ['delivered', 'delivered', '2026-03-05'] }
  expect(await shipments()).toEqual(whole)
  await sendDocuments(shipment('DN-1', 'C-1', packages(1, 2)))
  expect(await shipments()).toEqual({ 'C-1 DN-1': ['partially_delivered', 'partially_delivered', null] })
  await sendDocuments(shipment('DN-1', 'C-1', packages(1)))
  expect(await shipments()).toEqual(whole)
  await sendDocuments(shipment('DN-1', 'C-1', packages(1, 2)))
  await sendDocuments(shipment('DN-1', 'C-1', packages(3)))
  expect(await shipments()).toEqual(whole)
})

test('An event leaves a shipment whose package was a mistake, for the one that has the package', async () => {
  const order = (number: string) => ({ type: 'orders', number, account: 'C-1', lines: [] })
  await sendDocuments(order('SO-DN-1'), order('SO-DN-2'), shipment('DN-1', 'C-1', packages(1)))
  await capture(event(9, 'receiving', { epcList: [epc(1)] }))
  expect(await shipments()).toEqual({ 'C-1 DN-1': ['delivered', 'delivered', '2026-03-05'] })
  await sendDocuments(shipment('DN-2', 'C-1', packages(1)))
  await sendDocuments(shipment('DN-1', 'C-1', packages(3)))
  expect(await shipments()).toEqual({
    'C-1 DN-1': ['in_transit', '', null],
    'C-1 DN-2': ['delivered', 'delivered', '2026-03-05'],
  })
  const { rows } = await database.owner.query(
    "select number, fulfilment from documents where type = 'orders' order by 1",
  )
  expect(rows).toEqual([
    { number: 'SO-DN-1', fulfilment: 'shipped' },
    { number: 'SO-DN-2', fulfilment: 'delivered' },
  ])
})

test('A delivery that the ERP itself states stays when an event leaves the shipment', async () => {
  await sendDocuments(shipment('DN-1', 'C-1', packages(1)))
  await capture(event(9, 'receiving', { epcList: [epc(1)] }))
  await sendDocuments({ ...shipment('DN-1', 'C-1', packages(3)), deliveredDate: '2026-03-05' })
  expect(await shipments()).toEqual({ 'C-1 DN-1': ['delivered', '', '2026-03-05'] })
})

test('An order follows when the delivery of its shipment is in doubt because another customer has its number', async () => {
  await sendDocuments({ type: 'orders', number: 'SO-DN-1', account: 'C-1', lines: [] }, shipment('DN-1', 'C-1'))
  await capture(event(9, 'receiving', advice('DN-1')))
  const fulfilment = async () =>
    (await database.owner.query("select fulfilment from documents where type = 'orders'")).rows[0].fulfilment
  expect(await fulfilment()).toBe('delivered')
  await sendDocuments(shipment('DN-1', 'C-2'))
  expect(await fulfilment()).toBe('shipped')
})

test('Some packages that were damaged do not end the way of the others, until all were', async () => {
  const damaged = (hour: number, ...units: (1 | 2 | 3)[]) =>
    event(hour, 'inspecting', { disposition: 'damaged', epcList: units.map(epc) })
  await sendDocuments(shipment('DN-1', 'C-1', { packages: Object.values(withCheck).map((sscc) => ({ sscc })) }))
  await capture(event(8, 'departing', { epcList: [epc(1), epc(2), epc(3)] }), damaged(9, 1, 2))
  expect((await shipments())['C-1 DN-1']).toEqual(['in_transit', 'despatched damaged', null])
  await capture(damaged(12, 3))
  expect((await shipments())['C-1 DN-1']).toEqual(['lost_or_damaged', 'despatched damaged damaged', null])
})

test('A lorry’s events stand on every shipment whose packages it carries', async () => {
  await sendDocuments(
    shipment('DN-1', 'C-1', { packages: [{ sscc: withCheck[1] }] }),
    shipment('DN-2', 'C-2', { packages: [{ sscc: withCheck[2] }] }),
  )
  await capture(event(9, 'departing', { epcList: [epc(1), epc(2), epc(3)] }))
  expect(Object.values(await shipments()).map((values) => (values as string[])[1])).toEqual([
    'despatched',
    'despatched',
  ])
})

test('An order is delivered when EPCIS says so of its shipment, and tells its story', async () => {
  await sendDocuments({ type: 'orders', number: 'SO-DN-1', account: 'C-1', lines: [] }, shipment('DN-1', 'C-1'))
  await capture(event(9, 'receiving', advice('DN-1')))
  const { rows } = await database.owner.query("select fulfilment from documents where type = 'orders'")
  expect(rows).toEqual([{ fulfilment: 'delivered' }])
  const changes = await database.owner.query('select type from document_changes order by type')
  expect(changes.rows.map((row) => row.type)).toEqual(['orders', 'shipments'])
})

test('What is wrong is refused with its place, and stops nothing else', async () => {
  await sendDocuments(shipment('DN-1', 'C-1'))
  const good = event(9, 'departing', advice('DN-1'))
  const { body } = await capture(good, { ...good, eventTime: 'yesterday' }, { ...good, type: 'QuantityEvent' })
  expect(body).toMatchObject({ received: 3, created: 1, rejected: 2 })
  expect(body.errors).toMatchObject([
    { line: 2, path: '$.epcisBody.eventList[1].eventTime', message: expect.stringContaining('offset') },
    { line: 3, path: '$.epcisBody.eventList[2].type', message: expect.stringContaining('ObjectEvent') },
  ])
  for (const text of [
    '',
    '{',
    '[]',
    '{"type":"EPCISQueryDocument"}',
    '{"type":"EPCISDocument","schemaVersion":"1.2"}',
  ]) {
    const reply = await post('epcis/capture', 'application/json', text)
    expect([reply.status === 400 || reply.body.rejected === 1, text]).toEqual([true, text])
  }
  expect((await post('epcis/capture', 'application/json', '{}', `tt_${'x'.repeat(43)}`)).status).toBe(401)
})

test.each([
  ['0001-01-01T00:00:00+01:00', '+01:00'],
  ['0001-01-01T00:00:00Z', '-05:00'],
  ['9999-12-31T23:59:59-02:00', '-02:00'],
  ['9999-12-31T23:59:59Z', '+02:00'],
])('An event at %s in the time zone %s, which no calendar has, is refused alone', async (eventTime, offset) => {
  const good = event(9, 'departing', advice('DN-1'))
  const odd = { ...event(9, 'receiving', advice('DN-1')), eventTime, eventTimeZoneOffset: offset }
  const { status, body } = await capture(good, odd)
  expect([status, body]).toMatchObject([200, { received: 2, quarantined: 1, rejected: 1 }])
  expect(body.errors).toMatchObject([
    { line: 2, path: '$.epcisBody.eventList[1].eventTime', message: expect.stringContaining('1 to 9999') },
  ])
  expect((await sendDocuments(shipment('DN-1', 'C-1'))).body).toMatchObject({ created: 1, rejected: 0 })
})

test('A dry run reports and writes nothing; a file does what the call does', async () => {
  await sendDocuments(shipment('DN-1', 'C-1'))
  const path = join(mkdtempSync(join(tmpdir(), 'epcis-')), 'events.json')
  writeFileSync(path, JSON.stringify(epcisDocument(event(9, 'departing', advice('DN-1'))), null, 2))
  expect(await importFiles(deps, [path], { dryRun: true })).toMatchObject([{ report: { created: 1 } }])
  expect((await shipments())['C-1 DN-1']?.[1]).toBe('')
  expect(await importFiles(deps, [path], { dryRun: false })).toMatchObject([{ report: { created: 1 } }])
  expect((await shipments())['C-1 DN-1']?.[1]).toBe('despatched')
})

test('A carrier’s own code is told as its milestone', async () => {
  const events = [
    { id: '1', at: '2026-03-05T08:00:00Z', code: 'PICK', vocabulary: 'dcsa' },
    { id: '2', at: '2026-03-05T09:00:00Z', code: 'rec24:113' },
    { id: '3', at: '2026-03-05T10:00:00Z', code: 'rec24:210' },
  ]
  await sendDocuments(shipment('DN-1', 'C-1', { events }))
  expect((await shipments())['C-1 DN-1']?.[1]).toBe('picked_up out_for_delivery delivery_attempt_failed')
  const { body } = await sendDocuments(shipment('DN-2', 'C-1', { events: [{ ...events[0], code: 'PICKED' }] }))
  expect(body.errors).toMatchObject([{ path: '$.shipment.events[0].code', message: '"PICKED" is not a code of dcsa.' }])
})

test.each([
  [
    'an extension nested 5,000 deep',
    () => `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
    'nested deeper than 64 levels',
  ],
  ['4 MB of brackets', () => '['.repeat(4 * 1024 * 1024), 'nested deeper than 64 levels'],
  ['ten million values', () => `[${'1,'.repeat(10_000_000)}1]`, 'more than 2,000,000 values. Send the events in parts'],
])('An EPCIS document with %s is refused in a sentence', async (_, makeContent, expectedText) => {
  const payload = JSON.stringify(epcisDocument(event(9, 'shipping'))).replace(
    '"ObjectEvent"',
    `"ObjectEvent","ex:more":${makeContent()}`,
  )
  expect(await post('epcis/capture', 'application/ld+json', payload)).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', message: expect.stringContaining(expectedText) },
  })
})

test('An EPCIS document of 200,000 events is refused with how many one may hold', async () => {
  const eventJson = JSON.stringify(event(9, 'shipping'))
  const payload = JSON.stringify(epcisDocument()).replace('[]', `[${`${eventJson},`.repeat(199_999)}${eventJson}]`)
  const { status, body } = await post('epcis/capture', 'application/ld+json', payload)
  expect(status).toBe(400)
  expect(body.message).toMatch(/200,000 events; at most 20,000 are taken in one|more than 2,000,000 values/)
})
