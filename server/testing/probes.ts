import { decodeJwt } from 'jose'
import type { Method } from '#contract/endpoint.ts'
import { makeRequestEndpoints } from '#contract/requests/endpoints.ts'
import { requestRules } from '#contract/requests/rules.ts'
import { documentTypes } from '#contract/values.ts'
import { conversationProbes } from './conversation-probes.ts'
import type { Owned } from './owned.ts'
import { passphrase, type TestPortal } from './portal.ts'
import { requestContents } from './request-contents.ts'
import { returnProbes } from './return-probes.ts'

/*
 * Requests by which every endpoint for signed-in users is asked for things that belong to somebody: documents with a
 * mark in their numbers, and all that the person has made. The tests say what a caller without access gets.
 */

/** An id that does not exist. */
export const absentId = '018f0000-0000-7000-8000-00000000ffff'
/** Sends a probe, as the holder of the token or as a stranger. */
export const sendProbe = (
  portal: TestPortal,
  method: Method,
  { url, body }: Pick<Probe, 'url' | 'body'>,
  token?: string,
) =>
  portal.app.inject({
    method,
    url: `/api${url}`,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(Buffer.isBuffer(body) ? { 'content-type': 'application/octet-stream' } : {}),
    },
    ...(body ? { body } : {}),
  })

export type Probe = {
  url: string
  body?: object
  /** The same for something that does not exist; what is left out is made from the first by removing the secret. */
  absent?: { url?: string; body?: object }
}

