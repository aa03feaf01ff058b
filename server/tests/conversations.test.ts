import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { Notification } from '#contract/notifications/endpoints.ts'
import type { ConversationMessage, ListedRequest } from '#contract/requests/conversation.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import type { SupplierRequest } from '#contract/requests/supplier-endpoints.ts'
import { createKey } from '../ingest/keys.ts'
import { testPortal } from '../testing/portal.ts'

const portal = await testPortal()

const buildDocument = (type: IngestDocument['type'], number: string, account = 'C-1'): IngestDocument => ({
  ...{ type, number, account, lines: [{ line: '1', sku: 'BK-1', quantity: '2' }] },
  salesperson: { name: 'Sol Vang', email: 'sol@supplier.example' },
})
const orders = ['O-1', 'O-2', 'O-3', 'O-4', 'O-5', 'O-6', 'O-7', 'O-8', 'O-9', 'O-10', 'O-11', 'O-12']

let buyer: string
let colleague: string
let finance: string
let logistics: string
let apiKey: string
beforeAll(async () => {
  const report = await portal.ingest(
    ...orders.map((number) => buildDocument('orders', number)),
    { ...buildDocument('quotes', 'Q-1'), status: 'open' },
    ...['I-1', 'I-2'].map((number) => ({
      ...buildDocument('invoices', number),
      ...{ currency: 'EUR', totals: { gross: '50.00' } },
    })),
    { ...buildDocument('shipments', 'S-1'), status: 'delivered' },
    buildDocument('orders', 'O-far', 'C-2'),
  )
  expect(report.errors).toEqual([])
  buyer = await portal.signIn('buyer@c.example', 'C-1', 'buyer')
  colleague = await portal.signIn('colleague@c.example', 'C-1', 'buyer')
  finance = await portal.signIn('finance@c.example', 'C-1', 'finance')
  logistics = await portal.signIn('logistics@c.example', 'C-1', 'logistics')
  const keyDeps = { clock: () => new Date(), newId: randomUUID, random: randomBytes }
  apiKey = await createKey({ db: portal.database.pools.server, ...keyDeps }, { name: 'ERP', scope: 'ingest' })
  await portal.mails()
})

type Conversation = { requests: CustomerRequest[]; messages: ConversationMessage[]; hasEarlier: boolean }
type Written = { request: CustomerRequest; message: ConversationMessage | null }
const write = async (
  path: string,
  text: string,
  { token = buyer, ...body }: { token?: string; [name: string]: unknown } = {},
) => {
  const sent = { token, body: { key: randomUUID(), text, ...body } }
  const { status, body: reply } = await portal.call<Written>('POST', `${path}/messages`, sent)
  return { status, ...reply }
}
const about = (number: string) => `/documents/orders/${number}`
const read = async (path: string, token = buyer) =>
  (await portal.get(path === '/conversation' ? path : `${path}/requests`, token)).body as Conversation
/** Whether each notice under the bell that leads there was opened, the newest first. */
const noticesOf = async (token: string, docnum: string) =>
  ((await portal.get('/notifications', token)).body as Notification[])
    .filter((notice) => notice.docnum === docnum)
    .map(({ clicked }) => clicked)
const readUntil = (path: string, token: string, until: string | undefined) =>
  portal.call('POST', `${path}/messages/read`, { token, body: { until } })
const answer = (id: string, body: object) =>
  portal.call('POST', `/ingest/requests/${id}/answer`, { token: apiKey, body })
const unread = async (token = buyer) =>
  ((await portal.get('/conversations/unread', token)).body as { conversations: { type: string; number: string }[] })
    .conversations
const taken = async (query: string) =>
  ((await portal.get(`/ingest/requests?${query}`, apiKey)).body as { requests: SupplierRequest[] }).requests

