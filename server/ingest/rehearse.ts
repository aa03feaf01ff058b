import type { PoolClient } from 'pg'
import type { IngestReport } from '../../contract/ingest.ts'
import { byNumber, refuseCase } from './accounts.ts'
import { type Account, accountsByFoldedNumber, findAccounts } from './accounts-queries.ts'
import { findStored, inBatch } from './batch-queries.ts'
import { readBefore, readLines } from './change-queries.ts'
import { findFormer, findHolders } from './holding-queries.ts'
import { type Holdings, hold, keyOf, noteFormer, renumber } from './holdings.ts'
import { type IngestDeps, type IngestOptions, ownNumbers, type Problem } from './incoming.ts'
import { type Placement, partsOf, place } from './place.ts'
import type { Prepared } from './prepare.ts'
import { rebuildDocuments } from './rebuild-queries.ts'
import { reject } from './report.ts'
import { withNumbersApart } from './set-apart.ts'
import { losses } from './story.ts'
import { count } from './try-batch.ts'
import type { Placed } from './write-queries.ts'

/** What a dry run remembers from batch to batch, since it leaves no trace in the database. */
export type Rehearsal = {
  holdings: Holdings
  /** What was read already. */
  looked: Set<string>
  /** Accounts that would have been created, by their number in lower case. */
  accounts: Map<string, string>
}

/** Says what a batch would come to, by reading alone: nothing is locked, nothing is written. */
export function rehearse(
  deps: IngestDeps,
  { source, numbering = ownNumbers }: IngestOptions,
  documents: readonly Prepared[],
  rehearsal: Rehearsal,
  report: IngestReport,
): Promise<void> {
  return inBatch(deps.pool, async (client) => {
    const numbers = [...new Set(documents.map((one) => one.account))]
    const known = byNumber(await findAccounts(client, numbers), numbers)
    const missing = numbers.filter((number) => !known.has(number))
    const refused = new Map<string, Problem>()
    const alike = (await accountsByFoldedNumber(client, missing)).filter(({ asked, number }) => asked !== number)
    refuseCase(missing, [...alike, ...invented(missing, rehearsal)], refused)
    const keys = documents.flatMap(({ account, type, number }) => {
      const accountId = known.get(account)?.id
      return accountId === undefined ? [] : [{ accountId, type, number }]
    })
    await look(client, documents, keys, rehearsal)
    const { holdings } = rehearsal
    const { batch: numbered, renamed } = withNumbersApart(documents, known, holdings.stored)
    renumber(holdings, renamed)
    const bases = await rebuildDocuments(client, partsOf(numbered, known, holdings), source)
    for (const number of missing) if (!refused.has(number)) known.set(number, invent(number, rehearsal))
    const now = deps.clock().getTime()
    const placement = place(numbered, known, { holdings, bases, numbering }, { newId: deps.newId, now })
    placement.warnings.push(...(await lossesOf(client, placement.written)))
    count(placement, report)
    for (const { line, account } of documents) {
      const problem = refused.get(account)
      if (problem) reject(report, line, [problem])
    }
  })
}

/** What messages would lose. Dates that follow from a shipment's events would follow from them again. */
async function lossesOf(client: PoolClient, written: readonly Placed[]): Promise<Placement['warnings']> {
  const known = written.filter((one) => !one.isNew && !one.accountId.startsWith(inventedId))
  if (known.length === 0) return []
  const before = (await readBefore(client, known))(await readLines(client, known))
  const moved = known.flatMap(({ id, accountId, document: { type, number } }) => {
    const old = before.get(id)
    if (!old) return []
    const { estimatedDate = null, deliveredDate = null } = old.header
    return [{ id, accountId, type, number, wasStatus: old.status, status: old.status, estimatedDate, deliveredDate }]
  })
  return losses({ written, before, moved, papers: [] })
}

/** Reads what is stored, each key once: what the file has done with it since is not in the database. */
async function look(
  client: PoolClient,
  documents: readonly Prepared[],
  keys: readonly { accountId: string; type: string; number: string }[],
  { holdings, looked }: Rehearsal,
): Promise<void> {
  const isNew = (key: string) => !looked.has(key) && looked.add(key) !== undefined
  const unread = keys.filter(({ accountId, type, number }) => isNew(keyOf(accountId, type, number)))
  const numbers = documents.filter(({ type, number }) => isNew(keyOf('', type, number)))
  for (const one of await findStored(client, unread)) {
    holdings.stored.set(keyOf(one.accountId, one.type, one.number), one)
  }
  for (const one of await findHolders(client, numbers)) hold(holdings, one)
  for (const one of await findFormer(client, numbers)) noteFormer(holdings, one)
}

/** Accounts invented further up in the file whose number is one of these but for its case. */
function invented(missing: readonly string[], rehearsal: Rehearsal): { asked: string; number: string }[] {
  return missing.flatMap((asked) => {
    const number = rehearsal.accounts.get(asked.toLowerCase())
    return number === undefined || number === asked ? [] : [{ asked, number }]
  })
}

/** How ids of invented accounts begin; no stored id does. */
const inventedId = 'new '

function invent(number: string, rehearsal: Rehearsal): Account {
  rehearsal.accounts.set(number.toLowerCase(), number)
  return { id: `${inventedId}${number}`, searchKey: 0, number, name: number }
}
