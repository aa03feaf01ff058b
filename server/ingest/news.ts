import type { DocumentType } from '../../contract/values.ts'
import type { Happening } from '../notifications/announce.ts'
import type { Change } from './change-queries.ts'
import type { Moved } from './changes.ts'
import type { Deeds } from './story.ts'
import type { Placed } from './write-queries.ts'

/** What a batch did, document by document, for those who want to be told. */
export function happeningsOf({ written, before, moved }: Deeds, story: readonly Change[]): Happening[] {
  const moves = new Map(moved.map((one) => [one.id, one]))
  const stories = Map.groupBy(story, (one) => one.documentId)
  const own = written.map((placed): Happening => {
    const [move, old, told] = [moves.get(placed.id), before.get(placed.id), stories.get(placed.id) ?? []]
    const { type, number, row } = placed.document
    const status = move?.status ?? old?.status ?? row.status
    return {
      ...{ accountId: placed.accountId, documentId: placed.id, type, number, isNew: placed.isNew },
      ...{ customerReference: row.customerReference, invoiceKind: row.invoiceKind, status },
      ...changesOf(told, old?.status ?? status, status),
      ...(type === 'orders' && status === 'on_hold' ? { holdReason: holdReasonOf(row) } : {}),
      dated: placed.isNew ? datesOf(placed) : (latest(told.map(({ changedAt }) => changedAt)) ?? null),
    }
  })
  const ids = new Set(written.map(({ id }) => id))
  const others = moved.filter(({ id }) => !ids.has(id)).map((move) => movedBy(move, stories.get(move.id) ?? []))
  return [...own, ...others]
}

const holdReasonOf = ({ details }: Placed['document']['row']) =>
  (JSON.parse(details) as { holdReason?: string }).holdReason

/** A document that another has moved. */
function movedBy({ accountId, id, type, number, wasStatus, status }: Moved, told: readonly Change[]): Happening {
  return {
    ...{ accountId, documentId: id, type: type as DocumentType, number, isNew: false, status },
    ...changesOf(told, wasStatus, status),
    dated: latest(told.map(({ changedAt }) => changedAt)) ?? null,
  }
}

function changesOf(
  told: readonly Change[],
  was: string,
  status: string,
): Pick<Happening, 'changes' | 'amountsChanged'> {
  // An order's status by its source is not yet where its deliveries put it.
  const others = told.flatMap(({ changes }) => changes).filter(({ field }) => field !== 'status')
  return {
    changes: was === status ? others : [{ field: 'status', old: was, new: status }, ...others],
    amountsChanged: told.some(({ amounts }) => amounts.length > 0),
  }
}

/** The latest day that a document names of itself; failing that when its source last touched it. */
function datesOf({ document: { row, modifiedAt } }: Placed): string | null {
  const own = latest([row.issueDate, row.despatchDate, row.deliveredDate, row.lastEventAt])
  return own ?? (modifiedAt === undefined ? null : new Date(modifiedAt).toISOString())
}

function latest(dates: readonly (string | undefined)[]): string | undefined {
  return dates
    .filter((date) => date !== undefined)
    .toSorted()
    .at(-1)
}
