import type { Pool } from 'pg'
import { type DocumentType, documentTypes } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { AccountChange } from '#database/listen.ts'
import type { WaitingApproval } from './approval-queries.ts'
import type { ConversationRow } from './conversation-queries.ts'
import { type DashboardRows, type MonthSum, readDashboard, readDashboardRows, type Versions } from './queries.ts'
import type { OpenQuestion } from './question-queries.ts'

/** The number of cached entries, one per account, day and permissions; the least recently used is dropped first. */
const maxCached = 500

/** Returns the built dashboard, when the supplier's system last sent anything, and what was written last. */
export type DashboardCache<Built> = (
  viewer: Viewer,
  today: string,
) => Promise<{
  built: Built
  receivedAt: string | null
  conversations: ConversationRow[]
  approvals: WaitingApproval[]
  questions: OpenQuestion[]
}>

/** `announced`: the versions that the database announced last. */
type Cached<Built> = {
  accountId: string
  versions: Versions
  rows: DashboardRows
  built: Built
  announced?: AccountChange['versions']
}

/** Calls `onChange` whenever the database announces that documents of an account changed. */
export type OnAccountChange = (onChange: (change: AccountChange) => void) => void

/**
 * Reads the rows of a dashboard and caches them, with what `build` makes of them, until documents of the account change
 * or the day is over; then only the rows of the changed types are read again. The versions of an account's documents
 * are read each time, so no server shows outdated data. Rows that an announcement says are outdated are read together
 * with the versions, in one message instead of two; one that is late or lost costs the second message and nothing else.
 */
export function createDashboardCache<Built>(
  viewerPool: Pool,
  build: (rows: DashboardRows, viewer: Viewer, today: string) => Built,
  onAccountChange: OnAccountChange,
): DashboardCache<Built> {
  const cache = new Map<string, Cached<Built>>()
  onAccountChange(({ accountId, versions }) => {
    for (const cached of cache.values()) if (cached.accountId === accountId) cached.announced = versions
  })
  return async (viewer, today) => {
    const key = `${viewer.accountId} ${today} ${[...viewer.permissions].toSorted().join()}`
    const known = cache.get(key)
    // Read before the rows: a change in between makes the cached entry outdated, so it is never shown for too long.
    const reading = await readVersionsAndOutdated(viewerPool, viewer, today, known)
    const { versions, receivedAt, types, rows: first, conversations, approvals, questions } = reading
    // A replica that is further behind would give rows that are older than the versions they are kept under.
    if (viewer.freshness) viewer.freshness.version = Math.max(viewer.freshness.version, Number(versions.version))
    const others = documentTypes.filter(
      (type) => known && !types.includes(type) && versionOf(type, known.versions) !== versionOf(type, versions),
    )
    const second =
      others.length === 0 ? undefined : await readDashboardRows(viewerPool, viewer, { types: others, today })
    let rows = known?.rows
    if (first) rows = rows ? mergeRows(rows, first, types) : first
    if (second && rows) rows = mergeRows(rows, second, others)
    if (!rows) throw new Error('A dashboard was read without its rows')
    const built = known && rows === known.rows ? known.built : build(rows, viewer, today)
    cache.delete(key)
    cache.set(key, { accountId: viewer.accountId, versions, rows, built })
    const [oldest] = cache.keys()
    if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest)
    return { built, receivedAt, conversations, approvals, questions }
  }
}

/** Reads the versions, and with them the rows of the types that are likely to be outdated. */
async function readVersionsAndOutdated(
  viewerPool: Pool,
  viewer: Viewer,
  today: string,
  known: Pick<Cached<unknown>, 'versions' | 'announced'> | undefined,
) {
  const { versions, announced } = known ?? {}
  const isOutdated = (type: DocumentType) => {
    const announcedVersion = announced?.[type]
    return versions === undefined || (announcedVersion !== undefined && announcedVersion !== versionOf(type, versions))
  }
  const types = documentTypes.filter(isOutdated)
  return { types, ...(await readDashboard(viewerPool, viewer, { types, today })) }
}

/** The version of a type, which is the account's where changes of the type are not counted by themselves. */
function versionOf(type: DocumentType, { version, ...byType }: Versions): string | null {
  const counts: Partial<Record<DocumentType, string | null>> = byType
  return counts[type] ?? version
}

const typeOfMonths: Readonly<Record<MonthSum['topic'], DocumentType>> = { promises: 'orders', spend: 'invoices' }

/** The known rows, with those of these types replaced by fresh ones. */
function mergeRows(known: DashboardRows, fresh: DashboardRows, types: readonly DocumentType[]): DashboardRows {
  const mergeByType = <Row>(known: readonly Row[], fresh: readonly Row[], typeOf: (row: Row) => DocumentType) =>
    documentTypes.flatMap((type) => (types.includes(type) ? fresh : known).filter((row) => typeOf(row) === type))
  const goods = types.includes('shipments') ? fresh : known
  return {
    open: mergeByType(known.open, fresh.open, ({ topic }) => topic),
    months: mergeByType(known.months, fresh.months, ({ topic }) => typeOfMonths[topic]),
    goods: goods.goods,
    arriving: goods.arriving,
    waiting: mergeByType(known.waiting, fresh.waiting, ({ type }) => type),
    acted: mergeByType(known.acted, fresh.acted, ({ type }) => type),
    disputed: types.includes('invoices') ? fresh.disputed : known.disputed,
    newest: mergeByType(known.newest, fresh.newest, ({ type }) => type),
    changes: fresh.changes,
  }
}
