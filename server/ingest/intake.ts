import type { IngestReport } from '#contract/ingest/documents.ts'
import type { Leniency } from '#contract/ingest/leniency.ts'
import type { DocumentFormat } from '../formats/format.ts'
import { formatNamed, lenientReader } from '../formats/formats.ts'
import { sendFileOn } from './elsewhere/send-message.ts'
import { ingestOrSendOn } from './elsewhere/send-on.ts'
import { captureEvents } from './events/capture.ts'
import { addReadings } from './lenient-queries.ts'
import { type FilesToMap, ingestMappedFiles } from './mapped-files.ts'
import { refusalsOfFile } from './refused/file-refusals.ts'
import { createRefusedStore } from './refused/keep.ts'
import { warn } from './report.ts'
import { ingestTradeMessages } from './trade/trade-messages.ts'
import type { IngestDeps, IngestOptions } from './types.ts'

export type IntakeOptions = {
  dryRun: boolean
  /** Each document is partial, whether it says so or not. */
  parts?: boolean
  /** The account of all messages, whatever buyers they name. */
  account?: string
  /** What is sent was refused before and is kept already. */
  again?: boolean
  takeTurn?: IngestDeps['takeTurn']
  /** How NDJSON is read where it is not quite as the format has it; strictly without it. */
  leniency?: Leniency
  /** Files that a profile reads, instead of a body. */
  files?: FilesToMap
} & Pick<IngestOptions, 'numbering' | 'sender' | 'run' | 'accountIds' | 'elsewhereMode'>

/** What is sent: a stream where the format is read from one, otherwise the bytes, whose memory the intake takes over. */
export type IntakeBody = AsyncIterable<Uint8Array> | Uint8Array

/** Takes in what the ERP sends in a format, and returns the report. */
export type Intake = { take: (format: string, body: IntakeBody, options: IntakeOptions) => Promise<IngestReport> }

/** An intake that runs in the calling thread. When a stream breaks off, its unfinished line is reported as a problem. */
export function createIntake(deps: IngestDeps): Intake {
  return { take: (format, body, options) => takeIn(deps, format, body, { ...options, cutOff: () => true }) }
}

/**
 * Takes in what is sent in a format, and returns the report. With `cutOff`, a stream that breaks off with an error for
 * which it is true is reported. Throws it otherwise, and when the database cannot be reached. What is refused is kept,
 * unless it is kept already and sent through `again`.
 */
export async function takeIn(
  deps: IngestDeps,
  formatName: string,
  body: IntakeBody,
  { takeTurn, cutOff, again, files, leniency, ...options }: IntakeOptions & { cutOff?: (error: unknown) => boolean },
): Promise<IngestReport> {
  const turns = takeTurn ? { ...deps, takeTurn } : deps
  const isKept = !(options.dryRun || again)
  if (files) return ingestMappedFiles(turns, files, options, isKept)
  const format = formatNamed(formatName)
  const keep = isKept ? createRefusedStore(deps, format.name, { ...options, leniency }) : undefined
  if (format.gives === 'documents')
    return takeDocuments(turns, { format, body, cutOff, leniency, notes: isKept }, options, keep)
  if (!(body instanceof Uint8Array)) throw new RangeError(`${format.name} is read whole`)
  const sent = await sendFileOn(deps.elsewhere, { format: format.name, content: body }, options)
  if (sent) return sent
  const report = await (format.gives === 'events'
    ? captureEvents(deps, format, body, options)
    : ingestTradeMessages(deps, format, body, options))
  if (keep && report.rejected > 0) await keep(await refusalsOfFile(format, body, report))
  return report
}

type DocumentBody = {
  format: DocumentFormat
  body: IntakeBody
  cutOff: ((error: unknown) => boolean) | undefined
  leniency: Leniency | undefined
  /** Whether what is taken leniently is noted for the key. */
  notes: boolean
}

async function takeDocuments(
  deps: IngestDeps,
  { format, body, cutOff, leniency, notes }: DocumentBody,
  options: Omit<IngestOptions, 'source'>,
  keep: ReturnType<typeof createRefusedStore> | undefined,
): Promise<IngestReport> {
  const lenient = leniency && lenientReader(leniency)
  const messages = format.read(streamOf(body), { ...(cutOff ? { cutOff } : {}), keepsDigits: lenient !== undefined })
  const source = { ...options, source: format.name }
  const report = await ingestOrSendOn(deps, lenient ? lenient.read(messages) : messages, source, keep)
  for (const { line, problem } of lenient?.warnings() ?? []) warn(report, line, [problem])
  const taken = lenient?.taken() ?? []
  const { keyId } = options.sender ?? {}
  if (notes && keyId && taken.length > 0) await addReadings(deps.workPool, keyId, taken, deps.clock().toISOString())
  return report
}

function streamOf(body: IntakeBody): AsyncIterable<Uint8Array> {
  if (!(body instanceof Uint8Array)) return body
  return (async function* () {
    yield body
  })()
}
