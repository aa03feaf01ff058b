import { TriangleAlert } from 'lucide-react'
import { Button } from '../Button.tsx'
import { t } from '../text.ts'

type ErrorStateProps = {
  title?: string
  /** A whole sentence that says what to do, such as the server's message. */
  text?: string | undefined
  onRetry?: () => void
  /** It is being tried again. */
  pending?: boolean | undefined
  /** There is no connection: the page loads by itself when it is back. */
  offline?: boolean
}

/** Says what could not be loaded and why, with a way to go on. */
export function ErrorState({ title, text, onRetry, pending = false, offline = false }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-1 px-6 py-14 text-center">
      <TriangleAlert aria-hidden size={28} className="mb-2 text-muted" />
      <p className="font-medium">{offline ? t('state.offline.title') : (title ?? t('state.error.title'))}</p>
      <p className="max-w-md text-muted">{offline ? t('state.offline.text') : (text ?? t('state.error.text'))}</p>
      {!offline && onRetry && (
        <Button className="mt-4" pending={pending} onClick={onRetry}>
          {t('action.retry')}
        </Button>
      )}
    </div>
  )
}
