import type { Pool } from 'pg'
import type { AuditActor, AuditEntry, exportAudit, listAudit } from '#contract/console/audit.ts'
import type { Staff } from '#contract/console/staff.ts'
import { readCursor, writeCursor } from '#contract/cursor.ts'
import type { Query, Reply } from '#contract/endpoint.ts'
import { keysetPages, parseLimit } from '#contract/page.ts'
import type { Table } from '#server/formats/csv/table.ts'
import { auditActions } from './record.ts'
import { type AuditRow, type AuditSearch, searchAudit, selectNames, selectOldestEntry } from './search-queries.ts'

type Deps = {
  consolePool: Pool
  /** Browser and system of a user agent, in words. */
  describe: (userAgent: string | null) => string | null
}

/** Details that name a person or a member of staff by id. */
const peopleIn = new Set(['member', 'staff', 'person', 'before', 'after', 'user'])
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const searchOf = ({ person, account, act, since, before }: Query<typeof exportAudit>): AuditSearch => ({
  person: person?.normalize('NFC').trim() || null,
  account: account?.normalize('NFC').trim() || null,
  act: act ?? null,
  since: since === undefined ? null : new Date(since),
  before: before === undefined ? null : new Date(before),
})

/** A page of the audit log, with the acts there are and since when it is kept. */
export async function listAuditEntries(
  deps: Deps,
  staff: Staff,
  query: Query<typeof listAudit>,
): Promise<Reply<typeof listAudit>> {
  const limit = parseLimit(query.limit)
  const [at, id] = readCursor(query.cursor, 'instant', 'id') ?? []
  const after = at !== undefined && id !== undefined ? { at, id } : undefined
  const [rows, since] = await Promise.all([
    searchAudit(deps.consolePool, staff.staffId, searchOf(query), { after, limit: limit + 1 }),
    selectOldestEntry(deps.consolePool, staff.staffId),
  ])
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    entries: await toEntries(deps, staff, shown),
    nextCursor: rows.length > limit && last ? writeCursor(last.at, last.id) : null,
    acts: [...auditActions],
    since,
  }
}

async function toEntries(deps: Deps, staff: Staff, rows: readonly AuditRow[]): Promise<AuditEntry[]> {
  const ids = rows.flatMap(({ details }) =>
    Object.entries(details).flatMap(([name, value]) => (isPerson(name, value) ? [value] : [])),
  )
  const names = ids.length === 0 ? new Map<string, string>() : await selectNames(deps.consolePool, staff.staffId, ids)
  return rows.map((row) => ({
    ...{ id: row.id, at: row.at, act: row.act, by: actorOf(row), network: row.network },
    account: row.accountNumber === null ? null : { number: row.accountNumber, name: row.accountName ?? '' },
    device: deps.describe(row.userAgent),
    details: Object.entries(row.details).map(([name, value]) => ({
      name,
      value: (isPerson(name, value) && names.get(value)) || String(value ?? '–'),
    })),
  }))
}

const isPerson = (name: string, value: unknown): value is string =>
  peopleIn.has(name) && typeof value === 'string' && uuid.test(value)

function actorOf({ staff, byKey, user, userName, key, userId, keyId, userAgent }: AuditRow): {
  kind: AuditActor
  name: string | null
} {
  if (staff !== null) return { kind: byKey ? 'key' : 'staff', name: staff }
  if (userId !== null) return { kind: 'person', name: user === null ? null : `${userName} <${user}>` }
  if (keyId !== null) return { kind: 'key', name: key }
  return { kind: userAgent === 'command line' ? 'operator' : 'unknown', name: null }
}

/** The pages of an export, each read when the reader wants it. */
export async function* auditPages(
  deps: Deps,
  staff: Staff,
  query: Query<typeof exportAudit>,
): AsyncGenerator<AuditEntry[]> {
  const search = searchOf(query)
  const read = (position: { limit: number; after: AuditRow | undefined }) =>
    searchAudit(deps.consolePool, staff.staffId, search, position)
  for await (const rows of keysetPages(read)) yield await toEntries(deps, staff, rows)
}

/** Entries as a table for programs: its columns and the acts are named as in the log, in every language. */
export const auditTable: Table<AuditEntry> = {
  headings: () => ['at', 'act', 'by', 'name', 'account', 'accountName', 'network', 'device', 'details'],
  cells: ({ at, act, by, account, network, device, details }) => [
    ...[at, act, by.kind],
    ...[by.name, account?.number, account?.name, network, device].map((text) => text ?? ''),
    details.map(({ name, value }) => `${name}=${value}`).join('; '),
  ],
}
