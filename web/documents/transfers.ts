import { useCallback, useRef, useState } from 'react'
import type { Progress, Transfer } from '../api/transfer.ts'

/** How a file that was asked for is getting on. */
export type TransferState = Progress & { file: string }

export type Wanted = Pick<Transfer, 'path' | 'init' | 'name' | 'large'>

/** One file at a time: what was asked for, how far it is, and the ways to stop it and to put its message away. */
export function useTransfers() {
  const [state, setState] = useState<TransferState | null>(null)
  const running = useRef<AbortController | null>(null)

  const start = useCallback(async (wanted: Wanted) => {
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    const file = wanted.name
    const begun = { file, bytes: 0, stage: 'running', text: null } as const
    const tell = (change: Partial<Progress> | null) =>
      setState((now) => (running.current === stop ? change && { ...begun, ...now, ...change } : now))
    setState(begun)
    await import('../api/transfer.ts').then(
      ({ follow }) => follow({ ...wanted, signal: stop.signal }, tell),
      () => tell({ stage: 'failed' }),
    )
  }, [])
  const end = useCallback(() => {
    running.current?.abort()
    setState(null)
  }, [])
  return { state, start, end }
}
