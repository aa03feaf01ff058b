import { inboxViews } from '#contract/console/inbox-filters.ts'
import { requestKinds } from '#contract/requests/rules.ts'
import { searchReader } from '#contract/search-parameters.ts'

/** How the queue is narrowed, as its address says. */
export type InboxSearch = { [Name in 'view' | 'kind' | 'account' | 'assignee' | 'olderThan']?: string | undefined }

/** How the queue is narrowed by an address. */
export const readInboxSearch = searchReader<InboxSearch>({
  view: new RegExp(`^(${Object.keys(inboxViews).join('|')})$`),
  kind: new RegExp(`^(${requestKinds.join('|')})$`),
  account: /^.{1,100}$/,
  assignee: /^(none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
  olderThan: /^\d{1,3}$/,
})
