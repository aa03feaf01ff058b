import type { Body, Query, Reply } from '#contract/endpoint.ts'
import type { PartyIdentifier } from '#contract/identifiers.ts'
import type { IngestReport } from '#contract/ingest/documents.ts'
import type { reconcileDocuments, withdrawDocument } from '#contract/ingest/reconcile.ts'
import { type KeyScope, regionScope } from '#contract/key-scopes.ts'

/** How documents are sent on: as a dry run or not, as parts or whole, and whose numbers they have. */
export type SendOptions = { dryRun: boolean; parts: boolean; numberedBy: 'supplier' | 'customer' }

/** The region in which an account lives. */
export type Location = { region: string; account: string }

/**
 * Regions in which other accounts live, and how documents get there. Sending throws an error whose message is a
 * sentence for the report when a region does not take them now.
 */
export type Elsewhere = {
  /** The region in which an account lives; undefined: it is this one. */
  regionOf: (account: string) => string | undefined
  /** Sends documents as lines of NDJSON; the report counts their lines from 1. */
  sendDocuments: (region: string, lines: readonly string[], options: SendOptions) => Promise<IngestReport>
  /** Finds the account that goes by one of these identifiers or numbers; undefined when none, or several. */
  findBuyer: (
    identifiers: readonly PartyIdentifier[],
    accountNumbers: readonly string[],
  ) => Promise<Location | undefined>
  /** Sends a file with one message of a format for an account. */
  sendFile: (
    location: Location,
    file: { format: string; content: Uint8Array },
    options: Omit<SendOptions, 'parts'>,
  ) => Promise<IngestReport>
  /** Withdraws a document of another region, whichever has it; undefined when none has. */
  withdraw: (
    document: { type: string; number: string },
    query: Query<typeof withdrawDocument>,
  ) => Promise<Reply<typeof withdrawDocument> | undefined>
  /** The names of all other regions. */
  regions: readonly string[]
  /** Compares a list with what a region has. */
  reconcile: (region: string, list: Body<typeof reconcileDocuments>) => Promise<Reply<typeof reconcileDocuments>>
}

/**
 * What becomes of documents for an account of another region: they are sent on; they are refused, where another region
 * has sent them; or nobody looks where accounts live, for keys that are for some accounts alone.
 */
export type ElsewhereMode = 'sendOn' | 'refuse' | 'ignore'

/** What becomes of what a key sends for accounts of other regions. */
export const elsewhereModeOf = ({
  accountIds,
  scopes,
}: {
  accountIds: unknown
  scopes: ReadonlySet<KeyScope>
}): ElsewhereMode => (accountIds ? 'ignore' : scopes.has(regionScope) ? 'refuse' : 'sendOn')
