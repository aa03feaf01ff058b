import type { Pool } from 'pg'
import { PortalError } from '#contract/errors.ts'
import type { PartyIdentifier } from '#contract/identifiers.ts'
import type { IngestReport } from '#contract/ingest/documents.ts'
import {
  deleteQuarantined,
  findAccount,
  findIdentifierOwners,
  findQuarantined,
  insertIdentifiers,
  type QuarantinedContent,
  type QuarantinedDocument,
  selectQuarantined,
} from './queries.ts'

/** `feed` takes in a quarantined document as one of the account with this number. */
export type QuarantineDeps = {
  workPool: Pool
  feed: (content: QuarantinedContent, account: string) => Promise<IngestReport>
}

export type AssignmentResult = {
  report: IngestReport
  /** Identifiers that identify the account from now on. */
  learned: PartyIdentifier[]
  /** Identifiers of the document that no account has yet: those that `learn` would add. */
  learnable: PartyIdentifier[]
  /** Identifiers of the document that another account has. */
  foreign: (PartyIdentifier & { account: string })[]
}

const pageSize = 500

/** All documents whose customer is not known, oldest first, read a page at a time. */
export async function* eachQuarantined(workPool: Pool): AsyncGenerator<QuarantinedDocument> {
  let after: QuarantinedDocument | null = null
  for (;;) {
    const rows: QuarantinedDocument[] = await selectQuarantined(workPool, after, pageSize)
    yield* rows
    after = rows.at(-1) ?? null
    if (!after || rows.length < pageSize) return
  }
}

/**
 * Assigns a quarantined document to an account; with `learn` the account also gets those of its identifiers that no
 * account has. The document stays in quarantine when it is rejected. Throws not_found for an unknown document or
 * account.
 */
export async function assignDocument(
  deps: QuarantineDeps,
  id: string,
  account: string,
  learn: boolean,
): Promise<AssignmentResult> {
  const document = await requireQuarantined(deps.workPool, id)
  const owner = await findAccount(deps.workPool, account)
  if (!owner) throw new PortalError('not_found', `There is no account "${account}".`)
  const report = await deps.feed(document, account)
  const owners = await findIdentifierOwners(deps.workPool, document.identifiers)
  const foreign = owners.filter((entry) => entry.account !== owner.number)
  const unassigned = document.identifiers.filter(
    ({ scheme, value }) => !owners.some((entry) => entry.scheme === scheme && entry.value === value),
  )
  if (report.rejected > 0) return { report, learned: [], learnable: unassigned, foreign }
  const learned = learn && unassigned.length > 0 ? await insertIdentifiers(deps.workPool, owner.id, unassigned) : []
  await deleteQuarantined(deps.workPool, id)
  return { report, learned, learnable: learn ? [] : unassigned, foreign }
}

/** Deletes a document from quarantine. Throws not_found. */
export async function dropDocument(workPool: Pool, id: string): Promise<void> {
  if (!isUuid(id) || !(await deleteQuarantined(workPool, id))) throw notFoundError(id)
}

async function requireQuarantined(workPool: Pool, id: string): Promise<QuarantinedDocument & QuarantinedContent> {
  const document = isUuid(id) ? await findQuarantined(workPool, id) : undefined
  if (!document) throw notFoundError(id)
  return document
}

function isUuid(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)
}

function notFoundError(id: string): PortalError {
  return new PortalError('not_found', `No document "${id.slice(0, 60)}" waits in quarantine.`)
}
