import type { Pool } from 'pg'
import { definitions } from '#contract/documents/types.ts'
import { notFound, PortalError, type TranslatableText, translatable } from '#contract/errors.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { DocumentParty } from '#contract/ingest/values.ts'
import type { ElectronicAddress } from '#contract/values/electronic-addresses.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { ReadFile } from '#database/object-storage/read-file.ts'
import type { TradeParties } from '../formats/ubl/write/parties.ts'
import { findMissingValue, type MissingValue, writeUbl } from '../formats/ubl/write/write-ubl.ts'
import { listPapers, readElectronicAddress, readIdentifiers, readStored } from './queries.ts'
import { toIngestDocument } from './stored-document.ts'

const missingValueMessages: Readonly<Record<MissingValue, TranslatableText>> = {
  date: translatable('ubl.date'),
  total: translatable('ubl.total'),
}

/** `seller` is the supplier as the portal's settings describe it. */
export type UblDeps = {
  viewerPool: Pool
  readFile: ReadFile
  db: Pool
  seller: () => DocumentParty
  /** Where the supplier is reached in networks such as Peppol. */
  sellerAddress: () => ElectronicAddress | undefined
}

/**
 * One of the viewer's documents as UBL 2.1 XML. All types but shipments carry amounts: for members without the
 * permission `prices` they do not exist. UBL has no document for some types. Throws not_found, and conflict when the document lacks a value that UBL
 * requires.
 */
export async function exportUbl(deps: UblDeps, viewer: Viewer, type: DocumentType, number: string): Promise<string> {
  const { document, parties } = await readWithPapers(deps, viewer, type, number)
  const missing = findMissingValue(document)
  if (missing) throw new PortalError('conflict', missingValueMessages[missing])
  return writeUbl(document, parties)
}

/** A document of the viewer with its two parties, without its papers. Throws not_found where the viewer may not see it or its amounts. */
export async function readForExport(
  { viewerPool, db, seller }: UblDeps,
  viewer: Viewer,
  type: DocumentType,
  number: string,
): Promise<{ document: IngestDocument; parties: TradeParties }> {
  const canSee = (documentType: DocumentType) => viewer.permissions.has(definitions[documentType].permission)
  if (
    !canSee(type) ||
    definitions[type].ublCode === undefined ||
    (definitions[type].priced && !viewer.permissions.has('prices'))
  )
    throw notFound()
  const rows = await readStored(viewerPool, viewer, type, number)
  if (!rows) throw notFound()
  const [identifiers, electronicAddress] = await Promise.all([
    readIdentifiers(db, viewer),
    readElectronicAddress(db, viewer),
  ])
  return {
    document: toIngestDocument(type, number, rows, canSee),
    parties: { seller: seller(), account: { ...rows.account, identifiers, electronicAddress } },
  }
}

/** The same with its papers. Throws unavailable, too, when they are in an object storage that does not answer. */
export async function readWithPapers(
  deps: UblDeps,
  viewer: Viewer,
  type: DocumentType,
  number: string,
): ReturnType<typeof readForExport> {
  const { document, parties } = await readForExport(deps, viewer, type, number)
  const attachments: NonNullable<IngestDocument['attachments']> = []
  for (const paper of await listPapers(deps.viewerPool, viewer, type, number)) {
    const content = await deps.readFile(paper)
    attachments.push({ name: paper.name, mimeType: paper.mimeType, contentBase64: content.toString('base64') })
  }
  return { document: attachments.length > 0 ? { ...document, attachments } : document, parties }
}
