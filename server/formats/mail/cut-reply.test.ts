import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutReply } from './cut-reply.ts'

const marker = '— Please write your reply above this line —'
const words = fc.stringMatching(/^[a-zäöüéñ]{1,12}( [a-zäöüéñ0-9]{1,12}){0,9}[.?]?$/)

describe('What somebody has typed', () => {
  test('stays as it is when nothing is quoted below it', () => {
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 12 }), (lines) => {
        const text = lines.map((line) => `we ${line}`).join('\n')
        expect(cutReply(text, [marker])).toBe(text)
      }),
    )
  })

  test('stays whatever is quoted below, with marks or below the line that asks to write above it', () => {
    fc.assert(
      fc.property(words, fc.array(fc.string(), { maxLength: 8 }), fc.boolean(), (own, quoted, marked) => {
        const lines = quoted.join('\n').split('\n')
        const below = marked ? lines.map((line) => `> ${line}`) : [marker, ...lines]
        expect(cutReply(`we ${own}\n\n${below.join('\n')}`, [marker])).toBe(`we ${own}`)
      }),
    )
  })

  test('is never more than was sent, whatever that was', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.constantFrom('', '-- ', '> x', 'On 1 May Ann wrote:', 'From: a', 'Sent: b', 'To: c', 'Regards,'),
          ),
          { maxLength: 30 },
        ),
        (lines) => {
          const sent = lines.join('\n')
          const all = new Set(sent.split(/\r\n|\r|\n/).map((line) => line.trim()))
          for (const line of cutReply(sent, [marker]).split('\n'))
            expect(line === '' || all.has(line.trim())).toBe(true)
        },
      ),
    )
  })

  test.each([
    ['a closing in the middle of a sentence', 'Regards to your team, it works now.'],
    ['a line like a header', 'From: Monday on we are open.\nPlease come then.'],
    ['a line like the one above a quoted mail', 'On Monday Ann wrote: three are missing.'],
    ['a short signature alone', 'Best regards'],
    ['a question about a phone', 'Sent from my iPhone it did not arrive?'],
    ['dashes in a list', '- one\n- two'],
  ])('stays when it is %s', (_, text) => {
    expect(cutReply(text, [marker])).toBe(text)
  })

  test('stays between quoted lines, and below them', () => {
    expect(cutReply('> When?\nOn Friday.\n> Who?\nSol.', [])).toBe('On Friday.\nSol.')
    expect(cutReply('On 1 May 2026 Ann <a@b.example>\nwrote:\n> When?\n\nOn Friday.', [])).toBe('On Friday.')
  })

  test('is found in no more time than its length takes, however hostile it is', () => {
    const hostile = [
      `On ${'1 '.repeat(400_000)}`,
      'On 1\n'.repeat(100_000),
      `${'-'.repeat(500_000)}x`,
      '> '.repeat(300_000),
      'From: a\n\n'.repeat(80_000),
      `${'this e-mail\n'.repeat(90_000)}`,
      'Regards\n'.repeat(90_000),
      '\n'.repeat(20_000_000),
    ]
    for (const text of hostile) {
      const before = process.cpuUsage()
      cutReply(text, [marker])
      expect(process.cpuUsage(before).user).toBeLessThan(3_000_000)
    }
  })
})
