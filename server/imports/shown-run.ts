import type { ImportRun } from '#contract/console/imports.ts'
import type { FullListOutcome } from '#contract/ingest/full-list.ts'
import type { RunRow } from './run-queries.ts'

/** A run as staff see it. */
export const shownRun = ({ way, fullList, ...run }: RunRow): ImportRun => ({
  ...run,
  // The table's check constraint allows only these ways.
  way: way as ImportRun['way'],
  // Only finishRun writes it.
  fullList: fullList as FullListOutcome | null,
})
