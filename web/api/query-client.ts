import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { logBackgroundError } from './background-error.ts'
import { CallError } from './call.ts'
import { reportError, reportFailedWrite } from './report-error.ts'
import { SessionEnded, Unreachable } from './session.ts'

/** Asking again can help when nobody answered, or somebody who was too busy. */
function shouldRetry(failures: number, error: Error): boolean {
  if (failures >= 2 || error instanceof SessionEnded) return false
  return error instanceof Unreachable || (error instanceof CallError && error.status >= 500)
}

/**
 * The cache of what the server said. A page whose first load fails says so itself; a failed refresh is reported, and so
 * is every write that failed, unless its form shows what the server said (`meta.showsFault`).
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.meta?.quiet) logBackgroundError(error)
        // What is there no more is shown no more, and the page says so itself.
        else if (error instanceof CallError && error.status === 404) query.setState({ data: undefined })
        else if (query.state.data !== undefined) reportError(error)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) =>
        meta?.showsFault ? reportError(error) : reportFailedWrite(error),
    }),
    defaultOptions: {
      // Without a network the worker may still have what was asked for last.
      queries: { networkMode: 'offlineFirst', staleTime: 30_000, gcTime: 10 * 60_000, retry: shouldRetry },
      mutations: { retry: false },
    },
  })
}
