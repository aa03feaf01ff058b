import type { Dashboard } from '#contract/dashboard.ts'
import { plusDays } from '#contract/dashboard.ts'
import type { DashboardRows, NewestRow } from './queries.ts'

type ActivityEntry = Dashboard['activity'][number]
const maxEntries = 8

/** When the portal first received a document, ISO 8601, read from its id, a UUIDv7. */
export function firstReceivedAt({ id }: Pick<NewestRow, 'id'>): string {
  return new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toISOString()
}

/** An activity entry, and when the portal received it. */
export type ReceivedEntry = Omit<ActivityEntry, 'isNew'> & { receivedAt: string }

/**
 * The latest activity, newest first: new and changed documents, each document once. Documents of a history that is
 * imported at once count by their issue dates.
 */
export function activityOf(rows: Pick<DashboardRows, 'newest' | 'changes'>): ReceivedEntry[] {
  const createdEntries = rows.newest.map((row): ReceivedEntry => {
    const receivedAt = firstReceivedAt(row)
    const issued = row.issueDate
    const isBackdated = issued !== null && plusDays(issued, 1) < receivedAt.slice(0, 10)
    const { type, number, customerReference, status } = row
    return { type, number, customerReference, status, at: isBackdated ? issued : receivedAt, receivedAt, change: null }
  })
  const changedEntries = rows.changes.map((row): ReceivedEntry => {
    const { type, number, customerReference, status } = row
    const change = row.changes[0]
    return {
      type,
      number,
      customerReference,
      status,
      at: row.changedAt,
      receivedAt: row.recordedAt,
      change: change ? { field: change.field, old: change.old, new: change.new, more: row.changes.length - 1 } : null,
    }
  })
  const newestFirst = [...changedEntries, ...createdEntries].toSorted((a, b) => (a.at < b.at ? 1 : -1))
  const seen = new Set<string>()
  return newestFirst
    .filter(({ type, number }) => {
      const key = `${type}/${number}`
      return !seen.has(key) && seen.add(key)
    })
    .slice(0, maxEntries)
}

/** Marks as new what the portal received after the viewer's last visit. */
export function markNew(lastVisitAt: string | null, entries: readonly ReceivedEntry[]): ActivityEntry[] {
  return entries.map(({ receivedAt, ...entry }) => ({
    ...entry,
    isNew: lastVisitAt !== null && receivedAt > lastVisitAt,
  }))
}
