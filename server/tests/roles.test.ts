import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { staffPermissions, staffRoles } from '#contract/console/staff.ts'
import { permissions, roles } from '#contract/permissions.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/security.md'), 'utf8')
const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('`', ''))

/** The table of the page whose head names this first role: each role with what it may do. */
function documentedRoles(first: string, all: readonly string[]) {
  const lines = page.split('\n')
  const head = lines.findIndex((line) => line.startsWith(`| permission | ${first} |`))
  const names = cellsOf(lines[head] ?? '').slice(1)
  const rows = lines
    .slice(head + 2)
    .slice(0, all.length)
    .map(cellsOf)
  expect(rows.map(([permission]) => permission)).toEqual([...all])
  return names.map((name, index) => [
    name,
    rows.filter((row) => row[index + 1] === 'yes').map(([permission]) => permission),
  ])
}
const definedRoles = (defined: Readonly<Record<string, readonly string[]>>, all: readonly string[]) =>
  Object.entries(defined).map(([name, allowed]) => [name, all.filter((permission) => allowed.includes(permission))])

test('the page of security says what each role may do, and nothing else holds', () => {
  expect(documentedRoles('admin', permissions)).toEqual(definedRoles(roles, permissions))
})

test('it says the same of the roles of staff', () => {
  expect(documentedRoles('owner', staffPermissions)).toEqual(definedRoles(staffRoles, staffPermissions))
})
