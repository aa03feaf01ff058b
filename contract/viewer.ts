import type { Permission, Role } from './permissions.ts'

declare const verified: unique symbol

/**
 * The signed-in member, their current account, and what they may see. Every query takes a viewer; only server/http
 * makes one, from a verified token.
 */
export type Viewer = {
  readonly userId: string
  readonly sessionId: string
  readonly accountId: string
  readonly role: Role
  readonly permissions: ReadonlySet<Permission>
  /** The member of the supplier's staff who sees what this member sees, and changes nothing; absent for the member. */
  readonly viewedBy?: { readonly staffId: string } | undefined
  readonly [verified]: true
}
