import { beforeAll, describe, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { Notification } from '#contract/notifications/endpoints.ts'
import type { NoticeSettings } from '#contract/notifications/settings.ts'
import { testPortal } from '../testing/portal.ts'

const portal = await testPortal('2026-03-10T09:00:00Z')
const { owner } = portal.database
let day = '2026-03-10'
const document = (
  type: IngestDocument['type'],
  number: string,
  overrides: Partial<IngestDocument> = {},
): IngestDocument => ({
  ...{ type, number, account: 'C-1', issueDate: day, ...overrides },
})
const order = (number: string, overrides: Partial<IngestDocument> = {}) =>
  document('orders', number, { status: 'confirmed', ...overrides })
const at = (instant: string) => {
  day = instant.slice(0, 10)
  portal.setTime(instant)
}

type Kinds = { kind: string; channels: string[] }[]
const change = async (token: string, body: object) => {
  const reply = await portal.call<NoticeSettings>('PUT', '/notifications/settings', { token, body })
  expect(reply).toMatchObject({ status: 200 })
  return reply.body
}
const choose = (token: string, body: object) => portal.call('PUT', '/notifications/choices', { token, body })
const bell = async (token: string) =>
  ((await portal.get('/notifications', token)).body as Notification[]).map((notification) => notification.message)
/** The mails sent by now: the recipient and the subject of each. */
const mailed = async () => {
  await portal.runDueJobs()
  return (await portal.mails()).map(({ to, subject }) => `${to.address}: ${subject}`).toSorted()
}

let ann: string
let packer: string
beforeAll(async () => {
  await portal.ingest(order('FIRST'), order('OTHER', { account: 'C-2' }))
  at('2026-03-10T09:01:00Z')
  ann = await portal.signIn('ann@a.example', 'C-1', 'buyer')
  packer = await portal.signIn('packer@a.example', 'C-1', 'logistics')
  await owner.query(`update users set time_zone = 'Europe/Berlin' where email = 'ann@a.example'`)
  await mailed()
})

describe('a person who has chosen nothing', () => {
  test('finds everything under the bell; what asks for attention is to be mailed once a day, the rest not', async () => {
    const { body } = await portal.get('/notifications/settings', ann)
    const { kinds } = body as { kinds: Kinds }
    expect(kinds.every(({ channels }) => channels.includes('portal'))).toBe(true)
    expect(kinds.find(({ kind }) => kind === 'orders.confirmed')?.channels).toEqual(['portal'])
    expect(kinds.find(({ kind }) => kind === 'orders.onHold')?.channels).toEqual(['portal', 'digest'])
    expect(body).toMatchObject({ quiet: null, timeZone: 'Europe/Berlin', mailsEnded: false, mailRefusedAt: null })
  })

  test('is offered the kinds of their role alone', async () => {
    const { body } = await portal.get('/notifications/settings', packer)
    const offered = (body as { kinds: Kinds }).kinds.map(({ kind }) => kind.split('.')[0])
    expect([...new Set(offered)]).toEqual(['orders', 'shipments', 'messages', 'security'])
  })
})

describe('a mail at once', () => {
  test('comes a minute later, once, however many servers look and however often', async () => {
    await change(ann, { kinds: [{ kind: 'orders.confirmed', channels: ['portal', 'now', 'digest'] }] })
    await portal.ingest(order('SO-1', { customerReference: 'PO-7' }))
    expect(await mailed()).toEqual([])
    at('2026-03-10T09:02:00Z')
    expect(await mailed()).toEqual(['ann@a.example: Order SO-1 (PO-7) is confirmed.'])
    expect(await mailed()).toEqual([])
    await owner.query(
      `insert into scheduled_tasks (account_id, task, due_at) select account_id, 'notify', now() - interval '1 year' from accounts`,
    )
    expect(await mailed()).toEqual([])
  })

  test('tells an import of 500 shipments in one line, and not again when it grows', async () => {
    await change(ann, { kinds: [{ kind: 'shipments.despatched', channels: ['portal', 'now'] }] })
    const shipment = (number: string) => document('shipments', number, { status: 'in_transit' })
    await portal.ingest(...Array.from({ length: 500 }, (_, n) => shipment(`M-${n}`)), order('SO-2'))
    at('2026-03-10T09:03:30Z')
    await portal.runDueJobs()
    const [mail, ...others] = await portal.mails()
    expect(others).toEqual([])
    expect(mail?.subject).toBe('2 new notifications in Test portal')
    expect(mail?.text).toContain('500 shipments are on their way.\n  https://portal.test/shipments')
    expect(mail?.text).toContain('Order SO-2 is confirmed.\n  https://portal.test/orders/SO-2')
    await portal.ingest(shipment('M-500'))
    at('2026-03-10T09:05:00Z')
    expect(await mailed()).toEqual([])
    expect((await bell(ann))[0]).toBe('501 shipments are on their way.')
  })

  test('is written in the language of its reader, and ends by one click that needs no sign-in', async () => {
    await owner.query(`update users set language = 'de' where email = 'ann@a.example'`)
    await portal.ingest(order('SO-3'))
    at('2026-03-10T09:07:00Z')
    await portal.runDueJobs()
    const [mail] = await portal.mails()
    expect(mail?.subject).toBe('Auftrag SO-3 ist bestätigt.')
    const link = new URL(mail?.unsubscribe ?? '')
    expect(mail?.html).toContain(link.href.replaceAll('&', '&amp;'))
    const path = `${link.pathname.slice('/api'.length)}${link.search}`
    const opened = await portal.app.inject({ url: `/api${path}` })
    expect([opened.statusCode, opened.headers.location]).toEqual([
      303,
      `/unsubscribe#${link.searchParams.get('token')}`,
    ])
    expect((await portal.get('/notifications/settings', ann)).body).toMatchObject({ mailsEnded: false })
    const posted = await portal.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(posted.statusCode).toBe(200)
    expect((await portal.get('/notifications/settings', ann)).body).toMatchObject({ mailsEnded: true })
    await portal.ingest(order('SO-4'))
    at('2026-03-10T09:09:00Z')
    expect(await mailed()).toEqual([])
    expect(await change(ann, { mailAgain: true })).toMatchObject({ mailsEnded: false })
    const forged = `/notifications/unsubscribe?token=${Buffer.alloc(48, 7).toString('base64url')}`
    expect((await portal.call('POST', forged)).status).toBe(400)
    await owner.query(`update users set language = null where email = 'ann@a.example'`)
  })

  test('waits for the end of quiet hours by the clock of its reader, and then tells all in one', async () => {
    await change(ann, { quiet: { from: '22:00', to: '07:30' } })
    at('2026-03-10T23:00:00Z')
    await portal.ingest(order('SO-5'))
    at('2026-03-10T23:05:00Z')
    expect(await mailed()).toEqual([])
    await portal.ingest(order('SO-6'))
    at('2026-03-11T06:20:00Z')
    expect(await mailed()).toEqual([])
    at('2026-03-11T06:30:00Z')
    expect(await mailed()).toEqual(['ann@a.example: 2 new notifications in Test portal'])
    ann = await portal.login('ann@a.example')
    await change(ann, { quiet: null })
  })
})

describe('the daily digest', () => {
  test('comes at seven in the morning by the clock of its reader, even if no server ran then, and once', async () => {
    at('2026-03-11T10:00:00Z')
    ann = await portal.login('ann@a.example')
    await portal.ingest(order('SO-7', { status: 'on_hold' }), order('SO-8', { status: 'on_hold' }))
    at('2026-03-11T10:02:00Z')
    expect(await mailed()).toEqual([])
    at('2026-03-12T05:59:00Z')
    expect(await mailed()).toEqual([])
    at('2026-03-12T08:15:00Z')
    expect(await mailed()).toEqual([
      'ann@a.example: 2 updates in Test portal',
      'packer@a.example: 2 updates in Test portal',
    ])
    at('2026-03-13T08:15:00Z')
    expect(await mailed()).toEqual([])
  })

  test('leaves out what its reader may no longer see by then', async () => {
    await portal.ingest(order('SO-9', { status: 'on_hold' }))
    at('2026-03-13T08:17:00Z')
    await mailed()
    await owner.query(
      `update memberships set role = 'finance' where user_id = (select id from users where email = 'packer@a.example')`,
    )
    await portal.ingest(document('shipments', 'S-9', { status: 'on_hold' }))
    at('2026-03-14T08:15:00Z')
    expect(await mailed()).toEqual([
      'ann@a.example: 2 updates in Test portal',
      'packer@a.example: Order SO-9 is on hold.',
    ])
    await owner.query(
      `update memberships set role = 'logistics' where user_id = (select id from users where email = 'packer@a.example')`,
    )
    packer = await portal.login('packer@a.example')
    ann = await portal.login('ann@a.example')
  })
})

describe('a kind that a person does not want', () => {
  test('stays away from the bell, but not from the history, nor from their colleague', async () => {
    await change(ann, { kinds: [{ kind: 'orders.completed', channels: [] }] })
    await portal.ingest(order('SO-20', { status: 'completed' }))
    expect(await bell(ann)).not.toContain('Order SO-20 is completed.')
    expect(await bell(packer)).toContain('Order SO-20 is completed.')
    expect((await portal.get('/notifications/history', ann)).text).toContain('Order SO-20 is completed.')
  })

  test('comes all the same of a document or an item that they follow; of what they mute nothing comes', async () => {
    const lines = [{ line: '1', sku: 'BK-42', quantity: '1' }]
    const old = { issueDate: '2026-01-01', lines }
    await portal.ingest(order('SO-21', old), order('SO-22', { issueDate: '2026-01-01' }), order('SO-23', old))
    expect((await choose(ann, { subject: 'item', key: 'BK-42', choice: 'follow' })).status).toBe(200)
    at('2026-03-14T08:15:30Z')
    expect((await choose(ann, { subject: 'document', type: 'orders', key: 'SO-23', choice: 'mute' })).body).toEqual([
      { subject: 'document', type: 'orders', key: 'SO-23', choice: 'mute' },
      { subject: 'item', type: null, key: 'BK-42', choice: 'follow' },
    ])
    for (const number of ['SO-21', 'SO-22', 'SO-23'])
      await portal.ingest(
        order(number, { ...(number === 'SO-22' ? { issueDate: '2026-01-01' } : old), status: 'completed' }),
      )
    const messages = await bell(ann)
    expect(messages).toContain('Order SO-21 is completed.')
    expect(messages).not.toContain('Order SO-22 is completed.')
    expect(messages).not.toContain('Order SO-23 is completed.')
    at('2026-03-14T08:17:00Z')
    expect(await mailed()).toEqual(['ann@a.example: Order SO-21 is completed.'])
    expect((await choose(ann, { subject: 'document', type: 'orders', key: 'NONE', choice: 'mute' })).status).toBe(404)
    expect((await choose(packer, { subject: 'document', type: 'invoices', key: 'I-1', choice: 'mute' })).status).toBe(
      404,
    )
    expect((await choose(ann, { subject: 'document', type: 'orders', key: 'SO-23', choice: null })).body).toHaveLength(
      1,
    )
  })
})

describe('many of a kind within minutes', () => {
  const old = { issueDate: '2026-01-01' }
  const numbersOf = (round: string) => Array.from({ length: 7 }, (_, n) => `${round}-${n + 1}`)
  const completed = (number: string, more: Partial<IngestDocument> = {}) =>
    order(number, { ...old, ...more, status: 'completed' })
  const follow = (number: string) => choose(ann, { subject: 'document', type: 'orders', key: number, choice: 'follow' })
  const saying = (messages: readonly string[], text: string) => messages.filter((message) => message === text)

  test('are one notice, and by itself what somebody follows, for them alone', async () => {
    at('2026-03-14T09:00:00Z')
    ann = await portal.login('ann@a.example')
    packer = await portal.login('packer@a.example')
    await portal.ingest(...numbersOf('SO-3').map((number) => order(number, old)))
    expect((await follow('SO-3-1')).status).toBe(200)
    expect((await choose(packer, { subject: 'document', type: 'orders', key: 'SO-3-2', choice: 'mute' })).status).toBe(
      200,
    )
    await portal.ingest(...numbersOf('SO-3').map((number) => completed(number)))
    expect(saying(await bell(ann), 'Order SO-3-1 is completed.')).toHaveLength(1)
    const others = await bell(packer)
    expect(others).toContain('7 orders are completed.')
    expect(others.filter((message) => message.includes('SO-3-'))).toEqual([])
    at('2026-03-14T09:01:30Z')
    expect(await mailed()).toEqual(['ann@a.example: Order SO-3-1 is completed.'])
  })

  test('are so too when they come one by one, before or after what is followed', async () => {
    at('2026-03-14T09:30:00Z')
    ann = await portal.login('ann@a.example')
    packer = await portal.login('packer@a.example')
    const lines = [{ line: '1', sku: 'BK-42', quantity: '1' }]
    const ofItem = { lines }
    await portal.ingest(
      ...numbersOf('SO-4').map((number) => order(number, { ...old, ...(number === 'SO-4-7' ? ofItem : {}) })),
      order('SO-4-8', old),
    )
    await follow('SO-4-1')
    await portal.ingest(completed('SO-4-1'))
    expect(saying(await bell(ann), 'Order SO-4-1 is completed.')).toHaveLength(1)
    await portal.call('PUT', '/notifications', { token: ann })
    for (const number of numbersOf('SO-4').slice(1)) {
      await portal.ingest(completed(number, number === 'SO-4-7' ? ofItem : {}))
    }
    const notices = (await portal.get('/notifications', ann)).body as Notification[]
    const followed = notices.filter(({ message }) => message.includes('SO-4-'))
    expect(followed.map(({ message, viewed }) => [message, viewed]).toSorted()).toEqual([
      ['Order SO-4-1 is completed.', true],
      ['Order SO-4-7 is completed.', false],
    ])
    const others = await bell(packer)
    expect(others).toContain('7 orders are completed.')
    expect(others.filter((message) => message.includes('SO-4-'))).toEqual([])
    at('2026-03-14T09:31:30Z')
    await portal.runDueJobs()
    const [mail, ...more] = await portal.mails()
    expect([mail?.to.address, more]).toEqual(['ann@a.example', []])
    expect(mail?.text.match(/Order SO-4-\d is completed\./g)?.toSorted()).toEqual([
      'Order SO-4-1 is completed.',
      'Order SO-4-7 is completed.',
    ])
    await portal.ingest(completed('SO-4-8'))
    at('2026-03-14T09:33:00Z')
    expect(await mailed()).toEqual([])
  })
})

describe('what concerns a person alone', () => {
  test('is told to nobody else: a new password', async () => {
    const colleague = await portal.login('packer@a.example')
    const password = 'another passphrase of hers alone'
    await portal.call('PUT', '/profile/password', {
      token: ann,
      body: { current: portal.passphrase, password, endOthers: false },
    })
    const [notice] = (await portal.get('/notifications', ann)).body as Notification[]
    expect(notice).toMatchObject({ type: 'profile', docnum: 'security', title: 'Password changed' })
    expect(
      JSON.stringify([await bell(colleague), (await portal.get('/notifications/history', colleague)).text]),
    ).not.toContain('Password')
    expect((await portal.call('PUT', `/notifications/${notice?.id}`, { token: colleague })).status).toBe(404)
    expect((await portal.call('PUT', `/notifications/${notice?.id}`, { token: ann })).status).toBe(200)
  })
})

test('a colleague who joins an account of a thousand notices keeps nobody from the newest', async () => {
  const ordered = (number: string) => portal.ingest(order(number, { account: 'C-9' }))
  const mailedToBea = async () => (await mailed()).filter((mail) => mail.startsWith('bea@'))
  at('2026-03-15T09:00:00Z')
  await ordered('B-1')
  at('2026-03-15T09:01:00Z')
  const bea = await portal.signIn('bea@b.example', 'C-9', 'buyer')
  await change(bea, { kinds: [{ kind: 'orders.confirmed', channels: ['portal', 'now'] }] })
  await ordered('B-2')
  at('2026-03-15T09:03:00Z')
  expect(await mailedToBea()).toEqual(['bea@b.example: Order B-2 is confirmed.'])
  await owner.query(
    `insert into notices (account_id, id, kind, type, number, needs_prices, group_id, dedupe_key, happened_at, version, first_version)
     select account_id, gen_random_uuid(), kind, type, number, false, gen_random_uuid(), n::text, happened_at, version, first_version
     from notices, generate_series(1, 1000) n where number = 'B-2'`,
  )
  at('2026-03-15T09:10:00Z')
  await portal.signIn('ben@b.example', 'C-9', 'buyer')
  await ordered('B-3')
  at('2026-03-15T09:12:00Z')
  expect(await mailedToBea()).toEqual(['bea@b.example: Order B-3 is confirmed.'])
})

test('what is followed can be muted when nothing more can be followed or muted', async () => {
  const cal = await portal.signIn('cal@a.example', 'C-1', 'buyer')
  const one = { subject: 'document', type: 'orders', key: 'SO-21' }
  expect((await choose(cal, { ...one, choice: 'follow' })).status).toBe(200)
  await owner.query(
    `insert into notice_choices (account_id, user_id, subject, key, choice, chosen_at)
     select m.account_id, m.user_id, 'item', 'SKU-' || n, 'follow', now()
     from memberships m join users u on u.id = m.user_id, generate_series(1, 499) n where u.email = 'cal@a.example'`,
  )
  expect((await choose(cal, { ...one, choice: 'mute' })).status).toBe(200)
  expect((await choose(cal, { ...one, key: 'SO-22', choice: 'mute' })).status).toBe(409)
  expect((await choose(cal, { ...one, choice: null })).status).toBe(200)
  expect((await choose(cal, { ...one, key: 'SO-22', choice: 'mute' })).status).toBe(200)
})
