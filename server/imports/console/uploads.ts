import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pool } from 'pg'
import { importLimits, maxUploadBytes } from '#contract/console/imports.ts'
import { notFound, translatable } from '#contract/errors.ts'
import { withTransaction } from '#database/transaction.ts'
import type { NamedFile } from '#server/formats/format.ts'
import { inOwnFolder, receiveFile } from '../scratch.ts'
import { findPart, insertPart, insertUpload, selectUploads } from './upload-queries.ts'

type UploadDeps = { db: Pool; clock: () => Date; newId: () => string }

/** In bytes. A part is what the server holds of an upload at once. */
const partSize = 1024 * 1024
/** How many uploads of one person are kept. */
const mostOfOnePerson = 10

/** Keeps a file while somebody maps it. Throws too_large, and invalid_input for an empty one. */
export function keepUpload(
  { db, clock, newId }: UploadDeps,
  staffId: string,
  name: string,
  body: Readable | null,
): Promise<{ id: string; name: string; size: number }> {
  return inOwnFolder(async (folder) => {
    const path = join(folder, 'body')
    // Before the transaction: however slowly a file comes, it holds no connection.
    const size = await receiveFile(body, path, {
      most: maxUploadBytes,
      tooLarge: translatable('imports.tooLarge'),
      empty: translatable('imports.emptyFile'),
    })
    const id = newId()
    await withTransaction(db, async (client) => {
      const upload = { id, staffId, name, size, uploadedAt: clock().toISOString() }
      await insertUpload(client, upload, { hours: importLimits.hours, each: mostOfOnePerson })
      let part = 0
      for await (const content of createReadStream(path, { highWaterMark: partSize }))
        await insertPart(client, id, part++, content as Buffer)
    })
    return { id, name, size }
  })
}

/** Writes uploads of a member of staff into a folder, in the order of the ids. Throws not_found. */
export async function writeUploads(
  db: Pool,
  staffId: string,
  ids: readonly string[],
  folder: string,
): Promise<NamedFile[]> {
  const kept = await selectUploads(db, staffId, ids)
  const files: NamedFile[] = []
  for (const [index, id] of ids.entries()) {
    const upload = kept.find((one) => one.id === id)
    if (!upload) throw notFound()
    const path = join(folder, `file-${index}`)
    await pipeline(storedParts(db, id), createWriteStream(path, { mode: 0o600 }))
    files.push({ name: upload.name, path })
  }
  return files
}

async function* storedParts(db: Pool, id: string): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const content = await findPart(db, id, part)
    if (!content) return
    yield content
  }
}