/** How each endpoint for signed-in users is asked for what belongs to the first account. */
export const probes: Readonly<Record<string, (owned: Owned) => Probe[]>> = {
  showProfile: () => [{ url: '/profile' }],
  changePreferences: () => [{ url: '/profile/preferences', body: { timeZone: 'Europe/Berlin' } }],
  changeOwnPassword: (owned) => [
    {
      url: '/profile/password',
      body: { current: passphrase, password: `${owned.mark} and more words`, endOthers: false },
      absent: { body: { current: `${owned.mark} and more words`, password: passphrase, endOthers: false } },
    },
  ],
  showFaq: () => [{ url: '/faq' }],
  listAnnouncements: () => [{ url: '/announcements' }],
  dismissAnnouncement: () => [{ url: `/announcements/${absentId}`, absent: { url: `/announcements/${absentId}` } }],
  writeToSupport: (owned) => [
    {
      url: '/faq/contact',
      body: { text: 'Where?', document: { type: 'orders', number: `O-${owned.mark}` } },
      absent: { body: { text: 'Where?', document: { type: 'orders', number: 'O-' } } },
    },
  ],
  showAvatar: () => [{ url: '/profile/avatar' }],
  showContactPicture: () => [{ url: '/dashboard/contact/picture' }],
  showPersonalData: () => [{ url: '/profile/data' }],
  listAddresses: () => [{ url: '/profile/company/addresses' }],
  listViewings: () => [{ url: '/profile/company/viewings' }],
  listMembers: () => [{ url: '/profile/company/members' }],
  changeMember: (owned) => [memberProbe(owned, { body: { role: 'viewer' } })],
  removeMember: (owned) => [memberProbe(owned)],
  inviteMember: () => [
    {
      url: '/profile/company/invitations',
      body: { email: 'owner@a.example', role: 'viewer' },
      absent: { body: { email: 'nobody@a.example', role: 'viewer' } },
    },
  ],
  revokeInvitation: (owned) => [
    {
      url: `/profile/company/invitations/${owned.invitation}`,
      absent: { url: `/profile/company/invitations/${absentId}` },
    },
  ],
  showDashboard: () => [{ url: '/dashboard' }],
  listNotifications: () => [{ url: '/notifications' }],
  listNotificationHistory: () => [{ url: '/notifications/history' }],
  viewNotifications: () => [{ url: '/notifications' }],
  clickNotification: (owned) => [
    { url: `/notifications/${owned.notice}`, absent: { url: `/notifications/${absentId}` } },
  ],
  clearNotification: (owned) => [
    { url: `/notifications/${owned.notice}`, absent: { url: `/notifications/${absentId}` } },
  ],
  showNoticeSettings: () => [{ url: '/notifications/settings' }],
  changeNoticeSettings: () => [{ url: '/notifications/settings', body: { quiet: { from: '22:00', to: '06:00' } } }],
  listNoticeChoices: () => [{ url: '/notifications/choices' }],
  chooseNotices: (owned) => [
    {
      url: '/notifications/choices',
      body: { subject: 'document', type: 'orders', key: owned.numbers.orders, choice: 'mute' },
      absent: { body: { subject: 'document', type: 'orders', key: 'NO-SUCH-ORDER', choice: 'mute' } },
    },
  ],
  stopPush: () => [{ url: '/notifications/push' }],
  clearNotifications: () => [{ url: '/notifications' }],
  switchAccount: () => [{ url: '/profile/account', body: { number: 'A-1' }, absent: { body: { number: 'X-9' } } }],
  showSecondFactor: () => [{ url: '/profile/secondFactor' }],
  removeFactor: () => [{ url: '/profile/secondFactor/totp' }],
  listTrustedDevices: () => [{ url: '/profile/trustedDevices' }],
  removeTrustedDevice: (owned) => [ownerProbe(owned, '/profile/trustedDevices/')],
  listPasskeys: () => [{ url: '/profile/passkeys' }],
  renamePasskey: (owned) => [ownerProbe(owned, '/profile/passkeys/', { name: 'Mine' })],
  removePasskey: (owned) => [ownerProbe(owned, '/profile/passkeys/')],
  listIdentities: () => [{ url: '/profile/signOn' }],
  removeIdentity: (owned) => [ownerProbe(owned, '/profile/signOn/')],
  listSessions: () => [{ url: '/profile/sessions' }],
  // Cursors of others are refused before anything is read: see http/cursors.test.ts.
  listPastSessions: () => [{ url: '/profile/sessions/past' }],
  endSession: (owned) => [
    { url: `/profile/sessions/${decodeJwt(owned.token).sid}`, absent: { url: `/profile/sessions/${absentId}` } },
  ],
  endOtherSessions: () => [{ url: '/profile/sessions' }],
  listDocuments: (owned) =>
    documentTypes.flatMap((type) => [
      { url: `/documents/${type}` },
      { url: `/documents/${type}?q=${owned.mark}` },
      { url: `/documents/${type}?q=${owned.numbers[type]}&sort=number` },
    ]),
  countStatuses: (owned) => documentTypes.map((type) => ({ url: `/documents/${type}/statuses?q=${owned.mark}` })),
  exportDocuments: (owned) =>
    documentTypes.flatMap((type) =>
      ['csv', 'xlsx'].map((format) => ({ url: `/documents/${type}/export?format=${format}&q=${owned.mark}` })),
    ),
  exportSelected: (owned) =>
    documentTypes.map((type) => ({
      url: '/documents/export',
      body: { type, format: 'csv', numbers: [owned.numbers[type]] },
      absent: { body: { type, format: 'csv', numbers: ['Nowhere'] } },
    })),
  downloadDocuments: (owned) =>
    documentTypes.map((type) => ({
      url: '/documents/download',
      body: { type, numbers: [owned.numbers[type]], parts: ['pdf', 'ubl', 'attachments'] },
      absent: { body: { type, numbers: ['Nowhere'], parts: ['pdf', 'ubl', 'attachments'] } },
    })),
  downloadRelated: (owned) =>
    documentTypes.map((type) => ({ url: `/documents/${type}/${owned.numbers[type]}/related` })),
  exportLines: (owned) =>
    documentTypes.flatMap((type) =>
      ['csv', 'xlsx'].map((format) => ({ url: `/documents/${type}/${owned.numbers[type]}/lines?format=${format}` })),
    ),
  sumDocuments: (owned) => documentTypes.map((type) => ({ url: `/documents/${type}/totals?q=${owned.mark}` })),
  showDocument: (owned) => documentTypes.map((type) => ({ url: `/documents/${type}/${owned.numbers[type]}` })),
  listChanges: (owned) => documentTypes.map((type) => ({ url: `/documents/${type}/${owned.numbers[type]}/changes` })),
  showPromises: (owned) => documentTypes.map((type) => ({ url: `/documents/${type}/${owned.numbers[type]}/promises` })),
  listVersions: (owned) => documentTypes.map((type) => ({ url: `/documents/${type}/${owned.numbers[type]}/versions` })),
  compareVersions: (owned) =>
    documentTypes.flatMap((type) => [
      {
        url: `/documents/${type}/${owned.numbers[type]}/comparison?from=now:${owned.numbers[type]}&to=now:${owned.numbers[type]}`,
      },
      { url: `/documents/quotes/Q-Other/comparison?from=now:${owned.numbers.quotes}&to=now:Q-Other` },
    ]),
  downloadAttachment: (owned) => [
    { url: `/documents/invoices/I-${owned.mark}/attachments/${owned.attachment}` },
    { url: `/documents/invoices/I-Other/attachments/${owned.attachment}` },
  ],
  downloadUbl: (owned) => documentTypes.map((type) => ({ url: `/documents/${type}/${owned.numbers[type]}/ubl` })),
  downloadEInvoice: (owned) => [{ url: `/documents/invoices/${owned.numbers.invoices}/eInvoice?syntax=cii` }],
  checkEInvoice: (owned) => [{ url: `/documents/invoices/${owned.numbers.invoices}/eInvoice/missing` }],
  downloadOriginal: (owned) => [
    ...documentTypes.map((type) => ({ url: `/documents/${type}/${owned.numbers[type]}/original` })),
    { url: `/documents/quotes/Q2-${owned.mark}/original` },
  ],
  showBalances: () => [{ url: '/statement/balances' }],
  showStatement: () => [{ url: '/statement?from=2026-01-01&to=2026-12-31&currency=EUR&limit=100' }],
  downloadStatement: () => [{ url: '/statement/csv?from=2026-01-01&to=2026-12-31&currency=EUR' }],
  printStatement: () => [{ url: '/statement/pdf?from=2026-01-01&to=2026-12-31&currency=EUR' }],
  downloadPaper: (owned) =>
    documentTypes.flatMap((type) => [
      { url: `/documents/${type}/${owned.numbers[type]}/pdf` },
      { url: `/documents/${type}/${owned.numbers[type]}/pdf?source=portal&language=de` },
    ]),
  ...Object.fromEntries(
    makeRequestEndpoints.map(({ kind, name }) => [
      name,
      (owned: Owned) => {
        const { type } = requestRules[kind]
        return [
          {
            url: `/documents/${type}/${owned.numbers[type]}/${kind}`,
            body: { key: owned.signInId, ...requestContents[kind] },
          },
        ]
      },
    ]),
  ),
  listPayable: (owned) => [
    {
      url: '/remittances/payable',
      body: { numbers: [owned.numbers.invoices] },
      absent: { body: { numbers: ['Nowhere'] } },
    },
  ],
  adviseRemittance: (owned) => [remittanceProbe(owned.numbers.invoices, owned.signInId)],
  ...conversationProbes(absentId),
  ...returnProbes,
  listViews: () => [{ url: '/views' }, { url: '/views?type=orders' }],
  changeView: (owned) => [viewProbe(owned, { name: 'Mine', shared: false })],
  deleteView: (owned) => [viewProbe(owned)],
  chooseDefaultView: (owned) => [
    {
      url: '/views/default',
      body: { type: 'orders', id: owned.view },
      absent: { body: { type: 'orders', id: absentId } },
    },
  ],
  listItems: (owned) => [
    { url: '/items' },
    ...[`SKU-${owned.mark}`, owned.mark, `T-${owned.mark}`, `SN-1-${owned.mark}`].map((q) => ({
      url: `/items?q=${q}`,
    })),
  ],
  listOrderedItems: (owned) => [
    { url: '/ordered' },
    ...[`SKU-${owned.mark}`, owned.mark].map((q) => ({ url: `/ordered?q=${q}` })),
  ],
  downloadComing: () => [{ url: '/coming/csv' }],
  showItem: (owned) => [{ url: `/items/SKU-${owned.mark}` }],
  listItemLines: (owned) => [{ url: `/items/SKU-${owned.mark}/lines` }],
  downloadItemLines: (owned) => [{ url: `/items/SKU-${owned.mark}/csv` }],
  listItemUnits: (owned) => [{ url: `/items/SKU-${owned.mark}/units` }],
  showUnit: (owned) => [{ url: `/units/SN-1-${owned.mark}` }, { url: `/units/LOT-1-${owned.mark}` }],
  searchDocuments: (owned) => [
    { url: `/search?q=${owned.mark}` },
    { url: `/search?q=T-${owned.mark}&types=shipments` },
  ],
}

