import type { Pool } from 'pg'
import type { ImportRun } from '#contract/console/imports.ts'
import { PortalError } from '#contract/errors.ts'
import type { IngestReport } from '#contract/ingest/documents.ts'
import type { NamedFile } from '../formats/format.ts'
import type { StoredProfile } from './profile-queries.ts'
import { fullListLines, reportText } from './report-text.ts'
import { noRows, recordRun } from './run.ts'
import { inOwnFolder } from './scratch.ts'
import type { TakeFiles } from './take-files.ts'

export type SetDeps = {
  db: Pool
  clock: () => Date
  newId: () => string
  take: TakeFiles
  /** Records for the operator that documents were refused, and why the first was. */
  noteRefused?: (times: number, example: string) => Promise<void>
}

/** Files that belong together and that nobody sends: they wait somewhere. */
export type FileSet = Pick<StoredProfile, 'profile' | 'version'> & {
  way: ImportRun['way']
  files: readonly NamedFile[]
  /** The same for the same files, whichever server reads them. */
  fingerprint: string
  /** The source of the files, by name. */
  startedBy: string | null
}

/** What became of files, and what is put beside them. */
export type HandledSet = {
  outcome: 'processed' | 'refused'
  report: string
  run: string
  /** Why the first was refused. */
  reason: string | null
}

/** Files that ended their server so often are put aside. */
const mostAttempts = 3

/**
 * Reads files that wait somewhere, once. What is wrong with them is an outcome; any other error is thrown, and then they
 * are to stay where they are.
 */
export async function takeSet(deps: SetDeps, set: FileSet): Promise<HandledSet> {
  const run = deps.newId()
  const { profile, version, files } = set
  const { report, failure } = await readSet(deps, set, run)
  const names = files.map(({ name }) => name)
  const finished = deps.clock().toISOString()
  const text = reportText({
    ...{ profile: profile.name, version, files: names, finished },
    ...(report ? { report } : {}),
    ...(failure === undefined ? {} : { failure }),
  })
  const rejected = report?.rejected ?? 0
  const { fullList } = report ?? {}
  const heldBack = fullList && fullList.heldBack !== null ? fullListLines(fullList)[0] : undefined
  const reason = failure ?? report?.errors[0]?.message ?? heldBack
  if (reason === undefined) return { outcome: 'processed', report: text, run, reason: null }
  await deps.noteRefused?.(Math.max(1, rejected), `${names.join(' and ')}: ${reason}`)
  return { outcome: 'refused', report: text, run, reason }
}

async function readSet(deps: SetDeps, set: FileSet, id: string): Promise<{ report?: IngestReport; failure?: string }> {
  const { profile, files } = set
  try {
    const report = await recordRun(
      deps,
      { ...set, isDry: false },
      async (run, unfinished) => {
        if (unfinished >= mostAttempts) throw new PortalError('invalid_input', neverEnded(unfinished))
        return inOwnFolder((scratch) => deps.take({ profile, files, scratch }, { dryRun: false, run }))
      },
      id,
    )
    return report.received === 0 ? { report, failure: noRows } : { report }
  } catch (error) {
    if (error instanceof PortalError && error.code === 'invalid_input') return { failure: error.message }
    throw error
  }
}

const neverEnded = (times: number) =>
  `Reading was begun ${times} times and never came to an end. Look into the log of the portal, then put the file in once more.`

/** A moment as it stands before the names of files that were read. */
export function stampOf(moment: Date): string {
  return moment
    .toISOString()
    .replace(/[-:]|\.\d+Z$/g, '')
    .replace('T', '-')
}
