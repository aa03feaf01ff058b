import { expect, test } from 'vitest'
import { staffPermissions } from './console/staff.ts'
import { consoleScopes, erpScopes, keyScopes, parseScopes, requiredScope } from './key-scopes.ts'
import { isRole, permissions, type Role, roles } from './permissions.ts'

test.each<[Role, readonly string[]]>([
  ['admin', permissions],
  [
    'buyer',
    [
      'quotes.read',
      'orders.read',
      'shipments.read',
      'items.read',
      'quotes.write',
      'orders.write',
      'invoices.read',
      'prices',
    ],
  ],
  ['finance', ['orders.read', 'invoices.read', 'invoices.write', 'prices']],
  ['logistics', ['orders.read', 'shipments.read', 'shipments.write', 'items.read']],
  ['viewer', ['quotes.read', 'orders.read', 'shipments.read', 'items.read', 'invoices.read', 'prices']],
])('the role %s may do what the page of members says', (role, allowed) => {
  expect([...roles[role]].sort()).toEqual([...allowed].sort())
})

test('only an admin may invite people', () => {
  const inviting = Object.entries(roles).filter(([, allowed]: [string, readonly string[]]) =>
    allowed.includes('members.write'),
  )
  expect(inviting.map(([role]) => role)).toEqual(['admin'])
})

test('a word that is no role is not taken for one', () => {
  expect(['buyer', 'Buyer', 'constructor', ''].filter(isRole)).toEqual(['buyer'])
})

test.each([
  ['ingest:write', ['ingest:write']],
  ['requests:read, requests:write', ['requests:read', 'requests:write']],
  [' requests:read\trequests:read ', ['requests:read']],
  ['ingest', ['ingest:write', 'requests:read', 'requests:write']],
  ['', undefined],
  [' , ', undefined],
  ['requests:read everything', undefined],
  ['toString', undefined],
])('a key for "%s" may do %j', (text, scopes) => {
  const parsed = parseScopes(text)
  expect(parsed && [...parsed]).toEqual(scopes)
})

test('a call of an ERP that names no scope takes a key that sends documents', () => {
  expect(requiredScope({})).toBe('ingest:write')
  expect(requiredScope({ scope: 'requests:read' })).toBe('requests:read')
})

test('whoever makes a key reads what each scope allows', () => {
  expect(erpScopes).toEqual(['ingest:write', 'requests:read', 'requests:write'])
  expect(consoleScopes).toHaveLength(staffPermissions.length)
  for (const text of Object.values(keyScopes)) expect(text).toMatch(/^[a-z].{20}/)
})
