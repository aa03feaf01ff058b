import { describe, expect, test } from 'vitest'
import { shortcutsInTests, wholeFilesByTag } from './tests.ts'

const file = (text: string, path = 'server/search/find.test.ts') => [{ path, text }]

describe('a test that takes a shortcut is caught', () => {
  test.for([
    'await new Promise((done) => setTimeout(done, 100))',
    "import { setTimeout } from 'node:timers/promises'",
    'await page.waitForTimeout(100)',
    "vi.mock('./queries.ts')",
    "vi.mock(import('../auth/passwords.ts'), () => ({}))",
    "const folder = join(import.meta.dirname, '../../../examples/ubl')",
    "const folder = resolve(import.meta.dirname, '..', '..', '..', 'examples')",
  ])('%s', (text) => {
    expect(shortcutsInTests(file(text))).toHaveLength(1)
  })

  test('a deadline, a poll and a fake of the outside world pass', () => {
    const deadline = 'await new Promise((done, fail) => setTimeout(() => fail(new Error("late")), 100))'
    expect(shortcutsInTests(file(deadline))).toEqual([])
    expect(shortcutsInTests(file('await expect.poll(() => rows.length).toBe(1)'))).toEqual([])
    expect(shortcutsInTests(file("vi.mock('nodemailer')"))).toEqual([])
    expect(shortcutsInTests(file("join(import.meta.dirname, '../../docs', name)"))).toEqual([])
    expect(shortcutsInTests(file('await page.waitForTimeout(100)', 'server/search/find.ts'))).toEqual([])
  })
})

describe('a file that only the long form runs', () => {
  const long = "test('a', { tags: 'long' }, async () => {})"
  const each = "test.each([1])('b %s', {\n  tags: 'long',\n  timeout: 9,\n}, () => {})"
  const short = "it('c', () => {})"

  test('is named in the list, not tagged test by test', () => {
    expect(wholeFilesByTag(file(`${long}\n${each}`), [])).toHaveLength(1)
    expect(wholeFilesByTag(file(`describe('d', { tags: 'long' }, () => { ${short} })`), [])).toHaveLength(1)
    expect(wholeFilesByTag(file(`${long}\n${each}`), ['server/search/find.test.ts'])).toEqual([])
    expect(wholeFilesByTag(file(`${long}\n${short}`), [])).toEqual([])
    expect(wholeFilesByTag(file(short), [])).toEqual([])
  })
})
