import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { InboxRequest } from '#contract/console/inbox.ts'
import type { Today } from '#contract/console/today.ts'
import { readAudit } from '#server/audit/read-audit.ts'
import { NobodyThere } from '#server/mail/transport.ts'
import { testPortal } from '#server/testing/portal.ts'
import { testReplies } from '#server/testing/replies.ts'
import { consoleOf } from '#server/testing/staff.ts'

/* Answers to customers whose mail does not arrive, as staff hear of it. */
const start = Date.parse('2026-03-10T09:00:00Z')
let now = start
const clock = () => new Date(now)
const portal = await testPortal('2026-03-10T09:00:00Z')
const replies = await testReplies(portal, { clock })
const desk = consoleOf(portal, clock)
const { owner: database, pools } = portal.database

let support: string
let sales: string
let customer: string
let request: string
beforeAll(async () => {
  support = (await desk.join('sue@supplier.example', 'support', 'Sue Support')).cookie
  sales = (await desk.join('sam@supplier.example', 'sales', 'Sam Sales')).cookie
  await portal.ingest({
    ...({ type: 'orders', number: 'O-1', account: 'A-1', accountName: 'Alpha Bikes', currency: 'EUR' } as const),
    ...{ issueDate: '2026-03-01', lines: [{ line: '1', sku: 'BK-1', quantity: '2' }] },
  })
  customer = await portal.signIn('ann@a.example', 'A-1', 'buyer')
})
beforeEach(async () => {
  const body = { key: randomUUID(), note: 'Where is it?' }
  const asked = await portal.call('POST', '/documents/orders/O-1/ask', { token: customer, body })
  request = String(asked.body.id)
  await replies.mails()
})

const tick = () => {
  now += 1000
  portal.setTime(clock().toISOString())
}
const show = async () => (await desk.call('GET', `/requests/${request}`, { cookie: support })).body as InboxRequest
async function answer(text = 'On Friday.') {
  const { changedAt: seen } = await show()
  tick()
  const body = { state: 'answered', text, key: randomUUID(), seen }
  expect((await desk.call('POST', `/requests/${request}/answer`, { cookie: support, body })).status).toBe(200)
}
const call = (method: 'POST' | 'DELETE', cookie = support) =>
  desk.call(method, `/requests/${request}/undelivered`, { cookie })
async function waiting(cookie = support) {
  const { undelivered } = (await desk.call('GET', '/today', { cookie })).body as Today
  return undelivered?.count
}
const refusal = new NobodyThere('550 5.1.1 No such user')
async function answerInVain() {
  await answer()
  replies.refuse(refusal)
  await replies.mails()
  replies.refuse(undefined)
}

/** What a mail server sends back to the sender of the envelope. */
const report = (to: string, status: string, action = 'failed') =>
  Buffer.from(
    [
      ...['Return-Path: <>', 'From: MAILER-DAEMON@mx.example', `To: ${to}`, `Message-ID: <${randomUUID()}@mx.example>`],
      ...['Content-Type: multipart/report; report-type=delivery-status; boundary="b"', 'MIME-Version: 1.0', ''],
      ...['--b', 'Content-Type: text/plain', '', 'It did not arrive.', '--b'],
      ...['Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; mx.example', ''],
      ...['Final-Recipient: rfc822; someone@else.example', `Action: ${action}`, `Status: ${status}`],
      ...[`Diagnostic-Code: smtp; 550 ${status} Mailbox closed`, '', '--b--', ''],
    ].join('\r\n'),
  )

describe('An answer whose mail is refused for good', () => {
  test('says so on its request, and counts among what needs a person, until it is sent again and arrives', async () => {
    await answerInVain()
    const [{ userId, ...undelivered } = { userId: '' }] = (await show()).undelivered
    expect(undelivered).toMatchObject({ email: 'ann@a.example', reason: '550 5.1.1 No such user' })
    expect(await waiting()).toBe(1)
    expect(await waiting(sales)).toBe(0)

    await database.query(`update users set email = 'ann@new.example' where id = $1`, [userId])
    const sentAgain = await call('POST')
    expect([sentAgain.status, (sentAgain.body as InboxRequest).undelivered]).toEqual([200, []])
    const mails = await replies.mails()
    expect(mails.map(({ to, text }) => [to.address, text.includes('On Friday.')])).toEqual([['ann@new.example', true]])
    expect(await waiting()).toBe(0)
    expect((await readAudit(pools.server, { user: 'sue@supplier.example' })).at(-1)).toMatchObject({
      action: 'answer_mailed_again',
      details: { request },
    })
    await database.query(`update users set email = 'ann@a.example' where id = $1`, [userId])
  })

  test('says so again when it is refused again, and no more when the next answer arrives', async () => {
    await answerInVain()
    await call('POST')
    replies.refuse(refusal)
    await replies.mails()
    replies.refuse(undefined)
    expect((await show()).undelivered).toHaveLength(1)
    await answer('Or on Monday.')
    await replies.mails()
    expect((await show()).undelivered).toEqual([])
  })

  test('is put aside by whoever has dealt with it, which stands in the audit log', async () => {
    await answerInVain()
    expect((await call('DELETE', sales)).status).toBe(404)
    expect((await call('DELETE')).status).toBe(200)
    expect((await show()).undelivered).toEqual([])
    expect((await readAudit(pools.server, { user: 'sue@supplier.example' })).at(-1)).toMatchObject({
      action: 'undelivered_answer_dismissed',
    })
    for (const method of ['POST', 'DELETE'] as const) expect((await call(method)).status).toBe(409)
  })
})

describe('An answer whose mail comes back', () => {
  /** Answers, and returns where the report about its mail goes. */
  async function answered() {
    await answer()
    const [mail] = await replies.mails()
    expect(mail?.bounceTo).toBe(mail?.replyTo?.address)
    return mail?.bounceTo ?? ''
  }

  test('says so on its request, with the address to which it went', async () => {
    const bounceTo = await answered()
    await replies.send({ from: '', to: bounceTo, raw: report(bounceTo, '5.2.1') })
    expect((await show()).undelivered).toMatchObject([
      { email: 'ann@a.example', reason: '550 5.2.1 Mailbox closed', at: clock().toISOString().replace('.000', '') },
    ])
    expect((await call('DELETE')).status).toBe(200)
  })

  test('is not said to be refused while it is only late, nor by a mail that is no report', async () => {
    const bounceTo = await answered()
    await replies.take({ bytes: report(bounceTo, '4.4.1', 'delayed') })
    await replies.take({ bytes: report(bounceTo, '4.4.1') })
    await replies.take({
      bytes: Buffer.from(`Return-Path: <>\r\nFrom: a@b.example\r\nTo: ${bounceTo}\r\n\r\nStatus: 5.1.1`),
    })
    expect((await show()).undelivered).toEqual([])
    expect((await show()).messages).toHaveLength(1)
  })
})
