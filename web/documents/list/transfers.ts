import { useCallback, useRef, useState } from 'react'
import type { Transfer, TransferProgress } from '#web/api/transfer.ts'

/** The progress of a requested file. */
export type TransferState = TransferProgress & { file: string }

export type TransferRequest = Pick<Transfer, 'path' | 'init' | 'name' | 'large'>

/** Transfers one file at a time: its state, and functions to start it and to stop it or dismiss its message. */
export function useTransfers() {
  const [state, setState] = useState<TransferState | null>(null)
  const running = useRef<AbortController | null>(null)

  const start = useCallback(async (request: TransferRequest) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const begun: TransferState = { file: request.name, bytes: 0, stage: 'running', text: null }
    const update = (change: Partial<TransferProgress> | null) => {
      if (running.current === controller) setState((current) => change && { ...begun, ...current, ...change })
    }
    setState(begun)
    await import('#web/api/transfer.ts').then(
      ({ saveWithProgress }) => saveWithProgress({ ...request, signal: controller.signal }, update),
      () => update({ stage: 'failed' }),
    )
  }, [])
  const end = useCallback(() => {
    running.current?.abort()
    setState(null)
  }, [])
  return { state, start, end }
}
