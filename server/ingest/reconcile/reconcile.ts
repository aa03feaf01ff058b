import { withoutCreditNoteMark } from '#contract/documents/credit-note-number.ts'
import type { Body, Reply } from '#contract/endpoint.ts'
import type { ListedDocument, reconcileDocuments } from '#contract/ingest/reconcile.ts'
import { documentTypes, isDocumentType } from '#contract/values.ts'
import { toMilliseconds } from '#server/formats/dates.ts'
import { documentKey } from '../match/holdings.ts'
import type { IngestDeps, Numbering } from '../types.ts'
import {
  type ComparisonRow,
  currentAccountNumbers,
  findListedDocuments,
  type PortalDocument,
  type ReconcileScope,
  selectPortalDocuments,
} from './queries.ts'

type ReconcileInput = Body<typeof reconcileDocuments>
type ReconcileReply = Reply<typeof reconcileDocuments>

/** How many documents each list names at most; the counts cover all. */
const maxListed = 1000
/** How many documents are compared at a time. */
const pageSize = 2000

/** Compares what an ERP has with what the portal has. Changes nothing. */
export async function reconcile(
  deps: Pick<IngestDeps, 'workPool'>,
  { documents, complete }: ReconcileInput,
  { source }: Pick<Numbering, 'source'>,
): Promise<ReconcileReply> {
  const reply: ReconcileReply = {
    compared: documents.length,
    same: 0,
    missing: [],
    extra: [],
    different: [],
    counts: { missing: 0, extra: 0, different: 0 },
  }
  for (let from = 0; from < documents.length; from += pageSize) {
    const chunk = documents.slice(from, from + pageSize)
    const rows = await findListedDocuments(deps.workPool, chunk, source)
    for (const [index, entry] of chunk.entries()) compare(reply, entry, rows[index])
  }
  if (complete) {
    const currentNumbers = await currentAccountNumbers(deps.workPool, [
      ...new Set(documents.map(({ account }) => account)),
    ])
    const listedKeys = new Set(
      documents.map(({ account, type, number }) => documentKey(currentNumbers.get(account) ?? account, type, number)),
    )
    await addExtra(deps, scopeOf(complete, source), listedKeys, reply)
  }
  return reply
}

/** Adds the comparison of another part of a list. */
export function addComparison(reply: ReconcileReply, other: ReconcileReply): void {
  reply.compared += other.compared
  reply.same += other.same
  for (const list of ['missing', 'extra', 'different'] as const) {
    reply.counts[list] += other.counts[list]
    const entries: unknown[] = reply[list]
    entries.push(...other[list].slice(0, maxListed - entries.length))
  }
}

function compare(reply: ReconcileReply, entry: ListedDocument, row: ComparisonRow | undefined): void {
  const { type, number, account } = entry
  if (!row || row.hash === null) {
    reply.counts.missing++
    const withdrawnAt = row?.withdrawnAt ? new Date(row.withdrawnAt).toISOString() : null
    if (reply.missing.length < maxListed)
      reply.missing.push({ type, number, account, heldBy: row?.heldBy ?? null, withdrawnAt })
    return
  }
  const modifiedAt = row.modifiedAt === null ? null : new Date(Number(row.modifiedAt)).toISOString()
  if (isSame(entry, row)) reply.same++
  else {
    reply.counts.different++
    if (reply.different.length < maxListed) reply.different.push({ type, number, account, modifiedAt, hash: row.hash })
  }
}

/** Compares by hash where the list has one, else by the last change; with neither, the number alone is enough. */
function isSame({ hash, modifiedAt }: ListedDocument, row: ComparisonRow): boolean {
  if (hash !== undefined) return hash === row.hash
  return modifiedAt === undefined || toMilliseconds(modifiedAt) === Number(row.modifiedAt ?? Number.NaN)
}

function scopeOf(
  { accounts, types, source, from, to }: NonNullable<ReconcileInput['complete']>,
  keySource: string,
): ReconcileScope {
  return {
    accounts: accounts ?? null,
    types: types ?? documentTypes,
    source: source ?? keySource,
    from: from ?? null,
    to: to ?? null,
  }
}

async function addExtra(
  { workPool }: Pick<IngestDeps, 'workPool'>,
  scope: ReconcileScope,
  listedKeys: ReadonlySet<string>,
  reply: ReconcileReply,
): Promise<void> {
  for (let after: PortalDocument | undefined; ; ) {
    const rows: PortalDocument[] = await selectPortalDocuments(workPool, scope, after, pageSize)
    for (const { account, type, number, modifiedAt } of rows) {
      if (listedKeys.has(documentKey(account, type, withoutCreditNoteMark(number))) || !isDocumentType(type)) continue
      reply.counts.extra++
      if (reply.extra.length < maxListed) reply.extra.push({ type, number, account, modifiedAt })
    }
    after = rows.at(-1)
    if (rows.length < pageSize) return
  }
}
