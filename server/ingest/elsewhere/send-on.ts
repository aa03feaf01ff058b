import type { IngestReport } from '#contract/ingest/documents.ts'
import type { Incoming } from '#server/formats/message.ts'
import { ingestDocuments } from '../ingest.ts'
import type { KeepRefused } from '../refused/keep.ts'
import { addRemoteReport, emptyReport, sortEntries } from '../report.ts'
import type { IngestDeps, IngestOptions } from '../types.ts'
import type { Elsewhere } from './elsewhere.ts'

/** How many documents, and how many bytes of them, wait for a region at most before they are sent. */
const maxWaiting = { documents: 500, bytes: 1024 * 1024 }

/**
 * Takes documents in as `ingestDocuments` does, and sends those whose account lives in another region there: the report
 * is one. What a region does not take now is refused with a sentence that says so, and kept like everything that is
 * refused.
 */
export async function ingestOrSendOn(
  deps: IngestDeps,
  incoming: AsyncIterable<Incoming> | Iterable<Incoming>,
  options: IngestOptions,
  keepRefused?: KeepRefused,
): Promise<IngestReport> {
  const { elsewhere } = deps
  const { elsewhereMode = 'sendOn', ...rest } = options
  if (!elsewhere || elsewhereMode === 'ignore') return ingestDocuments(deps, incoming, rest, keepRefused)
  if (elsewhereMode === 'refuse') return ingestDocuments(deps, refuseForeign(elsewhere, incoming), rest, keepRefused)
  const remote = emptyReport()
  const report = await ingestDocuments(deps, sendOn(elsewhere, incoming, rest, remote), rest, keepRefused)
  addRemoteReport(report, remote)
  return sortEntries(report)
}

/** The region of a message's account; undefined for this one, and for a message that names no account. */
function regionOf({ regionOf: find }: Elsewhere, message: Incoming): string | undefined {
  if ('problem' in message) return undefined
  const { account } = (message.document ?? {}) as { account?: unknown }
  return typeof account === 'string' ? find(account) : undefined
}

async function* refuseForeign(
  elsewhere: Elsewhere,
  incoming: AsyncIterable<Incoming> | Iterable<Incoming>,
): AsyncGenerator<Incoming> {
  for await (const message of incoming) {
    const region = regionOf(elsewhere, message)
    yield region === undefined
      ? message
      : withProblem(
          message,
          `by the directory here this account lives in the region ${region}: REGIONS must be the same everywhere.`,
        )
  }
}

/** Why a region takes nothing now, by its name: it is not tried again for the rest of a file. */
type Failures = Map<string, string>
type Waiting = { messages: Incoming[]; lines: string[]; bytes: number }

/** The messages for this region; the others are sent on in batches, and added to `remote`. */
async function* sendOn(
  elsewhere: Elsewhere,
  incoming: AsyncIterable<Incoming> | Iterable<Incoming>,
  options: IngestOptions,
  remote: IngestReport,
): AsyncGenerator<Incoming> {
  const waiting = new Map<string, Waiting>()
  const failures: Failures = new Map()
  for await (const message of incoming) {
    const region = regionOf(elsewhere, message)
    if (region === undefined || 'problem' in message) {
      yield message
      continue
    }
    const batch = waiting.get(region) ?? { messages: [], lines: [], bytes: 0 }
    waiting.set(region, batch)
    const line = JSON.stringify(withSource(message.document, options))
    batch.messages.push(message)
    batch.lines.push(line)
    batch.bytes += line.length
    if (batch.lines.length < maxWaiting.documents && batch.bytes < maxWaiting.bytes) continue
    waiting.delete(region)
    yield* sendBatch({ elsewhere, failures, remote }, region, batch, options)
  }
  for (const [region, batch] of waiting) yield* sendBatch({ elsewhere, failures, remote }, region, batch, options)
}

/** Sends a batch; what is not taken comes back as refused. */
async function* sendBatch(
  { elsewhere, failures, remote }: { elsewhere: Elsewhere; failures: Failures; remote: IngestReport },
  region: string,
  { messages, lines }: Waiting,
  { dryRun, parts = false, numbering }: IngestOptions,
): AsyncGenerator<Incoming> {
  let failure = failures.get(region)
  if (failure === undefined) {
    try {
      const numberedBy = numbering?.numberedBy ?? 'supplier'
      const report = await elsewhere.sendDocuments(region, lines, { dryRun, parts, numberedBy })
      addRemoteReport(remote, report, { line: (line) => messages[line - 1]?.line ?? line })
      return
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error)
      failures.set(region, failure)
    }
  }
  for (const message of messages) yield withProblem(message, failure)
}

/** The document with the source of its key, which another region does not know. */
function withSource(document: unknown, { numbering }: IngestOptions): unknown {
  const { source = '' } = numbering ?? {}
  return source === '' ? document : { source, ...(document as object) }
}

function withProblem(message: Incoming, sentence: string): Incoming {
  return { ...message, problem: { path: '$.account', message: sentence } }
}
