/*
 * What formats read: documents whose account they name, messages of trade that name their buyer, and events. What
 * stands in them is not checked yet.
 */

import type { PartyIdentifier } from '#contract/identifiers.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'

/**
 * Where in a message something is wrong (a JSON path or XPath), and a sentence that says what, and how to correct it.
 */
export type Problem = { path: string; message: string }

/**
 * The file as which a document was sent: its kind, whether it states any amount, its bytes compressed with zstd and,
 * for an order, which is made of several files, when it was written.
 */
export type OriginalFile = { kind: string; hasAmounts: boolean; content: Buffer; modifiedAt: string | null }

/**
 * One message of a file: a parsed document that is not checked yet, or why it cannot be taken, with the document where it
 * could be read. `raw` is kept unchanged for some time, `original` as long as the document exists.
 */
export type Incoming =
  | { line: number; document: unknown; raw?: Uint8Array; original?: OriginalFile | undefined }
  | { line: number; problem: Problem; raw?: Uint8Array; document?: unknown }

/** The document's customer: its name, and all its identifiers in the form in which the operator registers them. */
export type Buyer = {
  name?: string
  identifiers: PartyIdentifier[]
  /** Numbers that the supplier gave the customer; they also match account numbers. */
  accountNumbers: string[]
}

/** What a response decides about the order and its lines. */
export type Verdict = {
  status?: 'received' | 'confirmed' | 'rejected'
  /** Lines of the order whose quantity, price and amount the supplier changed. */
  changed: string[]
  /** Lines that the supplier added, by their own numbers. */
  added?: string[]
}

/** A document as buyer and seller exchange it: it names its buyer instead of an account. */
export type TradeMessage = {
  /** What the format calls such a document. */
  kind: string
  /** The document in the ingest format, without its account. */
  document: Omit<IngestDocument, 'account'>
  buyer: Buyer
  /** The company that numbered the document, by the seller's first identifier or its name; '' if it has neither. */
  supplier?: string
  /** Orders that a despatch advice, invoice or credit note names only by the buyer's number. */
  buyersReferences: string[]
  /** For orders and their responses: the buyer's number of the order. */
  buyersNumber?: string
  /** For responses: the response's own number and its verdict. */
  response?: { number: string; verdict: Verdict }
}

/**
 * A trade message with the paths of its lines in the file, or all problems with their paths. `file` is the message
 * itself where it was sent inside another file.
 */
export type TradeReadResult =
  | { message: TradeMessage; warnings: Problem[]; linePaths: string[]; file?: Uint8Array }
  | { problems: Problem[] }

/** An event as it is stored with a shipment. */
export type ShipmentEvent = {
  id: string
  at: string
  offset: string
  code: string
  place: { lat?: number; lon?: number }
  description: string | null
  reason: string | null
  package: string | null
  /** The id of the event that this one retracts. */
  retracts: string | null
  /** By which its shipment is found (`shipment-keys.ts`). */
  keys: string[]
}

/** The events of one entry of a file (one, or an event with the one that retracts it), or its problems. */
export type EventReadResult = { line: number } & ({ events: ShipmentEvent[] } | { problems: Problem[] })
