import type { Pool } from 'pg'
import type { Caller } from '../audit/record.ts'

/** What ingest is handed: the pool of the role portal_server, the clock, ids (UUIDv7), and whether the disk has room. */
export type IngestDeps = {
  pool: Pool
  clock: () => Date
  newId: () => string
  /** Waits for the turn of a batch among the others that are written; what it gives ends the turn. Absent: at once. */
  takeTurn?: () => (() => void) | Promise<() => void>
  /** Whether the disk has room for anything new. Absent: always. */
  hasRoom?: (() => boolean) | undefined
  /** Remembers for the operator that documents were refused, and why the first was. Absent: nobody does. */
  noteRefused?: (times: number, example: string) => Promise<void>
}

/** Where in a message something is wrong (a JSON path or XPath), and a sentence that says what and how to mend it. */
export type Problem = { path: string; message: string }

/**
 * The file as which a document was sent: what it calls itself, whether it tells any amount, its bytes compressed with zstd and,
 * of an order, which is made of several, when it was written.
 */
export type OriginalFile = { kind: string; hasAmounts: boolean; content: Buffer; modifiedAt: string | null }

/**
 * One message of a file: a parsed document that nobody has checked yet, or why there is none. `raw` is kept as it came for
 * some time, `original` as long as the document is there.
 */
export type Incoming =
  | { line: number; document: unknown; raw?: Uint8Array; original?: OriginalFile | undefined }
  | { line: number; problem: Problem; raw?: Uint8Array }

/** Whose numbers documents bear: the supplier's own, of which each belongs to one account, or such as repeat per customer. */
export type NumberedBy = 'supplier' | 'customer'

/** Whose numbers they are, and which company or system of the supplier made them; '' where none is named. */
export type Numbering = {
  source: string
  numberedBy: NumberedBy
  /** The documents’ sellers are their sources: one that is called otherwise may be the same. */
  bySeller?: true
}

/** The supplier's own numbers of the one system that there is. */
export const supplierNumbering: Numbering = { source: '', numberedBy: 'supplier' }

/** Who sends: named in the audit log. */
export type Sender = { caller: Caller; keyId: string | null }

/**
 * `source` names where the documents come from ('ndjson', 'ubl'); a dry run writes nothing at all; `parts`: each message is
 * a part of a document, whether it says so or not. Without `numbering` the numbers are the supplier's own.
 */
export type IngestOptions = {
  dryRun: boolean
  source: string
  parts?: boolean
  numbering?: Numbering
  sender?: Sender
}
