import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { Button } from './Button.tsx'
import { t } from './text.ts'
import { showToast } from './toasts.ts'

type PartFaultProps = {
  /** The failure: each new one is told anew. */
  of: object
  onRetry: () => void
  /** Closes what would have been opened. */
  onClose?: (() => void) | undefined
}

/** Says in its place that something could not be fetched, with a way to try again. */
export function FaultInside({ onRetry }: PartFaultProps): ReactNode {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 p-4 text-center">
      <p>{faultTitle()}</p>
      <Button size="small" onClick={onRetry}>
        {t('action.retry')}
      </Button>
    </div>
  )
}

/**
 * Says in a message that something could not be opened. Whoever presses anything else wants something else: what waits
 * to be opened is closed, so that the same button opens it anew.
 */
export function FaultMessage({ of: failure, onRetry, onClose }: PartFaultProps): null {
  const retry = useEffectEvent(onRetry)
  const close = useEffectEvent(() => onClose?.())
  useEffect(() => {
    if (failure) showToast('bad', faultTitle(), t('error.chunk.text'), { label: t('action.retry'), run: retry })
    const elsewhere = ({ target }: Event) => {
      if (!(target as Element).closest('[aria-live]')) close()
    }
    addEventListener('pointerdown', elsewhere, true)
    return () => removeEventListener('pointerdown', elsewhere, true)
  }, [failure])
  return null
}

function faultTitle(): string {
  return navigator.onLine ? t('error.chunk.title') : t('state.offline.title')
}
