import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { OutgoingMail } from '#contract/mail.ts'
import { testDatabase } from '#database/testing/database.ts'
import { withTransaction } from '#database/transaction.ts'
import { createDelivery } from './delivery.ts'
import { createOutbox, retryMails, unsentMails } from './outbox.ts'
import { folderTransport, smtpTransport, type Transport } from './transport.ts'

const database = await testDatabase()
const db = database.pools.server
const start = Date.parse('2026-03-01T08:00:00Z')
let now = start
const clock = () => new Date(now)
const secrets = ['the newer secret of this test portal', 'the older secret of this test portal']
const outbox = createOutbox({ clock, newId: () => randomUUIDv7(), random: randomBytes, secrets })
const lines: string[] = []
const log = { info: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) }
const brand = { name: 'Bikes & Parts', color: '#c8102e', address: 'https://portal.example' }

/** A mail server on the loopback interface that keeps what it gets and refuses the recipients it is told to. */
const received: { from: string; to: string[]; raw: string }[] = []
const behaviour = { refuse: '', busy: false, notifying: 'works' }
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _, done) => {
    const code = address === behaviour.refuse ? 550 : behaviour.busy ? 451 : 0
    done(code === 0 ? null : Object.assign(new Error('No'), { responseCode: code }))
  },
  onData: async (stream, session, done) => {
    const raw = await text(stream)
    const { mailFrom, rcptTo } = session.envelope
    received.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), raw })
    done()
  },
})
const port = await new Promise<number>((resolve) => {
  const listening = server.listen(0, '127.0.0.1', () => resolve((listening.address() as { port: number }).port))
})
const smtp = smtpTransport(`smtp://127.0.0.1:${port}`)
const folder = await mkdtemp(join(tmpdir(), 'portal-mail-'))
afterAll(async () => {
  smtp.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  await rm(folder, { recursive: true, force: true })
})

const refused: string[] = []
const deliveryBy = (transport: Transport, withSecrets = secrets) =>
  createDelivery({
    ...{ db, clock, secrets: withSecrets, brand: () => brand, from: 'portal@portal.example', transport, log },
    notifyRefused: async (_, email) => {
      if (behaviour.notifying === 'fails') throw new Error('The server has ended')
      refused.push(email)
    },
  })
const delivery = deliveryBy(smtp)

const letter = (overrides: Partial<OutgoingMail> = {}): OutgoingMail => ({
  kind: 'invitation',
  to: { email: 'ada@example.com', name: 'Ada' },
  values: { inviter: 'Ben', account: 'Better Bikes' },
  path: '/register#token=SECRET-TOKEN',
  ...overrides,
})
const send = (overrides?: Partial<OutgoingMail>) =>
  withTransaction(db, (client) => outbox.send(client, letter(overrides)))

/** The text of a mail without its transfer encoding, as far as these texts need it. */
const decoded = (raw: string) =>
  raw.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

beforeEach(async () => {
  now += 86_400_000
  received.length = 0
  lines.length = 0
  Object.assign(behaviour, { refuse: '', busy: false, notifying: 'works' })
  await database.owner.query('delete from mails; delete from mail_refusals')
  refused.length = 0
})

