import type { IngestReport } from '#contract/ingest/documents.ts'
import type { Problem } from '../formats/message.ts'

/** How many errors and warnings a report lists; beyond that they are only counted. */
const maxListed = 1000

export type Outcome = 'created' | 'updated' | 'unchanged' | 'stale'

/** A message that was refused; `raw` and `about` as far as they are known where it is refused. */
export type Refusal = {
  line: number
  problems: readonly Problem[]
  raw?: Uint8Array | undefined
  /** Its document, however much of it is wrong. */
  about?: unknown
}

/** A report that is being written; where refusals are kept, with those that are not yet. */
export type RunningReport = IngestReport & { refusals?: Refusal[] }

/** How many refusals a report holds at once: those of two batches. */
const maxHeld = 2_000

/** An empty report. */
export function emptyReport(): IngestReport {
  return {
    received: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    stale: 0,
    rejected: 0,
    quarantined: 0,
    errors: [],
    warnings: [],
  }
}

/** Counts a document as rejected and lists why. */
export function reject(
  report: RunningReport,
  line: number,
  problems: readonly Problem[],
  known: Pick<Refusal, 'raw' | 'about'> = {},
): void {
  report.rejected++
  if (report.refusals && report.refusals.length < maxHeld) report.refusals.push({ line, problems, ...known })
  addEntries(report.errors, line, problems)
}

/** Adds warnings to the report. */
export function warn(report: IngestReport, line: number, problems: readonly Problem[]): void {
  addEntries(report.warnings, line, problems)
}

function addEntries(entries: IngestReport['errors'], line: number, problems: readonly Problem[]): void {
  for (const { path, message } of problems) if (entries.length < maxListed) entries.push({ line, path, message })
}

/** The most that a report lists, in the order of the lines. */
export function sortEntries(report: IngestReport): IngestReport {
  for (const list of [report.errors, report.warnings]) list.sort((a, b) => a.line - b.line).splice(maxListed)
  return report
}

/** Adds the report of another region; lines and paths there may be others here. */
export function addRemoteReport(
  report: IngestReport,
  remote: IngestReport,
  here: { line?: (line: number) => number; path?: (path: string) => string } = {},
): void {
  const { line: lineOf = sameLine, path: pathOf = samePath } = here
  for (const count of reportCounts) report[count] += remote[count]
  for (const list of ['errors', 'warnings'] as const) {
    for (const { line, path, message } of remote[list])
      if (report[list].length < maxListed) report[list].push({ line: lineOf(line), path: pathOf(path), message })
  }
}

const sameLine = (line: number) => line
const samePath = (path: string) => path

/** What a report counts. */
export const reportCounts = ['received', 'created', 'updated', 'unchanged', 'stale', 'rejected', 'quarantined'] as const