/** Endpoints for signed-in users that are not asked for what belongs to the first account, and why. */
export const unprobed: Readonly<Record<string, string>> = {
  rateAnswer: 'Questions are the operator’s; a rating is the caller’s own.',
  exportPersonalData:
    'The file lists earlier exports of itself: server/profile/personal-data.test.ts compares two people.',
  setAvatar: 'It takes a picture, for the caller alone.',
  removeAvatar: 'It names no picture: only the caller’s own can go.',
  askForDeletion: 'It names no person: only the caller can go.',
  takeBackDeletion: 'It names no person: only the caller’s own deletion is taken back.',
  startPush: 'It takes the address of the caller’s browser, which the portal has never given to anybody.',
  followChanges:
    'It never ends, and says that something changed, not what: server/live/live-updates.test.ts follows two accounts.',
  confirmFactor: 'It takes a code that is checked against the caller’s own unfinished factor.',
  acceptTerms: 'It takes the version of the operator’s terms, the same for everybody.',
  beginApp: 'It takes nothing; it makes a secret for the caller.',
  beginEmail: 'It takes nothing; it mails a code to the caller.',
  makeRecoveryCodes: 'It takes nothing; it makes codes for the caller.',
  prove: 'It takes a password or a code that is checked against the caller’s own.',
  beginPasskey: 'It takes nothing; it makes a challenge for the caller.',
  addPasskey:
    'It takes the answer of the caller’s device to a challenge of their own: server/auth/passkeys/passkeys.test.ts.',
  proveWithPasskey:
    'It takes the answer of the caller’s device to a challenge of their own: server/auth/passkeys/passkeys.test.ts.',
  linkIdentity: 'It takes nothing of anybody’s; it sends the caller to the identity provider.',
  listRegionAccounts:
    'It takes nothing; other regions are asked for the caller’s own e-mail: server/tests/operation/regions.test.ts.',
  visitRegion:
    'It leads the caller to another region, which asks this one who they are: server/tests/operation/regions.test.ts.',
  vouchForPerson:
    'It says who the caller is, to a region of the supplier alone: server/tests/operation/regions.test.ts.',
  enquire: 'It takes a text, for the supplier.',
  saveView: 'It takes a name and a list’s address, for the caller’s own account.',
}

/** A payment of an invoice; what is wrong with it names its number. */
const remittanceProbe = (number: string, key: string): Probe => {
  const payment = { key, paidOn: '2026-03-09' }
  const body = (paid: string) => ({ ...payment, invoices: [{ number: paid, currency: 'EUR', amount: '1' }] })
  return { url: '/remittances', body: body(number), absent: { body: body(number.split('-')[0] ?? '') } }
}

const idProbe = (path: string, id: string, body?: object): Probe => ({
  url: `${path}${id}`,
  absent: { url: `${path}${absentId}` },
  ...(body ? { body } : {}),
})

const ownerProbe = (owned: Owned, path: string, body?: object) => idProbe(path, owned.signInId, body)

/** The view that the first account shares, by its id. */
const viewProbe = (owned: Owned, body?: object) => idProbe('/views/', owned.view, body)

/** A member of the first account, by id. */
const memberProbe = (owned: Owned, overrides: Pick<Probe, 'body'> = {}): Probe => ({
  url: `/profile/company/members/${decodeJwt(owned.token).sub}`,
  absent: { url: `/profile/company/members/${absentId}` },
  ...overrides,
})
