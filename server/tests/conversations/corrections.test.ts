import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Reply } from '#contract/endpoint.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { Notification } from '#contract/notifications/endpoints.ts'
import type { ConversationMessage } from '#contract/requests/conversation.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import type { listRequestChanges, SupplierRequest } from '#contract/requests/supplier-endpoints.ts'
import { createKey } from '#server/ingest/keys.ts'
import { testPortal } from '#server/testing/portal.ts'

/* What somebody wrote in a conversation is corrected by them for a quarter of an hour. */

const portal = await testPortal()
const start = '2026-03-10T09:00:00Z'
const minutesLater = (minutes: number) =>
  new Date(Date.parse(start) + minutes * 60_000).toISOString().replace('.000Z', 'Z')

let buyer: string
let colleague: string
let apiKey: string
beforeAll(async () => {
  const report = await portal.ingest(
    ...Array.from({ length: 12 }, (_, at): IngestDocument => {
      const salesperson = { name: 'Sol Vang', email: 'sol@supplier.example' }
      return { type: 'orders', number: `O-${at}`, account: 'C-1', salesperson }
    }),
    { type: 'orders', number: 'O-far', account: 'C-2' },
  )
  expect(report.errors).toEqual([])
  buyer = await portal.signIn('buyer@c.example', 'C-1', 'buyer')
  colleague = await portal.signIn('colleague@c.example', 'C-1', 'buyer')
  await portal.signIn('third@c.example', 'C-1', 'buyer')
  const keyDeps = { clock: () => new Date(), newId: randomUUID, random: randomBytes }
  apiKey = await createKey({ db: portal.database.pools.server, ...keyDeps }, { name: 'ERP', scope: 'ingest' })
})

let nextOrder = 0
let path: string
/** A question about an order of the test's own, and a message beside it. */
let question: CustomerRequest
let message: ConversationMessage
beforeEach(async () => {
  portal.setTime(start)
  path = `/documents/orders/O-${nextOrder++}`
  question = (await write('When does it come?')).request
  message = (await write('We need teh red ones.')).message as ConversationMessage
  await portal.mails()
})

afterEach(() => portal.mails())

type Written = { request: CustomerRequest; message: ConversationMessage | null }
const write = async (text: string, { token = buyer, ...more }: { token?: string; [name: string]: unknown } = {}) => {
  const { status, body } = await portal.call<Written>('POST', `${path}/messages`, {
    token,
    body: { key: randomUUID(), text, ...more },
  })
  return { status, ...body }
}
type Corrected = { text: string; former?: string; message?: string; mentions?: (string | undefined)[] }
const correct = async (body: Corrected, token = buyer) => {
  const sent = { former: message.text ?? '', message: message.id, ...body }
  const reply = await portal.call<Written>('POST', `/requests/${question.id}/correct`, { token, body: sent })
  return { ...reply, ...reply.body }
}
const correctQuestion = (text: string, former = 'When does it come?') =>
  portal.call('POST', `/requests/${question.id}/correct`, { token: buyer, body: { text, former } })
const read = async (token = buyer) =>
  (await portal.get(`${path}/requests`, token)).body as {
    requests: CustomerRequest[]
    messages: ConversationMessage[]
  }
const answer = (body: object) => portal.call('POST', `/ingest/requests/${question.id}/answer`, { token: apiKey, body })
const taken = async (query: string) =>
  ((await portal.get(`/ingest/requests?${query}`, apiKey)).body as { requests: SupplierRequest[] }).requests

