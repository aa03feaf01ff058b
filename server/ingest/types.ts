import type { Pool } from 'pg'
import type { Caller } from '../audit/record.ts'
import type { Elsewhere, ElsewhereMode } from './elsewhere/elsewhere.ts'

/**
 * What ingest depends on: the pool for long work, the clock, ids (UUIDv7), and whether the disk has room.
 */
export type IngestDeps = {
  workPool: Pool
  clock: () => Date
  newId: () => string
  /** Waits until a batch may be written among others; calling the result ends its turn. Absent: at once. */
  takeTurn?: () => (() => void) | Promise<() => void>
  /** Whether the disk has room for new data. Absent: always. */
  hasRoom?: (() => boolean) | undefined
  /** Records for the operator that documents were refused, and why the first was. Absent: nothing is recorded. */
  noteRefused?: (times: number, example: string) => Promise<void>
  /** Other regions of the supplier; absent where there are none. */
  elsewhere?: Elsewhere | undefined
}

/**
 * Whose numbers documents have: the supplier's own, each of which belongs to one account, or numbers that repeat per
 * customer.
 */
export const numberings = ['supplier', 'customer'] as const
export type NumberedBy = (typeof numberings)[number]

/** Whose numbers they are, and which company or system of the supplier assigned them; '' where none is named. */
export type Numbering = {
  source: string
  numberedBy: NumberedBy
  /** The source is the seller that a document names: another name may mean the same seller. */
  bySeller?: true
}

/** The supplier's own numbers, from a single system without a name. */
export const supplierNumbering: Numbering = { source: '', numberedBy: 'supplier' }

/** The caller and API key that send documents, or the member of staff who changes them, for the audit log. */
export type Sender = { caller: Caller; keyId: string | null; staffId?: string | null }

/**
 * `source` names where the documents come from (the name of a format); a dry run writes nothing at all; with `parts` each
 * message is partial, whether it says so or not. Without `numbering` the numbers are the supplier's own.
 */
export type IngestOptions = {
  dryRun: boolean
  source: string
  parts?: boolean
  numbering?: Numbering
  sender?: Sender
  /** The ids of the accounts to which documents may go; all when absent. */
  accountIds?: ReadonlySet<string> | undefined
  /** The run of files whose documents these are: what it writes is remembered, so that it can be undone. */
  run?: string
  /** What becomes of documents for accounts of other regions; they are sent on when absent. */
  elsewhereMode?: ElsewhereMode
}
