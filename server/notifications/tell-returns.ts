import { isLater, returnProgress } from '#contract/requests/returns.ts'
import type { Db } from '#database/transaction.ts'
import { createStepNotices, type ReturnStepTold } from './announce.ts'
import {
  type ReturnRow,
  selectNaming,
  selectReturnRow,
  selectReturnsNamedBy,
  updateToldStep,
} from './return-queries.ts'

type Deps = { now: string; newId: () => string }

type DocumentId = { accountId: string; id: string }

/**
 * Notifies people of the steps that returns have come to, each step once: `naming` are documents that name one, `moved`
 * shipments that may.
 */
export async function tellReturnsNamedBy(
  client: Db,
  { naming, moved }: { naming: readonly DocumentId[]; moved: readonly DocumentId[] },
  deps: Deps,
): Promise<void> {
  const documents = [...naming, ...(moved.length > 0 ? await selectNaming(client, moved) : [])]
  if (documents.length === 0) return
  const rows = await selectReturnsNamedBy(
    client,
    documents.map(({ accountId }) => accountId),
    documents.map(({ id }) => id),
  )
  await tell(client, rows, deps)
}

/** Notifies people of the step that a return has come to. The supplier's agreement is an answer, which is told by itself. */
export async function tellReturn(client: Db, accountId: string, requestId: string, deps: Deps): Promise<void> {
  const row = await selectReturnRow(client, accountId, requestId)
  await tell(client, row ? [row] : [], deps)
}

async function tell(client: Db, rows: readonly ReturnRow[], deps: Deps): Promise<void> {
  const told: ReturnStepTold[] = []
  for (const row of rows) {
    const step = returnProgress(row.askedAt, row, row.documents).at(-1)?.step ?? 'asked'
    if (isLater(step, row.told) && (await updateToldStep(client, row, step)) && step !== 'approved')
      told.push({ ...row, step })
  }
  await createStepNotices(client, told, deps)
}
