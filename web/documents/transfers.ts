import { useCallback, useRef, useState } from 'react'
import type { Transfer, TransferProgress } from '../api/transfer.ts'

/** How a file that was asked for is getting on. */
export type TransferState = TransferProgress & { file: string }

export type TransferRequest = Pick<Transfer, 'path' | 'init' | 'name' | 'large'>

/** One file at a time: what was asked for, how far it is, and the ways to stop it and to put its message away. */
export function useTransfers() {
  const [state, setState] = useState<TransferState | null>(null)
  const running = useRef<AbortController | null>(null)

  const start = useCallback(async (request: TransferRequest) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const file = request.name
    const initialState = { file, bytes: 0, stage: 'running', text: null } as const
    const update = (change: Partial<TransferProgress> | null) =>
      setState((current) =>
        running.current === controller ? change && { ...initialState, ...current, ...change } : current,
      )
    setState(initialState)
    await import('../api/transfer.ts').then(
      ({ saveWithProgress: follow }) => follow({ ...request, signal: controller.signal }, update),
      () => update({ stage: 'failed' }),
    )
  }, [])
  const end = useCallback(() => {
    running.current?.abort()
    setState(null)
  }, [])
  return { state, start, end }
}
