import { hash } from 'node:crypto'
import type { IngestDeps } from './incoming.ts'
import type { Buyer } from './ubl-parties.ts'
import { accountByNumber, accountsByIdentifiers, createAccount, keepInQuarantine } from './ubl-queries.ts'
import type { UblMessage } from './ubl-read.ts'

/** The account of a message: `id` is missing for one that a dry run would create. Or why there is none. */
export type Match = { account: { id?: string; number: string } } | { unknown: string } | { refused: string }

/**
 * Tells whose a message is. A number given by the sender decides, and is created when it is new; otherwise exactly one
 * account must go by the identifiers that the message gives its buyer. None or several: nobody guesses.
 */
export async function matchAccount(
  deps: IngestDeps,
  buyer: Buyer,
  number: string | undefined,
  dryRun: boolean,
): Promise<Match> {
  if (number !== undefined) return namedAccount(deps, buyer, number, dryRun)
  const found = await accountsByIdentifiers(deps.pool, buyer.identifiers, buyer.accountNumbers)
  const [account] = found
  if (account && found.length === 1) return { account: { id: account.id, number: account.number } }
  const who = buyer.name === undefined ? 'its buyer' : `its buyer "${buyer.name}"`
  if (found.length > 1) {
    const accounts = found.map((one) => one.number).join(', ')
    return { unknown: `The identifiers of ${who} belong to several accounts: ${accounts}.` }
  }
  if (buyer.identifiers.length === 0) return { unknown: `The document gives ${who} no identifier.` }
  const named = buyer.identifiers.map(({ scheme, value }) => `${scheme} ${value}`).slice(0, 8)
  return { unknown: `No account goes by an identifier that the document gives ${who}: ${named.join(', ')}.` }
}

async function namedAccount(deps: IngestDeps, buyer: Buyer, number: string, dryRun: boolean): Promise<Match> {
  const known = await accountByNumber(deps.pool, number)
  if (known) return { account: { id: known.id, number } }
  if (dryRun) return { account: { number } }
  await createAccount(deps.pool, { id: deps.newId(), number, name: buyer.name ?? number }, deps.clock().toISOString())
  const created = await accountByNumber(deps.pool, number)
  if (created) return { account: { id: created.id, number } }
  return {
    refused: `The account "${number}" differs only by upper and lower case from another. Write it the same way.`,
  }
}

/** Lets the message wait for the operator, with its file. */
export async function quarantine(
  deps: IngestDeps,
  message: UblMessage,
  reason: string,
  original: Buffer | undefined,
): Promise<void> {
  await keepInQuarantine(deps.pool, {
    id: deps.newId(),
    now: deps.clock().toISOString(),
    reason,
    message,
    original: original ?? null,
    hash: hash('sha256', JSON.stringify(message), 'buffer'),
  })
}
