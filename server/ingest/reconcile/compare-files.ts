import type { compareList } from '#contract/console/removed-documents.ts'
import { mostCompared } from '#contract/console/removed-documents.ts'
import type { Body } from '#contract/endpoint.ts'
import type { ListedDocument } from '#contract/ingest/reconcile.ts'
import { sentInstantPattern } from '#contract/values/dates.ts'
import { isDocumentType } from '#contract/values.ts'
import { reconcileEverywhere } from '../elsewhere/reconcile.ts'
import { type FilesToMap, readNamedDocuments } from '../mapped-files.ts'
import type { IngestDeps } from '../types.ts'

/** What a list names completely: all time, or a period of issue; undefined: it is an extract. */
export type Completeness = Body<typeof compareList>['complete']

/** What `compareFiles` gives beside the comparison. */
export type ComparedFiles = Awaited<ReturnType<typeof reconcileEverywhere>> & { unread: number; problem: string | null }

const instantPattern = new RegExp(sentInstantPattern)

/**
 * Compares the documents that files name with those of the portal, of whichever company they are and in whichever region. Throws invalid_input for
 * files that cannot be read, or that name too many.
 */
export async function compareFiles(
  deps: IngestDeps,
  files: FilesToMap,
  complete: Completeness,
): Promise<ComparedFiles> {
  const { documents, unread, problem } = await readNamedDocuments(deps, files, mostCompared)
  const listed = documents.flatMap(toListed)
  const types = [...new Set(listed.map(({ type }) => type))]
  const scope = complete && types.length > 0 ? { complete: { ...complete, types } } : {}
  return { ...(await reconcileEverywhere(deps, { documents: listed, ...scope }, { source: '' })), unread, problem }
}

function toListed({ type, number, account, modifiedAt }: Record<string, unknown>): ListedDocument[] {
  if (typeof type !== 'string' || !isDocumentType(type) || typeof number !== 'string' || typeof account !== 'string')
    return []
  const isInstant = typeof modifiedAt === 'string' && instantPattern.test(modifiedAt)
  return [{ type, number, account, ...(isInstant ? { modifiedAt } : {}) }]
}
