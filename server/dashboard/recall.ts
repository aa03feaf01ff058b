import type { Pool } from 'pg'
import { type DocumentType, documentTypes } from '../../contract/values.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { type MonthSum, type Read, readDashboard, readVersions, type Versions } from './queries.ts'

/** What was read of so many accounts and roles is kept, the least lately asked for goes first. */
const most = 500

/** Gives what is made of a reading, and when the supplier's system last told anything. */
export type Recall<Made> = (viewer: Viewer, today: string) => Promise<{ made: Made; receivedAt: string | null }>

/**
 * Reads what a dashboard is made of, and keeps it and what `make` makes of it until documents of the account change or the
 * day is over; then only the part that is of their type is read again. The versions of an account's documents are read each
 * time, so nothing that is kept is ever shown too long, by any server.
 */
export function recallReads<Made>(db: Pool, make: (read: Read, viewer: Viewer, today: string) => Made): Recall<Made> {
  const kept = new Map<string, Known & { made: Made }>()
  return async (viewer, today) => {
    // Before the reading: what changes in between makes the kept one outdated, never true too long.
    const { versions, receivedAt } = await readVersions(db, viewer)
    const key = `${viewer.accountId} ${today} ${[...viewer.permissions].toSorted().join()}`
    const known = kept.get(key)
    const fits = known?.versions.version === versions.version
    const read = fits ? known.read : await readAgain(db, viewer, today, { versions, known })
    const made = fits ? known.made : make(read, viewer, today)
    kept.delete(key)
    kept.set(key, { versions, read, made })
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    return { made, receivedAt }
  }
}

type Known = { versions: Versions; read: Read }

async function readAgain(
  db: Pool,
  viewer: Viewer,
  today: string,
  { versions, known }: { versions: Versions; known: Known | undefined },
): Promise<Read> {
  const types = documentTypes.filter((type) => known?.versions[type] !== versions[type])
  const fresh = await readDashboard(db, viewer, { types, today })
  return known === undefined ? fresh : merged(known.read, fresh, types)
}

const typeOfMonths: Readonly<Record<MonthSum['topic'], DocumentType>> = { promises: 'orders', spend: 'invoices' }

/** What was known, with what is fresh in place of it for these types. */
function merged(known: Read, fresh: Read, types: readonly DocumentType[]): Read {
  const each = <Row>(known: readonly Row[], fresh: readonly Row[], typeOf: (row: Row) => DocumentType) =>
    documentTypes.flatMap((type) => (types.includes(type) ? fresh : known).filter((row) => typeOf(row) === type))
  const goods = types.includes('shipments') ? fresh : known
  return {
    open: each(known.open, fresh.open, ({ topic }) => topic),
    months: each(known.months, fresh.months, ({ topic }) => typeOfMonths[topic]),
    goods: goods.goods,
    arriving: goods.arriving,
    waiting: each(known.waiting, fresh.waiting, ({ type }) => type),
    newest: each(known.newest, fresh.newest, ({ type }) => type),
    changes: fresh.changes,
  }
}
