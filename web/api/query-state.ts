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
  const refusal = query.error instanceof CallError ? query.error : null
  const isGone = refusal?.status === 404
  if (query.data !== undefined && !isGone) return null
  if (query.fetchStatus === 'paused') return { state: 'offline' }
  if (query.error === null) return (query.isFetchedAfterMount && failures.get(query.refetch)) || { state: 'loading' }
  const absent: Absent = isGone
    ? { state: 'missing', text: refusal.message }
    : { state: 'failed', text: refusal?.message || undefined, retry: () => void query.refetch() }
  failures.set(query.refetch, { ...absent, isPending: true } as Absent)
  return absent
}

/** Whether the first load of a query is under way. */
export function isLoading(query: Pick<QueryLike, 'data' | 'error' | 'fetchStatus'>): boolean {
  return query.data === undefined && query.error === null && query.fetchStatus === 'fetching'
}
