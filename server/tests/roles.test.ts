import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { permissions, roles } from '#contract/permissions.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/security.md'), 'utf8')
const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('`', ''))

test('the page of security says what each role may do, and nothing else holds', () => {
  const lines = page.split('\n')
  const head = lines.findIndex((line) => line.startsWith('| permission |'))
  const names = cellsOf(lines[head] ?? '').slice(1)
  const rows = lines
    .slice(head + 2)
    .slice(0, permissions.length)
    .map(cellsOf)
  const documented = names.map((name, index) => [
    name,
    rows.filter((row) => row[index + 1] === 'yes').map(([permission]) => permission),
  ])
  const defined = Object.entries(roles).map(([name, allowed]) => [
    name,
    permissions.filter((permission) => (allowed as readonly string[]).includes(permission)),
  ])
  expect(documented).toEqual(defined)
  expect(rows.map(([permission]) => permission)).toEqual([...permissions])
})
