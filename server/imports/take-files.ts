import type { compareList } from '#contract/console/removed-documents.ts'
import type { Body, Reply } from '#contract/endpoint.ts'
import type { ImportProfile } from '#contract/imports/profile.ts'
import type { IngestReport } from '#contract/ingest/documents.ts'
import type { Caller } from '../audit/record.ts'
import type { NamedFile } from '../formats/format.ts'

/** Files, the profile that reads them, and a folder for what does not stay in memory. */
export type FilesToIngest = {
  profile: ImportProfile
  files: readonly NamedFile[]
  scratch: string
  /** How many documents a full list may withdraw at most, instead of the share of its profile. */
  withdraw?: number | undefined
}

export type FileSender = { caller: Caller; keyId: string | null; staffId?: string | null }

export type TakeOptions = {
  dryRun: boolean
  numbering?: { source: string; numberedBy: 'supplier' | 'customer' }
  sender?: FileSender
  takeTurn?: () => (() => void) | Promise<() => void>
  /** The run whose documents these are. */
  run?: string
}

/** Takes in what a profile makes of files, as ingest does. Throws invalid_input when they cannot be read by it. */
export type TakeFiles = (files: FilesToIngest, options: TakeOptions) => Promise<IngestReport>

/** What a profile makes of the beginning of files: nothing is written. Throws invalid_input. */
export type PreviewFiles = (
  files: FilesToIngest,
  most: { rows: number; documents: number },
) => Promise<{ report: IngestReport; documents: Record<string, unknown>[]; isWhole: boolean }>

/** What the documents that files name and those of the portal differ in. Throws invalid_input. */
export type CompareFiles = (
  files: FilesToIngest,
  complete: Body<typeof compareList>['complete'],
) => Promise<Omit<Reply<typeof compareList>, 'type' | 'columns'>>

/** Withdraws documents that a run created and that are as it wrote them. */
export type UndoDocuments = (
  documents: readonly { accountId: string; id: string; hash: Buffer }[],
  sender: FileSender,
) => Promise<void>

/** Brings back the next documents that a run withdrew; how many it looked at. */
export type RestoreDocuments = (run: string, sender: FileSender) => Promise<number>
