import type { DocumentType } from '#contract/values.ts'
import type { listQuery } from './list/queries.ts'

/** The list of each type that was shown last: a document that was opened from it leads to its neighbours. */
export const lastLists = new Map<DocumentType, ReturnType<typeof listQuery>>()
