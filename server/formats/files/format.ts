import type { ProfileFormat } from '../format.ts'
import { evidenceText } from './guess/evidence-text.ts'
import { columnFields } from './guess/fields.ts'
import { guessFiles } from './guess/file.ts'
import { profileProblems, valueProblems } from './map/compile.ts'
import { fileSets } from './map/file-sets.ts'
import { openFiles } from './map/open.ts'

/** Files of any program, which an import profile reads. */
export const files: ProfileFormat = {
  open: openFiles,
  problems: profileProblems,
  valueProblems,
  sets: fileSets,
  guess: guessFiles,
  fields: columnFields,
  evidence: evidenceText,
}
