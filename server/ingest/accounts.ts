import type { PoolClient } from 'pg'
import {
  type Account,
  type AccountRow,
  accountsByFoldedNumber,
  createAccounts,
  lockAccounts,
  type StatedName,
} from './accounts-queries.ts'
import type { IngestDeps, Problem } from './incoming.ts'
import type { Prepared } from './prepare.ts'

/** Another import has just created an account that this one was about to create: the batch begins anew. */
export class LostRace extends Error {}

/** By the numbers that messages name; `locked` are the ids of all that are held. */
export type Accounts = { known: Map<string, Account>; refused: Map<string, Problem>; locked: ReadonlySet<string> }

/**
 * The accounts that a batch speaks of, locked; unknown ones are created. A number that differs from a known one, or from
 * one further up in the file, only by upper and lower case is refused: it is a typing error, not another customer.
 */
export async function accountsOf(
  client: PoolClient,
  deps: IngestDeps,
  batch: readonly Prepared[],
  others: readonly string[],
): Promise<Accounts> {
  const wanted = namesOf(batch)
  const rows = await lockAccounts(client, [...wanted.keys()], others)
  const known = byNumber(rows, wanted.keys())
  const locked = new Set(rows.map(({ id }) => id))
  const refused = new Map<string, Problem>()
  const missing = [...wanted.keys()].filter((number) => !known.has(number))
  if (missing.length > 0) {
    const alike = await accountsByFoldedNumber(client, missing)
    if (alike.some(({ asked, number }) => asked === number)) throw new LostRace()
    refuseCase(missing, alike, refused)
    const fresh = missing.filter((number) => !refused.has(number))
    const accounts = fresh.map((number) => ({ id: deps.newId(), number, name: wanted.get(number) ?? number }))
    const created = await createAccounts(client, accounts, deps.clock().toISOString())
    if (created.length < fresh.length) throw new LostRace()
    for (const one of created) {
      known.set(one.number, one)
      locked.add(one.id)
    }
  }
  return { known, refused, locked }
}

/** The account that each number stands for: one that was merged stands for the account that it has become part of. */
export function byNumber(rows: readonly AccountRow[], numbers: Iterable<string>): Map<string, Account> {
  const byId = new Map(rows.map((one) => [one.id, one]))
  const numbered = new Map(rows.map((one) => [one.number, one]))
  const known = new Map<string, Account>()
  for (const number of numbers) {
    const row = numbered.get(number)
    const account = row?.mergedInto ? byId.get(row.mergedInto) : row
    // It was merged just now, while its row was waited for.
    if (row && !account) throw new LostRace()
    if (account) known.set(number, account)
  }
  return known
}

/** What the messages call their accounts: of several the latest, failing that the last. A merged account keeps the other's name. */
export function statedNames(current: readonly Prepared[], known: ReadonlyMap<string, Account>): StatedName[] {
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

function namesOf(batch: readonly Prepared[]): Map<string, string | undefined> {
  const names = new Map<string, string | undefined>()
  for (const { account, accountName } of batch) names.set(account, names.get(account) ?? accountName)
  return names
}

/** Adds a problem for each number that is taken, but for its case, by a known account or an earlier number. */
export function refuseCase(
  missing: readonly string[],
  taken: readonly { asked: string; number: string }[],
  refused: Map<string, Problem>,
): void {
  const spelled = new Map<string, string>()
  for (const { asked, number } of taken) spelled.set(folded(asked), number)
  for (const number of missing) {
    const other = spelled.get(folded(number))
    if (other === undefined) spelled.set(folded(number), number)
    else refused.set(number, sameButForCase(number, other))
  }
}

/** Like lower() of the collation "C": the letters A to Z alone. */
function folded(number: string): string {
  return number.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

function sameButForCase(number: string, other: string): Problem {
  const message = `The account "${number}" differs only by upper and lower case from the account "${other}". Write it the same way.`
  return { path: '$.account', message }
}
