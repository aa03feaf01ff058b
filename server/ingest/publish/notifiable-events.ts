import type { DocumentType } from '#contract/values.ts'
import type { DocumentUpdate } from '#server/notifications/announce.ts'
import type { StatusChange } from '../derive/changes.ts'
import type { PlannedDocument } from '../planned-document.ts'
import type { BatchResult } from './change-history.ts'
import type { DocumentChange } from './change-queries.ts'

/** What a batch changed, document by document, for people who want to be notified. */
export function notifiableEventsOf(
  { written, before, moved }: BatchResult,
  documentChanges: readonly DocumentChange[],
): DocumentUpdate[] {
  const statusChanges = new Map(moved.map((statusChange) => [statusChange.id, statusChange]))
  const changesByDocument = Map.groupBy(documentChanges, (change) => change.documentId)
  const writtenEvents = written.map((planned): DocumentUpdate => {
    const [statusChange, previous, changes] = [
      statusChanges.get(planned.id),
      before.get(planned.id),
      changesByDocument.get(planned.id) ?? [],
    ]
    const { type, number, row } = planned.document
    const status = statusChange?.status ?? previous?.status ?? row.status
    return {
      ...{ accountId: planned.accountId, documentId: planned.id, type, number, isNew: planned.isNew },
      ...{ customerReference: row.customerReference, invoiceKind: row.invoiceKind, status },
      ...changeSummary(changes, previous?.status ?? status, status),
      ...(type === 'orders' && status === 'on_hold' ? { holdReason: holdReasonOf(row) } : {}),
      dated: planned.isNew ? documentDate(planned) : (latest(changes.map(({ changedAt }) => changedAt)) ?? null),
    }
  })
  const ids = new Set(written.map(({ id }) => id))
  const others = moved
    .filter(({ id }) => !ids.has(id))
    .map((statusChange) => eventOfStatusChange(statusChange, changesByDocument.get(statusChange.id) ?? []))
  return [...writtenEvents, ...others]
}

const holdReasonOf = ({ details }: PlannedDocument['document']['row']) =>
  (JSON.parse(details) as { holdReason?: string }).holdReason

/** A document whose status changed because of another document. */
function eventOfStatusChange(
  { accountId, id, type, number, wasStatus, status }: StatusChange,
  changes: readonly DocumentChange[],
): DocumentUpdate {
  return {
    ...{ accountId, documentId: id, type: type as DocumentType, number, isNew: false, status },
    ...changeSummary(changes, wasStatus, status),
    dated: latest(changes.map(({ changedAt }) => changedAt)) ?? null,
  }
}

function changeSummary(
  documentChanges: readonly DocumentChange[],
  was: string,
  status: string,
): Pick<DocumentUpdate, 'changes' | 'amountsChanged'> {
  // The status that an order's source states is not yet the one that follows from its deliveries.
  const others = documentChanges.flatMap(({ changes }) => changes).filter(({ field }) => field !== 'status')
  return {
    changes: was === status ? others : [{ field: 'status', old: was, new: status }, ...others],
    amountsChanged: documentChanges.some(({ amounts }) => amounts.length > 0),
  }
}

/** The latest date that a document itself names; failing that, when its source last changed it. */
function documentDate({ document: { row, modifiedAt } }: PlannedDocument): string | null {
  const ownDate = latest([row.issueDate, row.despatchDate, row.deliveredDate, row.lastEventAt])
  return ownDate ?? (modifiedAt === undefined ? null : new Date(modifiedAt).toISOString())
}

function latest(dates: readonly (string | undefined)[]): string | undefined {
  return dates
    .filter((date) => date !== undefined)
    .toSorted()
    .at(-1)
}
