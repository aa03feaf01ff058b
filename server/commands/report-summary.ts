import type { IngestReport } from '#contract/ingest/documents.ts'

/** The result of an import as a sentence; counts of zero are left out. */
export function reportSummary(report: IngestReport, dryRun: boolean): string {
  const parts = (['created', 'updated', 'unchanged', 'stale', 'quarantined', 'rejected'] as const)
    .filter((name) => report[name] > 0)
    .map((name) => `${report[name].toLocaleString('en')} ${name}`)
  const counts = parts.length > 0 ? parts.join(', ') : 'nothing in it'
  return `${report.received.toLocaleString('en')} read${dryRun ? ' (a dry run, nothing was written)' : ''}: ${counts}`
}