describe('A mail', () => {
  test('leaves through the mail server, once, as text and as HTML, with a link to the portal', async () => {
    await send()
    expect(await delivery.deliverDue()).toBe(1)
    expect(await delivery.deliverDue()).toBe(0)
    expect(received).toHaveLength(1)
    const [{ raw = '', ...envelope } = {}] = received
    expect(envelope).toEqual({ from: 'portal@portal.example', to: ['ada@example.com'] })
    expect(raw).toMatch(/^From: "?Bikes & Parts"? <portal@portal\.example>\r$/m)
    expect(raw).toMatch(/^To: Ada <ada@example\.com>\r$/m)
    expect(raw).toMatch(/^Subject: Your invitation to Bikes & Parts\r$/m)
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    const words = decoded(raw)
    expect(words).toContain('Content-Type: text/plain; charset=utf-8')
    expect(words).toContain('Content-Type: text/html; charset=utf-8')
    expect(words).toContain('Ben invites you to follow')
    expect(words).toContain('https://portal.example/register#token=SECRET-TOKEN')
    expect(words).toContain('Bikes &amp; Parts')
    expect(words).toContain('prefers-color-scheme: dark')
    expect(words.match(/https?:\/\/(?!portal\.example)/g)).toBeNull()
  })

  test('does not leave when what it tells of did not happen', async () => {
    const failed = withTransaction(db, async (client) => {
      await outbox.send(client, letter())
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect(await delivery.deliverDue()).toBe(0)
  })

  test('to nobody is written and never sent', async () => {
    await send({ to: null })
    expect(await delivery.deliverDue()).toBe(0)
    expect(await unsentMails(db)).toEqual([])
    expect((await database.owner.query('select from mails')).rowCount).toBe(1)
  })

  test('keeps its secret from somebody who reads the database, and nothing of it once it has left', async () => {
    await send()
    const stored = async () => (await database.owner.query('select * from mails')).rows[0]
    const row = await stored()
    expect(`${JSON.stringify(row)}${String(row.sealed)}`).not.toContain('SECRET-TOKEN')
    await delivery.deliverDue()
    expect(await stored()).toMatchObject({ sealed: null, next_attempt_at: null })
  })

  test.each([
    ['a name', { to: { email: 'ada@example.com', name: 'Ada\r\nBcc: evil@example.com' } }],
    ['a value', { values: { inviter: 'Ben\r\nBcc: evil@example.com', account: 'A\r\n\r\n<script>alert(1)</script>' } }],
  ])('takes no header and no markup from %s', async (_, more) => {
    await send(more)
    await delivery.deliverDue()
    expect(received[0]?.to).toEqual(['ada@example.com'])
    expect(received[0]?.raw).not.toMatch(/^Bcc:/m)
    const html = decoded(received[0]?.raw ?? '').split('Content-Type: text/html')[1]
    expect(html).toContain('</html>')
    expect(html).not.toMatch(/<script/)
  })

  test.each(['//evil.example/x', 'https://evil.example/', '/\\evil.example'])('never links %s', async (path) => {
    await send({ path })
    await delivery.deliverDue()
    expect(received).toEqual([])
    expect(await unsentMails(db)).toMatchObject([{ lastError: 'A mail links the portal only' }])
  })
})

describe('A mail that somebody waits for', () => {
  test('leaves before the summaries of the morning, which were due before it', async () => {
    for (let nth = 0; nth < 20; nth++)
      await send({
        ...{ kind: 'digest', notices: [], values: { account: 'Better Bikes' }, path: '/profile/notifications' },
        to: { email: `reader-${nth}@example.com`, name: 'A reader' },
      })
    now += 1000
    await send({ kind: 'signInCode', values: { code: '123456' }, path: '/' })
    expect(await delivery.deliverDue()).toBe(5)
    expect(received.flatMap(({ to }) => to)).toContain('ada@example.com')
    for (const left of [5, 5, 5, 1, 0]) expect(await delivery.deliverDue()).toBe(left)
    expect(new Set(received.flatMap(({ to }) => to)).size).toBe(21)
  })
})

describe('A mail server that fails', () => {
  test('gets a mail again, later each time, until it takes it', async () => {
    behaviour.busy = true
    await send()
    await delivery.deliverDue()
    expect(await unsentMails(db)).toMatchObject([{ attempts: 1, givenUp: false }])
    now += 29_000
    expect(await delivery.deliverDue()).toBe(0)
    now += 2_000
    expect(await delivery.deliverDue()).toBe(1)
    now += 59_000
    expect(await delivery.deliverDue()).toBe(0)
    behaviour.busy = false
    now += 2_000
    expect(await delivery.deliverDue()).toBe(1)
    expect(received).toHaveLength(1)
    expect(await unsentMails(db)).toEqual([])
  })

  test('that is gone is said, and after twelve tries the operator finds the mail and can have it tried again', async () => {
    const gone = deliveryBy(smtpTransport('smtp://127.0.0.1:1'))
    await send()
    for (let attempt = 0; attempt < 12; attempt++) {
      expect(await gone.deliverDue()).toBe(1)
      now += 3 * 3_600_000
    }
    expect(await gone.deliverDue()).toBe(0)
    expect(await unsentMails(db)).toMatchObject([{ givenUp: true, attempts: 12, recipient: 'ada@example.com' }])
    expect(lines.at(-1)).toMatch(/given up/)
    expect(await retryMails({ clock }, db, undefined)).toBe(1)
    expect(await delivery.deliverDue()).toBe(1)
    expect(received).toHaveLength(1)
    await gone.stop()
  })

  test('that knows no such recipient ends the mails of what happens, not those of the sign-in, until one arrives', async () => {
    const notification = {
      kind: 'notices',
      notices: [],
      values: { account: 'Better Bikes' },
      path: '/profile/notifications',
    } as const
    await database.owner.query(
      `insert into users (id, email, name, created_at) values (gen_random_uuid(), 'ada@example.com', 'Ada', now())`,
    )
    behaviour.refuse = 'ada@example.com'
    await send(notification)
    await send(notification)
    await delivery.deliverDue()
    expect(refused).toEqual(['ada@example.com'])
    behaviour.refuse = ''
    await send(notification)
    await delivery.deliverDue()
    expect(received).toEqual([])
    expect((await unsentMails(db)).map(({ lastError }) => lastError)).toContain(
      'The mail server of this address refuses mails.',
    )
    await send()
    await delivery.deliverDue()
    expect(received).toHaveLength(1)
    await send(notification)
    await delivery.deliverDue()
    expect(received).toHaveLength(2)
    await database.owner.query('delete from users')
  })

  test('that is refused is told to its reader once, although the server ended when it was about to', async () => {
    Object.assign(behaviour, { refuse: 'ada@example.com', notifying: 'fails' })
    await send()
    await expect(delivery.deliverDue()).rejects.toThrow('The server has ended')
    behaviour.notifying = 'works'
    now += 86_400_000
    await delivery.deliverDue()
    await send()
    await delivery.deliverDue()
    expect(refused).toEqual(['ada@example.com'])
  })

  test('is told by two headers how such mails end in one step', async () => {
    await send({ kind: 'digest', notices: [], values: { account: 'Better Bikes' }, unsubscribe: 'WHOSE' })
    await delivery.deliverDue()
    const words = (received[0]?.raw ?? '').replace(/\r\n /g, ' ').replace(/ +/g, ' ')
    expect(words).toContain('List-Unsubscribe: <https://portal.example/api/notifications/unsubscribe?token=WHOSE>')
    expect(words).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  })

  test('that refuses the recipient for good is not asked again', async () => {
    behaviour.refuse = 'ada@example.com'
    await send()
    await delivery.deliverDue()
    expect(await unsentMails(db)).toMatchObject([{ givenUp: true, attempts: 1 }])
  })

  test('for so long that the link is over gets it no more', async () => {
    await send({ expiresAt: new Date(now + 60_000) })
    now += 60_000
    await delivery.deliverDue()
    expect(received).toEqual([])
    expect(await unsentMails(db)).toMatchObject([{ givenUp: true }])
  })
})

describe('Several servers', () => {
  test('send each mail once', async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => send({ to: { email: `p${index}@example.com`, name: '' } })),
    )
    const others = [deliveryBy(smtp), deliveryBy(smtp), deliveryBy(smtp)]
    for (let round = 0; round < 3; round++) await Promise.all(others.map((other) => other.deliverDue()))
    expect(received.flatMap(({ to }) => to).toSorted()).toHaveLength(12)
    expect(new Set(received.flatMap(({ to }) => to)).size).toBe(12)
  })

  test('take over what one of them was sending when it died', async () => {
    await send()
    let attempts = 0
    const dying = deliveryBy({
      deliver: () => {
        attempts += 1
        return new Promise(() => undefined)
      },
      close: () => undefined,
    })
    void dying.deliverDue()
    await expect.poll(() => attempts).toBe(1)
    expect(await delivery.deliverDue()).toBe(0)
    now += 301_000
    expect(await delivery.deliverDue()).toBe(1)
    expect(received).toHaveLength(1)
  })

  test('open what was sealed before the secret was changed, and say when they cannot', async () => {
    const older = createOutbox({ clock, newId: () => randomUUIDv7(), random: randomBytes, secrets: secrets.slice(1) })
    await withTransaction(db, (client) => older.send(client, letter()))
    await delivery.deliverDue()
    expect(received).toHaveLength(1)
    await withTransaction(db, (client) => older.send(client, letter()))
    await deliveryBy(smtp, secrets.slice(0, 1)).deliverDue()
    expect(await unsentMails(db)).toMatchObject([{ givenUp: true, lastError: expect.stringMatching(/TOKEN_SECRET/) }])
  })
})

