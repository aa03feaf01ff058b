import { useCallback, useRef, useState } from 'react'
import type { Transfer } from '../api/transfer.ts'

/** How a file that was asked for is getting on. */
export type TransferState = {
  file: string
  bytes: number
  stage: 'running' | 'done' | 'failed' | 'cut'
  text: string | null
}

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
    const tell = (change: Partial<TransferState>) =>
      setState((now) =>
        running.current === stop ? { file, bytes: 0, text: null, stage: 'running', ...now, ...change } : now,
      )
    setState({ file, bytes: 0, stage: 'running', text: null })
    let told = 0
    try {
      const { saveTransfer } = await import('../api/transfer.ts')
      const bytes = await saveTransfer({
        ...wanted,
        signal: stop.signal,
        onProgress: (now) => {
          // A state for each packet would draw thousands of times.
          if (now - told > 100_000 || told === 0) tell({ bytes: now })
          if (now - told > 100_000 || told === 0) told = now
        },
      })
      tell({ stage: 'done', bytes })
    } catch (error) {
      const stopped = error instanceof DOMException && error.name === 'AbortError'
      const text = error instanceof Error && 'code' in error ? error.message : null
      if (stopped) setState(null)
      else tell({ stage: error instanceof Error && error.name === 'CutOff' ? 'cut' : 'failed', text })
    }
  }, [])
  const end = useCallback(() => {
    running.current?.abort()
    setState(null)
  }, [])
  return { state, start, end }
}
