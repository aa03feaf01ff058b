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
  readonly [verified]: true
}
