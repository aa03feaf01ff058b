import { describe, expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { type MailKind, mailKinds } from '#contract/mail.ts'
import mail from '#contract/messages/en/mail.json' with { type: 'json' }
import { composeMail } from './compose-mail.ts'
import { readableTextColour } from './layout.ts'

const brand = { name: 'Test portal', color: '#c8102e', address: 'http://localhost:3000' }
const argumentsOf = (kind: MailKind) =>
  Object.entries(mail)
    .filter(([key]) => key.startsWith(`mail.${kind}.`))
    .flatMap(([, text]) => [...text.matchAll(/\{(\w+)[,}]/g)].map((match) => match[1] ?? ''))
const kindsAndLanguages = languages.flatMap((language) => mailKinds.map((kind) => [kind, language] as const))

describe('Every mail', () => {
  test.each(kindsAndLanguages)('%s has all its words in %s and escapes what people typed', (kind, language) => {
    const values = Object.fromEntries(argumentsOf(kind).map((name) => [name, '<b>"x"</b>']))
    const content = { name: '<i>Ada</i>', values: { ...values, when: '2026-03-01T08:00:00Z' }, path: '/a#token=b' }
    const { subject, text, html } = composeMail(kind, content, brand, { language, timeZone: null })
    expect(subject).not.toBe('')
    // Whoever reads of a deletion has no page for it, and after a test mail nothing is to be done.
    const withoutPage: readonly MailKind[] = ['messageCorrected', 'deletionAsked', 'testMail']
    expect(text.includes('http://localhost:3000/a#token=b')).toBe(!withoutPage.includes(kind))
    expect(html).not.toMatch(/<b>|<i>|<script|src=/)
    expect(html).toContain('role="presentation"')
    expect(html).toContain(`lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"`)
  })

  test.each([
    ['en', null, '1 March 2026 at 08:05 UTC'],
    ['en', 'Europe/Berlin', '1 March 2026 at 09:05 CET'],
    ['de', 'Europe/Berlin', '1. März 2026 um 09:05 MEZ'],
    ['fr', 'Pacific/Auckland', '1 mars 2026 à 21:05'],
    ['en', 'Mars/Olympus', '1 March 2026 at 08:05 UTC'],
  ] as const)('tells moments in %s by the clock of %s', (language, timeZone, moment) => {
    const letter = { name: '', values: { when: '2026-03-01T08:05:00Z' }, path: '/' }
    expect(composeMail('passwordChanged', letter, brand, { language, timeZone }).text).toContain(moment)
  })

  test.each([
    ['en', 'roughly from Ghent, Belgium, from the network 203.0.113.0/24'],
    ['de', 'ungefährer Ort: Ghent, Belgien, Netzwerk 203.0.113.0/24'],
    ['ar', '\u2068بلجيكا\u2069'],
  ] as const)('names the country in %s', (language, words) => {
    const values = { device: 'Firefox', country: 'BE', city: 'Ghent', network: '203.0.113.0/24' }
    const letter = { name: '', values: { ...values, when: '2026-03-01T08:05:00Z' }, path: '/' }
    expect(composeMail('newDevice', letter, brand, { language, timeZone: null }).text).toContain(words)
  })

  test.each([
    ['#c8102e', '#ffffff'],
    ['#000000', '#ffffff'],
    ['#ffd500', '#000000'],
    ['#ffffff', '#000000'],
  ])('has a button that can be read on %s', (color, ink) => expect(readableTextColour(color)).toBe(ink))

  test('with news leads from each line to its document, and shows the lines before it is opened', () => {
    const base = { type: 'orders', count: 1, needsPrices: false, happenedAt: '2026-03-01T08:05:00Z' }
    const notices = [
      { ...base, kind: 'orders.onHold', number: 'SO/1', details: { reference: 'PO-7\u202e', reason: 'a\nb' } },
      { ...base, kind: 'orders.completed', number: 'SO-2', details: {} },
    ] as const
    const letter = { name: 'Ada', values: { account: 'A' }, path: '/profile/notifications', notices, unsubscribe: 'T' }
    const { html, text } = composeMail('notices', letter, brand, { language: 'ar', timeZone: null })
    expect(text).toContain('الطلب \u2068SO/1\u2069 (\u2068PO-7\u2069) معلّق: \u2068a b\u2069.')
    expect(html).toContain('href="http://localhost:3000/orders/SO%2F1"')
    expect(/display:none[^>]*>([^<]*)</.exec(html)?.[1]).toContain('\u2068SO-2\u2069')
    expect(html).toContain('href="http://localhost:3000/profile/notifications?settings=true"')
    expect(html.match(/&#9679;/g)).toHaveLength(2)
  })

  test('with a code shows it large, from left to right', () => {
    const letter = { name: '', values: { code: '482913' }, path: '/' }
    const { html } = composeMail('signInCode', letter, brand, { language: 'ar', timeZone: null })
    expect(html).toMatch(/<p class="words" dir="ltr" style="[^"]*font-size:32px[^"]*">482913<\/p>/)
  })

  test('in Arabic keeps each typed line in its own direction, and the number of a document on one line', () => {
    const about = { request: 'requestChange', type: 'orders', number: 'SO-26/11-7', id: '1' }
    const values = { ...about, asker: 'Ada', email: 'a@c.example', account: 'C' }
    const question = { name: '', values: { ...values, words: 'Where is it?\nIt was to come.' }, path: '/' }
    const arabic = { language: 'ar', timeZone: null } as const
    const { html } = composeMail('supportAsked', question, brand, arabic)
    expect(html).toContain('\u2068Where is it?\u2069<br>\u2068It was to come.\u2069</p>')
    expect(html).toMatch(/<h1[^>]*>[^<]*<span style="white-space:nowrap">SO-26\/11-7<\/span>/)
    const requestMail = composeMail(
      'requestMade',
      { name: '', values, said: { address: 'Kade 1.\nGent.', note: 'Now.' } },
      brand,
      arabic,
    )
    expect(requestMail.text).toContain(': \u2068Kade 1.\u2069\n\u2068Gent.\u2069\n')
    expect(requestMail.text).toContain(': \u2068Now.\u2069')
    const answered = { name: 'Ada', values: { ...values, request: 'ask', state: 'accepted', words: 'none' }, path: '/' }
    expect(composeMail('requestAnswered', answered, brand, arabic).text).not.toContain('none')
  })
})
