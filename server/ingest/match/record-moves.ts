import type { PoolClient } from 'pg'
import { commandLine, record } from '#server/audit/record.ts'
import type { IngestDeps, IngestOptions, Sender } from '../types.ts'
import { type StatedName, updateAccountNames } from './accounts-queries.ts'
import type { RemovedDocument } from './holdings.ts'

/** The operator at the machine of the portal. */
const operator: Sender = { caller: commandLine, keyId: null }

/** Records in the audit log which documents left their account, for which other account, and on whose behalf. */
export async function recordMoves(
  client: PoolClient,
  deps: IngestDeps,
  { sender = operator }: Pick<IngestOptions, 'sender'>,
  removed: readonly RemovedDocument[],
): Promise<void> {
  await Promise.all(
    removed.map(({ accountId, account, type, number, to }) =>
      record(deps, client, {
        action: to === null ? 'document_withdrawn' : 'document_moved',
        ...sender,
        accountId,
        details: { type, number, from: account, ...(to === null ? {} : { to }) },
      }),
    ),
  )
}

/** Gives accounts the names that messages state, and records each change in the audit log. */
export async function renameAccounts(
  client: PoolClient,
  deps: IngestDeps,
  { sender = operator }: Pick<IngestOptions, 'sender'>,
  stated: readonly StatedName[],
): Promise<void> {
  if (stated.length === 0) return
  const renamed = await updateAccountNames(client, stated)
  if (renamed.length === 0) return
  await Promise.all(
    renamed.map(({ id, was, name }) =>
      record(deps, client, { action: 'account_renamed', ...sender, accountId: id, details: { from: was, to: name } }),
    ),
  )
}
