import { useCallback, useEffect, useState } from 'react'

/** The state of a request and its reply. */
export type LoadState<Content> = {
  data: Content | undefined
  error: Error | null
  fetchStatus: 'fetching' | 'idle'
  refetch: () => void
}

/** Loads once, and again on `refetch`; `load` must stay the same function. Signed-out pages need no more of a cache. */
export function useLoad<Content>(load: () => Promise<Content>): LoadState<Content> {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<{ data?: Content; error?: Error }>({})
  useEffect(() => {
    if (attempt < 0) return
    let isCurrent = true
    load().then(
      (data) => isCurrent && setState({ data }),
      (error: unknown) => isCurrent && setState({ error: error instanceof Error ? error : new Error(String(error)) }),
    )
    return () => {
      isCurrent = false
    }
  }, [load, attempt])
  const refetch = useCallback(() => {
    setState({})
    setAttempt((count) => count + 1)
  }, [])
  const isLoading = state.data === undefined && state.error === undefined
  return { data: state.data, error: state.error ?? null, fetchStatus: isLoading ? 'fetching' : 'idle', refetch }
}
