/**
 * Whether the server is in reach. `keptAt`: what is shown was kept by the worker, the oldest of it then; `lostAt`: the
 * server has not answered since. Null while it answers.
 */
export type ConnectionLoss = { keptAt: string } | { lostAt: string }

let state: ConnectionLoss | null = null
const listeners = new Set<() => void>()

function change(next: ConnectionLoss | null): void {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

/** What pages know of the server being out of reach; they ask for everything once more when it is back. */
export const connection = {
  current: () => state,

  watch(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },

  /** Something was shown that the worker had kept; of several the oldest says how old the page may be. */
  servedFromCache(keptAt: string): void {
    if (!state || !('keptAt' in state) || keptAt < state.keptAt) change({ keptAt })
  },

  /** Nobody answers. */
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
    return false
  }
}
