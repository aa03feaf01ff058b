import { expect, test } from 'vitest'
import { missingProofs } from './proofs.ts'

const cases = [
  ...Array.from({ length: 24 }, (_, index) => `T-${String(index + 1).padStart(2, '0')}`),
  ...Array.from({ length: 94 }, (_, index) => String(index + 1)),
]
const proof = '`server/a.test.ts`: “nobody sees %s”'
const files = (change: (rows: string[]) => string[] = (rows) => rows) => [
  { path: 'docs/security.md', text: change(cases.map((number) => `| ${number} | a case | ${proof} |`)).join('\n') },
  {
    path: 'docs/faults.md',
    text: Array.from({ length: 51 }, (_, index) => `| F${index + 1} | a fault | ${proof} |`).join('\n'),
  },
  { path: 'server/a.test.ts', text: `describe('a', () => { test.each(['b'])('nobody sees %s', () => {}) })` },
]

test('a page that names a test for each case passes', () => {
  expect(missingProofs(files())).toEqual([])
})

test('a case that is left out, one without a test or a reason, and a test that does not exist are caught', () => {
  const planted = files((rows) => [...rows.slice(2), '| T-02 | a case | nothing |', '| T-03 | a case | No test: |'])
  expect(missingProofs(planted)).toEqual([
    'docs/security.md: T-01 has no row',
    'docs/security.md: T-02 names no test, nor why there is none',
  ])
  const renamed = files().map((file) => ({ ...file, text: file.text.replace("('nobody sees %s'", "('all see %s'") }))
  expect(missingProofs(renamed)).toHaveLength(cases.length + 51)
})

test('a reason stands for a test where there can be none', () => {
  const reason = '| 24 | a case | No test: it is looked at by people, page by page |'
  expect(missingProofs(files((rows) => rows.map((row) => (row.startsWith('| 24 |') ? reason : row))))).toEqual([])
})
