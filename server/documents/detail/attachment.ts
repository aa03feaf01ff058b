import type { Pool } from 'pg'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { ReadFile } from '#database/object-storage/read-file.ts'
import { selectAttachment } from './queries.ts'

export type AttachmentDeps = { viewerPool: Pool; readFile: ReadFile }

/**
 * An attachment of one of the viewer's documents with its bytes; undefined when it is absent or hidden. Throws unavailable
 * when its bytes are in an object storage that does not answer.
 */
export async function readAttachment(
  { viewerPool, readFile }: AttachmentDeps,
  viewer: Viewer,
  type: DocumentType,
  number: string,
  id: string,
): Promise<{ name: string; mimeType: string; content: Buffer } | undefined> {
  const row = await selectAttachment(viewerPool, viewer, type, number, id)
  return row && { name: row.name, mimeType: row.mimeType, content: await readFile(row) }
}
