import { decodeJwt } from 'jose'
import type { Method } from '../contract/endpoint.ts'
import { type RuledRequestKind, requestRules } from '../contract/request-rules.ts'
import { makeRequestEndpoints } from '../contract/requests.ts'
import { documentTypes } from '../contract/values.ts'
import { passphrase, type TestPortal } from './testing.ts'
import type { Owned } from './testing-owned.ts'

/*
 * How every endpoint that a signed-in user may call is asked for what belongs to somebody: their documents, which carry
 * a mark in their numbers, and all that they have made. What they get who may not see it, the tests say.
 */

/** An id that nothing has. */
export const absentId = '018f0000-0000-7000-8000-00000000ffff'
/** Sends a probe, as the holder of the token or as a stranger. */
export const probe = (portal: TestPortal, method: Method, { url, body }: Pick<Probe, 'url' | 'body'>, token?: string) =>
  portal.app.inject({
    method,
    url: `/api${url}`,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(Buffer.isBuffer(body) ? { 'content-type': 'application/octet-stream' } : {}),
    },
    ...(body ? { body } : {}),
  })

/** What a request of each kind says. */
const asked: Record<RuledRequestKind, object> = {
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

export type Probe = {
  url: string
  body?: object
  /** The same for what does not exist at all; what is left out is made from the first by taking the secret out. */
  absent?: { url?: string; body?: object }
}

/** How each endpoint that a signed-in user may call is asked for what belongs to the first account. */
export const probes: Readonly<Record<string, (of: Owned) => Probe[]>> = {
  showProfile: () => [{ url: '/profile' }],
  changePreferences: () => [{ url: '/profile/preferences', body: { timeZone: 'Europe/Berlin' } }],
  changeOwnPassword: (of) => [
    {
      url: '/profile/password',
      body: { current: passphrase, password: `${of.mark} and more words`, endOthers: false },
      absent: { body: { current: `${of.mark} and more words`, password: passphrase, endOthers: false } },
    },
  ],
  // Questions are the operator's, and what one says of them one's own; a message may name only what its writer sees.
  showFaq: () => [{ url: '/faq' }],
  rateAnswer: () => [],
  writeToSupport: (of) => [
    {
      url: '/faq/contact',
      body: { text: 'Where?', document: { type: 'orders', number: `O-${of.mark}` } },
      absent: { body: { text: 'Where?', document: { type: 'orders', number: 'O-' } } },
    },
  ],
  showAvatar: () => [{ url: '/profile/avatar' }],
  showPersonalData: () => [{ url: '/profile/data' }],
  // Tells of itself the next time: server/profile tries it with two people.
  exportPersonalData: () => [],
  // These say only of oneself what one is, wants or looks like.
  setAvatar: () => [],
  removeAvatar: () => [],
  askForDeletion: () => [],
  takeBackDeletion: () => [],
  listAddresses: () => [{ url: '/profile/company/addresses' }],
  listMembers: () => [{ url: '/profile/company/members' }],
  changeMember: (of) => [ofMember(of, { body: { role: 'viewer' } })],
  removeMember: (of) => [ofMember(of)],
  inviteMember: () => [
    {
      url: '/profile/company/invitations',
      body: { email: 'owner@a.example', role: 'viewer' },
      absent: { body: { email: 'nobody@a.example', role: 'viewer' } },
    },
  ],
  revokeInvitation: (of) => [
    {
      url: `/profile/company/invitations/${of.invitation}`,
      absent: { url: `/profile/company/invitations/${absentId}` },
    },
  ],
  showDashboard: () => [{ url: '/dashboard' }],
  listNotifications: () => [{ url: '/notifications' }],
  listNotificationHistory: () => [{ url: '/notifications/history' }],
  viewNotifications: () => [{ url: '/notifications' }],
  clickNotification: (of) => [{ url: `/notifications/${of.notice}`, absent: { url: `/notifications/${absentId}` } }],
  clearNotification: (of) => [{ url: `/notifications/${of.notice}`, absent: { url: `/notifications/${absentId}` } }],
  showNoticeSettings: () => [{ url: '/notifications/settings' }],
  changeNoticeSettings: () => [{ url: '/notifications/settings', body: { quiet: { from: '22:00', to: '06:00' } } }],
  listNoticeChoices: () => [{ url: '/notifications/choices' }],
  chooseNotices: (of) => [
    {
      url: '/notifications/choices',
      body: { subject: 'document', type: 'orders', key: of.numbers.orders, choice: 'mute' },
      absent: { body: { subject: 'document', type: 'orders', key: 'NO-SUCH-ORDER', choice: 'mute' } },
    },
  ],
  startPush: () => [],
  stopPush: () => [{ url: '/notifications/push' }],
  clearNotifications: () => [{ url: '/notifications' }],
  // Never ends, and tells that something changed, not what; server/live tries it with two accounts.
  followChanges: () => [],
  switchAccount: () => [{ url: '/profile/account', body: { number: 'A-1' }, absent: { body: { number: 'X-9' } } }],
  showSecondFactor: () => [{ url: '/profile/secondFactor' }],
  confirmFactor: () => [],
  removeFactor: () => [{ url: '/profile/secondFactor/totp' }],
  listTrustedDevices: () => [{ url: '/profile/trustedDevices' }],
  removeTrustedDevice: (of) => [ofOwner(of, '/profile/trustedDevices/')],
  listPasskeys: () => [{ url: '/profile/passkeys' }],
  renamePasskey: (of) => [ofOwner(of, '/profile/passkeys/', { name: 'Mine' })],
  removePasskey: (of) => [ofOwner(of, '/profile/passkeys/')],
  listIdentities: () => [{ url: '/profile/signOn' }],
  removeIdentity: (of) => [ofOwner(of, '/profile/signOn/')],
  listSessions: () => [{ url: '/profile/sessions' }],
  // Cursors of others are refused before anything is read: see http/cursors.test.ts.
  listPastSessions: () => [{ url: '/profile/sessions/past' }],
  endSession: (of) => [
    { url: `/profile/sessions/${decodeJwt(of.token).sid}`, absent: { url: `/profile/sessions/${absentId}` } },
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
  listDocuments: (of) =>
    documentTypes.flatMap((type) => [
      { url: `/documents/${type}` },
      { url: `/documents/${type}?q=${of.mark}` },
      { url: `/documents/${type}?q=${of.numbers[type]}&sort=number` },
    ]),
  countStatuses: (of) => documentTypes.map((type) => ({ url: `/documents/${type}/statuses?q=${of.mark}` })),
  exportDocuments: (of) =>
    documentTypes.flatMap((type) =>
      ['csv', 'xlsx'].map((format) => ({ url: `/documents/${type}/export?format=${format}&q=${of.mark}` })),
    ),
  exportSelected: (of) =>
    documentTypes.map((type) => ({
      url: '/documents/export',
      body: { type, format: 'csv', numbers: [of.numbers[type]] },
      absent: { body: { type, format: 'csv', numbers: ['Nowhere'] } },
    })),
  downloadDocuments: (of) =>
    documentTypes.map((type) => ({
      url: '/documents/download',
      body: { type, numbers: [of.numbers[type]], parts: ['pdf', 'ubl', 'attachments'] },
      absent: { body: { type, numbers: ['Nowhere'], parts: ['pdf', 'ubl', 'attachments'] } },
    })),
  downloadRelated: (of) => documentTypes.map((type) => ({ url: `/documents/${type}/${of.numbers[type]}/related` })),
  sumDocuments: (of) => documentTypes.map((type) => ({ url: `/documents/${type}/totals?q=${of.mark}` })),
  showDocument: (of) => documentTypes.map((type) => ({ url: `/documents/${type}/${of.numbers[type]}` })),
  listChanges: (of) => documentTypes.map((type) => ({ url: `/documents/${type}/${of.numbers[type]}/changes` })),
  showPromises: (of) => documentTypes.map((type) => ({ url: `/documents/${type}/${of.numbers[type]}/promises` })),
  listVersions: (of) => documentTypes.map((type) => ({ url: `/documents/${type}/${of.numbers[type]}/versions` })),
  compareVersions: (of) =>
    documentTypes.flatMap((type) => [
      {
        url: `/documents/${type}/${of.numbers[type]}/comparison?from=now:${of.numbers[type]}&to=now:${of.numbers[type]}`,
      },
      { url: `/documents/quotes/Q-Other/comparison?from=now:${of.numbers.quotes}&to=now:Q-Other` },
    ]),
  downloadAttachment: (of) => [
    { url: `/documents/invoices/I-${of.mark}/attachments/${of.attachment}` },
    { url: `/documents/invoices/I-Other/attachments/${of.attachment}` },
  ],
  downloadUbl: (of) => documentTypes.map((type) => ({ url: `/documents/${type}/${of.numbers[type]}/ubl` })),
  downloadOriginal: (of) => [
    ...documentTypes.map((type) => ({ url: `/documents/${type}/${of.numbers[type]}/original` })),
    { url: `/documents/quotes/Q2-${of.mark}/original` },
  ],
  showBalances: () => [{ url: '/statement/balances' }],
  showStatement: () => [{ url: '/statement?from=2026-01-01&to=2026-12-31&currency=EUR&limit=100' }],
  downloadStatement: () => [{ url: '/statement/csv?from=2026-01-01&to=2026-12-31&currency=EUR' }],
  printStatement: () => [{ url: '/statement/pdf?from=2026-01-01&to=2026-12-31&currency=EUR' }],
  downloadPaper: (of) =>
    documentTypes.flatMap((type) => [
      { url: `/documents/${type}/${of.numbers[type]}/pdf` },
      { url: `/documents/${type}/${of.numbers[type]}/pdf?source=portal&language=de` },
    ]),
  ...Object.fromEntries(
    makeRequestEndpoints.map(({ kind, name }) => [
      name,
      (of: Owned) => {
        const { type } = requestRules[kind]
        return [{ url: `/documents/${type}/${of.numbers[type]}/${kind}`, body: { key: of.signInId, ...asked[kind] } }]
      },
    ]),
  ),
  ask: (of) =>
    documentTypes.map((type) => ({
      url: `/documents/${type}/${of.numbers[type]}/ask`,
      body: { key: of.signInId, note: 'When?' },
    })),
  // Names nothing that belongs to anybody.
  enquire: () => [],
  listDocumentRequests: (of) =>
    documentTypes.map((type) => ({ url: `/documents/${type}/${of.numbers[type]}/requests` })),
  listRequests: () => [{ url: '/requests' }],
  withdrawRequest: (of) => [{ url: `/requests/${of.request}`, absent: { url: `/requests/${absentId}` } }],
  addRequestFile: (of) => [
    {
      url: `/requests/${of.request}/files?name=photo.png`,
      body: Buffer.from('%PDF-1.7'),
      absent: { url: `/requests/${absentId}/files?name=photo.png` },
    },
  ],
  downloadRequestFile: (of) => [
    {
      url: `/requests/${of.request}/files/${of.requestFile}`,
      absent: { url: `/requests/${absentId}/files/${of.requestFile}` },
    },
  ],
  listViews: () => [{ url: '/views' }, { url: '/views?type=orders' }],
  saveView: () => [],
  changeView: (of) => [ofView(of, { name: 'Mine', shared: false })],
  deleteView: (of) => [ofView(of)],
  chooseDefaultView: (of) => [
    {
      url: '/views/default',
      body: { type: 'orders', id: of.view },
      absent: { body: { type: 'orders', id: absentId } },
    },
  ],
  listItems: (of) => [
    { url: '/items' },
    ...[`SKU-${of.mark}`, of.mark, `T-${of.mark}`, `SN-1-${of.mark}`].map((q) => ({ url: `/items?q=${q}` })),
  ],
  downloadComing: () => [{ url: '/coming/csv' }],
  showItem: (of) => [{ url: `/items/SKU-${of.mark}` }],
  listItemLines: (of) => [{ url: `/items/SKU-${of.mark}/lines` }],
  downloadItemLines: (of) => [{ url: `/items/SKU-${of.mark}/csv` }],
  listItemUnits: (of) => [{ url: `/items/SKU-${of.mark}/units` }],
  showUnit: (of) => [{ url: `/units/SN-1-${of.mark}` }, { url: `/units/LOT-1-${of.mark}` }],
  searchDocuments: (of) => [{ url: `/search?q=${of.mark}` }, { url: `/search?q=T-${of.mark}&types=shipments` }],
}

const ofOwner = (of: Owned, path: string, body?: object): Probe => ({
  url: `${path}${of.signInId}`,
  absent: { url: `${path}${absentId}` },
  ...(body ? { body } : {}),
})

/** The view that the first account shares, by its id. */
const ofView = (of: Owned, body?: object): Probe => ({
  url: `/views/${of.view}`,
  absent: { url: `/views/${absentId}` },
  ...(body ? { body } : {}),
})

/** A member of the first account, by their id. */
const ofMember = (of: Owned, more: Pick<Probe, 'body'> = {}): Probe => ({
  url: `/profile/company/members/${decodeJwt(of.token).sub}`,
  absent: { url: `/profile/company/members/${absentId}` },
  ...more,
})
