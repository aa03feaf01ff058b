import { useState, useSyncExternalStore } from 'react'
import type { Transfer, TransferProgress } from '#web/api/transfer.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { t } from '#web/ui/text.ts'

/** The progress of a requested file. */
export type TransferState = TransferProgress & { file: string }

export type TransferRequest = Omit<Transfer, 'signal' | 'onProgress'>

/** The last requested file, which goes on while no list is open. */
let state: TransferState | null = null
let running: AbortController | undefined
const listeners = new Set<() => void>()

function change(next: TransferState | null): void {
  state = next
  for (const listener of listeners) listener()
}

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function start(request: TransferRequest): Promise<void> {
  running?.abort()
  const controller = new AbortController()
  running = controller
  change({ file: request.name, bytes: 0, stage: 'running', text: null })
  const update = (progress: Partial<TransferProgress> | null) => {
    if (running !== controller) return
    change(state && progress && { ...state, ...progress })
    // No list is open that says so.
    if (progress?.text && listeners.size === 0) showToast('bad', t('toast.error'), progress.text)
  }
  await import('#web/api/transfer.ts').then(
    ({ saveWithProgress }) => saveWithProgress({ ...request, signal: controller.signal }, update),
    () => update({ stage: 'failed', text: request.failures.failed }),
  )
}

function end(): void {
  running?.abort()
  change(null)
}

/**
 * Transfers one file at a time: its state, also when it was started before this list was opened, and functions to start it
 * and to stop it or dismiss its message.
 */
export function useTransfers() {
  const current = useSyncExternalStore(watch, () => state)
  const [ended] = useState(() => (current?.stage === 'running' ? null : current))
  return { state: current === ended ? null : current, start, end }
}
