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
  /** What the reads of this request must see at least; absent where they go to the primary. */
  readonly freshness?: Freshness | undefined
  readonly [verified]: true
}

/**
 * What the reads of a request must see at least, where they may be answered by a replica. It is the request's own: what
 * one of its reads has seen, the later ones see too.
 */
export type Freshness = {
  /** The account's version: that of the primary when the request came in, or the latest that was read since. */
  version: number
  /** Where the primary's log ended when this browser last wrote (a pg_lsn); undefined when it has not. */
  readonly lastWrite: string | undefined
  /** Whether one of the reads had to go to the primary: the others follow it. */
  onPrimary: boolean
}
