import { describe, expect, test } from 'vitest'
import { type LetterKind, letterKinds } from '../../contract/mail.ts'
import { mail } from '../../contract/messages/en/mail.ts'
import { readableOn } from './layout.ts'
import { write } from './letter.ts'

const brand = { name: 'Test portal', color: '#c8102e', address: 'http://localhost:3000' }
const argumentsOf = (kind: LetterKind) =>
  Object.entries(mail)
    .filter(([key]) => key.startsWith(`mail.${kind}.`))
    .flatMap(([, text]) => [...text.matchAll(/\{(\w+)[,}]/g)].map((match) => match[1] ?? ''))

describe('Every mail', () => {
  test.each(letterKinds)('%s has all its words and escapes what people typed', (kind) => {
    const values = Object.fromEntries(argumentsOf(kind).map((name) => [name, '<b>"x"</b>']))
    const given = { name: '<i>Ada</i>', values: { ...values, when: '2026-03-01T08:00:00Z' }, path: '/a#token=b' }
    const { subject, text, html } = write(kind, given, brand)
    expect(subject).not.toBe('')
    expect(text).toContain('http://localhost:3000/a#token=b')
    expect(html).not.toMatch(/<b>|<i>|<script|src=/)
    expect(html).toContain('role="presentation"')
    expect(html).toContain('lang="en"')
  })

  test('tells moments in UTC', () => {
    const { text } = write('passwordChanged', { name: '', values: { when: '2026-03-01T08:05:00Z' }, path: '/' }, brand)
    expect(text).toContain('March 1, 2026 at 8:05')
    expect(text).toContain('UTC')
  })

  test.each([
    ['#c8102e', '#ffffff'],
    ['#000000', '#ffffff'],
    ['#ffd500', '#000000'],
    ['#ffffff', '#000000'],
  ])('has a button that can be read on %s', (color, ink) => expect(readableOn(color)).toBe(ink))
})
