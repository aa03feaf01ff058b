import { type FileSource, fileSourceKind } from '#contract/imports/file-sources.ts'
import type { Connector, ConnectorOptions } from './connector.ts'

/** Opens a source. Rejects with a SourceFailure. */
export async function openSource(options: ConnectorOptions): Promise<Connector> {
  const kind = kindOf(options.source)
  if (kind === 'https') return (await import('./https.ts')).openHttps(options)
  if (kind === 'sftp') return (await import('./sftp.ts')).openSftp(options)
  return (await import('./mailbox.ts')).openMailboxSource(options)
}

/** The kind of a source that was checked when it was saved. */
export function kindOf({ url }: FileSource) {
  const kind = fileSourceKind(url)
  if (!kind) throw new RangeError('No source has such an address')
  return kind
}
