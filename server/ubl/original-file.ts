import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Pool } from 'pg'
import { maySeeOriginal, originalFileName } from '#contract/ubl.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { ReadFile } from '#database/object-storage/read-file.ts'
import { readOriginal } from './queries.ts'

const decompress = promisify(zstdDecompress)

/**
 * The file, byte for byte, as which one of the viewer's documents was last sent, and its name. Undefined if there is
 * none that the viewer may see.
 */
export async function readOriginalFile(
  { viewerPool, readFile }: { viewerPool: Pool; readFile: ReadFile },
  viewer: Viewer,
  type: DocumentType,
  number: string,
): Promise<{ name: string; content: Buffer } | undefined> {
  const file = await readOriginal(viewerPool, viewer, type, number)
  if (!file || !maySeeOriginal(type, file.hasAmounts, viewer.permissions)) return undefined
  return { name: originalFileName(file.kind, number), content: await decompress(await readFile(file)) }
}
