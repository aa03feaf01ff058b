import { versionHeader } from '../../contract/live.ts'

/**
 * Whether what a page has read is as new as what the stream of changes begins with. Until the stream's first word each
 * reply names the version of the account at which it was read; where that is older than the word, something was missed.
 */
export function createReadings() {
  let oldest = Number.POSITIVE_INFINITY
  let heard: number | undefined
  let onMissed: (() => void) | undefined

  return {
    /** What to send along with a question. */
    ask: (): Record<string, string> => (heard === undefined ? { Prefer: versionHeader } : {}),

    /** Takes note of what a reply says; a late one may still be older than the word. */
    note({ headers }: Response): void {
      const version = headers.get(versionHeader)
      if (version === null) return
      oldest = Math.min(oldest, Number(version))
      if (heard !== undefined && Number(version) < heard) onMissed?.()
    },

    /** The stream's first word, heard in this tab or in the one that listens for all. */
    greet(version: number): void {
      if (heard !== undefined) return
      heard = version
      if (oldest < version) onMissed?.()
    },

    /** The stream's first word; undefined as long as it has not come. */
    heard: () => heard,

    /** Calls `then` whenever something was missed. */
    whenMissed(then: () => void): void {
      onMissed = then
    },
  }
}

/** What this page has read. */
export const readings = createReadings()
