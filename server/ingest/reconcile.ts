import { ownNumber } from '../../contract/documents/numbers.ts'
import type { Body, Reply } from '../../contract/endpoint.ts'
import type { Listed, reconcileDocuments } from '../../contract/reconcile.ts'
import { documentTypes, isDocumentType } from '../../contract/values.ts'
import { toMilliseconds } from './dates.ts'
import { keyOf } from './holdings.ts'
import type { IngestDeps, Numbering } from './incoming.ts'
import { type Compared, type Held, lookUp, numbersNow, readHeld, type Scope } from './reconcile-queries.ts'

type Wanted = Body<typeof reconcileDocuments>
type Found = Reply<typeof reconcileDocuments>

/** How many of each are listed; the counts are of all. */
const listedMost = 1000
/** How many documents are looked at in one go. */
const page = 2000

/** Compares what an ERP has with what the portal has. Changes nothing. */
export async function reconcile(
  deps: Pick<IngestDeps, 'pool'>,
  { documents, complete }: Wanted,
  { source }: Pick<Numbering, 'source'>,
): Promise<Found> {
  const found: Found = {
    compared: documents.length,
    same: 0,
    missing: [],
    extra: [],
    different: [],
    counts: { missing: 0, extra: 0, different: 0 },
  }
  for (let from = 0; from < documents.length; from += page) {
    const part = documents.slice(from, from + page)
    const rows = await lookUp(deps.pool, part, source)
    for (const [place, one] of part.entries()) compare(found, one, rows[place])
  }
  if (complete) {
    const now = await numbersNow(deps.pool, [...new Set(documents.map(({ account }) => account))])
    const named = new Set(
      documents.map(({ account, type, number }) => keyOf(now.get(account) ?? account, type, number)),
    )
    await findExtra(deps, scopeOf(complete, source), named, found)
  }
  return found
}

function compare(found: Found, one: Listed, row: Compared | undefined): void {
  const { type, number, account } = one
  if (!row || row.hash === null) {
    found.counts.missing++
    const withdrawnAt = row?.withdrawnAt ? new Date(row.withdrawnAt).toISOString() : null
    if (found.missing.length < listedMost)
      found.missing.push({ type, number, account, heldBy: row?.heldBy ?? null, withdrawnAt })
    return
  }
  const modifiedAt = row.modifiedAt === null ? null : new Date(Number(row.modifiedAt)).toISOString()
  if (isSame(one, row)) found.same++
  else {
    found.counts.different++
    if (found.different.length < listedMost) found.different.push({ type, number, account, modifiedAt, hash: row.hash })
  }
}

/** By its hash where the list names one, else by its last change, else by its number alone. */
function isSame({ hash, modifiedAt }: Listed, row: Compared): boolean {
  if (hash !== undefined) return hash === row.hash
  return modifiedAt === undefined || toMilliseconds(modifiedAt) === Number(row.modifiedAt ?? Number.NaN)
}

function scopeOf({ accounts, types, source, from, to }: NonNullable<Wanted['complete']>, ofKey: string): Scope {
  return {
    accounts: accounts ?? null,
    types: types ?? documentTypes,
    source: source ?? ofKey,
    from: from ?? null,
    to: to ?? null,
  }
}

async function findExtra(
  { pool }: Pick<IngestDeps, 'pool'>,
  scope: Scope,
  named: ReadonlySet<string>,
  found: Found,
): Promise<void> {
  for (let after: Held | undefined; ; ) {
    const rows: Held[] = await readHeld(pool, scope, after, page)
    for (const { account, type, number, modifiedAt } of rows) {
      if (named.has(keyOf(account, type, ownNumber(number))) || !isDocumentType(type)) continue
      found.counts.extra++
      if (found.extra.length < listedMost) found.extra.push({ type, number, account, modifiedAt })
    }
    after = rows.at(-1)
    if (rows.length < page) return
  }
}
