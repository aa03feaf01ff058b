import { useCallback, useEffect, useState } from 'react'

/** What was asked for, as far as it is there. */
export type Answer<Content> = {
  data: Content | undefined
  error: Error | null
  fetchStatus: 'fetching' | 'idle'
  refetch: () => void
}

/** Asks once, and again when told to; `load` stays the same function. The signed-out need no more of a cache. */
export function useAnswer<Content>(load: () => Promise<Content>): Answer<Content> {
  const [tries, setTries] = useState(0)
  const [state, setState] = useState<{ data?: Content; error?: Error }>({})
  useEffect(() => {
    if (tries < 0) return
    let wanted = true
    load().then(
      (data) => wanted && setState({ data }),
      (error: unknown) => wanted && setState({ error: error instanceof Error ? error : new Error(String(error)) }),
    )
    return () => {
      wanted = false
    }
  }, [load, tries])
  const refetch = useCallback(() => {
    setState({})
    setTries((done) => done + 1)
  }, [])
  const waits = state.data === undefined && state.error === undefined
  return { data: state.data, error: state.error ?? null, fetchStatus: waits ? 'fetching' : 'idle', refetch }
}
