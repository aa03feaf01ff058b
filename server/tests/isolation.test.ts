import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { documentTypes } from '#contract/values.ts'
import { createOwned, numbersOf, type Owned } from '../testing/owned.ts'
import { testPortal } from '../testing/portal.ts'
import { absentId, probes, sendProbe, unprobed } from '../testing/probes.ts'

/*
 * Two accounts with similar documents. At every endpoint, the second account and a stranger ask for what belongs to the
 * first, by its own numbers and ids. A new endpoint without probes fails the first test.
 */
const portal = await testPortal()
const secret = 'Zanzibar'

const documents = (account: string, mark: string): IngestDocument[] => {
  const common = { account, accountName: `Account ${mark}`, currency: 'EUR', issueDate: '2026-03-01' }
  const units = { serials: [`SN-1-${mark}`], lots: [{ lot: `LOT-1-${mark}` }] }
  const lines = [{ line: '1', sku: `SKU-${mark}`, name: `Wheel ${mark}`, quantity: '1', amount: '10.00', ...units }]
  return [
    { ...common, type: 'quotes', number: `Q-${mark}`, lines, note: mark },
    { ...common, type: 'orders', number: `O-${mark}`, lines, references: [{ type: 'quotes', number: `Q-${mark}` }] },
    {
      ...common,
      type: 'shipments',
      number: `S-${mark}`,
      references: [{ type: 'orders', number: `O-${mark}` }],
      shipment: { carrier: mark, trackingNumbers: [`T-${mark}`] },
    },
    {
      ...common,
      type: 'invoices',
      number: `I-${mark}`,
      totals: { gross: '10.00' },
      payments: [{ date: '2026-03-05', amount: '4.00', reference: mark }],
      lines,
      references: [{ type: 'orders', number: `O-${mark}` }],
      attachments: [
        { name: `${mark}.txt`, mimeType: 'text/plain', contentBase64: Buffer.from(mark).toString('base64') },
      ],
    },
  ]
}

let owner: string
let intruder: string
let owned: Owned
beforeAll(async () => {
  const report = await portal.ingest(...documents('A-1', secret), ...documents('B-1', 'Other'))
  expect(report.errors).toEqual([])
  owner = await portal.signIn('owner@a.example', 'A-1')
  intruder = await portal.signIn('intruder@b.example', 'B-1')
  owned = await createOwned(portal, owner, secret)
})

const numbers = numbersOf(secret)

const guarded = endpoints.filter((endpoint) => endpoint.access === 'viewer' || endpoint.access === 'ingest')
const withoutRequestId = (text: string) => text.replace(/"requestId":"[^"]+"/, '')
const urlOf = (endpoint: Endpoint) =>
  endpoint.path
    .replace(':type', 'orders')
    .replace(':number', numbers.orders)
    .replace(':id', owned.attachment)
    .replace(':file', owned.attachment)

