import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Language } from '#contract/languages.ts'
import type { OutgoingMail } from '#contract/mail.ts'
import { testDatabase } from '#database/testing/database.ts'
import { withTransaction } from '#database/transaction.ts'
import { createDelivery } from './delivery.ts'
import { createOutbox } from './outbox.ts'
import { smtpTransport } from './transport.ts'

/* The language in which a mail leaves, as the reader's mail server sees it. */
const database = await testDatabase()
const db = database.pools.server
const clock = () => new Date('2026-03-01T08:05:00Z')
const secrets = ['the secret of this test portal']
const outbox = createOutbox({ clock, newId: () => randomUUIDv7(), random: randomBytes, secrets })
const silent = { info: () => undefined, warn: () => undefined }
const brand = { name: 'Räder & Teile', color: '#c8102e', address: 'https://portal.example' }

const received: string[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: async (stream, _, done) => {
    received.push((await buffer(stream)).toString('latin1'))
    done()
  },
})
const port = await new Promise<number>((resolve) => {
  const listening = server.listen(0, '127.0.0.1', () => resolve((listening.address() as { port: number }).port))
})
const smtp = smtpTransport(`smtp://127.0.0.1:${port}`)
const deliveryDeps = {
  db,
  clock,
  secrets,
  brand: () => brand,
  from: 'portal@portal.example',
  transport: smtp,
  log: silent,
}
const delivery = createDelivery(deliveryDeps)
afterAll(async () => {
  smtp.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

/** The bytes of a quoted-printable text, or of an encoded word of type Q. */
const unquoted = (text: string) =>
  Buffer.from(
    text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

/** A header as a mail program shows it: folded lines joined, encoded words decoded (RFC 2047). */
function header(raw: string, name: string): string {
  const [, folded = ''] = new RegExp(`^${name}: ((?:.*\\r\\n[ \\t])*.*)\\r\\n`, 'm').exec(raw) ?? []
  return folded
    .replace(/\r\n[ \t]/g, ' ')
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/(?:=\?utf-8\?[bq]\?[^?]*\?=)+/gi, (words) => {
      const parts = [...words.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, kind, text = '']) =>
        kind?.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : unquoted(text.replaceAll('_', ' ')),
      )
      return Buffer.concat(parts).toString('utf8')
    })
}

/** The part of a mail with a media type, decoded. */
function part(raw: string, type: string): string {
  const [, , encoding = '', body = ''] =
    new RegExp(
      `Content-Type: ${type}; charset=utf-8\\r\\n((?:.*\\r\\n)*?)Content-Transfer-Encoding: (\\S+)\\r\\n\\r\\n([^]*?)\\r\\n--`,
    ).exec(raw) ?? []
  return (encoding === 'base64' ? Buffer.from(body, 'base64') : unquoted(body)).toString('utf8')
}

type Preferences = { language?: Language; browserLanguage?: Language; account?: Language; timeZone?: string }
let count = 0
/** Makes a person with their own and their account's settings; returns the e-mail. */
async function person({ language, browserLanguage, account, timeZone }: Preferences): Promise<string> {
  count += 1
  const email = `reader${count}@example.com`
  await database.owner.query(
    `with one as (insert into users (id, email, name, created_at, language, browser_language, time_zone)
        values (gen_random_uuid(), $1, 'Ada', $2, $3, $4, $5) returning id),
      company as (insert into accounts (account_id, number, name, language)
        values (gen_random_uuid(), $1, 'Account', $6) returning account_id)
     insert into memberships (account_id, user_id, role, created_at) select account_id, id, 'buyer', $2 from one, company`,
    [email, clock(), language ?? null, browserLanguage ?? null, timeZone ?? null, account ?? null],
  )
  return email
}

async function sendAndReceive(
  email: string,
  overrides: Partial<OutgoingMail> = {},
  sender = delivery,
): Promise<string> {
  const letter = { kind: 'passwordChanged', values: { when: '2026-03-01T08:05:00Z' }, path: '/forgotPassword' } as const
  await withTransaction(db, (client) => outbox.send(client, { ...letter, to: { email, name: 'Ada' }, ...overrides }))
  expect(await sender.deliverDue()).toBe(1)
  return received.at(-1) ?? ''
}

beforeEach(() => database.owner.query('delete from mails'))

describe('A mail', () => {
  test('in German has its umlauts in subject, text and HTML, and the time of the reader’s clock', async () => {
    const raw = await sendAndReceive(await person({ language: 'de', timeZone: 'Europe/Berlin' }))
    expect(raw).toMatch(/^[\x00-\x7f]*$/)
    expect(header(raw, 'Subject')).toBe('Ihr Passwort für Räder & Teile wurde geändert')
    expect(part(raw, 'text/plain')).toContain('wurde am 1. März 2026 um 09:05 MEZ geändert.')
    expect(part(raw, 'text/html')).toContain('lang="de" dir="ltr"')
    expect(part(raw, 'text/html')).toContain('wurde am 1. März 2026 um 09:05 MEZ geändert.')
  })

  test('in Arabic is laid out from right to left, and its links from left to right', async () => {
    const raw = await sendAndReceive(await person({ language: 'ar', timeZone: 'Asia/Dubai' }))
    expect(raw).toMatch(/^[\x00-\x7f]*$/)
    expect(header(raw, 'Subject')).toBe('تم تغيير كلمة مرورك في Räder & Teile')
    const text = part(raw, 'text/plain')
    expect(text).toContain('مرحبًا \u2068Ada\u2069،')
    expect(text).toContain('1 مارس 2026')
    expect(text).toContain('12:05')
    const html = part(raw, 'text/html')
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(html).toContain('text-align:right')
    expect(html).not.toContain('text-align:left')
    expect(html).toMatch(/<a href="https:\/\/portal\.example\/forgotPassword" dir="ltr"/)
  })

  test.each([
    ['the language that they chose', { language: 'fr', account: 'de', browserLanguage: 'nl' }, 'es', /mot de passe/],
    ['that of their account', { account: 'de', browserLanguage: 'nl' }, 'es', /Passwort/],
    ['that of their browser', { browserLanguage: 'nl' }, 'es', /wachtwoord/],
    ['that of the request', {}, 'es', /contraseña/],
    ['English', {}, undefined, /password/],
  ] as const)('is written to a person in %s', async (_, preferences, language, words) => {
    const raw = await sendAndReceive(await person(preferences), { language })
    expect(header(raw, 'Subject')).toMatch(words)
  })

  test('to a person who is not known yet is in the language of the request', async () => {
    const values = { inviter: 'Ben', account: 'Better Bikes' }
    const raw = await sendAndReceive('new@example.com', { kind: 'invitation', values, language: 'nl' })
    expect(header(raw, 'Subject')).toBe('Uw uitnodiging voor Räder & Teile')
  })

  test('to the supplier’s own people is in the language that the operator has named, and to others in theirs', async () => {
    const german = createDelivery({ ...deliveryDeps, language: 'de' })
    const received = async (email: string) => header(await sendAndReceive(email, {}, german), 'Subject')
    expect(await received('sales@supplier.example')).toMatch(/Passwort/)
    expect(await received(await person({ language: 'fr' }))).toMatch(/mot de passe/)
  })
})
