import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { Button } from '../Button.tsx'
import { dismissToast, showToast } from '../overlays/toasts.ts'
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
 * Shows a toast that something could not be opened. A press elsewhere, by pointer or by key, means that the person wants
 * something else: it closes what was about to open, and its toast, so that the same press can open it again.
 */
export function LoadFailureToast({ of: failure, onRetry, onClose }: LoadFailureProps): null {
  const retry = useEffectEvent(onRetry)
  const close = useEffectEvent(() => onClose?.())
  useEffect(() => {
    const action = { label: t('action.retry'), run: retry, onDismiss: close }
    const toast = failure && showToast('bad', failureTitle(), t('error.chunk.text'), action)
    const onPressElsewhere = ({ key = ' ', target }: Partial<KeyboardEvent>) => {
      // The keys that press buttons, and those of the keyboard help and of the palette; what is typed opens nothing.
      if (/^(Enter|[ ?k])$/.test(key) && !(target as Element).closest('[aria-live], input, textarea')) close()
    }
    addEventListener('pointerdown', onPressElsewhere, true)
    addEventListener('keydown', onPressElsewhere, true)
    return () => {
      dismissToast(toast)
      removeEventListener('pointerdown', onPressElsewhere, true)
      removeEventListener('keydown', onPressElsewhere, true)
    }
  }, [failure])
  return null
}

function failureTitle(): string {
  return navigator.onLine ? t('error.chunk.title') : t('state.offline.title')
}
