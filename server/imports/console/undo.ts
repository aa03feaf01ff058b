import type { Pool } from 'pg'
import type { Undoing } from '#contract/console/imports.ts'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import { withTransaction } from '#database/transaction.ts'
import { record } from '#server/audit/record.ts'
import type { ProfileActor } from '../profiles.ts'
import { findRun, updateUndone } from '../run-queries.ts'
import type { RestoreDocuments, UndoDocuments } from '../take-files.ts'
import { countUndone, type DocumentToUndo, selectHashes, selectToUndo, updateOutcomes } from './undo-queries.ts'

type UndoDeps = { db: Pool; clock: () => Date; newId: () => string; undo: UndoDocuments; restore: RestoreDocuments }

/** How many documents are looked at in one call. */
const mostAtOnce = 200

/**
 * Undoes the next documents of a run: withdraws what the run created and nothing has changed since, then brings back what
 * it withdrew as a full list. What it changed stays as it left it. Throws not_found, and conflict while the run is under way.
 */
export async function undoNext(deps: UndoDeps, id: string, actor: ProfileActor): Promise<Undoing> {
  const { db, clock } = deps
  const run = await findRun(db, id, clock().toISOString())
  if (!run || run.isDry) throw notFound()
  if (run.finishedAt === null && !run.isBroken) throw new PortalError('conflict', translatable('imports.stillRuns'))
  const sender = { caller: actor.caller, keyId: null, staffId: actor.staffId }
  const documents = await selectToUndo(db, id, mostAtOnce)
  const present = await selectHashes(db, documents)
  const isAsWritten = ({ id: document, isNew, hash }: DocumentToUndo) =>
    isNew && (present.get(document)?.equals(hash) ?? false)
  await deps.undo(documents.filter(isAsWritten), sender)
  const left = await selectHashes(db, documents)
  const outcomeOf = (document: DocumentToUndo) => {
    if (!document.isNew) return 'existed'
    if (!left.has(document.id)) return isAsWritten(document) ? 'withdrawn' : 'gone'
    return 'changed'
  }
  await updateOutcomes(
    db,
    id,
    documents.map((document) => ({ id: document.id, outcome: outcomeOf(document) })),
  )
  // After the others: what the run created may have the numbers of what it withdrew.
  if (documents.length < mostAtOnce) await deps.restore(id, sender)
  const undone = await countUndone(db, id)
  if (undone.left === 0 && run.undoneAt === null) {
    await withTransaction(db, async (client) => {
      await updateUndone(client, id, actor.name ?? '', clock().toISOString())
      const { left: _, ...counts } = undone
      const details = { run: id, profile: run.profile, ...counts }
      await record(deps, client, { action: 'import_undone', caller: actor.caller, staffId: actor.staffId, details })
    })
  }
  return undone
}
