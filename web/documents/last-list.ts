import type { ListSearch } from '#contract/documents/list-search.ts'
import type { DocumentType } from '#contract/values.ts'

/** What the server was asked for the list of a type that was shown last: a document that was opened from it leads to its neighbours. */
export const lastLists = new Map<DocumentType, ListSearch>()