describe('what was written', () => {
  test('is corrected by its writer, and says so with the time to every reader', async () => {
    portal.setTime(minutesLater(5))
    const { status, message: corrected } = await correct({ text: 'We need the red ones.' })
    expect([status, corrected]).toMatchObject([200, { text: 'We need the red ones.', own: true }])
    expect((await correctQuestion('When does it leave?')).status).toBe(200)
    const { requests, messages } = await read(colleague)
    expect(messages.map(({ text, at, correctedAt, own }) => [text, at, correctedAt, own])).toEqual([
      ['We need the red ones.', message.at, minutesLater(5), false],
    ])
    expect(requests.map(({ content, correctedAt }) => [content, correctedAt])).toEqual([
      [{ note: 'When does it leave?' }, minutesLater(5)],
    ])
  })

  test('is read as corrected by the ERP, and mailed to the salesperson once more', async () => {
    portal.setTime(minutesLater(7))
    for (const _ of [1, 2]) expect((await correct({ text: 'We need the red ones.' })).status).toBe(200)
    const [request] = await taken(`changedSince=${minutesLater(6)}`)
    expect(request?.messages.map(({ text, correctedAt }) => [text, correctedAt])).toEqual([
      ['We need the red ones.', minutesLater(7).replace('Z', '.000Z')],
    ])
    const listed = await portal.get('/ingest/requests/changes?after=start&limit=100', apiKey)
    const { changes } = listed.body as Reply<typeof listRequestChanges>
    expect(changes.filter(({ change }) => change === 'corrected').at(-1)).toMatchObject({
      request: { id: request?.id },
      message: { text: 'We need the red ones.', correctedAt: minutesLater(7).replace('Z', '.000Z') },
    })
    const mails = await portal.mails()
    expect(mails.map(({ to, subject }) => [to.address, subject])).toEqual([
      ['sol@supplier.example', expect.stringMatching(/^C-1: corrected message about order O-/)],
    ])
    expect(mails[0]?.text).toContain('We need the red ones.')
  })

  test('is the same message when what was first sent comes in again after its correction', async () => {
    const key = randomUUID()
    const sent = await write('Is it blak?', { key })
    await correct({ text: 'Is it black?', former: 'Is it blak?', message: sent.message?.id ?? '' })
    const again = await write('Is it blak?', { key })
    expect([again.status, again.message?.text]).toEqual([200, 'Is it black?'])
    expect((await write('Is it blue?', { key })).status).toBe(409)
    const asked = { key: randomUUID(), note: 'Where is ti?' }
    const ask = () => portal.call('POST', '/documents/orders/O-11/ask', { token: buyer, body: asked })
    const { body } = await ask()
    const corrected = { text: 'Where is it?', former: asked.note }
    await portal.call('POST', `/requests/${body.id}/correct`, { token: buyer, body: corrected })
    expect((await ask()).body).toMatchObject({ id: body.id, content: { note: 'Where is it?' } })
  })

  test('goes with all its versions to the person who takes their data along', async () => {
    await correct({ text: 'We need the red ones.' })
    await correct({ text: 'We need red ones.', former: 'We need the red ones.' })
    const { body } = await portal.get('/profile/data/export', buyer)
    const { messages, messageCorrections } = body as Record<string, { request_id: string; former?: string }[]>
    const own = (rows: { request_id: string; former?: string }[] = []) =>
      rows.filter(({ request_id: id }) => id === question.id)
    expect(own(messages)).toMatchObject([{ text: 'We need red ones.', corrected_at: start }])
    expect(
      own(messageCorrections)
        .map(({ former }) => former)
        .toSorted(),
    ).toEqual(['We need teh red ones.', 'We need the red ones.'])
    const other = (await portal.get('/profile/data/export', colleague)).body as Record<string, unknown[]>
    expect(other.messageCorrections).toEqual([])
  })
})

