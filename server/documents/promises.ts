import type { Pool } from 'pg'
import type { PromiseStep } from '../../contract/documents/activity.ts'
import { promiseFields, type StoredChange } from '../../contract/documents/changes.ts'
import { notFound } from '../../contract/errors.ts'
import type { DocumentType } from '../../contract/values.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { readPromises } from './activity-queries.ts'
import { allow } from './list.ts'

type Dates = { promisedDate: string | null; estimatedDate: string | null }
/** What was said of the dates at a moment, newest first. */
type Told = { at: string; changes: readonly StoredChange[] }[]

/** How the promises of one of the viewer's documents moved. Raises not_found for one that is absent or hidden. */
export async function promisesOf(
  db: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
): Promise<{ document: PromiseStep[]; lines: { line: string; steps: PromiseStep[] }[] }> {
  allow(viewer, type)
  const rows = await readPromises(db, viewer, type, number)
  if (!rows) throw notFound()
  const fields: readonly string[] = promiseFields
  const told = rows.told.map(({ at, changes }) => ({
    at,
    changes: changes.filter((one) => fields.includes(one.field)),
  }))
  const byLine = ofLines(told)
  return {
    document: stepsOf(rows.document, ofDocument(told)),
    lines: rows.lines
      .map(({ line, ...dates }) => ({ line, steps: stepsOf(dates, byLine.get(line) ?? []) }))
      .filter(({ steps }) => steps.length > 1),
  }
}

function ofDocument(told: Told): Told {
  return told.map(({ at, changes }) => ({ at, changes: changes.filter((one) => one.lines === undefined) }))
}

function ofLines(told: Told): Map<string, Told> {
  const all = new Map<string, Told>()
  for (const { at, changes } of told) {
    for (const change of changes) {
      for (const line of change.lines ?? []) {
        const own = all.get(line) ?? []
        all.set(line, own)
        own.push({ at, changes: [change] })
      }
    }
  }
  return all
}

const day = 86_400_000

/**
 * The way from the first promise to what is expected now, walked back from today's dates. Each step is the date that was
 * in force, the estimate where there was one; the slip is counted from the first that was promised.
 */
export function stepsOf(now: Dates, told: Told): PromiseStep[] {
  const steps: Omit<PromiseStep, 'slipDays'>[] = []
  const dates = { ...now }
  let until = inForce(dates)
  for (const { at, changes } of told) {
    for (const { field, old } of changes) {
      if (field === 'promisedDate' || field === 'estimatedDate') dates[field] = old
    }
    const before = inForce(dates)
    if (before.date !== until.date) {
      if (until.date !== null) steps.push({ ...until, at })
      until = before
    }
  }
  if (until.date !== null) steps.push({ ...until, at: null })
  // Where the first that is known is an estimate beside another promise, the promise came before it.
  if (dates.promisedDate !== null && until.date !== null && dates.promisedDate !== until.date) {
    steps.push({ date: dates.promisedDate, kind: 'promised', at: null })
  }
  const first = steps.at(-1)?.date
  return steps.reverse().map((step) => ({ ...step, slipDays: first && step.date ? daysBetween(first, step.date) : 0 }))
}

function inForce({ promisedDate, estimatedDate }: Dates): { date: string | null; kind: PromiseStep['kind'] } {
  return estimatedDate === null || estimatedDate === promisedDate
    ? { date: promisedDate, kind: 'promised' }
    : { date: estimatedDate, kind: 'estimated' }
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / day)
}
