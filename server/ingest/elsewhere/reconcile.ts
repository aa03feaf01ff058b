import type { Body, Reply } from '#contract/endpoint.ts'
import type { reconcileDocuments } from '#contract/ingest/reconcile.ts'
import { addComparison, reconcile } from '../reconcile/reconcile.ts'
import type { IngestDeps, Numbering } from '../types.ts'

type List = Body<typeof reconcileDocuments>

/**
 * Compares what an ERP has with what all regions have, each with its own part of the list. Changes nothing. Throws
 * unavailable when a region does not answer.
 */
export async function reconcileEverywhere(
  deps: Pick<IngestDeps, 'workPool' | 'elsewhere'>,
  list: List,
  numbering: Pick<Numbering, 'source'>,
): Promise<Reply<typeof reconcileDocuments>> {
  const { elsewhere } = deps
  if (!elsewhere) return reconcile(deps, list, numbering)
  const listByRegion = (region: string | undefined): List => {
    const isHere = (account: string) => elsewhere.regionOf(account) === region
    const { accounts, ...scope } = list.complete ?? {}
    const own = accounts?.filter(isHere)
    return {
      documents: list.documents.filter(({ account }) => isHere(account)),
      // A list that is complete for accounts of other regions alone says nothing of this one.
      ...(list.complete && own?.length !== 0 ? { complete: { ...scope, ...(own ? { accounts: own } : {}) } } : {}),
    }
  }
  const reply = await reconcile(deps, listByRegion(undefined), numbering)
  for (const region of elsewhere.regions) {
    const part = listByRegion(region)
    if (part.documents.length === 0 && !part.complete) continue
    addComparison(reply, await elsewhere.reconcile(region, withSource(part, numbering)))
  }
  return reply
}

/** The list with the source of its key, which another region does not know. */
function withSource({ documents, complete }: List, { source }: Pick<Numbering, 'source'>): List {
  if (source === '') return { documents, ...(complete ? { complete } : {}) }
  return {
    documents: documents.map((document) => ({ source, ...document })),
    ...(complete ? { complete: { source, ...complete } } : {}),
  }
}
