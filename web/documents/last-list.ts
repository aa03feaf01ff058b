import type { DocumentType } from '#contract/values.ts'
import type { listQuery } from './list/queries.ts'

/** A list that was shown: its query, and how many documents it has in all groups, as far as that is known. */
export type LastList = { query: ReturnType<typeof listQuery>; total: { count: number; exact: boolean } | undefined }

/** The list of each type that was shown last: a document that was opened from it leads to its neighbours. */
export const lastLists = new Map<DocumentType, LastList>()
