import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { NoticeSettings } from '#contract/notifications/settings.ts'
import { withTransaction } from '#database/transaction.ts'
import { createJobs, type JobHandler } from '../jobs/jobs.ts'
import { testPortal, tokenSecret } from '../testing/portal.ts'
import { notificationJobHandlers } from './job-handlers.ts'
import { postPush } from './post-push.ts'
import { isPushEndpoint, pushKeys } from './push-message.ts'
import { enqueueDueTasks } from './scheduled-tasks.ts'

/* A push service of the test in place of a browser vendor's: it sees what theirs would see, and no more. */
type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer }
const received: Received[] = []
let answer: { status: number; headers?: Record<string, string> } = { status: 201 }
const service = createServer(async (request, reply) => {
  received.push({ path: request.url ?? '', headers: request.headers, body: await buffer(request) })
  reply.writeHead(answer.status, answer.headers).end('what a push service says is read by nobody')
})
const origin = await new Promise<string>((resolve) => {
  service.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(service.address() as AddressInfo).port}`))
})
afterAll(() => new Promise<void>((resolve) => service.close(() => resolve())))

const portal = await testPortal('2026-03-14T08:17:00Z')
const { owner, pools, urls } = portal.database
const order = (number: string, overrides: Partial<IngestDocument> = {}): IngestDocument => ({
  ...{ type: 'orders', number, account: 'C-1', status: 'confirmed', issueDate: '2026-01-01' },
  ...overrides,
})
let now = Date.parse('2026-03-14T08:17:00Z')
/** Moves the clock and runs all due jobs; `before` runs between queuing a push and sending it. */
const advance = async (minutes: number, before?: () => Promise<unknown>) => {
  now += minutes * 60_000
  portal.setTime(new Date(now).toISOString())
  await portal.runDueJobs(async ({ name }) => {
    if (name === 'push') await before?.()
  })
}
const settings = async (token: string) => (await portal.get('/notifications/settings', token)).body as NoticeSettings
const change = (token: string, body: object) => portal.call('PUT', '/notifications/settings', { token, body })
let count = 0
/** Changes the order that both people are notified of. */
const changeOrder = () => portal.ingest(order('SO-30', { deliveryTerms: `terms ${count++}` }))

/** A message as the browser decrypts it (RFC 8291), with its own private keys. */
function decrypted({ body }: Received, browser: ReturnType<typeof newBrowser>): Record<string, string> {
  const [salt, size, length] = [body.subarray(0, 16), body.readUInt32BE(16), body[20] ?? 0]
  expect(body.length - 21 - length).toBeLessThanOrEqual(size)
  const senderKey = body.subarray(21, 21 + length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.keys.getPublicKey(), senderKey])
  const sharedSecret = Buffer.from(hkdfSync('sha256', browser.keys.computeSecret(senderKey), browser.auth, info, 32))
  const deriveKey = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', sharedSecret, salt, `Content-Encoding: ${name}\0`, bytes))
  const decipher = createDecipheriv('aes-128-gcm', deriveKey('aes128gcm', 16), deriveKey('nonce', 12))
  decipher.setAuthTag(body.subarray(-16))
  const text = Buffer.concat([decipher.update(body.subarray(21 + length, -16)), decipher.final()])
  expect(text.at(-1)).toBe(2)
  return JSON.parse(text.subarray(0, -1).toString()) as Record<string, string>
}

function newBrowser(name: string) {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  const asked = {
    endpoint: `${origin}/${name}`,
    p256dh: keys.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
  }
  return { keys, auth, asked }
}
const [hers, his] = [newBrowser('hers'), newBrowser('his')]

let ann: string
let packer: string
beforeAll(async () => {
  await portal.ingest(order('SO-30'))
  await advance(1)
  ann = await portal.signIn('ann@a.example', 'C-1', 'buyer')
  packer = await portal.signIn('packer@a.example', 'C-1', 'logistics')
  for (const token of [ann, packer])
    await change(token, { kinds: [{ kind: 'orders.changed', channels: ['portal', 'push'] }] })
})
beforeEach(async () => {
  await advance(2)
  ;[ann, packer] = [await portal.login('ann@a.example'), await portal.login('packer@a.example')]
  await subscribe()
  received.length = 0
  answer = { status: 201 }
})
const subscribe = async () => {
  for (const [token, { asked }] of [
    [ann, hers],
    [packer, his],
  ] as const)
    expect((await portal.call('PUT', '/notifications/push', { token, body: asked })).status).toBe(200)
}

describe('a browser that is told', () => {
  test('gets what happened, readable by it alone, without a word of amounts', async () => {
    const priced = (gross: string, deliveryTerms: string) =>
      order('SO-30', { currency: 'EUR', totals: { gross }, deliveryTerms })
    await portal.ingest(priced('77.31', 'a'))
    await portal.ingest(priced('78.31', 'a'))
    await advance(2)
    // Only the amount of the second has changed: a person without prices is notified of the first alone.
    const toHer = received.filter(({ path }) => path === '/hers')
    expect(toHer.length).toBeGreaterThan(0)
    expect(decrypted(toHer.at(-1) as Received, hers)).toEqual({
      ...{ title: 'Order changed', body: 'Order SO-30 was changed.', path: '/orders/SO-30' },
      ...{ tag: expect.any(String), lang: 'en', dir: 'ltr' },
    })
    received.length = 0
    await portal.ingest(priced('79.31', 'a'))
    await advance(2)
    expect(received.map(({ path }) => path)).toEqual(['/hers'])
    expect(JSON.stringify(decrypted(received[0] as Received, hers))).not.toContain('79.31')
    expect(received[0]?.body.includes('SO-30')).toBe(false)
    expect(() => decrypted(received[0] as Received, his)).toThrow()
  })

  test('is known to the push service by a signature, and by nothing of what is said', async () => {
    const { push } = await settings(ann)
    expect(push.on).toBe(true)
    await changeOrder()
    await advance(2)
    const { headers } = received.find(({ path }) => path === '/hers') as Received
    expect(headers).toMatchObject({
      ...{ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' },
      topic: expect.stringMatching(/^[A-Za-z0-9_-]{1,32}$/),
    })
    const [, token = '', key] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? '') ?? []
    expect(key).toBe(push.key)
    const point = Buffer.from(push.key, 'base64url')
    const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
    const content = token.slice(0, token.lastIndexOf('.'))
    const signature = Buffer.from(token.slice(token.lastIndexOf('.') + 1), 'base64url')
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
    expect(verify('sha256', Buffer.from(content), { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true)
    const claims = JSON.parse(Buffer.from(content.split('.')[1] ?? '', 'base64url').toString()) as { exp: number }
    expect(claims).toMatchObject({ aud: origin, sub: 'mailto:operator@portal.test' })
    expect(claims.exp).toBeGreaterThan(now / 1000)
    expect(claims.exp - now / 1000).toBeLessThanOrEqual(86_400)
  })

  test('is told what asks for attention sooner than the rest', async () => {
    await change(ann, { kinds: [{ kind: 'shipments.failed', channels: ['portal', 'push'] }] })
    await portal.ingest({ ...order('S-1'), type: 'shipments', status: 'delivery_failed', issueDate: '2026-03-14' })
    await advance(2)
    expect(received.map(({ headers }) => headers.urgency)).toEqual(['high'])
  })

  test('is told in the words of its reader, and never more than a push service carries', async () => {
    await owner.query(`update users set language = 'ar' where email = 'ann@a.example'`)
    await change(ann, { kinds: [{ kind: 'orders.onHold', channels: ['portal', 'push'] }] })
    await portal.ingest(order('SO-31'))
    await portal.ingest(order('SO-31', { status: 'on_hold', holdReason: '€'.repeat(900) }))
    await advance(2)
    expect(received).toHaveLength(1)
    expect(received[0]?.body.length).toBeLessThanOrEqual(4096)
    const payload = decrypted(received[0] as Received, hers)
    expect(payload).toMatchObject({ lang: 'ar', dir: 'rtl', path: '/orders/SO-31?act=answerHold' })
    expect(payload.body).toMatch(/€…$/)
    await owner.query(`update users set language = null where email = 'ann@a.example'`)
  })

  test('hears nothing of what its person has muted, or no longer wants in the browser, by the time it is sent', async () => {
    const mute = (choice: 'mute' | null) =>
      portal.call('PUT', '/notifications/choices', {
        token: ann,
        body: { subject: 'document', type: 'orders', key: 'SO-30', choice },
      })
    await changeOrder()
    await advance(2, () => mute('mute'))
    expect(received.map(({ path }) => path)).toEqual(['/his'])
    await mute(null)
    await changeOrder()
    await advance(2, () => change(packer, { kinds: [{ kind: 'orders.changed', channels: ['portal'] }] }))
    expect(received.map(({ path }) => path)).toEqual(['/his', '/hers'])
    await change(packer, { kinds: [{ kind: 'orders.changed', channels: ['portal', 'push'] }] })
  })

  test('hears nothing of an invoice that falls due when it is paid by the time it is sent', async () => {
    await change(ann, { kinds: [{ kind: 'invoices.dueSoon', channels: ['portal', 'push'] }] })
    const dueOn = new Date(now + 2 * 86_400_000).toISOString().slice(0, 10)
    const invoice = (number: string, open: string, paid: string): IngestDocument => ({
      ...{ type: 'invoices', number, account: 'C-1', issueDate: '2026-01-01', dueDate: dueOn, currency: 'EUR' },
      totals: { gross: '9.00', open, paid },
    })
    await portal.ingest(invoice('I-1', '9.00', '0.00'), invoice('I-2', '9.00', '0.00'))
    await owner.query(`update scheduled_tasks set due_at = $1 where task = 'remind'`, [new Date(now)])
    await advance(0)
    await advance(2, () => portal.ingest(invoice('I-1', '0.00', '9.00')))
    expect(received.map((one) => decrypted(one, hers).path)).toEqual(['/invoices/I-2'])
  })

  test.each([404, 410])(
    'that is gone (%i) is forgotten, and its person sees that it is told no more',
    async (status) => {
      answer = { status }
      await changeOrder()
      await advance(2)
      expect(received).toHaveLength(2)
      expect((await settings(ann)).push.on).toBe(false)
      received.length = 0
      answer = { status: 201 }
      await changeOrder()
      await advance(2)
      expect(received).toEqual([])
    },
  )

  test('is told no more once its session has ended', async () => {
    await owner.query(`update sessions set revoked_at = now(), revoked_because = 'signed_out'`)
    await changeOrder()
    await advance(2)
    expect(received).toEqual([])
  })
})

describe('a push service', () => {
  const complaints: string[] = []
  const jobs = createJobs({
    jobsPool: pools.jobs,
    url: urls.server,
    log: { info: () => undefined, warn: (line) => void complaints.push(line) },
  })
  afterAll(jobs.stop)
  const state = async () =>
    (await owner.query<{ state: string }>(`select state from jobs.job where name = 'push'`)).rows.map(
      (row) => row.state,
    )

  test('that cannot take it now, or is asked too often, is asked again later until it has taken it, once', {
    tags: 'long',
  }, async () => {
    await change(ann, { kinds: [{ kind: 'orders.completed', channels: ['push'] }] })
    const clock = () => new Date(now)
    const deps = { clock, secrets: [tokenSecret], timeZone: 'Europe/Berlin', send: jobs.send }
    const handlers = notificationJobHandlers({
      ...{ ...deps, newId: () => crypto.randomUUID(), random: randomBytes, mail: portal.outbox },
      ...{ keys: pushKeys([tokenSecret]), contact: 'mailto:operator@portal.test', post: postPush },
    })
    await jobs.start(handlers as Readonly<Record<keyof typeof handlers, JobHandler>>, () =>
      withTransaction(pools.jobs, (client) => enqueueDueTasks(deps, client)),
    )
    for (const status of [429, 503]) {
      answer = { status, headers: { 'retry-after': '1' } }
      if (status === 429) await portal.ingest(order('SO-30', { status: 'completed' }))
      now += 2 * 60_000
      await owner.query(`update jobs.job set start_after = now() where state = 'retry'`)
      await expect.poll(() => received.length, { timeout: 8_000 }).toBe(1)
      await expect.poll(state, { timeout: 10_000 }).toEqual(['retry'])
      received.length = 0
    }
    expect((await settings(ann)).push.on).toBe(true)
    answer = { status: 201 }
    await owner.query(`update jobs.job set start_after = now() where state = 'retry'`)
    await expect.poll(state, { timeout: 10_000 }).toEqual(['completed'])
    expect(received).toHaveLength(1)
    expect(decrypted(received[0] as Received, hers)).toMatchObject({ path: '/orders/SO-30' })
    expect(complaints).toEqual([])
  })

  test('that nobody knows is never called', async () => {
    expect(isPushEndpoint('https://fcm.googleapis.com/fcm/send/abc')).toBe(true)
    for (const address of [
      'https://example.com/fcm.googleapis.com',
      'http://fcm.googleapis.com/fcm/send/abc',
      'https://fcm.googleapis.com:8443/x',
      'https://user@fcm.googleapis.com/x',
      'https://fcm.googleapis.com.example.com/x',
      'https://169.254.169.254/latest',
      'nonsense',
    ])
      expect(isPushEndpoint(address)).toBe(false)
    // The portal of these tests takes every push service that is reached over HTTP, and no other.
    const body = { ...hers.asked, endpoint: 'ftp://169.254.169.254/latest' }
    const refused = await portal.call('PUT', '/notifications/push', { token: ann, body })
    expect([refused.status, refused.body]).toMatchObject([400, { errors: [{ field: 'endpoint' }] }])
    expect((await owner.query(`select from push_subscriptions p where p::text like '%169.254%'`)).rowCount).toBe(0)
  })
})
