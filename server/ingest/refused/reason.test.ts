import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keptContent } from './content.ts'
import { reasonOf } from './reason.ts'

test('the same fault has the same reason, on whichever line, of whichever value', () => {
  const value = fc.stringMatching(/^[^"\\]{0,20}$/)
  fc.assert(
    fc.property(fc.nat(), fc.nat(), value, value, (one, other, first, second) => {
      const problem = (line: number, text: string) => [
        { path: `$.lines[${line}].unit`, message: `"${text}" is not a unit; at most ${line} are taken.` },
      ]
      expect(reasonOf(problem(one, first))).toBe(reasonOf(problem(other, second)))
    }),
  )
  expect(reasonOf([{ path: '$.status', message: '"Open" is not a status of orders.' }])).toBe(
    '$.status: "…" is not a status of orders.',
  )
  expect(reasonOf([{ path: '/Invoice', message: '“12,5 kg” and “x” are not amounts.' }])).toBe(
    '/Invoice: "…" and "…" are not amounts.',
  )
})

test('whatever bytes are refused, a text is kept that the database can hold, within its bound', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 2_000 }), (bytes, times) => {
      const raw = Buffer.concat(Array.from({ length: times }, () => bytes))
      const { content, whole } = keptContent(raw)
      expect(content).not.toContain('\u0000')
      expect(content.isWellFormed()).toBe(true)
      expect(whole).toBe(raw.length <= 256 * 1024)
      if (raw.every((byte) => byte > 0 && byte < 0x80) && whole) expect(content).toBe(raw.toString('latin1'))
    }),
    { numRuns: 60 },
  )
})

test('a text that is no UTF-8 shows what was meant', () => {
  expect(keptContent(Buffer.from([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72])).content).toBe('Müller')
  const long = keptContent(Buffer.from('ü'.repeat(200_000)))
  expect([long.whole, /^ü+$/.test(long.content)]).toEqual([false, true])
})

test('no secret is kept, however it is written down', () => {
  const token = fc.stringMatching(/^[A-Za-z0-9_-]{43}$/)
  fc.assert(
    fc.property(token, (secret) => {
      for (const text of [
        `{"note":"tt_${secret}"}`,
        `{"Authorization": "${secret}"}`,
        `{"api_key":"${secret}"}`,
        `<Note>Bearer ${secret}</Note>`,
        `{"password" :"${secret}"}`,
      ])
        expect(keptContent(Buffer.from(text)).content).not.toContain(secret)
    }),
  )
})

test('of a long text its beginning is kept, without the character that the end would cut in two', () => {
  const most = 256 * 1024
  for (const character of ['a', 'ä', '€', '𝄞']) {
    const width = Buffer.byteLength(character)
    for (let before = 0; before < 4; before++) {
      const text = `${'x'.repeat(before)}${character.repeat(most / width)}`
      const { content, whole } = keptContent(Buffer.from(`${text}${character}`))
      expect(whole).toBe(false)
      expect(text.startsWith(content)).toBe(true)
      expect(Buffer.byteLength(content)).toBe(before + Math.floor((most - before) / width) * width)
    }
  }
})
