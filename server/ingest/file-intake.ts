import type { IngestReport } from '#contract/ingest/documents.ts'
import { restoreNext } from './full-list/restore.ts'
import type { Intake, IntakeOptions } from './intake.ts'
import { type UndoneDocument, undoRun } from './maintenance/undo-run.ts'
import { type FilePreview, type FilesToMap, previewFiles } from './mapped-files.ts'
import { type ComparedFiles, type Completeness, compareFiles } from './reconcile/compare-files.ts'
import type { IngestDeps, Sender } from './types.ts'

/** What the imports of files need of the intake. */
export type FileIntake = {
  /** Takes in what a profile makes of files, in the thread of an intake where it has one. */
  take: (files: FilesToMap, options: Omit<IntakeOptions, 'files'>) => Promise<IngestReport>
  /** What a profile makes of the beginning of files, by the same code. */
  preview: (files: FilesToMap, most: { rows: number; documents: number }) => Promise<FilePreview>
  /** What a list of documents and the portal differ in. */
  compare: (files: FilesToMap, complete: Completeness) => Promise<ComparedFiles>
  /** Withdraws documents that a run created. */
  undo: (documents: readonly UndoneDocument[], sender: Sender) => Promise<void>
  /** Brings back the next documents that a run withdrew; how many it looked at. */
  restore: (run: string, sender: Sender) => Promise<number>
}

/** The intake as the imports of files need it. */
export function createFileIntake(intake: Intake, deps: IngestDeps): FileIntake {
  return {
    take: (files, options) => intake.take('files', new Uint8Array(), { ...options, files }),
    preview: (files, most) => previewFiles(deps, files, most),
    compare: (files, complete) => compareFiles(deps, files, complete),
    undo: (documents, sender) => undoRun(deps, documents, sender),
    restore: (run, sender) => restoreNext(deps, run, sender),
  }
}
