import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { ConversationMessage } from '#contract/requests/conversation.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { calendarDate } from '#contract/values/dates.ts'
import { changeEmail, disableUser } from '../auth/administration/users.ts'
import { createKey } from '../ingest/keys.ts'
import type { Message } from '../mail/transport.ts'
import { replyShapes } from '../testing/mail-corpus.ts'
import { testPortal } from '../testing/portal.ts'
import { testReplies } from '../testing/replies.ts'
import { consoleOf } from '../testing/staff.ts'

/* Whoever answers a mail of the portal with their mail program is read in its conversation. */

const start = '2026-03-10T09:00:00Z'
const portal = await testPortal(start)
let now = Date.parse(start)
const clock = () => new Date(now)
const replies = await testReplies(portal, { clock, supportEmail: 'support@supplier.example' })

const order = (number: string, salesperson = 'sol@supplier.example'): IngestDocument => ({
  ...{ type: 'orders', number, account: 'C-1', lines: [{ line: '1', sku: 'BK-1', quantity: '2' }] },
  salesperson: { name: 'Sol Vang', email: salesperson },
})
const deps = () => ({ db: portal.database.pools.server, clock, newId: randomUUID, random: randomBytes })
let apiKey = ''
beforeAll(async () => {
  await portal.ingest(order('O-1'))
  apiKey = await createKey(deps(), { name: 'ERP', scope: 'ingest' })
})

type Conversation = { requests: CustomerRequest[]; messages: ConversationMessage[] }
const tokens = new Map<string, string>()
const tokenOf = async (email: string) => {
  const token = tokens.get(email) ?? (await portal.signIn(email, 'C-1', 'buyer'))
  tokens.set(email, token)
  return token
}
let orders = 0
/** An order about which somebody has asked, with the mail about it that the supplier got. */
async function ask(email = 'buyer@c.example') {
  orders += 1
  const number = `O-asked-${orders}`
  await portal.ingest(order(number))
  const token = await tokenOf(email)
  await replies.mails()
  const body = { key: randomUUID(), text: 'When does it come?' }
  const written = await portal.call<{ request: CustomerRequest }>('POST', `/documents/orders/${number}/messages`, {
    token,
    body,
  })
  const { request } = written.body
  const [mail] = await replies.mails()
  return { number, token, id: request.id, mail: mail as Message }
}
/** The same, with the mail that the person got when the supplier had answered. */
async function answered(email?: string) {
  const asked = await ask(email)
  await portal.call('POST', `/ingest/requests/${asked.id}/answer`, {
    token: apiKey,
    body: { state: 'answered', text: 'On Friday.', by: 'Sol Vang' },
  })
  const mails = await replies.mails()
  const mail = mails.find(({ to }) => to.address === (email ?? 'buyer@c.example')) as Message
  return { ...asked, mail }
}
const read = async (number: string, email = 'buyer@c.example') =>
  (await portal.get(`/documents/orders/${number}/requests`, await tokenOf(email))).body as Conversation
const messagesOf = async (number: string) => (await read(number)).messages.map(({ side, by, text }) => [side, by, text])

type Written = { from?: string; id?: string; head?: string; text?: string; type?: string }
const write = (
  mail: Message,
  { from = mail.to.address, id = randomUUID(), head = '', text = 'Thank you.', type = 'text/plain' }: Written = {},
) =>
  `From: ${from}\r\nTo: ${mail.replyTo?.address}\r\nMessage-ID: <${id}@c.example>\r\nSubject: Re: ${mail.subject}\r\n${head}Content-Type: ${type}; charset=utf-8\r\n\r\n${text}\r\n\r\n> ${mail.text.replaceAll('\n', '\r\n> ')}\r\n`
const send = (mail: Message, written: Written = {}) =>
  replies.send({
    from: written.from ?? mail.to.address,
    to: mail.replyTo?.address ?? '',
    raw: write(mail, written),
  })
/** What the mails say that tell of a refusal, and to whom. */
const refusals = async () =>
  (await replies.mails()).filter(({ subject }) => /your reply/i.test(subject)).map(({ to, text }) => [to.address, text])

