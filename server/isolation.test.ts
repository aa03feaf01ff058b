import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '../contract/endpoint.ts'
import { endpoints } from '../contract/endpoints.ts'
import type { IngestDocument } from '../contract/ingest.ts'
import { type RuledKind, requestRules } from '../contract/request-rules.ts'
import { makeRequest } from '../contract/requests.ts'
import { documentTypes } from '../contract/values.ts'
import { passphrase, testPortal } from './testing.ts'

/*
 * Two accounts with papers that look alike. For every endpoint that exists, the second account and a stranger ask for
 * what belongs to the first, by its own numbers and ids. A new endpoint without an entry below fails the first test.
 */
const portal = await testPortal()
const secret = 'Zanzibar'

const papers = (account: string, mark: string): IngestDocument[] => {
  const common = { account, accountName: `Account ${mark}`, currency: 'EUR', issueDate: '2026-03-01' }
  const lines = [{ line: '1', sku: `SKU-${mark}`, name: `Wheel ${mark}`, quantity: '1', amount: '10.00' }]
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
let attachment: string
let invitation: string
let request: string
let requestFile: string
let view: string
let notice: string
/** Of everything that the first account's member has to sign in with. */
const signInId = '018f0000-0000-7000-8000-000000000abc'
beforeAll(async () => {
  const report = await portal.ingest(...papers('A-1', secret), ...papers('B-1', 'Other'))
  expect(report.errors).toEqual([])
  owner = await portal.signIn('owner@a.example', 'A-1')
  intruder = await portal.signIn('intruder@b.example', 'B-1')
  const { body } = await portal.get(`/documents/invoices/I-${secret}`, owner)
  attachment = (body as { attachments: { id: string }[] }).attachments[0]?.id ?? ''
  expect(attachment).not.toBe('')
  await portal.call('POST', '/profile/company/invitations', {
    token: owner,
    body: { email: `${secret}@c.example`, role: 'buyer' },
  })
  const { body: people } = await portal.get('/profile/company/members', owner)
  invitation = (people as { invitations: { id: string }[] }).invitations[0]?.id ?? ''
  expect(invitation).not.toBe('')
  const question = { key: signInId, note: secret }
  const made = await portal.call('POST', `/documents/orders/${numbers.orders}/ask`, { token: owner, body: question })
  request = String(made.body.id)
  const file = await portal.app.inject({
    method: 'POST',
    url: `/api/requests/${request}/files?name=${secret}.pdf`,
    headers: { authorization: `Bearer ${owner}`, 'content-type': 'application/octet-stream' },
    body: Buffer.from(`%PDF-1.7 ${secret}`),
  })
  requestFile = file.json<{ id: string }>().id
  const saved = await portal.call('POST', '/views', {
    token: owner,
    body: { type: 'orders', name: secret, state: `q=${secret}`, shared: true },
  })
  view = String(saved.body.id)
  expect(saved.status).toBe(200)
  await portal.ingest({ type: 'quotes', number: `Q2-${secret}`, account: 'A-1', status: 'open' })
  notice = ((await portal.get('/notifications', owner)).body as { id: string }[])[0]?.id ?? ''
  expect(notice).not.toBe('')
  const userId = decodeJwt(owner).sub
  for (const insert of [
    `insert into trusted_devices (id, user_id, hash, created_at, last_used_at, expires_at, user_agent)
       values ($1, $2, '1', now(), now(), 'infinity', $3)`,
    `insert into passkeys (id, user_id, credential, public_key, counter, transports, name, backed_up, created_at)
       values ($1, $2, '1', '1', 0, '{}', $3, false, now())`,
    `insert into identities (id, user_id, issuer, subject, email, created_at)
       values ($1, $2, 'https://login.example', $3, $3, now())`,
  ]) {
    await portal.database.owner.query(insert, [signInId, userId, secret])
  }
})

const numbers = { quotes: `Q-${secret}`, orders: `O-${secret}`, shipments: `S-${secret}`, invoices: `I-${secret}` }

/** What a request of each kind says. */
const asked: Record<RuledKind, object> = {
  accept: { signature: 'Somebody' },
  reject: { reason: 'price' },
  requestRevision: { note: 'Fewer' },
  requestChange: { note: 'Later' },
  requestCancellation: { reason: 'not_needed' },
  reorder: { lines: [{ line: '1', quantity: '1' }] },
  confirmReceipt: { receivedOn: '2026-03-09', receivedBy: 'Somebody', complete: true },
  claim: { lines: [{ line: '1', kind: 'damaged' }], note: 'Broken' },
  dispute: { reason: 'PRI', wanted: 'CNA', note: 'Too much' },
  reportPayment: { paidOn: '2026-03-09', amount: '10.00' },
}

type Probe = {
  url: string
  body?: object
  /** The same for what does not exist at all; what is left out is made from the first by taking the secret out. */
  absent?: { url?: string; body?: object }
}

/** How each endpoint that a signed-in user may call is asked for what belongs to the first account. */
const probes: Record<string, () => Probe[]> = {
  showProfile: () => [{ url: '/profile' }],
  changePreferences: () => [{ url: '/profile/preferences', body: { timeZone: 'Europe/Berlin' } }],
  changeOwnPassword: () => [
    {
      url: '/profile/password',
      body: { current: passphrase, password: `${secret} and more words`, endOthers: false },
      absent: { body: { current: `${secret} and more words`, password: passphrase, endOthers: false } },
    },
  ],
  listMembers: () => [{ url: '/profile/company/members' }],
  changeMember: () => [ofMember({ body: { role: 'viewer' } })],
  removeMember: () => [ofMember()],
  inviteMember: () => [
    {
      url: '/profile/company/invitations',
      body: { email: 'owner@a.example', role: 'viewer' },
      absent: { body: { email: 'nobody@a.example', role: 'viewer' } },
    },
  ],
  revokeInvitation: () => [
    {
      url: `/profile/company/invitations/${invitation}`,
      absent: { url: `/profile/company/invitations/${absentId}` },
    },
  ],
  showDashboard: () => [{ url: '/dashboard' }],
  // Never ends, and tells that something changed, not what; server/live tries it with two accounts.
  followChanges: () => [],
  listNotifications: () => [{ url: '/notifications' }],
  listNotificationHistory: () => [
    { url: '/notifications/history' },
    { url: `/notifications/history?cursor=${Buffer.from(`2999-01-01T00:00:00Z ${notice}`).toString('base64url')}` },
  ],
  viewNotifications: () => [{ url: '/notifications' }],
  clickNotification: () => [{ url: `/notifications/${notice}`, absent: { url: `/notifications/${absentId}` } }],
  clearNotification: () => [{ url: `/notifications/${notice}`, absent: { url: `/notifications/${absentId}` } }],
  clearNotifications: () => [{ url: '/notifications' }],
  switchAccount: () => [{ url: '/profile/account', body: { number: 'A-1' }, absent: { body: { number: 'X-9' } } }],
  showSecondFactor: () => [{ url: '/profile/secondFactor' }],
  confirmFactor: () => [],
  removeFactor: () => [{ url: '/profile/secondFactor/totp' }],
  listTrustedDevices: () => [{ url: '/profile/trustedDevices' }],
  removeTrustedDevice: () => [ofOwner('/profile/trustedDevices/')],
  listPasskeys: () => [{ url: '/profile/passkeys' }],
  renamePasskey: () => [ofOwner('/profile/passkeys/', { name: 'Mine' })],
  removePasskey: () => [ofOwner('/profile/passkeys/')],
  listIdentities: () => [{ url: '/profile/signOn' }],
  removeIdentity: () => [ofOwner('/profile/signOn/')],
  listSessions: () => [{ url: '/profile/sessions' }],
  listPastSessions: () => [
    { url: '/profile/sessions/past' },
    {
      url: `/profile/sessions/past?cursor=${decodeJwt(owner).sid}`,
      absent: { url: `/profile/sessions/past?cursor=${absentId}` },
    },
  ],
  endSession: () => [
    { url: `/profile/sessions/${decodeJwt(owner).sid}`, absent: { url: `/profile/sessions/${absentId}` } },
  ],
  endOtherSessions: () => [{ url: '/profile/sessions' }],
  acceptTerms: () => [],
  // These name nothing that belongs to anybody: they make something of one's own, or show who one is.
  beginApp: () => [],
  beginEmail: () => [],
  makeRecoveryCodes: () => [],
  prove: () => [],
  beginPasskey: () => [],
  addPasskey: () => [],
  proveWithPasskey: () => [],
  linkIdentity: () => [],
  listDocuments: () =>
    documentTypes.flatMap((type) => [
      { url: `/documents/${type}` },
      { url: `/documents/${type}?q=${secret}` },
      { url: `/documents/${type}?q=${numbers[type]}&sort=number` },
    ]),
  countStatuses: () => documentTypes.map((type) => ({ url: `/documents/${type}/statuses?q=${secret}` })),
  sumDocuments: () => documentTypes.map((type) => ({ url: `/documents/${type}/totals?q=${secret}` })),
  showDocument: () => documentTypes.map((type) => ({ url: `/documents/${type}/${numbers[type]}` })),
  listChanges: () => documentTypes.map((type) => ({ url: `/documents/${type}/${numbers[type]}/changes` })),
  showPromises: () => documentTypes.map((type) => ({ url: `/documents/${type}/${numbers[type]}/promises` })),
  listVersions: () => documentTypes.map((type) => ({ url: `/documents/${type}/${numbers[type]}/versions` })),
  compareVersions: () =>
    documentTypes.flatMap((type) => [
      { url: `/documents/${type}/${numbers[type]}/comparison?from=now:${numbers[type]}&to=now:${numbers[type]}` },
      { url: `/documents/quotes/Q-Other/comparison?from=now:${numbers.quotes}&to=now:Q-Other` },
    ]),
  downloadAttachment: () => [
    { url: `/documents/invoices/I-${secret}/attachments/${attachment}` },
    { url: `/documents/invoices/I-Other/attachments/${attachment}` },
  ],
  downloadUbl: () => documentTypes.map((type) => ({ url: `/documents/${type}/${numbers[type]}/ubl` })),
  showBalances: () => [{ url: '/statement/balances' }],
  showStatement: () => [{ url: '/statement?from=2026-01-01&to=2026-12-31&currency=EUR&limit=100' }],
  downloadStatement: () => [{ url: '/statement/csv?from=2026-01-01&to=2026-12-31&currency=EUR' }],
  printStatement: () => [{ url: '/statement/pdf?from=2026-01-01&to=2026-12-31&currency=EUR' }],
  downloadPaper: () =>
    documentTypes.flatMap((type) => [
      { url: `/documents/${type}/${numbers[type]}/pdf` },
      { url: `/documents/${type}/${numbers[type]}/pdf?source=portal&language=de` },
    ]),
  ...Object.fromEntries(
    makeRequest.map(({ kind, name }) => [
      name,
      () => {
        const { type } = requestRules[kind]
        return [{ url: `/documents/${type}/${numbers[type]}/${kind}`, body: { key: signInId, ...asked[kind] } }]
      },
    ]),
  ),
  ask: () =>
    documentTypes.map((type) => ({
      url: `/documents/${type}/${numbers[type]}/ask`,
      body: { key: signInId, note: 'When?' },
    })),
  listDocumentRequests: () => documentTypes.map((type) => ({ url: `/documents/${type}/${numbers[type]}/requests` })),
  listRequests: () => [{ url: '/requests' }],
  withdrawRequest: () => [{ url: `/requests/${request}`, absent: { url: `/requests/${absentId}` } }],
  addRequestFile: () => [
    {
      url: `/requests/${request}/files?name=photo.png`,
      body: Buffer.from('%PDF-1.7'),
      absent: { url: `/requests/${absentId}/files?name=photo.png` },
    },
  ],
  downloadRequestFile: () => [
    { url: `/requests/${request}/files/${requestFile}`, absent: { url: `/requests/${absentId}/files/${requestFile}` } },
  ],
  listViews: () => [{ url: '/views' }, { url: '/views?type=orders' }],
  saveView: () => [],
  changeView: () => [ofView({ name: 'Mine', shared: false })],
  deleteView: () => [ofView()],
  chooseDefaultView: () => [
    {
      url: '/views/default',
      body: { type: 'orders', id: view },
      absent: { body: { type: 'orders', id: absentId } },
    },
  ],
  searchDocuments: () => [{ url: `/search?q=${secret}` }, { url: `/search?q=T-${secret}&types=shipments` }],
}

const ofOwner = (path: string, body?: object): Probe => ({
  url: `${path}${signInId}`,
  absent: { url: `${path}${absentId}` },
  ...(body ? { body } : {}),
})

/** The view that the first account shares, by its id. */
const ofView = (body?: object): Probe => ({
  url: `/views/${view}`,
  absent: { url: `/views/${absentId}` },
  ...(body ? { body } : {}),
})

/** A member of the first account, by their id. */
const ofMember = (more: Pick<Probe, 'body'> = {}): Probe => ({
  url: `/profile/company/members/${decodeJwt(owner).sub}`,
  absent: { url: `/profile/company/members/${absentId}` },
  ...more,
})

const guarded = endpoints.filter((one) => one.access === 'viewer' || one.access === 'ingest')
const ask = (one: Endpoint, probe: Probe, token?: string) =>
  portal.app.inject({
    method: one.method,
    url: `/api${probe.url}`,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(Buffer.isBuffer(probe.body) ? { 'content-type': 'application/octet-stream' } : {}),
    },
    ...(probe.body ? { body: probe.body } : {}),
  })
