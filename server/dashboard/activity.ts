import type { Dashboard } from '../../contract/dashboard.ts'
import { plusDays } from '../../contract/dashboard.ts'
import type { NewestRow, Read } from './queries.ts'

type Entry = Dashboard['activity'][number]
const shown = 8

/** When the portal first heard of a document: its id says so, being a UUIDv7. */
export function heardAt({ id }: Pick<NewestRow, 'id'>): string {
  return new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toISOString()
}

/** An entry of what became of documents, and when the portal heard of it. */
export type Happening = Omit<Entry, 'isNew'> & { heard: string }

/**
 * What became of documents lately, the newest first: those that came to be and those that changed, each document once.
 * A history that arrives in one go counts by the days on which its documents were issued.
 */
export function activityOf(read: Pick<Read, 'newest' | 'changes'>): Happening[] {
  const came = read.newest.map((row): Happening => {
    const heard = heardAt(row)
    const issued = row.issueDate
    const belated = issued !== null && plusDays(issued, 1) < heard.slice(0, 10)
    const { type, number, customerReference, status } = row
    return { type, number, customerReference, status, at: belated ? issued : heard, heard, change: null }
  })
  const changed = read.changes.map((row): Happening => {
    const { type, number, customerReference, status } = row
    const change = row.changes[0]
    return {
      type,
      number,
      customerReference,
      status,
      at: row.changedAt,
      heard: row.recordedAt,
      change: change ? { field: change.field, old: change.old, new: change.new, more: row.changes.length - 1 } : null,
    }
  })
  const newestFirst = [...changed, ...came].toSorted((a, b) => (a.at < b.at ? 1 : -1))
  const seen = new Set<string>()
  return newestFirst
    .filter(({ type, number }) => {
      const key = `${type}/${number}`
      return !seen.has(key) && seen.add(key)
    })
    .slice(0, shown)
}

/** The same for a viewer who was here before: what the portal heard of since then is new. */
export function newSince(lastVisitAt: string | null, happenings: readonly Happening[]): Entry[] {
  return happenings.map(({ heard, ...entry }) => ({ ...entry, isNew: lastVisitAt !== null && heard > lastVisitAt }))
}
