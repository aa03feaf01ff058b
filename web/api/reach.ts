/**
 * Whether the server is in reach. `keptAt`: what is shown was kept by the worker, the oldest of it then; `lostAt`: the
 * server has not answered since. Null while it answers.
 */
export type OutOfReach = { keptAt: string } | { lostAt: string }

let state: OutOfReach | null = null
const listeners = new Set<() => void>()

function change(next: OutOfReach | null): void {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

/** What pages know of the server being out of reach; they ask for everything once more when it is back. */
export const reach = {
  current: () => state,

  watch(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },

  /** Something was shown that the worker had kept; of several the oldest says how old the page may be. */
  kept(keptAt: string): void {
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
const patience = 2_500

/** Whether the server answers at all. */
export async function answers(): Promise<boolean> {
  try {
    const answer = await fetch('/api/health/live', { cache: 'no-store', signal: AbortSignal.timeout(patience) })
    return answer.ok
  } catch {
    return false
  }
}
