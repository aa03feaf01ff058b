import { versionHeader } from '../../contract/live.ts'

/**
 * Whether what a page has read is as new as what the stream of changes begins with. Until the stream's first word each
 * reply names the version of the account at which it was read; where that is older than the word, something was missed.
 */
export function createVersionTracker() {
  let oldestReply = Number.POSITIVE_INFINITY
  let streamVersion: number | undefined
  let staleListener: (() => void) | undefined

  return {
    /** What to send along with a question. */
    requestHeaders: (): Record<string, string> => (streamVersion === undefined ? { Prefer: versionHeader } : {}),

    /** Takes note of what a reply says; a late one may still be older than the word. */
    noteReply({ headers }: Response): void {
      const version = headers.get(versionHeader)
      if (version === null) return
      oldestReply = Math.min(oldestReply, Number(version))
      if (streamVersion !== undefined && Number(version) < streamVersion) staleListener?.()
    },

    /** The stream's first word, heard in this tab or in the one that listens for all. */
    setStreamVersion(version: number): void {
      if (streamVersion !== undefined) return
      streamVersion = version
      if (oldestReply < version) staleListener?.()
    },

    /** The stream's first word; undefined as long as it has not come. */
    streamVersion: () => streamVersion,

    /** Calls `then` whenever something was missed. */
    onStale(listener: () => void): void {
      staleListener = listener
    },
  }
}

/** What this page has read. */
export const versionTracker = createVersionTracker()
