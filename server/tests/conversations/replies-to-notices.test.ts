import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { ConversationMessage } from '#contract/requests/conversation.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { disableUser } from '#server/auth/administration/users.ts'
import type { Message } from '#server/mail/transport.ts'
import { testPortal } from '#server/testing/portal.ts'
import { testReplies } from '#server/testing/replies.ts'

/* Whoever answers a mail that tells of one document writes to the supplier about it. */

const portal = await testPortal('2026-03-10T09:00:00Z')
let now = Date.parse('2026-03-10T09:00:00Z')
const at = (instant: string) => {
  now = Date.parse(instant)
  portal.setTime(instant)
}
const replies = await testReplies(portal, { clock: () => new Date(now) })
const order = (number: string, more: Partial<IngestDocument> = {}): IngestDocument => ({
  ...{ type: 'orders', number, account: 'C-1', issueDate: '2026-03-10', status: 'confirmed' },
  ...{ salesperson: { name: 'Sol Vang', email: 'sol@supplier.example' }, ...more },
})

beforeAll(async () => {
  await portal.ingest(order('FIRST'), order('OTHER', { account: 'C-2' }))
  at('2026-03-10T09:01:00Z')
  const ann = await portal.signIn('ann@a.example', 'C-1', 'buyer')
  await portal.database.owner.query(`update users set time_zone = 'Europe/Berlin' where email = 'ann@a.example'`)
  const kinds = [{ kind: 'orders.confirmed', channels: ['portal', 'now'] }]
  await portal.call('PUT', '/notifications/settings', { token: ann, body: { kinds } })
  await portal.runDueJobs()
  await replies.mails()
})

/** Later by as much as keeps notices of a kind from becoming one. */
const later = () => at(new Date(now + 45 * 60_000).toISOString())
/** The mails at once about what was sent just now. */
async function mailsOf(...documents: IngestDocument[]): Promise<Message[]> {
  await portal.ingest(...documents)
  later()
  await portal.runDueJobs()
  return (await replies.mails()).filter(({ to }) => to.address === 'ann@a.example')
}

