import type { ImportProfile } from '#contract/imports/profile.ts'
import type { IngestReport } from '#contract/ingest/documents.ts'
import type { Caller } from '../audit/record.ts'
import type { NamedFile } from '../formats/format.ts'

/** Files, the profile that reads them, and a folder for what does not stay in memory. */
export type FilesToTake = { profile: ImportProfile; files: readonly NamedFile[]; scratch: string }

export type TakeOptions = {
  dryRun: boolean
  numbering?: { source: string; numberedBy: 'supplier' | 'customer' }
  sender?: { caller: Caller; keyId: string | null }
  takeTurn?: () => (() => void) | Promise<() => void>
}

/** Takes in what a profile makes of files, as ingest does. Throws invalid_input when they cannot be read by it. */
export type TakeFiles = (files: FilesToTake, options: TakeOptions) => Promise<IngestReport>
