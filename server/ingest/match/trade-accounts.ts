import { hash } from 'node:crypto'
import type { Buyer, TradeMessage } from '#server/formats/message.ts'
import type { IngestDeps } from '../types.ts'
import { findAccountByNumber, findAccountsByIdentifiers, insertAccount, upsertQuarantine } from './trade-queries.ts'

/** The account of a message (without `id` if a dry run would create it), or why there is none. */
export type AccountMatch = { account: { id?: string; number: string } } | { unknown: string } | { refused: string }

/**
 * Finds the account of a message. An account number given by the sender decides; a new number creates an account.
 * Otherwise exactly one account must match the identifiers of the message's buyer; the portal does not guess. With
 * `accountIds` it is one of these, or the message is refused.
 */
export async function matchAccount(
  deps: IngestDeps,
  buyer: Buyer,
  number: string | undefined,
  dryRun: boolean,
  accountIds?: ReadonlySet<string>,
): Promise<AccountMatch> {
  if (accountIds) return matchAmong(deps, buyer, number, accountIds)
  if (number !== undefined) return findOrCreateAccount(deps, buyer, number, dryRun)
  const matches = await findAccountsByIdentifiers(deps.workPool, buyer.identifiers, buyer.accountNumbers)
  const [account] = matches
  if (account && matches.length === 1) return { account: { id: account.id, number: account.number } }
  const buyerLabel = buyer.name === undefined ? 'its buyer' : `its buyer "${buyer.name}"`
  if (matches.length > 1) {
    const accounts = matches.map((match) => match.number).join(', ')
    return { unknown: `The identifiers of ${buyerLabel} belong to several accounts: ${accounts}.` }
  }
  if (buyer.identifiers.length === 0) return { unknown: `The document gives ${buyerLabel} no identifier.` }
  const identifiers = buyer.identifiers.map(({ scheme, value }) => `${scheme} ${value}`).slice(0, 8)
  return {
    unknown: `No account goes by an identifier that the document gives ${buyerLabel}: ${identifiers.join(', ')}.`,
  }
}

async function matchAmong(
  { workPool }: IngestDeps,
  buyer: Buyer,
  number: string | undefined,
  accountIds: ReadonlySet<string>,
): Promise<AccountMatch> {
  const named = number === undefined ? undefined : await findAccountByNumber(workPool, number)
  const matches =
    number === undefined
      ? await findAccountsByIdentifiers(workPool, buyer.identifiers, buyer.accountNumbers)
      : named
        ? [{ id: named.id, number }]
        : []
  const [account, ...others] = matches.filter(({ id }) => accountIds.has(id))
  if (account && others.length === 0) return { account: { id: account.id, number: account.number } }
  return { refused: 'The document is for none, or for several, of the customers that this API key is for.' }
}

async function findOrCreateAccount(
  deps: IngestDeps,
  buyer: Buyer,
  number: string,
  dryRun: boolean,
): Promise<AccountMatch> {
  const existing = await findAccountByNumber(deps.workPool, number)
  if (existing) return { account: { id: existing.id, number } }
  if (dryRun) return { account: { number } }
  await insertAccount(
    deps.workPool,
    { id: deps.newId(), number, name: buyer.name ?? number },
    deps.clock().toISOString(),
  )
  const created = await findAccountByNumber(deps.workPool, number)
  if (created) return { account: { id: created.id, number } }
  return {
    refused: `The account "${number}" differs only by upper and lower case from another. Write it the same way.`,
  }
}

/** A message as it waits, with the name of its format; those that came before there were several name none. */
export type QuarantinedMessage = TradeMessage & { format?: string }

/** Puts the message with its file in quarantine for the operator. */
export async function quarantineMessage(
  deps: IngestDeps,
  message: QuarantinedMessage,
  reason: string,
  original: Buffer | undefined,
): Promise<void> {
  await upsertQuarantine(deps.workPool, {
    id: deps.newId(),
    now: deps.clock().toISOString(),
    reason,
    message,
    original: original ?? null,
    hash: hash('sha256', JSON.stringify({ ...message, format: undefined }), 'buffer'),
  })
}
