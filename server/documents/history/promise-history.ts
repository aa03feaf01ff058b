import type { Pool } from 'pg'
import type { PromiseStep } from '#contract/documents/activity.ts'
import { promiseFields, type StoredChange } from '#contract/documents/changes.ts'
import { notFound } from '#contract/errors.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { requireTypeAccess } from '../type-access.ts'
import { readPromises } from './activity-queries.ts'

type PromiseDates = { promisedDate: string | null; estimatedDate: string | null }
/** Changes of the dates with their times, newest first. */
type DatedChanges = { at: string; changes: readonly StoredChange[] }[]

/** How the promised dates of one of the viewer's documents moved. Throws not_found for an absent or hidden document. */
export async function promisesOf(
  viewerPool: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
): Promise<{ document: PromiseStep[]; lines: { line: string; steps: PromiseStep[] }[] }> {
  requireTypeAccess(viewer, type)
  const rows = await readPromises(viewerPool, viewer, type, number)
  if (!rows) throw notFound()
  const fields: readonly string[] = promiseFields
  const dateChanges = rows.changes.map(({ at, changes }) => ({
    at,
    changes: changes.filter((change) => fields.includes(change.field)),
  }))
  const byLine = changesByLine(dateChanges)
  return {
    document: promiseSteps(rows.document, documentChanges(dateChanges)),
    lines: rows.lines
      .map(({ line, ...dates }) => ({ line, steps: promiseSteps(dates, byLine.get(line) ?? []) }))
      .filter(({ steps }) => steps.length > 1),
  }
}

function documentChanges(dateChanges: DatedChanges): DatedChanges {
  return dateChanges.map(({ at, changes }) => ({ at, changes: changes.filter((change) => change.lines === undefined) }))
}

function changesByLine(dateChanges: DatedChanges): Map<string, DatedChanges> {
  const byLine = new Map<string, DatedChanges>()
  for (const { at, changes } of dateChanges) {
    for (const change of changes) {
      for (const line of change.lines ?? []) {
        const lineChanges = byLine.get(line) ?? []
        byLine.set(line, lineChanges)
        lineChanges.push({ at, changes: [change] })
      }
    }
  }
  return byLine
}

const dayMilliseconds = 86_400_000

/**
 * The steps from the first promised date to the one expected now, reconstructed backwards from the current dates. Each
 * step is the date that was in force, the estimate where there was one; `slipDays` counts from the first step.
 */
export function promiseSteps(currentDates: PromiseDates, dateChanges: DatedChanges): PromiseStep[] {
  const steps: Omit<PromiseStep, 'slipDays'>[] = []
  const dates = { ...currentDates }
  let effective = effectiveDate(dates)
  for (const { at, changes } of dateChanges) {
    for (const { field, old } of changes) {
      if (field === 'promisedDate' || field === 'estimatedDate') dates[field] = old
    }
    const previous = effectiveDate(dates)
    if (previous.date !== effective.date) {
      if (effective.date !== null) steps.push({ ...effective, at })
      effective = previous
    }
  }
  if (effective.date !== null) steps.push({ ...effective, at: null })
  // Where the earliest known date is an estimate that differs from the promised date, the promise came before it.
  if (dates.promisedDate !== null && effective.date !== null && dates.promisedDate !== effective.date) {
    steps.push({ date: dates.promisedDate, kind: 'promised', at: null })
  }
  const firstDate = steps.at(-1)?.date
  return steps
    .reverse()
    .map((step) => ({ ...step, slipDays: firstDate && step.date ? daysBetween(firstDate, step.date) : 0 }))
}

function effectiveDate({ promisedDate, estimatedDate }: PromiseDates): {
  date: string | null
  kind: PromiseStep['kind']
} {
  return estimatedDate === null || estimatedDate === promisedDate
    ? { date: promisedDate, kind: 'promised' }
    : { date: estimatedDate, kind: 'estimated' }
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMilliseconds)
}
