import type { PoolClient } from 'pg'
import type { Problem } from '#server/formats/message.ts'
import type { PreparedDocument } from '../check/prepare.ts'
import type { IngestDeps } from '../types.ts'
import {
  type Account,
  type AccountRow,
  findAccountsByFoldedNumber,
  insertAccounts,
  lockAccounts,
  type StatedName,
} from './accounts-queries.ts'

/** Another import has just changed what this one read without a lock: the batch is tried again. */
export class LostRace extends Error {}

/** `known` and `refused` are by the account number in a message; `locked` holds the ids of all locked accounts. */
export type ResolvedAccounts = {
  known: Map<string, Account>
  refused: Map<string, Problem>
  locked: ReadonlySet<string>
}

/**
 * Locks the accounts that a batch names and creates those that are unknown. A number that differs only in case from a
 * known one, or from an earlier one in the file, is refused: it is a typing error, not another customer. Throws
 * LostRace.
 */
export async function resolveAccounts(
  client: PoolClient,
  deps: IngestDeps,
  batch: readonly PreparedDocument[],
  otherAccountIds: readonly string[],
  accountIds?: ReadonlySet<string>,
): Promise<ResolvedAccounts> {
  const names = namesByNumber(batch)
  const rows = await lockAccounts(client, [...names.keys()], otherAccountIds)
  const known = accountsByNumber(rows, names.keys())
  const locked = new Set(rows.map(({ id }) => id))
  const refused = refuseOtherAccounts(names.keys(), known, accountIds)
  const missing = [...names.keys()].filter((number) => !known.has(number) && !refused.has(number))
  if (missing.length > 0) {
    const alike = await findAccountsByFoldedNumber(client, missing)
    if (alike.some(({ asked, number }) => asked === number)) throw new LostRace()
    refuseCaseVariants(missing, alike, refused)
    const newNumbers = missing.filter((number) => !refused.has(number))
    const accounts = newNumbers.map((number) => ({ id: deps.newId(), number, name: names.get(number) ?? number }))
    const created = await insertAccounts(client, accounts, deps.clock().toISOString())
    if (created.length < newNumbers.length) throw new LostRace()
    for (const account of created) {
      known.set(account.number, account)
      locked.add(account.id)
    }
  }
  return { known, refused, locked }
}

/**
 * The problem of each number that is not of these accounts, also of one that no account has; it is taken from those that
 * are known.
 */
export function refuseOtherAccounts(
  numbers: Iterable<string>,
  known: Map<string, Account>,
  accountIds: ReadonlySet<string> | undefined,
): Map<string, Problem> {
  const refused = new Map<string, Problem>()
  if (!accountIds) return refused
  for (const number of numbers) {
    const account = known.get(number)
    if (account && accountIds.has(account.id)) continue
    known.delete(number)
    refused.set(number, { path: '$.account', message: `This API key is not for the account "${number}".` })
  }
  return refused
}

/** The account that each number stands for: for a merged account, the one that it was merged into. Throws LostRace. */
export function accountsByNumber(rows: readonly AccountRow[], numbers: Iterable<string>): Map<string, Account> {
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  const rowsByNumber = new Map(rows.map((row) => [row.number, row]))
  const accounts = new Map<string, Account>()
  for (const number of numbers) {
    const row = rowsByNumber.get(number)
    const account = row?.mergedInto ? rowsById.get(row.mergedInto) : row
    // It was merged while this import waited for its row.
    if (row && !account) throw new LostRace()
    if (account) accounts.set(number, account)
  }
  return accounts
}

/**
 * The name that messages give each account: the latest, where a missing time counts as the latest. A message under the
 * number of a merged account renames nothing.
 */
export function statedNames(current: readonly PreparedDocument[], known: ReadonlyMap<string, Account>): StatedName[] {
  const names = new Map<string, { name: string; at: number }>()
  for (const { account: number, accountName: name, modifiedAt: at = Number.POSITIVE_INFINITY } of current) {
    const account = known.get(number)
    if (!account || name === undefined || account.number !== number) continue
    if (at >= (names.get(account.id)?.at ?? Number.NEGATIVE_INFINITY)) names.set(account.id, { name, at })
  }
  return [...names].map(([id, { name, at }]) => ({
    id,
    name,
    statedAt: Number.isFinite(at) ? new Date(at).toISOString() : null,
  }))
}

function namesByNumber(batch: readonly PreparedDocument[]): Map<string, string | undefined> {
  const names = new Map<string, string | undefined>()
  for (const { account, accountName } of batch) names.set(account, names.get(account) ?? accountName)
  return names
}

/** Adds a problem for each number that a known account or an earlier number has in another case. */
export function refuseCaseVariants(
  missing: readonly string[],
  taken: readonly { asked: string; number: string }[],
  refused: Map<string, Problem>,
): void {
  const spellings = new Map<string, string>()
  for (const { asked, number } of taken) spellings.set(folded(asked), number)
  for (const number of missing) {
    const other = spellings.get(folded(number))
    if (other === undefined) spellings.set(folded(number), number)
    else refused.set(number, caseVariantProblem(number, other))
  }
}

/** Lower-cases the letters A to Z alone, as lower() does in the collation "C". */
function folded(number: string): string {
  return number.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

function caseVariantProblem(number: string, other: string): Problem {
  const message = `The account "${number}" differs only by upper and lower case from the account "${other}". Write it the same way.`
  return { path: '$.account', message }
}