const write = (mail: Message | undefined, id = randomUUID(), from = 'ann@a.example', files = false) => {
  const head = `From: ${from}\r\nTo: ${mail?.replyTo?.address}\r\nMessage-ID: <${id}@a.example>\r\nSubject: Re: ${mail?.subject}\r\n`
  const text = `Could you deliver it in the morning?\r\n\r\n> ${mail?.text.replaceAll('\n', '\r\n> ')}\r\n`
  if (!files) return `${head}Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  return `${head}Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="gate.png"\r\n\r\n${png}\r\n--b--\r\n`
}
const send = (mail: Message | undefined, raw: string, from = 'ann@a.example') =>
  replies.send({ from, to: mail?.replyTo?.address ?? '', raw })
const signedIn = () => portal.login('ann@a.example')
const read = async (number: string) =>
  (await portal.get(`/documents/orders/${number}/requests`, await signedIn())).body as {
    requests: CustomerRequest[]
    messages: ConversationMessage[]
  }

describe('a mail that tells of one document', () => {
  test('carries an address to reply to, says where a reply goes, and the reply stands there once, with its file', async () => {
    const [mail] = await mailsOf(order('SO-1'))
    expect(mail?.replyTo?.address).toMatch(/^reply\+[0-9a-v]{55}@portal\.test$/)
    expect(mail?.text).toContain('Your reply to it reaches your supplier as a message about this document.')
    const raw = write(mail, randomUUID(), 'ann@a.example', true)
    await send(mail, raw)
    await send(mail, raw)
    const { requests } = await read('SO-1')
    expect(requests).toMatchObject([
      { kind: 'ask', content: { note: 'Could you deliver it in the morning?' }, files: [{ name: 'gate.png' }] },
    ])
    const mails = await replies.mails()
    expect(mails.map(({ to }) => to.address)).toEqual(['sol@supplier.example'])
  })

  test('answered again, adds to the question that waits', async () => {
    const [mail] = await mailsOf(order('SO-2'))
    await send(mail, write(mail))
    await send(mail, write(mail))
    const { requests, messages } = await read('SO-2')
    expect([requests.length, messages.map(({ text }) => text)]).toEqual([1, ['Could you deliver it in the morning?']])
  })

  test('is answered by nobody but its reader, and not by somebody who was removed', async () => {
    const [mail] = await mailsOf(order('SO-3'))
    await send(mail, write(mail, randomUUID(), 'mallory@a.example'), 'mallory@a.example')
    expect((await read('SO-3')).requests).toEqual([])
    const db = portal.database.pools.server
    const deps = { db, clock: () => new Date(now), newId: randomUUID, random: () => Buffer.alloc(0) }
    const ben = await portal.signIn('ben@a.example', 'C-1', 'buyer')
    const kinds = [{ kind: 'orders.confirmed', channels: ['portal', 'now'] }]
    await portal.call('PUT', '/notifications/settings', { token: ben, body: { kinds } })
    await portal.ingest(order('SO-4'))
    later()
    await portal.runDueJobs()
    const toBen = (await replies.mails()).find(({ to }) => to.address === 'ben@a.example')
    await disableUser(deps, 'ben@a.example')
    await send(toBen, write(toBen, randomUUID(), 'ben@a.example'), 'ben@a.example')
    expect((await read('SO-4')).requests).toEqual([])
  })

  test('whose document has gone to another customer is not answered there', async () => {
    const [mail] = await mailsOf(order('SO-5'))
    await portal.ingest(order('SO-5', { account: 'C-2', modifiedAt: '2026-03-10T09:30:00Z' }))
    await send(mail, write(mail))
    const { rowCount } = await portal.database.owner.query(
      `select from requests where document_number = 'SO-5' and document_type = 'orders'`,
    )
    expect(rowCount).toBe(0)
  })
})

test('a mail that tells of several documents has no address to reply to, and says that nobody reads replies', async () => {
  const [mail] = await mailsOf(order('SO-6'), order('SO-7'))
  expect(mail?.replyTo).toBeUndefined()
  expect(mail?.text).toContain('Replies to it are not read')
})

test('a digest carries the address when all that it tells is about one document', async () => {
  const kinds = [
    { kind: 'orders.confirmed', channels: ['portal', 'digest'] },
    { kind: 'orders.onHold', channels: ['portal', 'digest'] },
  ]
  const chosen = await portal.call('PUT', '/notifications/settings', { token: await signedIn(), body: { kinds } })
  expect(chosen.status).toBe(200)
  await mailsOf(order('SO-8'))
  await mailsOf(order('SO-8', { status: 'on_hold' }))
  const digestOf = async (day: string) => {
    at(`${day}T07:00:00Z`)
    await portal.runDueJobs()
    return (await replies.mails()).find(({ to }) => to.address === 'ann@a.example')
  }
  expect((await digestOf('2026-03-11'))?.replyTo?.address).toMatch(/^reply\+/)
  await portal.ingest(order('SO-9', { issueDate: '2026-03-11' }), order('SO-10', { issueDate: '2026-03-11' }))
  at('2026-03-11T07:05:00Z')
  await portal.runDueJobs()
  const both = await digestOf('2026-03-12')
  expect(both).toBeDefined()
  expect(both?.replyTo).toBeUndefined()
})

test('a mail in which a colleague asks for approval has no address to reply to, for the supplier would read the answer', async () => {
  const quote = { type: 'quotes', status: 'open', validUntil: '2026-04-30' } as const
  expect((await portal.ingest(order('Q-1', quote))).errors).toEqual([])
  await portal.signIn('cleo@a.example', 'C-1', 'admin')
  const { rows } = await portal.database.owner.query<{ id: string }>(
    `select id from users where email = 'ann@a.example'`,
  )
  later()
  await portal.runDueJobs()
  await replies.mails()
  const asked = await portal.call('POST', '/documents/quotes/Q-1/askApproval', {
    token: await portal.login('cleo@a.example'),
    body: { key: randomUUID(), approvers: rows.map(({ id }) => id), note: 'Is that within the budget?' },
  })
  expect(asked.status, asked.text).toBe(200)
  later()
  await portal.runDueJobs()
  const mail = (await replies.mails()).find(({ to }) => to.address === 'ann@a.example')
  expect(mail?.subject).toContain('Q-1')
  expect(mail?.replyTo).toBeUndefined()
  expect(mail?.text).toContain('Replies to it are not read')
})