describe('one conversation about an order', () => {
  test('what is written first is a question; what follows stands beside it until it is answered', async () => {
    const first = await write(about('O-1'), 'When does it come?')
    expect([first.status, first.message]).toEqual([200, null])
    expect(first.request).toMatchObject({ kind: 'ask', state: 'open', content: { note: 'When does it come?' } })
    const second = await write(about('O-1'), 'And on which truck?', { token: colleague })
    expect(second.request.id).toBe(first.request.id)
    expect(second.message).toMatchObject({ side: 'customer', own: true, text: 'And on which truck?', outcome: null })
    await answer(first.request.id, { state: 'answered', text: 'On Friday, by the early one.', by: 'Sol Vang' })
    const third = await write(about('O-1'), 'Thank you. Is it insured?')
    expect(third.request.id).not.toBe(first.request.id)
    const { requests, messages } = await read(about('O-1'))
    expect(requests.map(({ state }) => state)).toEqual(['answered', 'open'])
    expect(messages.map(({ text, by }) => [text, by])).toEqual([
      ['And on which truck?', 'colleague@c.example'],
      ['On Friday, by the early one.', 'Sol Vang'],
    ])
  })

  test('the salesperson gets each message by mail, and whoever wrote gets the answer', async () => {
    const mails = await portal.mails()
    expect(mails.map(({ to, text }) => [to.address, /When|truck|insured|Friday/.exec(text)?.[0]]).toSorted()).toEqual([
      ['buyer@c.example', 'Friday'],
      ['colleague@c.example', 'Friday'],
      ['sol@supplier.example', 'When'],
      ['sol@supplier.example', 'insured'],
      ['sol@supplier.example', 'truck'],
    ])
  })

  test('sent twice at once, it is one message, and one mail', async () => {
    const key = randomUUID()
    await write(about('O-2'), 'Is it on its way?')
    await portal.mails()
    const sent = await Promise.all([1, 2].map(() => write(about('O-2'), 'It is urgent.', { key })))
    expect(sent.map(({ status }) => status)).toEqual([200, 200])
    expect((await read(about('O-2'))).messages).toHaveLength(1)
    expect(await portal.mails()).toHaveLength(1)
    expect((await write(about('O-2'), 'Something else', { key })).status).toBe(409)
  })

  test('sent twice at once, the first message is one question', async () => {
    const key = randomUUID()
    const sent = await Promise.all([1, 2].map(() => write(about('O-3'), 'Hello?', { key })))
    expect(new Set(sent.map(({ request }) => request.id)).size).toBe(1)
    expect((await read(about('O-3'))).requests).toHaveLength(1)
  })

  test('a long one is read a page at a time from its end, each message once', async () => {
    const { request } = await write(about('O-4'), 'The first')
    for (let index = 0; index < 35; index++) await answer(request.id, { state: 'answered', text: `Part ${index}` })
    const newest = await read(about('O-4'))
    expect(newest.messages.at(-1)?.text).toBe('Part 34')
    expect(newest.messages).toHaveLength(30)
    expect(newest.hasEarlier).toBe(true)
    const texts: (string | null)[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await portal.get(`${about('O-4')}/messages?limit=10${cursor && `&cursor=${cursor}`}`, buyer)
      const page = body as { messages: ConversationMessage[]; nextCursor: string | null }
      texts.unshift(...page.messages.map(({ text }) => text))
      cursor = page.nextCursor
    }
    expect(texts).toEqual(Array.from({ length: 35 }, (_, index) => `Part ${index}`))
  })
})

