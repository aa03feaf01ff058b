import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { PortalError, type TranslatableText } from '#contract/errors.ts'

/** Runs `work` with a folder of its own, which is deleted afterwards. */
export async function inOwnFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-files-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Bounds = {
  /** In bytes. */
  most: number
  tooLarge: string | TranslatableText
  empty: string | TranslatableText
}

/**
 * Writes what is sent to a file while it comes, and returns its size in bytes. Throws too_large for more than `most`, and
 * invalid_input when nothing came.
 */
export async function receiveFile(
  body: Readable | null | undefined,
  path: string,
  { most, tooLarge, empty }: Bounds,
): Promise<number> {
  if (!body) throw new PortalError('invalid_input', empty)
  let size = 0
  await pipeline(
    body,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length
        if (size > most) throw new PortalError('too_large', tooLarge)
        yield chunk
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  )
  if (size === 0) throw new PortalError('invalid_input', empty)
  return size
}
