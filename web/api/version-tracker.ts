import { versionHeader } from '#contract/live.ts'

/**
 * Tells whether a page's data is older than the start of the stream of changes. Until the stream's first event each
 * reply names the account's version at which it was read; an older version than that of the event means a missed
 * change.
 */
export function createVersionTracker() {
  let oldestReply = Number.POSITIVE_INFINITY
  let streamVersion: number | undefined
  let staleListener: (() => void) | undefined

  return {
    /** Headers for each request, until the stream has begun. */
    requestHeaders: (): Record<string, string> => (streamVersion === undefined ? { Prefer: versionHeader } : {}),

    /** Notes the version of a reply; a late reply may still be older than the stream. */
    noteReply({ headers }: Response): void {
      const version = headers.get(versionHeader)
      if (version === null) return
      oldestReply = Math.min(oldestReply, Number(version))
      if (streamVersion !== undefined && Number(version) < streamVersion) staleListener?.()
    },

    /** Takes the version from which on this tab learns of changes, by the stream or by the tab that listens for all. */
    setStreamVersion(version: number): void {
      if (streamVersion !== undefined) return
      streamVersion = version
      if (oldestReply < version) staleListener?.()
    },

    /** Sets the listener that is called when a change was missed. */
    onStale(listener: () => void): void {
      staleListener = listener
    },
  }
}

/** The versions that this page has read. */
export const versionTracker = createVersionTracker()
