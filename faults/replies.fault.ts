import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#database/testing/database.ts'
import { createReplyAddresses } from '#server/requests/replies/reply-address.ts'
import { clientId, clientSecret, realProvider } from '#server/testing/identity.ts'
import { replyShapes } from '#server/testing/mail-corpus.ts'
import { endProcess, type RunningPortal } from '#server/testing/process.ts'
import { type Dovecot, hasDovecot, startDovecot } from './dovecot.ts'
import { faultPortal } from './fault-portal.ts'
import { sendDocuments } from './ledger.ts'

/* Replies by mail come in by IMAP from a real Dovecot, while the server is killed. */

const ann = 'ann@better.example'
const sol = 'sol@supplier.example'
const conversations = 24
const kills = 20

describe.skipIf(!hasDovecot())('Replies in a mailbox (needs Debian’s package dovecot-imapd)', () => {
  let mailServer: Dovecot
  let portal: RunningPortal
  let settings: Record<string, string> = {}
  const requests: { number: string; id: string }[] = []
  let database: Awaited<ReturnType<typeof testDatabase>>
  let made: ReturnType<typeof faultPortal>
  let addresses: NonNullable<ReturnType<typeof createReplyAddresses>>

  const written = async () => {
    const { rows } = await database.owner.query<{ number: string; text: string }>(
      'select document_number as number, text from conversation_messages order by written_at',
    )
    return rows
  }

  /** A mail from somebody to the conversation about an order, in the shape of a program. */
  const compose = (shape: number, thread: number, from: string, address?: string) => {
    const { write } = replyShapes()[shape] as ReturnType<typeof replyShapes>[number]
    const { id = '' } = requests[thread] ?? {}
    const to =
      address ?? addresses.addressOf({ request: id, ...(from === ann ? { member: annId } : { supplier: sol }) })
    const original = {
      from: { name: 'Track & Trace', address: 'portal@localhost' },
      ...{ to: from, subject: 'Your order', text: 'Hello,\n\nWhen does it come?\n\n-- \nTrack & Trace' },
    }
    const head = `From: ${from}\r\nTo: ${to}\r\nMessage-ID: <${randomUUID()}@better.example>\r\n`
    return Buffer.concat([Buffer.from(head), write(original)])
  }
  let annId = ''

  beforeAll(async () => {
    mailServer = await startDovecot()
    database = await testDatabase()
    settings = {
      ...{ DATABASE_URL: database.ownerUrl, TOKEN_SECRET: database.tokenSecret },
      ...{ REPLY_ADDRESS: 'reply@portal.example', REPLY_MAILBOX: mailServer.url },
    }
    made = faultPortal(settings)
    portal = await made.start()
    await made.prepare(portal)
    const { rows } = await database.owner.query<{ id: string }>('select id from users where email = $1', [ann])
    annId = rows[0]?.id ?? ''
    const known = createReplyAddresses({
      ...{ secrets: [database.tokenSecret], clock: () => new Date(), mailbox: 'reply@portal.example' },
    })
    if (!known) throw new Error('A mailbox was named')
    addresses = known
    const numbers = Array.from({ length: conversations }, (_, index) => `ASK-${index}`)
    const documents = numbers.map((number) => ({
      ...({ type: 'orders', number, account: 'C-1' } as const),
      salesperson: { name: 'Sol', email: sol },
    }))
    await sendDocuments(portal.address, made.key(), documents)
    const token = await made.signIn(portal)
    for (const number of numbers) {
      const reply = await fetch(`${portal.address}/api/documents/orders/${number}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ key: randomUUID(), text: 'When does it come?' }),
      })
      const { request } = (await reply.json()) as { request: { id: string } }
      requests.push({ number, id: request.id })
    }
  }, 120_000)
  afterAll(async () => {
    await made?.end()
    await mailServer?.stop()
  })

  test('240 replies of all programs and languages, with the server killed twenty times, are each in their conversation once', {
    timeout: 400_000,
  }, async () => {
    const shapes = replyShapes()
    const expected: string[] = []
    const perKill = shapes.length / kills
    for (let kill = 0; kill < kills; kill++) {
      const before = (await written()).length
      const mails = Array.from({ length: perKill }, (_, index) => {
        const shape = kill * perKill + index
        const thread = shape % conversations
        expected.push(`${requests[thread]?.number}: ${shapes[shape]?.own}`)
        // Nobody writes more than sixty messages within an hour.
        return compose(shape, thread, shape % 8 === 0 ? ann : sol)
      })
      const foreign = compose(
        kill,
        kill,
        'mallory@evil.example',
        addresses.addressOf({ request: requests[kill]?.id ?? '', member: annId }),
      )
      const forged = compose(kill, kill, ann, `reply+${'0'.repeat(55)}@portal.example`)
      await mailServer.deliver([...mails.slice(0, perKill / 2), foreign, forged, ...mails.slice(perKill / 2)])
      // In the middle of its work, after one message more each time.
      await expect
        .poll(async () => (await written()).length, { timeout: 30_000, interval: 5 })
        .toBeGreaterThan(before + (kill % 6))
      await endProcess(portal.child, 'SIGKILL')
      portal = await made.start()
    }
    await expect.poll(() => mailServer.count('INBOX'), { timeout: 60_000 }).toBe(0)
    expect((await written()).map(({ number, text }) => `${number}: ${text}`).toSorted()).toEqual(expected.toSorted())
    const { rows } = await database.owner.query(
      'select outcome, reason, count(*)::int as count from received_mails group by 1, 2 order by 1, 2',
    )
    expect(rows).toEqual([
      { outcome: 'refused', reason: 'foreign', count: kills },
      { outcome: 'taken', reason: null, count: shapes.length },
    ])
    expect(await mailServer.count('Other')).toBe(kills)
  })

  /** Milliseconds until a reply that is put into the mailbox stands in its conversation. */
  const latency = async (server: Dovecot) => {
    const before = (await written()).length
    const mail = compose(0, 0, sol)
    const begun = performance.now()
    await server.deliver([mail])
    await expect.poll(async () => (await written()).length, { timeout: 40_000, interval: 20 }).toBe(before + 1)
    return performance.now() - begun
  }

  test('a reply is in its conversation within five seconds of its arrival where the mail server tells of it', {
    timeout: 60_000,
  }, async () => {
    for (let time = 0; time < 3; time++) expect(await latency(mailServer)).toBeLessThan(5_000)
  })

  test('a reply is in its conversation within thirty seconds where the mail server does not tell of it', {
    timeout: 120_000,
  }, async () => {
    const silent = await startDovecot({ idle: false })
    onTestFinished(silent.stop)
    await endProcess(portal.child, 'SIGTERM')
    portal = await made.start({ REPLY_MAILBOX: silent.url })
    await expect.poll(() => silent.count('Taken'), { timeout: 30_000 }).toBe(0)
    expect(await latency(silent)).toBeLessThan(30_000)
    await endProcess(portal.child, 'SIGTERM')
  })

  test('a reply is in its conversation where the mailbox opens by a token of a provider, and by no password', {
    timeout: 120_000,
  }, async () => {
    const { issuer } = await realProvider('http://127.0.0.1/back', new Map())
    const secret = encodeURIComponent(clientSecret)
    const tokensOf = `${issuer}/token/introspection`.replace('//', `//mailserver:${secret}@`)
    const mailbox = await startDovecot({ tokensOf, user: clientId })
    onTestFinished(mailbox.stop)
    portal = await made.start({
      REPLY_MAILBOX: mailbox.url.replace(':secret@', '@'),
      REPLY_MAILBOX_TOKENS: `${issuer}/token`.replace('//', `//${clientId}:${secret}@`),
    })
    expect(await latency(mailbox)).toBeLessThan(30_000)
    await endProcess(portal.child, 'SIGTERM')
  })
})
