import { CallError } from './call.ts'

type QueryLike = {
  data: unknown
  error: Error | null
  isPaused?: boolean
  fetchStatus: string
  isFetchedAfterMount?: boolean
  refetch: () => unknown
}

/** What a page shows while or because data is missing; null when the data is there. */
export type Absent =
  | { state: 'loading' }
  | { state: 'offline' }
  | { state: 'missing'; text: string }
  | { state: 'failed'; text: string | undefined; isPending?: boolean; retry: () => void }

/**
 * What is said of queries that failed while they are asked for again, for their errors are forgotten meanwhile; by their
 * `refetch`, which is the same as long as they are shown.
 */
const failures = new WeakMap<QueryLike['refetch'], Absent>()

/**
 * The state of a query: loading, offline, missing, failed with the server's sentence, or null when its data is there.
 */
export function absentStateOf(query: QueryLike): Absent | null {
  const isGone = query.error instanceof CallError && query.error.status === 404
  if (query.data !== undefined && !isGone) return null
  if (query.fetchStatus === 'paused') return { state: 'offline' }
  if (query.error === null) return (query.isFetchedAfterMount && failures.get(query.refetch)) || { state: 'loading' }
  const sentence = query.error instanceof CallError && query.error.message !== '' ? query.error.message : undefined
  const missing = { state: 'missing', text: sentence ?? '' } as const
  const failed = { state: 'failed', text: sentence, retry: () => void query.refetch() } as const
  failures.set(query.refetch, isGone ? missing : { ...failed, isPending: true })
  return isGone ? missing : failed
}

/** Whether the first load of a query is under way. */
export function isLoading(query: Pick<QueryLike, 'data' | 'error' | 'fetchStatus'>): boolean {
  return query.data === undefined && query.error === null && query.fetchStatus === 'fetching'
}
