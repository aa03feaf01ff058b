import type { Query, QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { connection } from '../api/connection.ts'
import { type Change, subscribeToChanges } from '../api/live.ts'

/** What documents say, and what follows from them. */
const liveQueryKeys = new Set(['notifications', 'documents', 'items', 'statement', 'search', 'requests'])

/** Keeps what is on the screen as it is on the server. */
export function useLiveUpdates(cache: QueryClient): void {
  useEffect(() => {
    const controller = new AbortController()
    const refetch = (change: Change) => {
      const predicate = ({ queryKey: [first] }: Query) =>
        change === 'notifications' ? first === change : liveQueryKeys.has(String(first))
      // What is not on the screen would show what is gone, until it has been asked for again.
      if (change === 'removed') cache.removeQueries({ predicate, type: 'inactive' })
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
    subscribeToChanges(refetch, controller.signal)
    // What failed while the server was out of reach, or came from what was kept, is asked for once more.
    const stop = connection.watch(() => connection.current() === null && void cache.invalidateQueries())
    return () => {
      controller.abort()
      stop()
    }
  }, [cache])
}
