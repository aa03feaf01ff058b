import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { Button } from './Button.tsx'
import { t } from './text.ts'
import { showToast } from './toasts.ts'

type LoadFailureProps = {
  /** The failure: each new one is told anew. */
  of: object
  onRetry: () => void
  /** Closes what would have been opened. */
  onClose?: (() => void) | undefined
}

/** Says in its place that something could not be fetched, with a way to try again. */
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
 * Says in a message that something could not be opened. Whoever presses anything else wants something else: what waits
 * to be opened is closed, so that the same button opens it anew.
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
