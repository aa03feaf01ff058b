import type { IngestReport } from '#contract/ingest/documents.ts'

type Run = {
  profile: string
  version: number
  files: readonly string[]
  finished: string
  report?: IngestReport
  failure?: string
}

/** What became of files, as the text that is put beside them. */
export function reportText({ profile, version, files, finished, report, failure }: Run): string {
  const lines = [`Files: ${files.join(', ')}`, `Profile: ${profile}, version ${version}`, `Read: ${finished}`, '']
  if (failure !== undefined) lines.push(`Nothing was taken: ${failure}`)
  if (report) {
    const { received, created, updated, unchanged, stale, rejected } = report
    lines.push(
      `${received} documents: ${created} new, ${updated} changed, ${unchanged} as before, ${stale} older than what is there, ${rejected} refused.`,
      ...(rejected > 0
        ? ['', 'What was refused. Correct it and put the file in once more: what was taken stays as it is.']
        : []),
      ...report.errors.map(problemText),
      ...(report.warnings.length > 0 ? ['', 'What was taken and may be a mistake:'] : []),
      ...report.warnings.map(problemText),
    )
  }
  return `${lines.join('\n')}\n`
}

/** A problem with the place in its file. */
export function problemText({ place, line, path, message }: IngestReport['errors'][number]): string {
  if (!place) return `line ${line}: ${path} ${message}`
  const sheet = place.sheet === undefined ? '' : `, sheet ${place.sheet}`
  const column = place.column === undefined ? '' : `, column ${place.column}`
  const value = place.value === undefined ? '' : ` "${place.value}"`
  return `${place.file}${sheet}, row ${place.row}${column}${value}: ${path.replace(/^\$\.?/, '')}: ${message}`
}
