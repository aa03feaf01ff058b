import { Readable } from 'node:stream'
import ZipStream from 'zip-stream'

/** A file of a ZIP: its bytes, or what gives them piece by piece. `packed`: as small as it gets already. */
export type ZipFile = { name: string; content: Buffer | AsyncIterable<string>; compressed?: boolean }

/**
 * A ZIP of files that are made one after the other, each when the reader has taken the one before. When the reader goes
 * away, no further one is made; when one fails, the stream breaks off.
 */
export function zipOf(files: AsyncIterable<ZipFile>, now: Date): Readable {
  const zip = new ZipStream({ level: 5 })
  let source: Readable | undefined
  const readerGone = new Promise<never>((_, reject) => {
    zip.once('close', () => {
      source?.destroy()
      reject(new Error('The reader of a ZIP has gone away'))
    })
  })
  readerGone.catch(ignore)
  const add = (file: ZipFile) =>
    new Promise<void>((resolve, reject) => {
      source = Buffer.isBuffer(file.content) ? undefined : Readable.from(file.content)
      // A stream that breaks ends for its reader as if it were whole: its error is listened for by itself.
      source?.once('error', reject)
      const data = { name: file.name, date: now, store: file.compressed ?? false }
      zip.entry(source ?? (file.content as Buffer), data, (error) => (error ? reject(error) : resolve()))
    })
  const pack = async () => {
    for await (const file of files) await Promise.race([add(file), readerGone])
    zip.finalize()
  }
  pack().catch((error: unknown) => zip.destroy(error instanceof Error ? error : new Error(String(error))))
  return zip as unknown as Readable
}

const ignore = () => undefined
