import { X } from 'lucide-react'
import { formatCount } from './format.ts'
import { t } from './text.ts'

/**
 * The look of one tab in a row of tabs that filter a list. Put it on a link or a button, and mark the current one with
 * aria-current="true", or with data-current where the router sets aria-current itself.
 */
export const tabClass =
  'inline-flex h-9 shrink-0 items-center gap-2 border-b-2 border-transparent px-1 whitespace-nowrap text-muted transition-colors hover:text-text [&:is([aria-current=page],[aria-current=true])]:border-brand [&:is([aria-current=page],[aria-current=true])]:font-medium [&:is([aria-current=page],[aria-current=true])]:text-text pointer-coarse:h-10'

/** The row that holds the tabs; it scrolls sideways on a phone. */
export const tabsClass = 'flex shrink-0 gap-5 overflow-x-auto border-b border-border'

/** The count of a tab; "1,000+" when only a lower bound is known. Until the count comes its place is kept. */
export function TabCount({ count, exact = true }: { count: number | undefined; exact?: boolean }) {
  return (
    <span className="tabular min-w-6.5 rounded-full bg-sunken px-1.5 text-center text-xs text-muted">
      {count === undefined ? '\u00a0' : formatCount(count)}
      {!exact && '+'}
    </span>
  )
}

/** An active filter, with a button that removes it. */
export function FilterChip({ children, onRemove }: { children: string; onRemove: () => void }) {
  return (
    <span className="inline-flex h-8 items-center gap-1 rounded-full border border-border bg-raised ps-3 pe-1 text-sm">
      {children}
      <button
        type="button"
        aria-label={t('action.remove', { what: children })}
        onClick={onRemove}
        className="inline-flex size-6 items-center justify-center rounded-full text-muted hover:bg-hover hover:text-text pointer-coarse:size-8"
      >
        <X aria-hidden size={14} />
      </button>
    </span>
  )
}
