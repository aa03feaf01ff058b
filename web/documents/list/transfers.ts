import { saveWithProgress, type Transfer, type TransferProgress } from '#web/api/transfer.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { t } from '#web/ui/text.ts'
import { currentTransfer, isTransferShown, setTransfer } from './transfer-state.ts'

export type TransferRequest = Omit<Transfer, 'signal' | 'onProgress'>

let running: AbortController | undefined

/** Transfers a file; one that is still on its way is stopped. */
export function startTransfer(request: TransferRequest): void {
  running?.abort()
  const controller = new AbortController()
  running = controller
  setTransfer({ file: request.name, bytes: 0, stage: 'running', text: null })
  void saveWithProgress({ ...request, signal: controller.signal }, (progress: Partial<TransferProgress> | null) => {
    if (running !== controller) return
    const state = currentTransfer()
    setTransfer(state && progress && { ...state, ...progress })
    // A toast says what no list shows.
    if (progress?.text && !isTransferShown()) showToast('bad', t('toast.error'), progress.text)
  })
}

/** Stops the transfer, or dismisses its message. */
export function endTransfer(): void {
  running?.abort()
  setTransfer(null)
}