describe('a mail about a conversation', () => {
  test('carries an address to reply to that mail servers take, and says so', async () => {
    const { mail } = await answered()
    expect(mail.replyTo?.address).toMatch(/^reply\+[0-9a-v]{55}@portal\.test$/)
    expect(mail.replyTo?.address.indexOf('@')).toBeLessThanOrEqual(64)
    expect(mail.text).toMatch(/^— Please write your reply above this line —\n\nHello/)
    expect(mail.html).toContain('Please write your reply above this line')
    expect(mail.text).toContain('To write back, reply to this e-mail')
    expect(mail.text).not.toContain('Replies to it are not read')
  })

  test('is as it was where replies are not read', async () => {
    const { token } = await answered()
    const body = { key: randomUUID(), text: 'Hello?' }
    await portal.call('POST', '/documents/orders/O-1/messages', { token, body })
    const [mail] = await portal.mails()
    expect(mail?.replyTo).toEqual({ name: 'buyer@c.example', address: 'buyer@c.example' })
    expect(mail?.text).not.toContain('above this line')
  })
})

describe('a reply', () => {
  test('of a customer stands in the conversation under their name, and the salesperson hears of it', async () => {
    const { number, mail } = await answered()
    await send(mail, { text: 'Thank you.\r\nIs it insured?' })
    expect((await messagesOf(number)).at(-1)).toEqual(['customer', 'buyer@c.example', 'Thank you.\nIs it insured?'])
    const { requests } = await read(number)
    expect(requests.map(({ state }) => state)).toEqual(['open'])
    const [told] = await replies.mails()
    expect([told?.to.address, told?.text.includes('Is it insured?')]).toEqual(['sol@supplier.example', true])
  })

  test('of a customer notifies the colleagues whom it names, as a message on the page does', async () => {
    const { mail } = await answered()
    await tokenOf('bo@c.example')
    await send(mail, { text: '@bo@c.example, can you be there?' })
    const mails = await replies.mails()
    expect(mails.map(({ to }) => to.address).toSorted()).toEqual(['bo@c.example', 'sol@supplier.example'])
  })

  test('of a salesperson answers the customer, who hears of it', async () => {
    const { number, mail } = await ask()
    await send(mail, { from: 'Sol Vang <Sol@supplier.example>', text: 'On Friday.' })
    expect(await messagesOf(number)).toEqual([['supplier', 'Sol Vang', 'On Friday.']])
    expect((await read(number)).requests[0]).toMatchObject({ state: 'answered', answeredBy: 'Sol Vang' })
    const [told] = await replies.mails()
    expect([told?.to.address, told?.text.includes('On Friday.')]).toEqual(['buyer@c.example', true])
  })

  test('of who stands in for the salesperson is taken as long as that lasts', async () => {
    const desk = consoleOf(portal, clock)
    const sol = await desk.join('sol@supplier.example', 'sales', 'Sol Vang')
    const sue = await desk.join('sue@supplier.example', 'sales', 'Sue Hart')
    const { owner } = portal.database
    await owner.query(
      `insert into staff_absences (id, staff_id, stand_in, first_day, last_day, created_at)
       values (gen_random_uuid(), $1, $2, $3, $3, now())`,
      [sol.id, sue.id, calendarDate(clock())],
    )
    // Their invitations.
    await replies.mails()
    await portal.ingest(order('O-away'))
    const token = await tokenOf('buyer@c.example')
    const body = { key: randomUUID(), note: 'When does it come?' }
    await portal.call('POST', '/documents/orders/O-away/ask', { token, body })
    const mails = await replies.mails()
    expect(mails.map(({ to }) => to.address).toSorted()).toEqual(['sol@supplier.example', 'sue@supplier.example'])
    const mail = mails.find(({ to }) => to.address === 'sue@supplier.example') as Message
    const from = 'Sue Hart <sue@supplier.example>'
    await send(mail, { from, text: 'On Friday.' })
    await owner.query('delete from staff_absences')
    await send(mail, { from, text: 'After.' })
    expect(await messagesOf('O-away')).toEqual([['supplier', 'Sue Hart', 'On Friday.']])
    expect((await refusals()).map(([to]) => to)).toEqual(['sue@supplier.example'])
  })

  test('decides nothing: what waits for a decision is taken up by it', async () => {
    await portal.ingest(order('O-change'))
    const token = await tokenOf('buyer@c.example')
    await portal.call('POST', '/documents/orders/O-change/requestCancellation', {
      token,
      body: { key: randomUUID(), reason: 'not_needed', note: 'Please' },
    })
    const [mail] = await replies.mails()
    await send(mail as Message, { text: 'I look into it.' })
    const { requests, messages } = await read('O-change')
    expect(requests.map(({ kind, state }) => [kind, state])).toEqual([['requestCancellation', 'taken']])
    expect(messages.map(({ text }) => text)).toEqual(['I look into it.'])
  })

  test('that comes in several times, also at once and with capital letters in its address, is written once', async () => {
    const { number, mail } = await answered()
    const id = randomUUID()
    await Promise.all([1, 2, 3].map(() => send(mail, { id })))
    const loud = { ...mail, replyTo: { name: '', address: mail.replyTo?.address.toUpperCase() ?? '' } }
    await send(loud, { id })
    expect((await messagesOf(number)).filter(([side]) => side === 'customer')).toHaveLength(1)
    expect(await replies.mails()).toHaveLength(1)
  })

  test('is written once though the server ends before or after it was stored: the sender tries again', async () => {
    const { number, mail } = await answered()
    const id = randomUUID()
    for (const when of ['before', 'after', 'after'] as const) {
      replies.fail(when)
      await expect(send(mail, { id })).rejects.toMatchObject({ responseCode: 451 })
    }
    replies.fail('never')
    await send(mail, { id })
    expect((await messagesOf(number)).filter(([side]) => side === 'customer')).toHaveLength(1)
  })

  test('brings its files along; its sender is told of those that are not taken', async () => {
    const { number, mail } = await answered()
    const part = (name: string, content: string) =>
      `--x\r\nContent-Type: application/octet-stream; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString('base64')}\r\n`
    const text = `--x\r\nContent-Type: text/plain\r\n\r\nSee the drawing.\r\n${part('drawing.pdf', '%PDF-1.7 drawing')}${part('macro.xls', 'MZ')}--x--`
    const id = randomUUID()
    for (const _ of [1, 2]) await send(mail, { id, text, type: 'multipart/mixed; boundary=x' })
    const last = (await read(number)).messages.at(-1)
    expect([last?.text, last?.files.map(({ name }) => name)]).toEqual(['See the drawing.', ['drawing.pdf']])
    const [told, ...more] = await refusals()
    expect([told?.[0], told?.[1]?.includes('macro.xls'), more]).toEqual(['buyer@c.example', true, []])
  })
})

