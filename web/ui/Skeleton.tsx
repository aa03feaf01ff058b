import { t } from './text.ts'

/** A grey place that text or a control will take: give it the width and height of what comes. */
export function Skeleton({ className = 'h-4 w-24' }: { className?: string }) {
  return <span aria-hidden className={`skeleton inline-block max-w-full align-middle ${className}`} />
}

/** Says once, to those who cannot see the skeleton, that something is loading. */
export function LoadingNote() {
  return (
    <span role="status" className="sr-only">
      {t('state.loading')}
    </span>
  )
}
