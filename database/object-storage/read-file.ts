import { createHash } from 'node:crypto'
import { PortalError, translatable } from '#contract/errors.ts'
import type { Bucket } from './bucket.ts'

/** The bytes of a file as its row has them: in the database, or under a key in the object storage. */
export type FileRow = { content: Buffer | null; objectKey: string | null }

/** Gives the bytes of a row. Throws unavailable when the object storage does not answer, or not with these bytes. */
export type ReadFile = (file: FileRow) => Promise<Buffer>

/** The key of new content in a table: no two are the same, and each says the hash of its bytes. */
export const objectKeyOf = (table: string, id: string, content: Buffer): string => `${table}/${id}.${hashOf(content)}`

/** A reader of files with a bucket; without one it reads only those that are in the database. */
export function createFileReader(bucket: Bucket | undefined): ReadFile {
  return async ({ content, objectKey }) => {
    if (content !== null) return content
    if (objectKey === null) throw new Error('A file has neither content nor a key')
    try {
      return await readObject(bucket, objectKey)
    } catch (error) {
      throw new PortalError('unavailable', translatable('error.fileAway'), { cause: error, retryAfter: 10 })
    }
  }
}

/**
 * The bytes under a key, compared with the hash that the key names. Throws an error whose message says why there are
 * none.
 */
export async function readObject(bucket: Bucket | undefined, objectKey: string): Promise<Buffer> {
  if (!bucket) throw new Error(`OBJECT_STORAGE_URL is not set, and ${objectKey} is there`)
  const content = await bucket.get(objectKey)
  if (content === undefined) throw new Error(`The object storage has no ${objectKey}`)
  if (!objectKey.endsWith(`.${hashOf(content)}`))
    throw new Error(`The object storage has other bytes under ${objectKey} than were put there`)
  return content
}

const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex')
