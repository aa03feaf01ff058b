import type { PoolClient } from 'pg'
import { type Account, accountsByFoldedNumber, createAccounts, lockAccounts, nameAccount } from './accounts-queries.ts'
import type { IngestDeps, Problem } from './incoming.ts'
import type { Prepared } from './prepare.ts'

/** Another import has just created an account that this one was about to create: the batch begins anew. */
export class LostRace extends Error {}

export type Accounts = { known: Map<string, Account>; refused: Map<string, Problem> }

/**
 * The accounts that a batch speaks of, locked; unknown ones are created. A number that differs from a known one, or from
 * one further up in the file, only by upper and lower case is refused: it is a typing error, not another customer.
 */
export async function accountsOf(client: PoolClient, deps: IngestDeps, batch: readonly Prepared[]): Promise<Accounts> {
  const wanted = namesOf(batch)
  const known = new Map((await lockAccounts(client, [...wanted.keys()])).map((one) => [one.number, one]))
  const refused = new Map<string, Problem>()
  const missing = [...wanted.keys()].filter((number) => !known.has(number))
  if (missing.length > 0) {
    refuseCase(missing, await accountsByFoldedNumber(client, missing), refused)
    const fresh = missing.filter((number) => !refused.has(number))
    const accounts = fresh.map((number) => ({ id: deps.newId(), number, name: wanted.get(number) ?? number }))
    const created = await createAccounts(client, accounts, deps.clock().toISOString())
    if (created.length < fresh.length) throw new LostRace()
    for (const one of created) known.set(one.number, one)
  }
  for (const account of known.values()) {
    const name = wanted.get(account.number)
    if (name !== undefined && account.name === account.number && name !== account.name) {
      await nameAccount(client, account.id, name)
    }
  }
  return { known, refused }
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
