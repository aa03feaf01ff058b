import type { IngestReport } from '#contract/ingest/documents.ts'
import type { FullListOutcome } from '#contract/ingest/full-list.ts'

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
    const { received, created, updated, unchanged, stale, rejected, fullList } = report
    lines.push(
      `${received} documents: ${created} new, ${updated} changed, ${unchanged} as before, ${stale} older than what is there, ${rejected} refused.`,
      ...(fullList ? fullListLines(fullList) : []),
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

/** What a full list means for documents that it does not name, and which these are. */
export function fullListLines(
  { open, absent, withdrawn, heldBack, documents }: FullListOutcome,
  isDry = false,
): string[] {
  if (absent === 0) return []
  const verb = isDry ? 'would be withdrawn' : 'were withdrawn'
  const said = {
    share: `they are more than a list may withdraw, so none ${verb}. If the list is whole, read it once more and allow it: import --withdraw ${absent}, or ?withdraw=${absent} of the call.`,
    refused: `refused documents of the file have no number and may be among them, so none ${verb}.`,
  }
  const what = `${absent} of ${open} open documents are no longer in the list`
  return [
    heldBack === null ? `${what}; ${withdrawn} ${verb}:` : `${what}: ${said[heldBack]}`,
    ...documents.map(({ type, number, account }) => `  ${type} ${number} of ${account}`),
    ...(absent > documents.length ? [`  and ${absent - documents.length} more`] : []),
  ]
}
