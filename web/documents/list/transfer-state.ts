import { useState, useSyncExternalStore } from 'react'
import type { TransferProgress } from '#web/api/transfer.ts'

/** The progress of a requested file. */
export type TransferState = TransferProgress & { file: string }

/** The last requested file, which goes on while no list is open. */
let state: TransferState | null = null
const listeners = new Set<() => void>()

export const currentTransfer = (): TransferState | null => state

export function setTransfer(next: TransferState | null): void {
  state = next
  for (const listener of listeners) listener()
}

/** Whether a list is open, which shows the transfer. */
export const isTransferShown = (): boolean => listeners.size > 0

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The transfer to show on a list: one that runs, even if it was started before the list was opened, or has ended since. */
export function useTransfer(): TransferState | null {
  const current = useSyncExternalStore(watch, currentTransfer)
  const [ended] = useState(() => (current?.stage === 'running' ? null : current))
  return current === ended ? null : current
}
