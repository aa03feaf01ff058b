/** What a membership can allow inside one account: resource × verb, and `prices` separately. */
export const permissions = [
  'quotes.read',
  'quotes.write',
  'orders.read',
  'orders.write',
  'shipments.read',
  'shipments.write',
  'invoices.read',
  'invoices.write',
  'items.read',
  'members.write',
  'prices',
] as const
export type Permission = (typeof permissions)[number]

const readPermissions: readonly Permission[] = ['quotes.read', 'orders.read', 'shipments.read', 'items.read']

/** The five roles of an account and what each may do. */
export const roles = {
  admin: permissions,
  buyer: [...readPermissions, 'quotes.write', 'orders.write', 'invoices.read', 'prices'],
  finance: ['orders.read', 'invoices.read', 'invoices.write', 'prices'],
  logistics: ['orders.read', 'shipments.read', 'shipments.write', 'items.read'],
  viewer: [...readPermissions, 'invoices.read', 'prices'],
} as const satisfies Record<string, readonly Permission[]>
export type Role = keyof typeof roles

/** Whether a text names one of the five roles. */
export function isRole(text: string): text is Role {
  return Object.hasOwn(roles, text)
}
