import type { PreparedDocument } from './check/prepare.ts'
import type { Numbering } from './types.ts'

/**
 * A document that is about to be written: its rows, what the database decided, and the earlier messages about it in the
 * batch.
 */
export type PlannedDocument = {
  accountId: string
  searchKey: number
  id: string
  isNew: boolean
  document: PreparedDocument
  passed: readonly PreparedDocument[]
  numbering: Numbering
}
