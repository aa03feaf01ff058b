import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import { createUniqueNamer, safeFileName } from './file-names.ts'

test.each([
  ['Angebot 7.pdf', 'Angebot 7.pdf'],
  ['../../etc/passwd', '-..-etc-passwd'],
  ['a<b>c:d"e/f\\g|h?i*j.pdf', 'a-b-c-d-e-f-g-h-i-j.pdf'],
  ['a\u202efdp.exe', 'a-fdp.exe'],
  ['\u2066a\u200eb\u061c', '-a-b-'],
  ['a\u0000b\n', 'a-b-'],
  ['Fru\u0308hling.pdf', 'Fr\u00fchling.pdf'],
  ['.hidden', 'hidden'],
  [' . .a.pdf', 'a.pdf'],
  ['a . .pdf', 'a.pdf'],
  ['a. ', 'a'],
  ['.', '_'],
  ['', '_'],
  ['...', '_'],
  ['con', '_con'],
  ['NUL.txt', '_NUL.txt'],
  ['com1.tar.gz', '_com1.tar.gz'],
  ['lpt³', '_lpt³'],
  ['console.txt', 'console.txt'],
  ['icon', 'icon'],
  ['com10', 'com10'],
  [`${'x'.repeat(130)}.pdf`, `${'x'.repeat(120)}.pdf`],
  [`${'😀'.repeat(130)}.pdf`, `${'😀'.repeat(120)}.pdf`],
  [`${'x'.repeat(119)}. more.pdf`, `${'x'.repeat(119)}.pdf`],
  ['a.longextension', 'a.longextension'],
  [`${'x'.repeat(120)}.ninechars`, 'x'.repeat(120)],
  ['رسالة.pdf', 'رسالة.pdf'],
])('the file %j is saved as %j', (name, safe) => expect(safeFileName(name)).toBe(safe))

test('whatever a file is called, every system can save it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
      const safe = safeFileName(name)
      expect(safe).toMatch(/^[^\p{Cc}\p{Cs}<>:"/\\|?*\s.][^\p{Cc}\p{Cs}<>:"/\\|?*]*$/u)
      expect(safe).not.toMatch(/[\s.]$/)
      expect([...safe].length).toBeLessThanOrEqual(130)
    }),
  )
})

test('of two files of one name the second has a number, whatever the letters’ case', () => {
  const name = createUniqueNamer()
  const given = ['a.pdf', 'A.PDF', 'a.pdf', 'a (2).pdf', 'b', 'b', 'tar.gz.', 'x.ninechars', 'X.ninechars'].map(name)
  expect(given).toEqual([
    ...['a.pdf', 'A (2).PDF', 'a (3).pdf', 'a (2) (2).pdf', 'b', 'b (2)', 'tar.gz.', 'x.ninechars'],
    'X.ninechars (2)',
  ])
})

test('a person may have so many files under way at once, and another when one is done', () => {
  const take = createConcurrencyLimit(2)
  const refusal = expect.objectContaining({ code: 'too_many_requests', retryAfter: 5 })
  const taking = (person: string) => {
    try {
      return take(person)
    } catch (error) {
      return error
    }
  }
  const first = take('ann')
  const second = take('ann')
  expect(taking('ann')).toEqual(refusal)
  expect(taking('ben')).toEqual(expect.any(Function))
  first()
  first()
  const third = take('ann')
  expect(taking('ann')).toEqual(refusal)
  second()
  third()
  expect([taking('ann'), taking('ann'), taking('ann')]).toEqual([expect.any(Function), expect.any(Function), refusal])
})