describe('Without a mail server', () => {
  test('mails are kept as files that only the operator reads, named in the log', async () => {
    const outboxFolder = join(folder, 'outbox')
    await send()
    await deliveryBy(folderTransport(outboxFolder)).deliverDue()
    const [name = '', ...others] = await readdir(outboxFolder)
    expect(others).toEqual([])
    expect(name).toMatch(/^2026-\d\d-\d\dT.+\.eml$/)
    expect(lines.join()).toContain(join(outboxFolder, name))
    expect(decoded(await readFile(join(outboxFolder, name), 'utf8'))).toContain(
      'https://portal.example/register#token=SECRET-TOKEN',
    )
    expect((await stat(join(outboxFolder, name))).mode & 0o777).toBe(0o600)
  })

  test('kept mails are deleted after thirty days, and nothing else that lies beside them', async () => {
    const outboxFolder = join(folder, 'kept')
    await mkdir(outboxFolder)
    const old = ['2020-01-01T00-00-00-000Z-a.eml', '2020-01-01T00-00-00-000Z-b.eml.part']
    for (const name of [...old, 'notes.txt', '9999-01-01T00-00-00-000Z-c.eml'])
      await writeFile(join(outboxFolder, name), 'x')
    await send()
    await deliveryBy(folderTransport(outboxFolder)).deliverDue()
    const remaining = await readdir(outboxFolder)
    expect(remaining).toHaveLength(3)
    expect(remaining.filter((name) => old.includes(name))).toEqual([])
    expect(remaining).toEqual(expect.arrayContaining(['notes.txt', '9999-01-01T00-00-00-000Z-c.eml']))
  })

  test('the running portal sends by itself', async () => {
    const running = deliveryBy(smtp)
    running.start()
    await send()
    await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1)
    await running.stop()
  })
})
