import type { Dashboard } from '#contract/dashboard.ts'
import type { ConversationRow } from './conversation-queries.ts'
import type { DashboardRows, NewestRow, RecentChangeRow } from './queries.ts'

type ActivityEntry = Dashboard['activity'][number]
const maxEntries = 8

/** When the portal first received a document, in milliseconds, read from its id, a UUIDv7. */
const receivedTime = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

/** When the portal received the document that it received last, ISO 8601; null for none. */
export function lastReceivedOf(newest: readonly Pick<NewestRow, 'id'>[]): string | null {
  return newest.length === 0 ? null : isoTime(Math.max(...newest.map(({ id }) => receivedTime(id))))
}

/** An activity entry, and when the portal received it. */
export type ReceivedEntry = Omit<ActivityEntry, 'isNew'> & { receivedAt: string }

const isoTime = (time: number) => new Date(time).toISOString()
const day = 86_400_000

/**
 * The latest activity, newest first: new and changed documents, each document once. Documents of a history that is
 * imported at once count by their issue dates.
 */
export function activityOf(rows: Pick<DashboardRows, 'newest' | 'changes'>): ReceivedEntry[] {
  const created = rows.newest.map((row) => {
    const received = receivedTime(row.id)
    const issued = row.issueDate === null ? received : Date.parse(row.issueDate)
    const isBackdated = issued + 2 * day <= received
    const entry = (): ReceivedEntry => {
      const receivedAt = isoTime(received)
      return {
        ...documentOf(row),
        at: isBackdated ? (row.issueDate ?? '') : receivedAt,
        receivedAt,
        change: null,
        message: null,
      }
    }
    return { row, time: isBackdated ? issued : received, entry }
  })
  const changed = rows.changes.map((row) => {
    const entry = (): ReceivedEntry => {
      const [change] = row.changes
      return {
        ...documentOf(row),
        at: row.changedAt,
        receivedAt: row.recordedAt,
        change: change ? { field: change.field, old: change.old, new: change.new, more: row.changes.length - 1 } : null,
        message: null,
      }
    }
    return { row, time: Date.parse(row.changedAt), entry }
  })
  const seen = new Set<string>()
  // Only the entries that are shown are made: a time as text takes as long as all else of an entry.
  return [...changed, ...created]
    .toSorted((a, b) => b.time - a.time)
    .filter(({ row: { type, number } }) => !seen.has(`${type}/${number}`) && seen.add(`${type}/${number}`))
    .slice(0, maxEntries)
    .map(({ entry }) => entry())
}

const documentOf = ({ type, number, customerReference, status }: NewestRow | RecentChangeRow) => ({
  type,
  number,
  customerReference,
  status,
})

/**
 * The activity with what was written about documents and about what belongs to none, newest first; what the viewer wrote is new to nobody. A document
 * that has changed and was written about has an entry for each.
 */
export function withConversations(
  activity: readonly ReceivedEntry[],
  conversations: readonly ConversationRow[],
): ReceivedEntry[] {
  const written = conversations.map(({ side, outcome, by, own, ...subject }): ReceivedEntry => {
    const message = { side, by, asksBack: outcome === 'asked' }
    return { ...subject, receivedAt: own ? '' : subject.at, change: null, message }
  })
  if (written.length === 0) return [...activity]
  return [...activity, ...written].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, maxEntries)
}

/** Marks as new what the portal received after the viewer's last visit. */
export function markNew(lastVisitAt: string | null, entries: readonly ReceivedEntry[]): ActivityEntry[] {
  return entries.map(({ receivedAt, ...entry }) => ({
    ...entry,
    isNew: lastVisitAt !== null && receivedAt > lastVisitAt,
  }))
}
