import type { IngestReport } from '#contract/ingest/documents.ts'
import { formatNamed } from '../formats/formats.ts'
import { captureEvents } from './events/capture.ts'
import { ingestDocuments } from './ingest.ts'
import { type FilesToMap, takeInFiles } from './mapped-files.ts'
import { ingestTradeMessages } from './trade/trade-messages.ts'
import type { IngestDeps, IngestOptions } from './types.ts'

export type IntakeOptions = {
  dryRun: boolean
  /** Each document is partial, whether it says so or not. */
  parts?: boolean
  /** The account of all messages, whatever buyers they name. */
  account?: string
  takeTurn?: IngestDeps['takeTurn']
  /** Files that a profile reads, instead of a body. */
  files?: FilesToMap
} & Pick<IngestOptions, 'numbering' | 'sender'>

/** What is sent: a stream where the format is read from one, otherwise the bytes. */
export type IntakeBody = AsyncIterable<Uint8Array> | Uint8Array

/** Takes in what the ERP sends in a format, and returns the report. */
export type Intake = { take: (format: string, body: IntakeBody, options: IntakeOptions) => Promise<IngestReport> }

/** An intake that runs in the calling thread. When a stream breaks off, its unfinished line is reported as a problem. */
export function createIntake(deps: IngestDeps): Intake {
  return { take: (format, body, options) => takeIn(deps, format, body, { ...options, cutOff: () => true }) }
}

/**
 * Takes in what is sent in a format, and returns the report. With `cutOff`, a stream that breaks off with an error for
 * which it is true is reported. Throws it otherwise, and when the database cannot be reached.
 */
export function takeIn(
  deps: IngestDeps,
  formatName: string,
  body: IntakeBody,
  { takeTurn, cutOff, files, ...options }: IntakeOptions & { cutOff?: (error: unknown) => boolean },
): Promise<IngestReport> {
  const turns = takeTurn ? { ...deps, takeTurn } : deps
  if (files) return takeInFiles(turns, files, options)
  const format = formatNamed(formatName)
  if (format.gives === 'documents') {
    const messages = format.read(streamOf(body), cutOff ? { cutOff } : {})
    return ingestDocuments(turns, messages, { ...options, source: format.name })
  }
  if (!(body instanceof Uint8Array)) throw new RangeError(`${format.name} is read whole`)
  return format.gives === 'events'
    ? captureEvents(deps, format, body, options)
    : ingestTradeMessages(deps, format, body, options)
}

function streamOf(body: IntakeBody): AsyncIterable<Uint8Array> {
  if (!(body instanceof Uint8Array)) return body
  return (async function* () {
    yield body
  })()
}

/** Takes in what a profile makes of files, in the thread of an intake where it has one. */
export function takeFilesWith(
  intake: Intake,
): (files: FilesToMap, options: Omit<IntakeOptions, 'files'>) => Promise<IngestReport> {
  return (files, options) => intake.take('files', new Uint8Array(), { ...options, files })
}
