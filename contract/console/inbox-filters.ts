import { Type } from 'typebox'
import { requestKinds, type requestStates } from '../requests/rules.ts'

/**
 * The parts of the queue: what waits for the supplier, what the member of staff has not read, what is put off, what waits
 * for the customer, what is done.
 */
export const inboxViews = {
  waiting: ['open', 'taken'],
  unread: ['open', 'taken', 'asked', 'accepted', 'declined', 'answered', 'closed', 'withdrawn'],
  snoozed: ['open', 'taken'],
  asked: ['asked'],
  done: ['accepted', 'declined', 'answered', 'closed', 'withdrawn'],
} as const satisfies Record<string, readonly (typeof requestStates)[number][]>
export type InboxView = keyof typeof inboxViews

/** How the queue is narrowed. */
export const inboxFilters = {
  view: Type.Optional(Type.Enum(Object.keys(inboxViews) as InboxView[])),
  kind: Type.Optional(Type.Enum([...requestKinds])),
  /** The number of an account, or a part of its name. */
  account: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  /** Of one member of staff, or `none`: of nobody yet. */
  assignee: Type.Optional(Type.String({ pattern: '^(none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$' })),
  /** Made so many days ago or earlier. */
  olderThan: Type.Optional(Type.String({ pattern: '^[0-9]{1,3}$' })),
}
