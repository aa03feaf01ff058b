import type { Query, QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Changed, followLive } from '../api/live.ts'
import { reach } from '../api/reach.ts'

/** What documents say, and what follows from them. */
const live = new Set(['notifications', 'documents', 'items', 'statement', 'search', 'requests'])

/** Keeps what is on the screen as it is on the server. */
export function useLive(cache: QueryClient): void {
  useEffect(() => {
    const leaving = new AbortController()
    const refetch = (changed: Changed) => {
      const predicate = ({ queryKey: [first] }: Query) =>
        changed === 'notifications' ? first === changed : live.has(String(first))
      // What is not on the screen would show what is gone, until it has been asked for again.
      if (changed === 'removed') cache.removeQueries({ predicate, type: 'inactive' })
      void cache.invalidateQueries({ predicate })
      // What is still on its way for the first time may have been read just before: it is asked for once more then.
      for (const query of cache.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' })) {
        if (query.state.data !== undefined) continue
        query.promise?.then(
          () => cache.invalidateQueries({ queryKey: query.queryKey, exact: true }),
          () => undefined,
        )
      }
    }
    followLive(refetch, leaving.signal)
    // What failed while the server was out of reach, or came from what was kept, is asked for once more.
    const stop = reach.watch(() => reach.current() === null && void cache.invalidateQueries())
    return () => {
      leaving.abort()
      stop()
    }
  }, [cache])
}
