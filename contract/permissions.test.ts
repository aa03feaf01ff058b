import { expect, test } from 'vitest'
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
