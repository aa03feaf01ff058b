import type { PoolClient } from 'pg'
import type { IngestReport } from '#contract/ingest/documents.ts'
import type { PreparedDocument } from '../check/prepare.ts'
import { accountsByNumber, refuseCaseVariants, refuseOtherAccounts } from '../match/accounts.ts'
import { type Account, findAccounts, findAccountsByFoldedNumber } from '../match/accounts-queries.ts'
import { separateCreditNotes } from '../match/credit-note-numbers.ts'
import { findFormerDocuments, findHolders } from '../match/holding-queries.ts'
import { addFormerDocument, addHolder, documentKey, type Holdings, renumberHolders } from '../match/holdings.ts'
import { findStoredVersions } from '../match/stored-version-queries.ts'
import type { PlannedDocument } from '../planned-document.ts'
import { lossWarnings } from '../publish/change-history.ts'
import { readPreviousLines, readPreviousVersions } from '../publish/change-queries.ts'
import { reject } from '../report.ts'
import { type IngestDeps, type IngestOptions, supplierNumbering } from '../types.ts'
import { inBatchTransaction } from './batch-queries.ts'
import { type BatchPlan, documentsToRebuild, planBatch } from './plan-batch.ts'
import { rebuildDocuments } from './rebuild-queries.ts'
import { addOutcomes } from './try-batch.ts'

/** What a dry run remembers from batch to batch, since it writes nothing to the database. */
export type DryRunState = {
  holdings: Holdings
  /** The keys of what was read already. */
  readKeys: Set<string>
  /** The numbers of accounts that would be created, by the number in lower case. */
  accounts: Map<string, string>
}

/** Adds to the report what a batch would do. It only reads: nothing is locked, nothing is written. */
export function dryRunBatch(
  deps: IngestDeps,
  { source, numbering = supplierNumbering, accountIds }: IngestOptions,
  documents: readonly PreparedDocument[],
  state: DryRunState,
  report: IngestReport,
): Promise<void> {
  return inBatchTransaction(deps.workPool, async (client) => {
    const numbers = [...new Set(documents.map((document) => document.account))]
    const known = accountsByNumber(await findAccounts(client, numbers), numbers)
    const refused = refuseOtherAccounts(numbers, known, accountIds)
    const missing = numbers.filter((number) => !known.has(number) && !refused.has(number))
    const alike = (await findAccountsByFoldedNumber(client, missing)).filter(({ asked, number }) => asked !== number)
    refuseCaseVariants(missing, [...alike, ...inventedCaseVariants(missing, state)], refused)
    const keys = documents.flatMap(({ account, type, number }) => {
      const accountId = known.get(account)?.id
      return accountId === undefined ? [] : [{ accountId, type, number }]
    })
    await readStored(client, documents, keys, state)
    const { holdings } = state
    const { batch: numbered, renamed } = separateCreditNotes(documents, known, holdings)
    renumberHolders(holdings, renamed)
    const bases = await rebuildDocuments(client, documentsToRebuild(numbered, known, holdings), source)
    for (const number of missing) if (!refused.has(number)) known.set(number, inventAccount(number, state))
    const now = deps.clock().getTime()
    const plan = planBatch(numbered, known, { holdings, bases, numbering, accountIds }, { newId: deps.newId, now })
    plan.warnings.push(...(await readLossWarnings(client, plan.written)))
    addOutcomes(plan, report)
    for (const { line, account } of documents) {
      const problem = refused.get(account)
      if (problem) reject(report, line, [problem])
    }
  })
}

/**
 * Warnings about what messages would lose. Dates that follow from a shipment's events are kept, since they would follow
 * again.
 */
async function readLossWarnings(
  client: PoolClient,
  written: readonly PlannedDocument[],
): Promise<BatchPlan['warnings']> {
  const existing = written.filter((planned) => !planned.isNew && !planned.accountId.startsWith(inventedIdPrefix))
  if (existing.length === 0) return []
  const before = (await readPreviousVersions(client, existing))(await readPreviousLines(client, existing))
  const statusChanges = existing.flatMap(({ id, accountId, document: { type, number } }) => {
    const previous = before.get(id)
    if (!previous) return []
    const { estimatedDate = null, deliveredDate = null } = previous.header
    return [
      {
        id,
        accountId,
        type,
        number,
        wasStatus: previous.status,
        status: previous.status,
        estimatedDate,
        deliveredDate,
      },
    ]
  })
  return lossWarnings({ written, before, moved: statusChanges, papers: [] })
}

/**
 * Reads what is stored, each key once: the database does not have what earlier batches of the file would have written.
 */
async function readStored(
  client: PoolClient,
  documents: readonly PreparedDocument[],
  keys: readonly { accountId: string; type: string; number: string }[],
  { holdings, readKeys }: DryRunState,
): Promise<void> {
  const isNew = (key: string) => !readKeys.has(key) && readKeys.add(key) !== undefined
  const unread = keys.filter(({ accountId, type, number }) => isNew(documentKey(accountId, type, number)))
  const numbers = documents.filter(({ type, number }) => isNew(documentKey('', type, number)))
  for (const version of await findStoredVersions(client, unread)) {
    holdings.stored.set(documentKey(version.accountId, version.type, version.number), version)
  }
  for (const holder of await findHolders(client, numbers)) addHolder(holdings, holder)
  for (const former of await findFormerDocuments(client, numbers)) addFormerDocument(holdings, former)
}

/** Accounts invented earlier in the file whose number differs from one of these only in case. */
function inventedCaseVariants(missing: readonly string[], state: DryRunState): { asked: string; number: string }[] {
  return missing.flatMap((asked) => {
    const number = state.accounts.get(asked.toLowerCase())
    return number === undefined || number === asked ? [] : [{ asked, number }]
  })
}

/** How ids of invented accounts begin; no stored id does. */
const inventedIdPrefix = 'new '

function inventAccount(number: string, state: DryRunState): Account {
  state.accounts.set(number.toLowerCase(), number)
  return { id: `${inventedIdPrefix}${number}`, searchKey: 0, number, name: number }
}
