import { randomBytes, randomUUID } from 'node:crypto'
import { generateSync } from 'otplib'
import { beforeAll, describe, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { Notification } from '#contract/notifications/endpoints.ts'
import { type NoticeKind, noticeKindList } from '#contract/notifications/kinds.ts'
import type { NoticeSettings } from '#contract/notifications/settings.ts'
import { createKey } from '../ingest/keys.ts'
import { createDelivery } from '../mail/delivery.ts'
import { NobodyThere } from '../mail/transport.ts'
import { notifyMailRefused } from '../notifications/mail-refusal.ts'
import { testPortal, tokenSecret } from '../testing/portal.ts'

/* Each kind of notice, caused by a real event, and what the customer then reads under the bell. */
const start = '2026-03-10T09:00:00Z'
const portal = await testPortal(start)
const { owner, pools } = portal.database
const [old, today] = ['2026-01-05', '2026-03-10']
const email = 'ann@a.example'
let ann: string
let key: string

type TestDocument = Partial<IngestDocument> & { number: string }
/** Sends an old document as it was, and then as it is now. */
const sends = (type: IngestDocument['type'], was: Partial<IngestDocument> | null, now: TestDocument) => async () => {
  const document = { type, account: 'C-1', issueDate: was === null ? today : old, ...was, number: now.number }
  const reports = [
    ...(was === null ? [] : [await portal.ingest({ ...document } as IngestDocument)]),
    await portal.ingest({ ...document, ...now } as IngestDocument),
  ]
  expect(reports.flatMap(({ errors }) => errors)).toEqual([])
}
/** Sends a document, and waits for the morning of a day. */
const reminds = (type: IngestDocument['type'], document: TestDocument, morning: string) => async () => {
  await portal.ingest({ type, account: 'C-1', issueDate: old, ...document } as IngestDocument)
  portal.setTime(`${morning}T06:30:00Z`)
  await portal.runDueJobs()
}
const money = { currency: 'EUR', totals: { gross: '10.00', open: '10.00' } }

/** Makes a request, which the supplier answers. */
async function isAnswered(path: string, body: object, state = 'answered'): Promise<string> {
  const question = await portal.call('POST', path, { token: ann, body: { key: randomUUID(), ...body } })
  expect(question.status).toBe(200)
  const answered = await portal.call('POST', `/ingest/requests/${question.body.id}/answer`, {
    token: key,
    body: { state, text: 'On Monday.' },
  })
  expect(answered.status).toBe(200)
  return question.body.number as string
}

/** A colleague names Ann in a message about an order. */
async function isMentioned(): Promise<void> {
  const token = await portal.signIn('cleo@customer.example', 'C-1', 'buyer')
  const { colleagues } = (await portal.get('/conversations/colleagues?type=orders', token)).body as {
    colleagues: { id: string }[]
  }
  const body = { key: randomUUID(), text: '@Ann, is that right?', mentions: colleagues.map(({ id }) => id) }
  expect((await portal.call('POST', '/documents/orders/SO-1/messages', { token, body })).status).toBe(200)
}

/** A colleague asks Ann to approve of a quote, or Ann asks a colleague who answers. */
const isAskedToApprove = (number: string, answers: boolean) => async () => {
  await sends('quotes', { status: 'open' }, { number, ...money })()
  const cleo = await portal.signIn('cleo@customer.example', 'C-1', 'buyer')
  const [asker, asked] = answers ? [ann, cleo] : [cleo, ann]
  const { colleagues } = (await portal.get('/conversations/colleagues?type=quotes&prices=true', asker)).body as {
    colleagues: { id: string }[]
  }
  const body = { key: randomUUID(), approvers: colleagues.map(({ id }) => id) }
  const made = await portal.call('POST', `/documents/quotes/${number}/askApproval`, { token: asker, body })
  expect(made.status, made.text).toBe(200)
  if (!answers) return
  const answer = { token: asked, body: { decision: 'approved' } }
  expect((await portal.call('POST', `/requests/${made.body.id}/approval`, answer)).status).toBe(200)
}

/** Goods of a shipment are returned: the supplier agrees, and sends word of the shipment that brings them back. */
async function isReturned(): Promise<void> {
  const lines = [{ line: '1', sku: 'BK-1', quantity: '4', unit: 'EA' }]
  await sends('shipments', { status: 'in_transit' }, { number: 'S-8', status: 'delivered', lines })()
  const returned = [{ shipment: 'S-8', line: '1', quantity: '4', reason: 'defective' }]
  const body = { key: randomUUID(), lines: returned }
  const asked = await portal.call('POST', '/documents/shipments/S-8/returnGoods', { token: ann, body })
  const agreed = { step: 'approved', returnNumber: 'RMA-8' }
  await portal.call('POST', `/ingest/requests/${asked.body.id}/return`, { token: key, body: agreed })
  const back = { status: 'in_transit', details: { returnNumber: 'RMA-8' } }
  await sends('shipments', null, { number: 'R-8', ...back, lines: [{ line: '1', sku: 'BK-1', quantity: '-4' }] })()
}

const signIn = (userAgent: string) => portal.login(email, { headers: { 'user-agent': userAgent } })

async function setsUpAnApp(): Promise<void> {
  const { body } = await portal.call('POST', '/profile/secondFactor/totp', { token: ann })
  const code = generateSync({ secret: body.secret as string, epoch: Date.parse(start) / 1000 })
  expect((await portal.call('PUT', '/profile/secondFactor/totp', { token: ann, body: { code } })).status).toBe(200)
}

/** A mail to her is written, and her mail server says that the address does not exist. */
async function isRefused(): Promise<void> {
  const clock = () => new Date(start)
  const delivery = createDelivery({
    ...{ db: pools.server, clock, secrets: [tokenSecret], from: 'portal@portal.test' },
    brand: () => ({ name: 'Test portal', color: '#c8102e', address: 'https://portal.test' }),
    transport: {
      deliver: async () => {
        throw new NobodyThere('550 5.1.1 No such user')
      },
      close: () => undefined,
    },
    notifyRefused: (db, address) => notifyMailRefused({ clock, newId: randomUUID }, db, address),
    log: { info: () => undefined, warn: () => undefined },
  })
  await owner.query('delete from mails')
  await portal.call('POST', '/auth/forgotPassword', { body: { email } })
  await delivery.deliverDue()
}

/** A kind without a row does not compile. The last kinds need days to pass. */
const noticeCases: Readonly<Record<NoticeKind, [make: () => Promise<unknown>, leads: string, says: string]>> = {
  'quotes.received': [
    sends('quotes', null, { number: 'Q-1', status: 'open', customerReference: 'RFQ 7' }),
    ...(['quotes/Q-1', 'You received quote Q-1 (RFQ 7).'] as const),
  ],
  'quotes.revised': [
    sends('quotes', { status: 'open', details: { revision: '1' } }, { number: 'Q-2', details: { revision: '2' } }),
    ...(['quotes/Q-2', 'Quote Q-2 was revised.'] as const),
  ],
  'quotes.answered': [
    sends('quotes', { status: 'open' }, { number: 'Q-3', status: 'rejected' }),
    ...(['quotes/Q-3', 'Quote Q-3 was declined.'] as const),
  ],
  'quotes.approvalAsked': [
    isAskedToApprove('Q-7', false),
    ...(['quotes/Q-7', 'A colleague asks you to approve quote Q-7.'] as const),
  ],
  'quotes.approvalAnswered': [
    isAskedToApprove('Q-8', true),
    ...(['quotes/Q-8', 'A colleague approved quote Q-8.'] as const),
  ],
  'orders.confirmed': [
    sends('orders', { status: 'received' }, { number: 'SO-1', status: 'confirmed' }),
    ...(['orders/SO-1', 'Order SO-1 is confirmed.'] as const),
  ],
  'orders.changed': [
    sends('orders', { status: 'confirmed', ...money }, { number: 'SO-2', deliveryTerms: 'DAP Ghent' }),
    ...(['orders/SO-2', 'Order SO-2 was changed.'] as const),
  ],
  'orders.dateChanged': [
    sends(
      'orders',
      { status: 'confirmed', estimatedDate: '2026-04-01' },
      { number: 'SO-3', estimatedDate: '2026-04-08' },
    ),
    ...(['orders/SO-3', 'Order SO-3 is now expected on 8 Apr 2026 instead of 1 Apr 2026.'] as const),
  ],
  'orders.onHold': [
    sends('orders', { status: 'confirmed' }, { number: 'SO-4', status: 'on_hold', holdReason: 'credit check' }),
    ...(['orders/SO-4', 'Order SO-4 is on hold: credit check.'] as const),
  ],
  'orders.cancelled': [
    sends('orders', { status: 'received' }, { number: 'SO-5', status: 'rejected' }),
    ...(['orders/SO-5', 'Order SO-5 was rejected.'] as const),
  ],
  'orders.completed': [
    sends('orders', { status: 'in_progress' }, { number: 'SO-6', status: 'completed' }),
    ...(['orders/SO-6', 'Order SO-6 is completed.'] as const),
  ],
  'shipments.despatched': [
    sends('shipments', { status: 'packed' }, { number: 'S-1', status: 'picked_up' }),
    ...(['shipments/S-1', 'Shipment S-1 is on its way.'] as const),
  ],
  'shipments.estimateChanged': [
    sends(
      'shipments',
      { status: 'in_transit', estimatedDate: '2026-03-20' },
      { number: 'S-2', estimatedDate: '2026-03-23' },
    ),
    ...(['shipments/S-2', 'Shipment S-2 is now expected on 23 Mar 2026 instead of 20 Mar 2026.'] as const),
  ],
  'shipments.exception': [
    sends('shipments', { status: 'in_transit' }, { number: 'S-3', status: 'customs' }),
    ...(['shipments/S-3', 'Shipment S-3 is at customs.'] as const),
  ],
  'shipments.outForDelivery': [
    sends('shipments', { status: 'in_transit' }, { number: 'S-4', status: 'out_for_delivery' }),
    ...(['shipments/S-4', 'Shipment S-4 arrives today.'] as const),
  ],
  'shipments.delivered': [
    sends('shipments', { status: 'in_transit' }, { number: 'S-5', status: 'delivered' }),
    ...(['shipments/S-5', 'Shipment S-5 was delivered.'] as const),
  ],
  'shipments.failed': [
    sends('shipments', { status: 'in_transit' }, { number: 'S-6', status: 'returned' }),
    ...(['shipments/S-6', 'Shipment S-6 was returned.'] as const),
  ],
  'shipments.return': [isReturned, ...(['shipments/S-8', 'Return RMA-8 is on its way to your supplier.'] as const)],
  'invoices.issued': [
    sends('invoices', null, { number: 'I-1', ...money }),
    ...(['invoices/I-1', 'You received invoice I-1.'] as const),
  ],
  'invoices.paid': [
    sends('invoices', money, { number: 'I-2', totals: { gross: '10.00', paid: '10.00', open: '0.00' } }),
    ...(['invoices/I-2', 'Invoice I-2 is paid.'] as const),
  ],
  'invoices.credited': [
    sends('invoices', null, { number: 'CN-1', invoiceKind: '381', ...money }),
    ...(['invoices/CN-1', 'You received credit note CN-1.'] as const),
  ],
  'messages.answered': [
    () => isAnswered('/documents/orders/SO-1/ask', { note: 'When does it come?' }),
    ...(['orders/SO-1', 'Your supplier answered about order SO-1.'] as const),
  ],
  'messages.asked': [
    () => isAnswered('/documents/orders/SO-1/ask', { note: 'Can it come earlier?' }, 'asked'),
    ...(['orders/SO-1', 'Your supplier has a question about order SO-1.'] as const),
  ],
  'messages.mentioned': [isMentioned, 'orders/SO-1', 'A colleague mentioned you in the conversation about order SO-1.'],
  'security.newDevice': [
    () => signIn('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'),
    'profile/security',
    'New sign-in to your account with Firefox on Linux. If it was not you, end that session and choose a new password.',
  ],
  'security.password': [
    async () => {
      const body = { current: portal.passphrase, password: portal.passphrase.toUpperCase(), endOthers: false }
      expect((await portal.call('PUT', '/profile/password', { token: ann, body })).status).toBe(200)
    },
    ...(['profile/security', 'If it was not you, choose a new password at once.'] as const),
  ],
  'security.secondFactor': [
    setsUpAnApp,
    'profile/security',
    'The way you sign in was changed. If it was not you, check your sign-in settings and choose a new password.',
  ],
  'security.mailRefused': [
    isRefused,
    'profile/notifications',
    'The mail server of your address refuses our e-mails, so we have stopped sending them. You still get every notification here.',
  ],
  'quotes.expiring': [
    reminds('quotes', { number: 'Q-4', status: 'open', validUntil: '2026-03-13' }, '2026-03-11'),
    ...(['quotes/Q-4', 'Quote Q-4 expires on 13 Mar 2026.'] as const),
  ],
  'invoices.dueSoon': [
    reminds('invoices', { number: 'I-3', dueDate: '2026-03-14', ...money }, '2026-03-12'),
    ...(['invoices/I-3', 'Invoice I-3 is due on 14 Mar 2026.'] as const),
  ],
  'shipments.late': [
    reminds('shipments', { number: 'S-7', status: 'in_transit', estimatedDate: '2026-03-12' }, '2026-03-13'),
    ...(['shipments/S-7', 'Shipment S-7 should have arrived on 12 Mar 2026.'] as const),
  ],
  'quotes.expired': [
    reminds('quotes', { number: 'Q-5', status: 'open', validUntil: '2026-03-13' }, '2026-03-14'),
    ...(['quotes/Q-5', 'Quote Q-5 expired on 13 Mar 2026.'] as const),
  ],
  'invoices.overdue': [
    reminds('invoices', { number: 'I-4', dueDate: '2026-03-14', ...money }, '2026-03-15'),
    ...(['invoices/I-4', 'Invoice I-4 was due on 14 Mar 2026.'] as const),
  ],
}

const bell = async () => (await portal.get('/notifications', ann)).body as Notification[]

beforeAll(async () => {
  await portal.ingest({ type: 'orders', number: 'FIRST', account: 'C-1', issueDate: old })
  await owner.query(`update accounts set time_zone = 'UTC', created_at = '2025-01-01'`)
  ann = await portal.signIn(email, 'C-1')
  const keyDeps = { clock: () => new Date(start), newId: randomUUID, random: randomBytes }
  key = await createKey({ db: pools.server, ...keyDeps }, { name: 'ERP', scope: 'ingest' })
  await portal.runDueJobs()
})

describe('what happens is told', () => {
  const before = new Set<string>()
  test.each(Object.entries(noticeCases))('%s', async (kind, [make, leads, says]) => {
    await make()
    const { rows } = await owner.query<{ id: string; kind: string; at: string }>(
      `select id, kind, type || '/' || number as at from notices`,
    )
    const fresh = rows.filter(({ id, kind: its, at }) => its === kind && at === leads && !before.has(id))
    for (const { id } of rows) before.add(id)
    expect(fresh).toHaveLength(1)
    // Her token would expire in the days that have to pass.
    portal.setTime(start)
    const received = (await bell()).filter(({ id }) => id === fresh[0]?.id)
    expect(received.map(({ type, docnum, message }) => [`${type}/${docnum}`, message])).toEqual([[leads, says]])
  })

  test('of all kinds, none left out', () => {
    expect(Object.keys(noticeCases).toSorted()).toEqual(noticeKindList.toSorted())
  })
})

test('whom mails do not reach sees it in their settings, and can have them sent again', async () => {
  const refused = async () => ((await portal.get('/notifications/settings', ann)).body as NoticeSettings).mailRefusedAt
  expect(await refused()).toBe(start)
  const { body } = await portal.call('PUT', '/notifications/settings', { token: ann, body: { mailAgain: true } })
  expect(body).toMatchObject({ mailRefusedAt: null })
  expect(await refused()).toBeNull()
})

test('an answer to an enquiry is told only to the person who asked, and leads to the page of requests', async () => {
  const bea = await portal.signIn('bea@a.example', 'C-1')
  const number = await isAnswered('/enquiries', { lines: [{ description: 'Forty bells', quantity: '40' }] })
  const notification = (await bell()).find(({ docnum }) => docnum === 'requests')
  expect(notification).toMatchObject({
    ...{ type: 'profile', title: 'Answer from your supplier' },
    message: `Your supplier answered your enquiry ${number}.`,
  })
  expect((await portal.get('/notifications', bea)).text).not.toContain(number)
})

test('an order that is on hold as it comes, or stays so by a second message, says why under the bell and by mail', async () => {
  const held = { type: 'orders', number: 'SO-9', account: 'C-1', status: 'on_hold', issueDate: today } as const
  await portal.runDueJobs()
  await portal.mails()
  await portal.ingest({ ...held, holdReason: 'export licence is missing' })
  const says = 'Order SO-9 is on hold: export licence is missing.'
  const messages = async () => (await bell()).map(({ message }) => message)
  expect(await messages()).toContain(says)
  // Known before, and on hold now for a reason that the second message repeats.
  await portal.ingest({ ...held, number: 'SO-10', status: 'confirmed', holdReason: 'waits for a part' })
  await portal.ingest({ ...held, number: 'SO-10', holdReason: 'waits for a part' })
  expect(await messages()).toContain('Order SO-10 is on hold: waits for a part.')
  await portal.call('PUT', '/notifications/settings', {
    token: ann,
    body: { kinds: [{ kind: 'orders.onHold', channels: ['portal', 'now'] }] },
  })
  portal.setTime('2026-03-10T09:02:00Z')
  await portal.runDueJobs()
  expect((await portal.mails()).map(({ text }) => text).join()).toContain(says)
  portal.setTime(start)
})