describe('the supplier', () => {
  test('answers several times, with a file, each once under its key', async () => {
    const { request } = await write(about('O-5'), 'May we have the drawing?')
    const key = randomUUID()
    const said = { state: 'answered', text: 'Here it is.', by: 'Sol Vang', key }
    for (const _ of [1, 2]) expect((await answer(request.id, said)).status).toBe(200)
    const fileId = randomUUID()
    const addFile = (content: string) =>
      portal.call('POST', `/ingest/requests/${request.id}/files?name=drawing.pdf&fileId=${fileId}`, {
        token: apiKey,
        headers: { 'content-type': 'application/octet-stream' },
        body: Buffer.from(content),
      })
    for (const _ of [1, 2]) expect((await addFile('%PDF-1.7 drawing')).status).toBe(200)
    expect((await addFile('%PDF-1.7 another')).status).toBe(409)
    expect((await addFile('<script>')).status).toBe(400)
    await answer(request.id, { state: 'answered', text: 'The second sheet follows.', by: 'Sol Vang' })
    const { messages } = await read(about('O-5'))
    expect(messages.map(({ text, files }) => [text, files.length])).toEqual([
      ['Here it is.', 1],
      ['The second sheet follows.', 0],
    ])
    const file = messages[0]?.files[0]
    expect(file).toMatchObject({ name: 'drawing.pdf', mimeType: 'application/pdf' })
    const saved = await portal.get(`/requests/${request.id}/files/${file?.id}`, colleague)
    expect([saved.status, saved.text]).toEqual([200, '%PDF-1.7 drawing'])
    expect((await answer(request.id, { state: 'answered', text: 'Another text', key })).status).toBe(409)
  })

  test('asks back: it waits for the customer, and is open again when they have written', async () => {
    const { request } = await write(about('O-6'), 'Can it be blue?')
    await portal.mails()
    expect((await answer(request.id, { state: 'asked' })).status).toBe(400)
    await answer(request.id, { state: 'asked', text: 'Which blue?', by: 'Sol Vang' })
    const [mail] = await portal.mails()
    expect(mail?.subject).toBe('Please answer: your question about order O-6')
    expect((await read(about('O-6'))).requests[0]).toMatchObject({ state: 'asked', stateBy: 'Sol Vang' })
    const notices = (await portal.get('/notifications', buyer)).body as { title: string; docnum: string }[]
    expect(notices.filter(({ docnum }) => docnum === 'O-6').map(({ title }) => title)).toEqual([
      'Question from your supplier',
    ])
    const reply = await write(about('O-6'), 'Dark blue.')
    expect(reply.request).toMatchObject({ id: request.id, state: 'open', stateBy: 'buyer@c.example' })
  })

  test('reads in its ERP what was written, with what has changed since it last asked', async () => {
    portal.setTime('2026-03-10T09:02:00Z')
    const { request } = await write(about('O-7'), 'One')
    await write(about('O-7'), 'Two', { token: colleague })
    portal.setTime('2026-03-10T09:04:00Z')
    await answer(request.id, { state: 'taken' })
    portal.setTime('2026-03-10T09:06:00Z')
    await write(about('O-7'), 'Three')
    const changed = await taken('changedSince=2026-03-10T09:05:00Z')
    expect(changed.map(({ id, state, changedAt }) => [id, state, changedAt])).toEqual([
      [request.id, 'taken', expect.stringContaining('09:06:00')],
    ])
    expect(changed[0]?.messages.map(({ side, by, text }) => [side, by, text])).toEqual([
      ['customer', 'colleague@c.example', 'Two'],
      ['customer', 'buyer@c.example', 'Three'],
    ])
    expect(await taken('changedSince=2026-03-10T09:06:01Z')).toEqual([])
    const first = await portal.get('/ingest/requests?changedSince=2026-01-01T00:00:00Z&limit=2', apiKey)
    const ids = (first.body as { requests: { id: string }[] }).requests.map(({ id }) => id)
    const { nextCursor } = first.body as { nextCursor: string }
    const rest = await taken(`changedSince=2026-01-01T00:00:00Z&limit=100&cursor=${nextCursor}`)
    expect(rest.some(({ id }) => ids.includes(id))).toBe(false)
    expect(rest.at(-1)?.id).toBe(request.id)
  })
})

