import { expect, test } from 'vitest'
import { unprovenCases } from './derived.ts'

const files = (row: string, title: string) => [
  {
    path: 'docs/derived.md',
    text: `# Derived\n\n| case | what it says |\n|---|---|\n| ${row} | 4 |\n\n| quantity | from |\n|---|---|\n| open | x |\n`,
  },
  {
    path: 'server/tests/derived.test.ts',
    text: `test.each(['a'])('${title}', async () => { test('inner', () => {}) })`,
  },
]

test('A case without a test, and a test without a case, are caught', () => {
  expect(unprovenCases(files('A line waits', 'A line waits'))).toEqual([])
  expect(unprovenCases(files('A line waits', 'A line came'))).toHaveLength(2)
})