describe('is refused, with a mail that says why and how,', () => {
  test('a reply from another address, at most three a day', async () => {
    const { number, mail } = await answered()
    for (const _ of [1, 2, 3, 4, 5]) await send(mail, { from: 'mallory@evil.example' })
    const told = await refusals()
    expect(told.map(([to]) => to)).toEqual(['mallory@evil.example', 'mallory@evil.example', 'mallory@evil.example'])
    expect(told[0]?.[1]).toContain('Reply from the address at which you received the e-mail')
    expect(told[0]?.[1]).not.toContain('buyer@c.example')
    expect(await messagesOf(number)).toHaveLength(1)
  })

  test('a reply that the receiving server could not verify; strangers are not told then', async () => {
    const { number, mail } = await answered()
    const head =
      'Authentication-Results: mx.portal.test; spf=fail smtp.mailfrom=c.example; dmarc=fail\r\nAuthentication-Results: mx.portal.test; dmarc=pass\r\n'
    await send(mail, { head })
    await send(mail, { head, from: 'mallory@evil.example' })
    const [told, ...more] = await refusals()
    expect([told?.[0], more]).toEqual(['buyer@c.example', []])
    expect(told?.[1]).toContain('SPF, DKIM or DMARC failed')
    expect(await messagesOf(number)).toHaveLength(1)
  })

  test('a reply of a person who is disabled, has another address, or is gone from the account', async () => {
    const told: (string | undefined)[][] = []
    const disabled = await answered('disabled@c.example')
    await disableUser(deps(), 'disabled@c.example')
    await send(disabled.mail)
    told.push(...(await refusals()))
    const moved = await answered('before@c.example')
    await changeEmail(deps(), 'before@c.example', 'after@c.example')
    await send(moved.mail)
    told.push(...(await refusals()))
    const gone = await answered('gone@c.example')
    await portal.database.owner.query(
      `delete from memberships where user_id = (select id from users where email = 'gone@c.example')`,
    )
    await send(gone.mail)
    told.push(...(await refusals()))
    expect(told.map(([to, text]) => [to, text?.includes('no longer open to you')])).toEqual([
      ['disabled@c.example', true],
      ['before@c.example', false],
      ['gone@c.example', true],
    ])
    for (const { number } of [disabled, moved, gone]) expect(await messagesOf(number)).toHaveLength(1)
    await send(moved.mail, { from: 'after@c.example' })
    expect(await messagesOf(moved.number)).toHaveLength(2)
  })

  test('a reply of somebody at the supplier’s whom the order does not name any more', async () => {
    const { number, mail } = await ask()
    await portal.ingest({ ...order(number, 'new@supplier.example'), modifiedAt: '2026-03-10T10:00:00Z' })
    await send(mail, { text: 'On Friday.' })
    expect((await refusals()).map(([to]) => to)).toEqual(['sol@supplier.example'])
    expect(await messagesOf(number)).toEqual([])
  })

  test('a reply after 60 days, one without words of its own, one that is too long, one about what was taken back', async () => {
    const { number, mail } = await answered('hasty@c.example')
    await send(mail, { text: '' })
    await send(mail, { text: 'So long. '.repeat(500) })
    const before = now
    now += 61 * 86_400_000
    await send(mail, { text: 'Late' })
    const told = await refusals()
    now = before
    const reasons = told.map(([, text]) => /no text of its own|4,000 characters|has expired/.exec(text ?? '')?.[0])
    expect(reasons.toSorted()).toEqual(['4,000 characters', 'has expired', 'no text of its own'])
    expect(await messagesOf(number)).toHaveLength(1)
    const open = await ask()
    await portal.call('DELETE', `/requests/${open.id}`, { token: open.token })
    await send(open.mail, { text: 'Too late.' })
    expect((await refusals()).map(([, text]) => text?.includes('has been withdrawn'))).toEqual([true])
  })
})