describe('a correction is refused, and nothing of it is kept,', () => {
  const refusedWith = async (status: number, words: RegExp | string, { token = buyer, text = 'No.' } = {}) => {
    const reply = await correct({ text }, token)
    expect([reply.status, reply.body.message]).toEqual([status, expect.stringMatching(words)])
    expect((await read()).messages.filter(({ side }) => side === 'customer').map(({ text: stored }) => stored)).toEqual(
      ['We need teh red ones.'],
    )
    expect((await portal.mails()).filter(({ subject }) => subject.includes('corrected'))).toEqual([])
  }

  test('after a quarter of an hour', async () => {
    portal.setTime(minutesLater(15.02))
    buyer = await portal.login('buyer@c.example')
    await refusedWith(409, 'for 15 minutes only')
    expect((await correctQuestion('Never.')).status).toBe(409)
  })

  test('once the supplier has answered; that it was taken up hinders nothing', async () => {
    await answer({ state: 'taken' })
    portal.setTime(minutesLater(1))
    expect((await correctQuestion('When does it leave?')).status).toBe(200)
    await answer({ state: 'answered', text: 'Today.' })
    await portal.mails()
    await refusedWith(409, 'has answered')
    expect((await correctQuestion('And the others?', 'When does it leave?')).status).toBe(409)
    // What is written after the answer can be corrected again.
    const later = await write('Thank yuo.', { request: question.id })
    const sent = { text: 'Thank you.', former: 'Thank yuo.', message: later.message?.id ?? '' }
    expect((await correct(sent)).status).toBe(409)
    portal.setTime(minutesLater(2))
    const last = await write('Thank you all.', { request: question.id })
    expect(
      (await correct({ ...sent, text: 'Thanks.', former: 'Thank you all.', message: last.message?.id ?? '' })).status,
    ).toBe(200)
  })

  test('of what somebody else wrote, or of what is no message', async () => {
    await refusedWith(404, '', { token: colleague })
    await refusedWith(404, '', { token: await portal.signIn('far@d.example', 'C-2', 'admin') })
    await answer({ state: 'answered', text: 'On Friday.' })
    const supplied = (await read()).messages.find(({ side }) => side === 'supplier')
    expect((await correct({ text: 'On Monday.', former: 'On Friday.', message: supplied?.id ?? '' })).status).toBe(404)
    const made = await portal.call('POST', '/enquiries', {
      token: buyer,
      body: { key: randomUUID(), lines: [{ description: 'Ball bearing', quantity: '4' }], note: 'Too late' },
    })
    expect(made.status).toBe(200)
    const body = { text: 'In time', former: 'Too late' }
    expect((await portal.call('POST', `/requests/${made.body.id}/correct`, { token: buyer, body })).status).toBe(404)
  })

  test('when something else stands there by now, from another window or at the same moment', async () => {
    const sent = await Promise.all(['One', 'Two'].map((text) => correct({ text })))
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(sent.find(({ status }) => status === 409)?.body.message).toContain('corrected elsewhere')
    expect(await portal.mails()).toHaveLength(1)
    const same = await Promise.all([1, 2].map(() => correctQuestion('Three')))
    expect(same.map(({ status }) => status)).toEqual([200, 200])
    expect(await portal.mails()).toHaveLength(1)
  })

  test('when it is empty or too long, as a message is', async () => {
    await refusedWith(400, '', { text: ' ' })
    await refusedWith(400, '', { text: 'x'.repeat(4001) })
  })

  test('by a person who was removed from the account', async () => {
    const gone = await portal.signIn('gone@c.example', 'C-1', 'buyer')
    const sent = await write('I leav.', { token: gone })
    await portal.database.owner.query(
      `delete from memberships where user_id = (select id from users where email = 'gone@c.example')`,
    )
    // The page of one's profile knows it before tokens do.
    await expect.poll(async () => (await portal.get('/documents/orders', gone)).status).toBe(401)
    const { status } = await correct({ text: 'I leave.', former: 'I leav.', message: sent.message?.id ?? '' }, gone)
    expect(status).toBe(401)
    expect((await read()).messages.at(-1)?.text).toBe('I leav.')
  })
})

test('a colleague whom a correction names is notified, and nobody twice', async () => {
  const { body } = await portal.get('/conversations/colleagues?type=orders', buyer)
  const { colleagues } = body as { colleagues: { id: string; name: string }[] }
  const [first, third] = ['colleague', 'third'].map((name) => colleagues.find((one) => one.name.startsWith(name))?.id)
  const sent = await write('@colleague, ours?', { mentions: [first] })
  const id = sent.message?.id ?? ''
  await portal.mails()
  await correct({ text: '@colleague, is it ours?', former: '@colleague, ours?', message: id, mentions: [first] })
  const both = { text: '@colleague, @third, is it ours?', former: '@colleague, is it ours?', message: id }
  for (const _ of [1, 2]) await correct({ ...both, mentions: [first, third] })
  const named = (await portal.mails()).filter(({ subject }) => subject.includes('mentioned you'))
  expect(named.map(({ to }) => to.address)).toEqual(['third@c.example'])
  const notices = (await portal.get('/notifications', colleague)).body as Notification[]
  expect(notices.filter(({ docnum }) => path.endsWith(`/${docnum}`))).toHaveLength(1)
})

test('corrections count among the messages of an hour', async () => {
  let former = message.text ?? ''
  const statuses = new Set<number>()
  for (let round = 0; round < 60; round++) {
    const { status } = await correct({ text: `Round ${round}`, former })
    statuses.add(status)
    if (status === 200) former = `Round ${round}`
  }
  expect([...statuses]).toEqual([200, 429])
})
