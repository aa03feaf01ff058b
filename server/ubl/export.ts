import type { Pool } from 'pg'
import { definitions } from '#contract/documents/types.ts'
import { notFound, PortalError, type TranslatableText, translatable } from '#contract/errors.ts'
import type { DocumentParty } from '#contract/ingest/values.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { findMissingValue, type MissingValue, writeUbl } from '../formats/ubl/write/write-ubl.ts'
import { readIdentifiers, readStored } from './queries.ts'
import { toIngestDocument } from './stored-document.ts'

const missingValueMessages: Readonly<Record<MissingValue, TranslatableText>> = {
  date: translatable('ubl.date'),
  total: translatable('ubl.total'),
}

/** `seller` is the supplier as the portal's settings describe it. */
export type UblDeps = { viewerPool: Pool; db: Pool; seller: () => DocumentParty }

/**
 * One of the viewer's documents as UBL 2.1 XML. All types but shipments carry amounts: for members without the
 * permission `prices` they do not exist. UBL has no document for some types. Throws not_found, and conflict when the document lacks a value that UBL
 * requires.
 */
export async function exportUbl(
  { viewerPool, db, seller }: UblDeps,
  viewer: Viewer,
  type: DocumentType,
  number: string,
): Promise<string> {
  const canSee = (documentType: DocumentType) => viewer.permissions.has(definitions[documentType].permission)
  if (
    !canSee(type) ||
    definitions[type].ublCode === undefined ||
    (definitions[type].priced && !viewer.permissions.has('prices'))
  )
    throw notFound()
  const rows = await readStored(viewerPool, viewer, type, number)
  if (!rows) throw notFound()
  const document = toIngestDocument(type, number, rows, canSee)
  const missing = findMissingValue(document)
  if (missing) throw new PortalError('conflict', missingValueMessages[missing])
  const identifiers = await readIdentifiers(db, viewer)
  return writeUbl(document, { seller: seller(), account: { ...rows.account, identifiers } })
}
