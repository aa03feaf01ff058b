import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { Button } from '../Button.tsx'
import { showToast } from '../overlays/toasts.ts'
import { t } from '../text.ts'

type LoadFailureProps = {
  /** The failure: each new object is announced once. */
  of: object
  onRetry: () => void
  /** Closes what was about to open. */
  onClose?: (() => void) | undefined
}

/** Says in place that something could not be loaded, with a button to try again. */
export function InlineLoadFailure({ onRetry }: LoadFailureProps): ReactNode {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 p-4 text-center">
      <p>{failureTitle()}</p>
      <Button size="small" onClick={onRetry}>
        {t('action.retry')}
      </Button>
    </div>
  )
}

/**
 * Shows a toast that something could not be opened. A press elsewhere means that the person wants something else: it
 * closes what was about to open, so that the same button can open it again.
 */
export function LoadFailureToast({ of: failure, onRetry, onClose }: LoadFailureProps): null {
  const retry = useEffectEvent(onRetry)
  const close = useEffectEvent(() => onClose?.())
  useEffect(() => {
    if (failure) showToast('bad', failureTitle(), t('error.chunk.text'), { label: t('action.retry'), run: retry })
    const onPressElsewhere = ({ target }: Event) => {
      if (!(target as Element).closest('[aria-live]')) close()
    }
    addEventListener('pointerdown', onPressElsewhere, true)
    return () => removeEventListener('pointerdown', onPressElsewhere, true)
  }, [failure])
  return null
}

function failureTitle(): string {
  return navigator.onLine ? t('error.chunk.title') : t('state.offline.title')
}
