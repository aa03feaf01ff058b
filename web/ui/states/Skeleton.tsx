import { t } from '../text.ts'

/** A grey placeholder for a text or a control: give it the width and height of the content to come. */
export function Skeleton({ className = 'h-4 w-24' }: { className?: string }) {
  return <span aria-hidden className={`skeleton inline-block max-w-full align-middle ${className}`} />
}

/** Tells screen readers once that something is loading. */
export function LoadingNote() {
  return (
    <span role="status" className="sr-only">
      {t('state.loading')}
    </span>
  )
}
