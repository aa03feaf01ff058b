import type { LocateNetwork } from '#contract/geolocation.ts'
import type { Db } from '#database/transaction.ts'
import { type AuditEntryRow, selectAuditEntries } from './queries.ts'

export type AuditFilter = { user?: string | undefined; account?: string | undefined; since?: Date | undefined }

/**
 * The newest entries, at most `limit`, ordered from old to new; optionally of a person, of an account, since a moment.
 */
export async function readAudit(db: Db, filter: AuditFilter, limit = 1000): Promise<AuditEntryRow[]> {
  return selectAuditEntries(db, {
    user: filter.user?.normalize('NFC').trim().toLowerCase() ?? null,
    account: filter.account ?? null,
    since: filter.since ?? null,
    limit,
  })
}

/**
 * An entry as one line of text. Control characters that a caller sent are replaced, so they cannot move the reader's
 * cursor.
 */
export function formatAuditEntry(entry: AuditEntryRow, locate: LocateNetwork): string {
  const location = locate(entry.addressPrefix)
  const locationText = location && ` (${[location.city, location.country].filter((part) => part !== null).join(', ')})`
  const parts = [
    entry.at,
    entry.action,
    entry.user && `user ${entry.user}`,
    entry.account && `account ${entry.account}`,
    entry.key && `key ${entry.key}`,
    entry.staff && `staff ${entry.staff}`,
    entry.addressPrefix && `from ${entry.addressPrefix}${locationText ?? ''}`,
    ...Object.entries(entry.details).map(([name, value]) => `${name}=${String(value)}`),
    entry.requestId && `request ${entry.requestId}`,
    entry.userAgent && `(${entry.userAgent})`,
  ]
  return parts
    .filter((part) => part !== null && part !== '')
    .join('  ')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{fffd}')
}