const withoutRequestId = (text: string) => text.replace(/"requestId":"[^"]+"/, '')
const filled = (one: Endpoint) =>
  one.path
    .replace(':type', 'orders')
    .replace(':number', numbers.orders)
    .replace(':id', attachment)
    .replace(':file', attachment)

describe('no account ever sees another', () => {
  test('every endpoint of signed-in users is tried here', () => {
    const wanted = endpoints.filter((one) => one.access === 'viewer').map((one) => one.name)
    expect(Object.keys(probes).toSorted()).toEqual(wanted.toSorted())
  })

  test.each(Object.keys(probes))('a member of another account learns nothing through %s', async (name) => {
    const one = endpoints.find((endpoint) => endpoint.name === name) as Endpoint
    for (const probe of probes[name]?.() ?? []) {
      const reply = await ask(one, probe, intruder)
      expect([200, 404]).toContain(reply.statusCode)
      // What was asked for may be echoed by no reply either: an absent number and a foreign one are told alike.
      expect([probe.url, reply.body.includes(secret)]).toEqual([probe.url, false])
      const url = probe.url.replaceAll(secret, 'Nowhere').replace(attachment, absentId)
      const other = await ask(one, { url, ...(probe.body ? { body: probe.body } : {}), ...probe.absent }, intruder)
      expect(other.statusCode).toBe(reply.statusCode)
      expect(withoutRequestId(other.body)).toBe(withoutRequestId(reply.body))
    }
  })

  test('what the first account’s member signs in with is as it was', async () => {
    expect((await portal.get('/profile/trustedDevices', owner)).body).toMatchObject({ devices: [{ id: signInId }] })
    expect((await portal.get('/profile/passkeys', owner)).body).toMatchObject({ passkeys: [{ name: secret }] })
    expect((await portal.get('/profile/signOn', owner)).body).toMatchObject({ identities: [{ id: signInId }] })
    expect((await portal.get('/profile/sessions', owner)).body).toMatchObject({ sessions: [{ current: true }] })
  })

  test('the views of the first account are as they were', async () => {
    expect((await portal.get('/views', owner)).body).toMatchObject({
      views: [{ id: view, name: secret, shared: true, isDefault: false }],
    })
  })

  test('what the first account was told is still new to its people', async () => {
    expect((await portal.get('/notifications', owner)).body).toMatchObject([
      { id: notice, docnum: `Q2-${secret}`, clicked: false, viewed: false },
    ])
  })

  test('the people of the first account are as they were', async () => {
    expect((await portal.get('/profile/company/members', owner)).body).toMatchObject({
      members: [{ email: 'owner@a.example', role: 'admin' }],
      invitations: [{ id: invitation, role: 'buyer' }],
    })
  })

  test('the first account sees all of it', async () => {
    for (const [type, number] of Object.entries(numbers)) {
      expect((await portal.get(`/documents/${type}/${number}`, owner)).status).toBe(200)
    }
    expect((await portal.get(`/documents/invoices/${numbers.invoices}/attachments/${attachment}`, owner)).text).toBe(
      secret,
    )
    expect((await portal.get(`/search?q=${secret}`, owner)).text).toContain(numbers.orders)
  })

  test.each(guarded.map((one) => [one.name, one] as const))(
    'a stranger gets nothing but 401 from %s',
    async (_, one) => {
      const url = `/api${filled(one)}`
      for (const authorization of [undefined, 'Bearer x', `Bearer ${owner.slice(0, -2)}xx`, `Basic ${owner}`]) {
        const reply = await portal.app.inject({
          method: one.method,
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
    async (_, one) => {
      const reply = await portal.app.inject({
        method: one.method,
        url: `/api${filled(one)}`,
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

const absentId = '018f0000-0000-7000-8000-00000000ffff'
