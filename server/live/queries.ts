import { setImmediate } from 'node:timers/promises'
import type { Db } from '#database/transaction.ts'

/** The version of an account, and how often documents left it. */
export type AccountVersion = { version: number; removed: number }

/** The versions of accounts, by id; accounts that were never written to are left out. */
export async function readAccountVersions(db: Db, accounts: readonly string[]): Promise<Map<string, AccountVersion>> {
  const { rows } = await db.query<{ id: string; version: string; removed: string }>({
    name: 'live versions',
    text: 'select account_id as id, version, removed from account_versions where account_id = any ($1::uuid[])',
    values: [accounts],
  })
  return new Map(rows.map(({ id, version, removed }) => [id, { version: Number(version), removed: Number(removed) }]))
}

/**
 * Returns a function that gives the version of an account, 0 when it was never written to. What is asked for in one turn
 * of the event loop is read in one query: a page that has just loaded makes six calls at once, each with its version.
 */
export function createVersionReader(db: Db): (accountId: string) => Promise<number> {
  let next: { accounts: Set<string>; versions: Promise<Map<string, AccountVersion>> } | undefined
  const collect = () => {
    const accounts = new Set<string>()
    const versions = setImmediate().then(() => {
      next = undefined
      return readAccountVersions(db, [...accounts])
    })
    return { accounts, versions }
  }
  return async (accountId) => {
    next ??= collect()
    next.accounts.add(accountId)
    return (await next.versions).get(accountId)?.version ?? 0
  }
}
