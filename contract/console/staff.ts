/* The supplier's own people: their roles, and what each may do in the console. */

/** What a role can allow in the console; calls without one are for all who are signed in there. */
export const staffPermissions = [
  'requests.read',
  'requests.write',
  'customers.read',
  'customers.write',
  'people.write',
  'view.as',
  'intake.read',
  'intake.write',
  'keys.write',
  'audit.read',
  'system.read',
  'system.write',
  'staff.write',
  'content.write',
  'templates.write',
  'insight.read',
] as const
export type StaffPermission = (typeof staffPermissions)[number]

/** The roles of staff and what each may do. Those of `sales` see only the accounts that are theirs. */
export const staffRoles = {
  owner: staffPermissions,
  integration: ['requests.read', 'customers.read', 'intake.read', 'intake.write', 'keys.write', 'system.read'],
  support: [
    'requests.read',
    'requests.write',
    'customers.read',
    'customers.write',
    'people.write',
    'view.as',
    'intake.read',
    'system.read',
    'templates.write',
    'insight.read',
  ],
  sales: ['requests.read', 'requests.write', 'customers.read', 'view.as'],
  content: ['content.write', 'templates.write', 'insight.read'],
  auditor: ['requests.read', 'customers.read', 'intake.read', 'audit.read', 'system.read', 'insight.read'],
} as const satisfies Record<string, readonly StaffPermission[]>
export type StaffRole = keyof typeof staffRoles

/** Whether a text names a role of staff. */
export function isStaffRole(text: string): text is StaffRole {
  return Object.hasOwn(staffRoles, text)
}

/** The roles that allow something. */
export function rolesThatMay(permission: StaffPermission): string[] {
  return Object.entries(staffRoles)
    .filter(([, permissions]) => (permissions as readonly StaffPermission[]).includes(permission))
    .map(([role]) => role)
}

declare const verified: unique symbol

/**
 * Who works in the console: a member of the supplier's staff who is signed in, or an API key that acts there. What reads
 * across accounts takes one; only server/http/console makes one, from a session or a key that it has looked up.
 */
export type Staff = {
  /** Of the member or, for a key, of the row of staff that is the key's own. */
  readonly staffId: string
  readonly name: string
  /** Whether a member has lately shown that it is they, or a key has the scope for what is dangerous. */
  readonly proven: boolean
  readonly permissions: ReadonlySet<StaffPermission>
  readonly [verified]: true
}

/** A member of staff who is signed in in a browser. */
export type SignedInStaff = Staff & {
  readonly sessionId: string
  readonly email: string
  readonly role: StaffRole
}

/** Days for which the link of an invitation to the staff works. */
export const staffInvitationDays = 7
/** How long a sign-in to the console lasts, in hours: at most, and without a call. */
export const staffSessionHours = { most: 12, idle: 2 } as const
/** For how many minutes a factor that was shown suffices for what is dangerous. */
export const staffProofMinutes = 10