describe('closing and opening again', () => {
  test('a member closes what is answered; a message about it opens it again, and both say who and when', async () => {
    const { request } = await write(about('O-8'), 'Where is it?')
    const close = () => portal.call('POST', `/requests/${request.id}/close`, { token: colleague })
    expect((await close()).status).toBe(409)
    await answer(request.id, { state: 'answered', text: 'In Bremen.', by: 'Sol Vang' })
    for (const _ of [1, 2])
      expect((await close()).body).toMatchObject({ state: 'closed', stateBy: 'colleague@c.example' })
    const again = await write(about('O-8'), 'It still is.', { request: request.id })
    expect(again.request).toMatchObject({ id: request.id, state: 'open', stateBy: 'buyer@c.example' })
    const { messages } = await read(about('O-8'))
    expect(messages.map(({ side, outcome, text }) => [side, outcome, text])).toEqual([
      ['supplier', 'answered', 'In Bremen.'],
      ['customer', 'closed', null],
      ['customer', 'open', 'It still is.'],
    ])
    expect((await answer(request.id, { state: 'closed' })).body).toMatchObject({ state: 'closed' })
    expect((await answer(request.id, { state: 'open' })).body).toMatchObject({ state: 'open' })
  })

  test('a decision about a quote is neither closed nor opened again', async () => {
    const path = '/documents/quotes/Q-1'
    const made = await portal.call('POST', `${path}/requestRevision`, {
      token: buyer,
      body: { key: randomUUID(), note: 'Ten of them' },
    })
    await answer(String(made.body.id), { state: 'taken' })
    expect((await portal.call('POST', `/requests/${made.body.id}/close`, { token: buyer })).status).toBe(409)
    expect((await answer(String(made.body.id), { state: 'closed' })).status).toBe(409)
    expect((await answer(String(made.body.id), { state: 'declined', text: 'Six at most.' })).status).toBe(200)
    expect((await answer(String(made.body.id), { state: 'open' })).status).toBe(409)
    expect((await answer(String(made.body.id), { state: 'asked', text: 'Or eight?' })).status).toBe(409)
    expect((await answer(String(made.body.id), { state: 'answered', text: 'Or eight.' })).body).toMatchObject({
      state: 'declined',
    })
  })

  test('a claim or a dispute that was declined is written about, and not opened again beside the one made in its place', async () => {
    for (const [token, path, content] of [
      [finance, 'invoices/I-2/dispute', { reason: 'PRI', wanted: 'CNA', note: 'Not agreed' }],
      [logistics, 'shipments/S-1/claim', { lines: [{ line: '1', kind: 'damaged', quantity: '2' }] }],
    ] as const) {
      const make = () => portal.call('POST', `/documents/${path}`, { token, body: { key: randomUUID(), ...content } })
      const first = await make()
      const id = String(first.body.id)
      expect((await answer(id, { state: 'declined', text: 'It is right as it is.' })).status).toBe(200)
      expect((await make()).status).toBe(200)
      const subject = `/documents/${path.slice(0, path.lastIndexOf('/'))}`
      const written = await write(subject, 'We do not agree.', { token, request: id })
      expect([written.status, written.request?.state, written.message?.outcome]).toEqual([200, 'declined', null])
      for (const state of ['open', 'asked', 'closed'])
        expect((await answer(id, { state, text: 'Once more' })).status, state).toBe(409)
      expect((await answer(id, { state: 'answered', text: 'We looked again.' })).body).toMatchObject({
        state: 'declined',
      })
      expect((await read(subject, token)).requests.map(({ state }) => state)).toEqual(['declined', 'open'])
    }
  })

  test('a request of another document is not written to', async () => {
    const { request } = await write(about('O-8'), 'Once more')
    expect((await write(about('O-9'), 'Here', { request: request.id })).status).toBe(404)
  })
})