describe('no account ever sees another', () => {
  test('every endpoint of signed-in users is tried here', () => {
    const expected = endpoints.filter((one) => one.access === 'viewer').map((one) => one.name)
    expect([...Object.keys(probes), ...Object.keys(unprobed)].toSorted()).toEqual(expected.toSorted())
  })

  test('an endpoint that is not tried says why, and its address names nothing that belongs to a customer', () => {
    for (const [name, reason] of Object.entries(unprobed)) expect([name, reason.endsWith('.')]).toEqual([name, true])
    const addresses = endpoints.filter(({ name }) => Object.hasOwn(unprobed, name)).map(({ path }) => path)
    // The operator's question, one of the two methods of a second factor, and another portal of the supplier.
    const named = addresses.filter((path) => path.includes(':'))
    expect(named.toSorted()).toEqual([
      '/faq/:id',
      '/profile/secondFactor/:method',
      '/regions/:region/visit',
      '/regions/:region/vouch',
    ])
  })

  test.each(Object.keys(probes))('a member of another account learns nothing through %s', async (name) => {
    const endpoint = endpoints.find((endpoint) => endpoint.name === name) as Endpoint
    const requests = probes[name]?.(owned) ?? []
    expect(requests).not.toEqual([])
    for (const request of requests) {
      const reply = await sendProbe(portal, endpoint.method, request, intruder)
      expect([200, 404]).toContain(reply.statusCode)
      // No reply may echo the request either: an absent number and one of another account get the same reply.
      expect([request.url, reply.body.includes(secret)]).toEqual([request.url, false])
      const url = request.url.replaceAll(secret, 'Nowhere').replace(owned.attachment, absentId)
      const other = await sendProbe(portal, endpoint.method, { ...request, url, ...request.absent }, intruder)
      expect(other.statusCode).toBe(reply.statusCode)
      expect(withoutRequestId(other.body)).toBe(withoutRequestId(reply.body))
    }
  })

  test('what the first account’s member signs in with is as it was', async () => {
    expect((await portal.get('/profile/trustedDevices', owner)).body).toMatchObject({
      devices: [{ id: owned.signInId }],
    })
    expect((await portal.get('/profile/passkeys', owner)).body).toMatchObject({ passkeys: [{ name: secret }] })
    expect((await portal.get('/profile/signOn', owner)).body).toMatchObject({ identities: [{ id: owned.signInId }] })
    expect((await portal.get('/profile/sessions', owner)).body).toMatchObject({ sessions: [{ current: true }] })
  })

  test('the views of the first account are as they were', async () => {
    expect((await portal.get('/views', owner)).body).toMatchObject({
      views: [{ id: owned.view, name: secret, shared: true, isDefault: false }],
    })
  })

  test('what the first account was told is still new to its people', async () => {
    expect((await portal.get('/notifications', owner)).body).toMatchObject([
      { id: owned.notice, docnum: `Q2-${secret}`, clicked: false, viewed: false },
    ])
  })

  test('the people of the first account are as they were', async () => {
    expect((await portal.get('/profile/company/members', owner)).body).toMatchObject({
      members: [{ email: 'owner@a.example', role: 'admin' }],
      invitations: [{ id: owned.invitation, role: 'buyer' }],
    })
  })

  test('the first account sees all of it', async () => {
    for (const [type, number] of Object.entries(numbers)) {
      expect((await portal.get(`/documents/${type}/${number}`, owner)).status).toBe(200)
    }
    expect(
      (await portal.get(`/documents/invoices/${numbers.invoices}/attachments/${owned.attachment}`, owner)).text,
    ).toBe(secret)
    expect((await portal.get(`/documents/quotes/Q2-${secret}/original`, owner)).text).toContain(secret)
    expect((await portal.get(`/search?q=${secret}`, owner)).text).toContain(numbers.orders)
    expect((await portal.get(`/items?q=${secret}`, owner)).text).toContain(`SKU-${secret}`)
    expect((await portal.get('/coming/csv', owner)).text).toContain(numbers.orders)
    expect((await portal.get(`/items/SKU-${secret}/units`, owner)).text).toContain(`LOT-1-${secret}`)
    expect((await portal.get(`/units/SN-1-${secret}`, owner)).text).toContain(numbers.invoices)
  })

  // Hundreds of calls: on a busy machine they take their time.
  test('nothing that a member reads is kept on the way, where somebody else could be given it', {
    timeout: 60_000,
  }, async () => {
    let replies = 0
    for (const endpoint of endpoints.filter(({ access, method }) => access === 'viewer' && method === 'GET')) {
      // Papers take long to set: server/papers tests their headers.
      for (const request of (probes[endpoint.name]?.(owned) ?? []).filter(({ url }) => !url.includes('/pdf'))) {
        for (const token of [owner, intruder, undefined]) {
          const { headers } = await sendProbe(portal, 'GET', request, token)
          replies += 1
          expect([request.url, headers['cache-control']]).toEqual([request.url, expect.stringContaining('no-store')])
          expect([request.url, String(headers.vary).toLowerCase()]).toEqual([
            request.url,
            expect.stringContaining('authorization'),
          ])
          expect([request.url, headers.etag]).toEqual([request.url, undefined])
        }
      }
    }
    expect(replies).toBeGreaterThan(150)
  })

  test.each(guarded.map((endpoint) => [endpoint.name, endpoint] as const))(
    'a stranger gets nothing but 401 from %s',
    async (_, endpoint) => {
      const url = `/api${urlOf(endpoint)}`
      for (const authorization of [undefined, 'Bearer x', `Bearer ${owner.slice(0, -2)}xx`, `Basic ${owner}`]) {
        const reply = await portal.app.inject({
          method: endpoint.method,
          url,
          headers: authorization ? { authorization } : {},
        })
        expect(reply.statusCode).toBe(401)
        expect(reply.json()).toMatchObject({ code: 'not_signed_in' })
        expect(reply.body).not.toContain(secret)
      }
    },
  )

  test.each(endpoints.filter((one) => one.access === 'ingest').map((one) => [one.name, one] as const))(
    'a signed-in customer cannot push documents through %s',
    async (_, endpoint) => {
      const reply = await portal.app.inject({
        method: endpoint.method,
        url: `/api${urlOf(endpoint)}`,
        headers: { authorization: `Bearer ${owner}` },
      })
      expect(reply.statusCode).toBe(401)
    },
  )

  test('a new account with nothing yet sees nothing, and no one else’s first row', async () => {
    await portal.database.owner.query(
      `insert into accounts (account_id, number, name) values (gen_random_uuid(), 'N-1', 'New')`,
    )
    const token = await portal.signIn('new@n.example', 'N-1')
    for (const type of documentTypes) {
      expect((await portal.get(`/documents/${type}`, token)).body).toEqual({
        rows: [],
        nextCursor: null,
        total: { count: 0, exact: true },
      })
    }
    expect((await portal.get('/search?q=wheel', token)).body).toMatchObject({ hits: [], exact: true })
  })
})
