import type { Permission, Role } from './permissions.ts'

declare const verified: unique symbol

/**
 * Who asks, for which account, and what they may see. Every query takes one; only server/http makes one, from a token
 * that was verified.
 */
export type Viewer = {
  readonly userId: string
  readonly sessionId: string
  readonly accountId: string
  readonly role: Role
  readonly permissions: ReadonlySet<Permission>
  readonly [verified]: true
}
