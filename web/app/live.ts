import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Changed, followLive } from '../api/live.ts'

/** What documents say, and what follows from them. */
const live = new Set(['notifications', 'documents', 'items', 'statement', 'search', 'requests'])

/** Keeps what is on the screen as it is on the server. */
export function useLive(cache: QueryClient): void {
  useEffect(() => {
    const leaving = new AbortController()
    const refetch = (changed: Changed) =>
      void cache.invalidateQueries({
        predicate: ({ queryKey: [first] }) => (changed === 'account' ? live.has(String(first)) : first === changed),
      })
    followLive(refetch, leaving.signal)
    return () => leaving.abort()
  }, [cache])
}
