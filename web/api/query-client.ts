import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isToldByToast } from '#contract/values/failures.ts'
import { logBackgroundError } from './background-error.ts'
import { CallError } from './call.ts'
import { reportError, reportFailedWrite } from './report-error.ts'
import { Unreachable } from './session.ts'

/** A retry can help when the server gave no answer or a server error. */
function shouldRetry(failures: number, error: Error): boolean {
  return failures < 2 && (error instanceof Unreachable || (error instanceof CallError && error.status >= 500))
}

/**
 * The cache of the server's replies. A page whose first load fails shows that itself; a failed refresh is reported, and
 * so is a failed write, unless the button that started it says why (`WriteFault`); `meta.hasNoButton` says that none does.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.meta?.quiet) logBackgroundError(error)
        // Deleted data disappears from the screen, and the page itself says so.
        else if (error instanceof CallError && error.status === 404) query.setState({ data: undefined })
        else if (query.state.data !== undefined) reportError(error)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => {
        const isToldByButton = error instanceof CallError && !isToldByToast(error.status) && !meta?.hasNoButton
        if (!isToldByButton) reportFailedWrite(error)
      },
    }),
    defaultOptions: {
      // Without a network the worker may still have the last reply.
      queries: { networkMode: 'offlineFirst', staleTime: 30_000, gcTime: 10 * 60_000, retry: shouldRetry },
      // A write that cannot leave fails at once: one that waits unseen would be sent when nobody expects it any more.
      mutations: { networkMode: 'offlineFirst' },
    },
  })
}
