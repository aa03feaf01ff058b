import { CallError } from './call.ts'

type QueryLike = { data: unknown; error: Error | null; isPaused?: boolean; fetchStatus: string; refetch: () => unknown }

/** What a page shows while or because data is missing; null when the data is there. */
export type Absent =
  | { state: 'loading' }
  | { state: 'offline' }
  | { state: 'missing'; text: string }
  | { state: 'failed'; text: string | undefined; retry: () => void }

/**
 * The state of a query: loading, offline, missing, failed with the server's sentence, or null when its data is there.
 */
export function absentStateOf(query: QueryLike): Absent | null {
  const isGone = query.error instanceof CallError && query.error.status === 404
  if (query.data !== undefined && !isGone) return null
  if (query.fetchStatus === 'paused') return { state: 'offline' }
  if (query.error === null) return { state: 'loading' }
  const sentence = query.error instanceof CallError && query.error.message !== '' ? query.error.message : undefined
  if (isGone) return { state: 'missing', text: sentence ?? '' }
  return { state: 'failed', text: sentence, retry: () => void query.refetch() }
}

/** Whether the first load of a query is under way. */
export function isLoading(query: Pick<QueryLike, 'data' | 'error' | 'fetchStatus'>): boolean {
  return query.data === undefined && query.error === null && query.fetchStatus === 'fetching'
}
