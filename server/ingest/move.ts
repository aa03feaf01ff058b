import type { PoolClient } from 'pg'
import { ownNumber } from '../../contract/documents/numbers.ts'
import { PortalError } from '../../contract/errors.ts'
import { findAccounts } from './accounts-queries.ts'
import { writeChanges } from './batch.ts'
import { inBatch } from './batch-queries.ts'
import { dropFormer, keepFormer } from './holding-queries.ts'
import { numberKey } from './holdings.ts'
import type { IngestDeps, IngestOptions } from './incoming.ts'
import { tellItems } from './remove-queries.ts'
import { findStanding, type Meant } from './standing-queries.ts'
import { claimNumbers, copyDocuments, readCopied } from './transfer-queries.ts'
import { withRetries } from './try-batch.ts'
import { lockMeant } from './withdraw.ts'

/** What became of a document: whose it was, whose it is, and its attachments that were left out. */
export type MovedDocument = { from: string; to: string; leftOut: string[] }

/**
 * Moves a document to another account as it stands; with `papers` its attachments go along, which may name the former
 * customer. The file as which it came never does, for it names them. What changed of it before stays untold. Raises not_found, and conflict when several accounts have the number or
 * the other account has it already.
 */
export function moveDocument(
  deps: IngestDeps,
  meant: Meant,
  wanted: { to: string; papers: boolean },
  sending: Pick<IngestOptions, 'sender'> = {},
): Promise<MovedDocument> {
  const { type } = meant
  return withRetries(() =>
    inBatch(deps.pool, async (client) => {
      const target = await accountNamed(client, wanted.to)
      const [standing] = await lockMeant(client, meant, [target.id])
      if (!standing) throw new PortalError('not_found', `No account has ${meant.number} among its ${type}.`)
      const { accountId, account, id, number, source, isCredit, numberedBy, modifiedAt, papers } = standing
      const [there] = await findStanding(client, { ...meant, account: target.number, source: undefined })
      if (there) throw new PortalError('conflict', `Account ${target.number} has ${number} among its ${type} already.`)
      const copy = { from: accountId, id, to: target.id, newId: deps.newId() }
      await copyDocuments(client, [copy], { papers: wanted.papers, history: null })
      const { skus, links } = await readCopied(client, [copy])
      const documents = [{ accountId: target.id, id: copy.newId, type, number }]
      const removed = [{ accountId, account, id, type, number, to: target.number }]
      await writeChanges(
        client,
        deps,
        { dryRun: false, source: 'move', ...sending },
        { written: [], removed, copied: { documents, links } },
      )
      await tellItems(client, skus)
      if (numberedBy === 'supplier') await claimNumbers(client, [copy])
      const key = numberKey({ type, number: ownNumber(number), source, isCredit })
      await dropFormer(client, [{ ...key, accountId: target.id }])
      await keepFormer(client, [
        { ...key, accountId, numberedBy, modifiedAt, until: modifiedAt, withdrawnAt: undefined },
      ])
      return { from: account, to: target.number, leftOut: wanted.papers ? [] : papers }
    }),
  )
}

/** The account of a number, which may have become part of another. Raises not_found. */
export async function accountNamed(
  client: PoolClient,
  number: string,
): Promise<{ id: string; number: string; name: string }> {
  const rows = await findAccounts(client, [number])
  const named = rows.find((one) => one.number === number)
  const account = named?.mergedInto ? rows.find(({ id }) => id === named.mergedInto) : named
  if (!account) throw new PortalError('not_found', `There is no account "${number}".`)
  return account
}