describe('is taken no notice of', () => {
  test.each([
    ['an absence note', 'Auto-Submitted: auto-replied\r\n'],
    ['an absence note of Exchange', 'X-Auto-Response-Suppress: DR, OOF, AutoReply\r\n'],
    ['a report that a mail did not arrive', 'Return-Path: <>\r\n'],
    ['a circular', 'Precedence: bulk\r\n'],
  ])('%s', async (_, head) => {
    const { number, mail } = await answered()
    await send(mail, { head, text: 'I am away.' })
    expect(await messagesOf(number)).toHaveLength(1)
    expect(await replies.mails()).toEqual([])
  })

  test('the portal’s own mail, and one without a sender', async () => {
    const { number, mail } = await answered()
    for (const from of ['portal@portal.test', mail.replyTo?.address ?? '', 'a@b.example, c@d.example'])
      await send(mail, { from })
    await replies.send({ from: '', to: mail.replyTo?.address ?? '', raw: write(mail) })
    expect(await messagesOf(number)).toHaveLength(1)
    expect(await replies.mails()).toEqual([])
  })

  test('an address that the portal has not made, or that was changed: its mail server hears so at once', async () => {
    const { mail } = await answered()
    const address = mail.replyTo?.address ?? ''
    const flipped = address.replace(/(.)@/, (_, last) => `${last === '0' ? '1' : '0'}@`)
    for (const to of [
      'reply@portal.test',
      'reply+short@portal.test',
      flipped,
      address.replace('portal.test', 'evil.example'),
    ])
      await expect(replies.send({ from: 'buyer@c.example', to, raw: write(mail) })).rejects.toMatchObject({
        responseCode: 550,
      })
  })
})

/** One of the four character sets of each program in each language; all four are read by `reply-shapes.test.ts`. */
const oneOfEach = replyShapes().filter((_, index) => index % 4 === (Math.floor(index / 4) + Math.floor(index / 40)) % 4)

// Last, because the clock goes on meanwhile.
describe('a reply in any shape', { tags: 'long' }, () => {
  test('is written into its conversation, of each program in each language, without what they quote', {
    timeout: 60_000,
  }, async () => {
    const { mail, number } = await answered('many@c.example')
    const expected: string[] = []
    for (const { own, write: compose } of oneOfEach) {
      // Nobody writes so many messages within an hour.
      now += 120_000
      const original = { ...mail, to: mail.to.address }
      const head = `From: ${mail.to.address}\r\nMessage-ID: <${randomUUID()}@c.example>\r\n`
      expected.push(own)
      const raw = Buffer.concat([Buffer.from(head), compose(original)])
      await replies.send({ from: mail.to.address, to: mail.replyTo?.address ?? '', raw })
    }
    const { rows } = await portal.database.owner.query(
      `select text from conversation_messages where document_number = $1 and side = 'customer' order by written_at`,
      [number],
    )
    expect(rows.map(({ text }) => text)).toEqual(expected)
    const { rows: outcomes } = await portal.database.owner.query(
      `select outcome, count(*)::int as count from received_mails r join requests q on q.id = r.request_id
        where q.document_number = $1 group by 1`,
      [number],
    )
    expect(outcomes).toEqual([{ outcome: 'taken', count: 60 }])
  })
})