describe('at the same moment', () => {
  const { owner } = portal.database
  const close = (id: string) => portal.call('POST', `/requests/${id}/close`, { token: colleague })
  const withdraw = (id: string) => portal.call('DELETE', `/requests/${id}`, { token: buyer })
  const reply = (id: string) => answer(id, { state: 'answered', text: 'On Friday.' })
  const waiting = async () =>
    (
      await owner.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rows[0]?.count

  test.each([
    ['the supplier’s answer', false, reply],
    ['a colleague who closes the question', true, close],
    ['whoever takes the question back', false, withdraw],
  ])('a member’s message and %s wait for each other, and both come through', async (_, isTaken, act) => {
    const { request } = await write(about('O-12'), 'When does it come?')
    if (isTaken) await answer(request.id, { state: 'taken' })
    const holder = await owner.connect()
    try {
      await holder.query('begin')
      await holder.query(`select from documents where type = 'orders' and number = 'O-12' for update`)
      const written = write(about('O-12'), 'It is urgent.', { request: request.id })
      await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
      const acted = act(request.id)
      await expect.poll(waiting, { timeout: 10_000 }).toBe(2)
      await holder.query('rollback')
      expect([(await written).status, (await acted).status]).toEqual([200, 200])
    } finally {
      holder.release()
    }
  })
})

describe('what has not been read', () => {
  test('is marked in lists until it is read, for each person by themselves', async () => {
    const { request } = await write(about('O-9'), 'Anything new?')
    await answer(request.id, { state: 'answered', text: 'Nothing yet.', by: 'Sol Vang' })
    const isMarked = async (token: string) => (await unread(token)).some(({ number }) => number === 'O-9')
    expect([await isMarked(buyer), await isMarked(colleague)]).toEqual([true, true])
    const until = (await read(about('O-9'))).messages.at(-1)?.at
    expect((await portal.call('POST', `${about('O-9')}/messages/read`, { token: buyer, body: { until } })).status).toBe(
      200,
    )
    expect([await isMarked(buyer), await isMarked(colleague)]).toEqual([false, true])
    expect((await read(about('O-9'), colleague)).messages.map((message) => message.unread)).toEqual([true])
  })

  test('has a notice under the bell, which is read with the words, and not by those who have read less', async () => {
    const { request } = await write(about('O-10'), 'Is it packed?')
    await answer(request.id, { state: 'asked', text: 'Which pallet?' })
    const first = (await read(about('O-10'))).messages.at(-1)?.at
    portal.setTime('2026-03-10T09:07:00Z')
    await write(about('O-10'), 'The large one.')
    await answer(request.id, { state: 'answered', text: 'Yes.' })
    expect(await noticesOf(buyer, 'O-10')).toEqual([false, false])
    await readUntil(about('O-10'), buyer, first)
    expect(await noticesOf(buyer, 'O-10')).toEqual([false, true])
    await readUntil(about('O-10'), buyer, (await read(about('O-10'))).messages.at(-1)?.at)
    expect(await noticesOf(buyer, 'O-10')).toEqual([true, true])
    expect(await noticesOf(colleague, 'O-10')).toEqual([false, false])
  })
})

describe('what belongs to no document', () => {
  test('has one conversation of the account, which every member reads', async () => {
    const { request } = await write('/conversation', 'Our address changes.', { token: logistics })
    expect(request).toMatchObject({ type: 'account', number: 'C-1', kind: 'ask', own: true })
    await portal.mails()
    await answer(request.id, { state: 'answered', text: 'Noted.', by: 'Sol Vang' })
    const [mail] = await portal.mails()
    expect(mail).toMatchObject({
      to: { address: 'logistics@c.example' },
      subject: 'Answered: your question about account C-1',
    })
    expect((await read('/conversation', finance)).messages.map(({ text }) => text)).toEqual(['Noted.'])
    const [notice] = (await portal.get('/notifications', logistics)).body as { message: string; docnum: string }[]
    expect(notice).toMatchObject({ docnum: 'requests', message: 'Your supplier has answered you.' })
    expect((await taken('state=answered')).find(({ id }) => id === request.id)).toMatchObject({
      ...{ type: 'account', number: 'C-1', account: 'C-1' },
    })
    expect(await noticesOf(logistics, 'requests')).toEqual([false])
    const { messages } = await read('/conversation', logistics)
    expect((await readUntil('/conversation', logistics, messages.at(-1)?.at)).status).toBe(200)
    expect(await noticesOf(logistics, 'requests')).toEqual([true])
    expect((await unread(logistics)).some(({ type }) => type === 'account')).toBe(false)
  })

  test('files about the account are read by those who see prices, and by whoever sent them', async () => {
    const { request } = await write('/conversation', 'See the paper.')
    const added = await portal.call('POST', `/requests/${request.id}/files?name=list.pdf`, {
      token: buyer,
      headers: { 'content-type': 'application/octet-stream' },
      body: Buffer.from('%PDF-1.7 prices'),
    })
    const statusFor = async (token: string) =>
      (await portal.get(`/requests/${request.id}/files/${added.body.id}`, token)).status
    expect([await statusFor(buyer), await statusFor(finance), await statusFor(logistics)]).toEqual([200, 200, 404])
  })
})

describe('who sees what', () => {
  test('no conversation about a type that the role does not see, nor about another account’s document', async () => {
    const path = '/documents/invoices/I-1'
    expect((await write(path, 'Why?', { token: finance })).status).toBe(200)
    for (const [token, other] of [
      [logistics, path],
      [buyer, about('O-far')],
    ] as const) {
      expect((await portal.get(`${other}/messages`, token)).body).toMatchObject(
        token === logistics ? { code: 'not_found' } : { messages: [] },
      )
      expect((await write(other, 'Why?', { token })).status).toBe(404)
    }
    const listed = (await portal.get('/requests?conversations=true&limit=100', logistics)).body as {
      requests: ListedRequest[]
    }
    expect(listed.requests.some(({ type }) => type === 'invoices')).toBe(false)
  })

  test('the list of conversations has each once, the one written in last first', async () => {
    portal.setTime('2026-03-10T09:08:00Z')
    const first = await write(about('O-1'), 'Are you there?')
    const { requests } = (await portal.get('/requests?conversations=true&limit=100', buyer)).body as {
      requests: ListedRequest[]
    }
    const names = requests.map(({ type, number }) => `${type}/${number}`)
    expect(new Set(names).size).toBe(names.length)
    expect(names[0]).toBe('orders/O-1')
    expect(requests[0]?.lastMessage?.text ?? requests[0]?.content.note).toBe('Are you there?')
    const pages: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await portal.get(`/requests?conversations=true&limit=3${cursor && `&cursor=${cursor}`}`, buyer)
      const page = body as { requests: ListedRequest[]; nextCursor: string | null }
      pages.push(...page.requests.map(({ type, number }) => `${type}/${number}`))
      cursor = page.nextCursor
    }
    expect(pages).toEqual(names)
    expect(first.status).toBe(200)
  })

  test('a person takes along what they wrote', async () => {
    const { body } = await portal.get('/profile/data/export', colleague)
    const texts = (body as { messages: { text: string }[] }).messages.map(({ text }) => text)
    expect(texts).toContain('And on which truck?')
    expect(texts).not.toContain('Nothing yet.')
  })
})

