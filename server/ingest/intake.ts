import type { IngestReport } from '#contract/ingest/documents.ts'
import { readNdjson } from '../formats/ndjson/read.ts'
import { captureEpcis } from './epcis.ts'
import { ingestDocuments } from './ingest.ts'
import type { IngestDeps, IngestOptions } from './types.ts'
import { ingestUbl, type UblFile } from './ubl-intake.ts'

export type DocumentIntakeOptions = {
  dryRun: boolean
  parts: boolean
  takeTurn?: IngestDeps['takeTurn']
} & Pick<IngestOptions, 'numbering' | 'sender'>

/** Takes in what the ERP sends, and returns the reports. */
export type Intake = {
  /** Reads NDJSON from a stream; when the stream breaks off, the unfinished line is reported as a problem. */
  documents: (chunks: AsyncIterable<Uint8Array>, options: DocumentIntakeOptions) => Promise<IngestReport>
  ubl: (file: UblFile) => Promise<IngestReport>
  epcis: (file: { content: Uint8Array; dryRun: boolean }) => Promise<IngestReport>
}

/** An intake that runs in the calling thread. */
export function createIntake(deps: IngestDeps): Intake {
  return {
    documents: (chunks, { takeTurn, ...options }) =>
      ingestDocuments({ ...deps, ...(takeTurn ? { takeTurn } : {}) }, readNdjson(chunks, { cutOff: () => true }), {
        ...options,
        source: 'ndjson',
      }),
    ubl: (file) => ingestUbl(deps, file),
    epcis: (file) => captureEpcis(deps, file),
  }
}
