import type { Query, QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { connection } from '../api/connection.ts'
import { type Change, subscribeToChanges } from '../api/live.ts'

/** The first key of the queries that depend on documents, requests or notifications. */
const liveQueryKeys = new Set(['notifications', 'documents', 'items', 'statement', 'search', 'requests'])

/** Keeps what is on the screen up to date with the server. */
export function useLiveUpdates(cache: QueryClient): void {
  useEffect(() => {
    const controller = new AbortController()
    const refetch = (change: Change) => {
      const predicate = ({ queryKey: [first] }: Query) =>
        change === 'notifications' ? first === change : liveQueryKeys.has(String(first))
      // Cached data that is not on the screen could show removed documents until it is loaded again.
      if (change === 'removed') cache.removeQueries({ predicate, type: 'inactive' })
      void cache.invalidateQueries({ predicate })
      // A first request that is still under way may have been read just before the change: it is repeated afterwards.
      for (const query of cache.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' })) {
        if (query.state.data !== undefined) continue
        query.promise?.then(
          () => cache.invalidateQueries({ queryKey: query.queryKey, exact: true }),
          // The page that asked shows the error.
          () => undefined,
        )
      }
    }
    subscribeToChanges(refetch, controller.signal)
    // When the server is back, all queries that failed or were served from the worker's cache are repeated.
    const stop = connection.watch(() => connection.current() === null && void cache.invalidateQueries())
    return () => {
      controller.abort()
      stop()
    }
  }, [cache])
}