describe('a colleague who is named in a message', () => {
  const idOf = async (name: string, token = buyer) => {
    const { body } = await portal.get('/conversations/colleagues?type=orders', token)
    const { colleagues } = body as { colleagues: { id: string; name: string }[] }
    return colleagues.find((colleague) => colleague.name.startsWith(name))?.id
  }

  test('has a notice and a mail with the words, once, and nobody else has', async () => {
    await portal.mails()
    const body = { key: randomUUID(), text: '@colleague, is it ours?', mentions: [await idOf('colleague')] }
    for (const _ of [1, 2])
      expect((await portal.call('POST', `${about('O-11')}/messages`, { token: buyer, body })).status).toBe(200)
    const mails = (await portal.mails()).filter(({ to }) => to.address.endsWith('@c.example'))
    expect(mails.map(({ to, subject }) => [to.address, subject])).toEqual([
      ['colleague@c.example', 'buyer@c.example mentioned you in the conversation about order O-11'],
    ])
    expect(mails[0]?.text).toContain('is it ours?')
    expect(await noticesOf(colleague, 'O-11')).toEqual([false])
    expect(await noticesOf(logistics, 'O-11')).toEqual([])
  })

  test('is named in a later message, too, and about what belongs to no document', async () => {
    const mentions = [await idOf('colleague')]
    await write(about('O-11'), 'And now, @colleague?', { mentions })
    expect(await noticesOf(colleague, 'O-11')).toEqual([false, false])
    const before = (await noticesOf(colleague, 'requests')).length
    await write('/conversation', 'Who moves, @colleague?', { mentions })
    expect(await noticesOf(colleague, 'requests')).toHaveLength(before + 1)
  })

  test('is left out where they may not read it, or belong to another account', async () => {
    const other = await portal.signIn('far@d.example', 'C-2', 'admin')
    await portal.signIn('near@d.example', 'C-2', 'buyer')
    const stranger = await idOf('near', other)
    expect(stranger).toBeDefined()
    await portal.mails()
    const mentions = [await idOf('logistics'), stranger]
    const { status } = await write('/documents/invoices/I-1', 'Look, @logistics', { token: finance, mentions })
    expect(status).toBe(200)
    const addresses = (await portal.mails()).map(({ to }) => to.address)
    expect(addresses.filter((address) => !address.endsWith('@supplier.example'))).toEqual([])
    expect(await noticesOf(logistics, 'I-1')).toEqual([])
  })

  test('is found among those who may read it, without oneself', async () => {
    const namesFor = async (type: string, token: string) =>
      ((await portal.get(`/conversations/colleagues?type=${type}`, token)).body as { colleagues: { name: string }[] })
        .colleagues
    expect((await namesFor('invoices', finance)).map(({ name }) => name)).toEqual([
      'buyer@c.example',
      'colleague@c.example',
    ])
    expect((await portal.get('/conversations/colleagues?type=invoices', logistics)).status).toBe(404)
  })
})

test('after a month nothing is new to anybody any more', async () => {
  expect(await unread(colleague)).not.toEqual([])
  portal.setTime('2026-04-20T09:00:00Z')
  expect(await unread(await portal.login('colleague@c.example'))).toEqual([])
})
