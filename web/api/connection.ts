/**
 * The loss of the connection. `keptAt`: cached data is shown, and the oldest was cached then; `lostAt`: the server has
 * not answered since. Null while it answers.
 */
export type ConnectionLoss = { keptAt: string } | { lostAt: string }

let state: ConnectionLoss | null = null
const listeners = new Set<() => void>()

function change(next: ConnectionLoss | null): void {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

/** The state of the connection for all pages, which repeat their queries when it is back. */
export const connection = {
  current: () => state,

  watch(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },

  /** A cached reply was shown; the oldest decides how old the page may be. */
  servedFromCache(keptAt: string): void {
    if (!state || !('keptAt' in state) || keptAt < state.keptAt) change({ keptAt })
  },

  /** The server does not answer. */
  lost(): void {
    if (!state) change({ lostAt: new Date().toISOString() })
  },

  /** The server has answered. */
  back(): void {
    change(null)
  },
}

/** Milliseconds after which a server that is silent counts as away. */
const answerTimeout = 2_500

/** Whether the server answers at all. */
export async function isServerReachable(): Promise<boolean> {
  try {
    const response = await fetch('/api/health/live', { cache: 'no-store', signal: AbortSignal.timeout(answerTimeout) })
    return response.ok
  } catch {
    // No answer is the answer: the server cannot be reached.
    return false
  }
}
