import type { Pool } from 'pg'
import { type DocumentType, documentTypes } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type DashboardRows, type MonthSum, readDashboard, readDocumentVersions, type Versions } from './queries.ts'

/** The number of cached entries, one per account, day and permissions; the least recently used is dropped first. */
const maxCached = 500

/** Returns the built dashboard, and when the supplier's system last sent anything. */
export type DashboardCache<Built> = (
  viewer: Viewer,
  today: string,
) => Promise<{ built: Built; receivedAt: string | null }>

/**
 * Reads the rows of a dashboard and caches them, with what `build` makes of them, until documents of the account change
 * or the day is over; then only the rows of the changed types are read again. The versions of an account's documents
 * are read each time, so no server shows outdated data.
 */
export function createDashboardCache<Built>(
  db: Pool,
  build: (rows: DashboardRows, viewer: Viewer, today: string) => Built,
): DashboardCache<Built> {
  const cache = new Map<string, CachedRows & { built: Built }>()
  return async (viewer, today) => {
    // Read before the rows: a change in between makes the cached entry outdated, so it is never shown for too long.
    const { versions, receivedAt } = await readDocumentVersions(db, viewer)
    const key = `${viewer.accountId} ${today} ${[...viewer.permissions].toSorted().join()}`
    const known = cache.get(key)
    const isCurrent = known?.versions.version === versions.version
    const rows = isCurrent ? known.rows : await readOutdated(db, viewer, today, { versions, known })
    const built = isCurrent ? known.built : build(rows, viewer, today)
    cache.delete(key)
    cache.set(key, { versions, rows, built })
    const [oldest] = cache.keys()
    if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest)
    return { built, receivedAt }
  }
}

type CachedRows = { versions: Versions; rows: DashboardRows }

async function readOutdated(
  db: Pool,
  viewer: Viewer,
  today: string,
  { versions, known }: { versions: Versions; known: CachedRows | undefined },
): Promise<DashboardRows> {
  const versionOf = (type: DocumentType, { version, ...byType }: Versions) =>
    (byType as Partial<Record<DocumentType, string | null>>)[type] ?? version
  const types = documentTypes.filter((type) => !known || versionOf(type, known.versions) !== versionOf(type, versions))
  const fresh = await readDashboard(db, viewer, { types, today })
  return known === undefined ? fresh : mergeRows(known.rows, fresh, types)
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
    newest: mergeByType(known.newest, fresh.newest, ({ type }) => type),
    changes: fresh.changes,
  }
}
