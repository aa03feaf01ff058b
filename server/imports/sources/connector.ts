import type { ImapFlow } from 'imapflow'
import type { FileSource } from '#contract/imports/file-sources.ts'
import type { NamedFile } from '#server/formats/format.ts'
import type { FindAddress } from './network.ts'
import { SourceFailure } from './source-failure.ts'

/** Files of a source that wait together: a set of files of a folder, the attachments of a mail. */
export type Waiting = {
  /** The same for the same files. */
  key: string
  names: readonly string[]
}

/** What came of fetching: the files; a reason for leaving them where they are; or nothing, for they are being written. */
export type Fetched = { files: NamedFile[] } | { left: string } | undefined

/** What an HTTPS address said of the version that was read. */
export type SourceState = { etag?: string; lastModified?: string }

/** Opens a mailbox at a network address that was found before; the address has the name, and the password if it has one. */
export type OpenMailbox = (mailbox: { url: string; address: string; tokenEndpoint?: string }) => Promise<ImapFlow>

/** A source that is open. */
export type Connector = {
  /** The fingerprint of the key of an SFTP server. */
  hostKey?: string
  /** What waits; of files that are not known only those that nobody is writing any more. */
  list: () => Promise<Waiting[]>
  fetch: (waiting: Waiting, folder: string) => Promise<Fetched>
  /** Puts what was read away, with a report, where the source has a place for it. */
  settle: (
    waiting: Waiting,
    handled: { outcome: 'processed' | 'refused'; stamp: string; report: string },
  ) => Promise<void>
  /** What is to be kept for the next look once everything was read. */
  state: () => SourceState
  close: () => Promise<void>
}

export type ConnectorOptions = {
  source: FileSource
  /** '' where none is needed. */
  secret: string
  state: SourceState
  findAddress: FindAddress
  openMailbox: OpenMailbox
  /** The files of one profile that belong together. */
  sets: (files: readonly NamedFile[]) => { files: readonly NamedFile[]; missing: readonly string[] }[]
  /** Those of the keys whose files were read before. */
  alreadyRead: (keys: readonly string[]) => Promise<ReadonlySet<string>>
  /** A folder for what does not stay in memory. */
  scratch: string
  /** Ends everything that is under way. */
  signal: AbortSignal
  /** Milliseconds for which a file must not change before it is read. */
  settleTime?: number
}

/** In bytes: no source gives larger files. */
const largestFile = 512 * 1024 * 1024

/** Counts bytes that come through and refuses more than a file may have. */
export async function* limited(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > largestFile) throw new SourceFailure('The file is larger than 512 MB. Export it in parts.')
    yield chunk
  }
}
