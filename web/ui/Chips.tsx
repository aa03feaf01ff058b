import { formatCount } from './format.ts'

/**
 * The look of one tab in a row of tabs that filter a list. Put it on a link or a button, and mark the current one with
 * aria-current="true", or with data-current where the router sets aria-current itself.
 */
export const tabClass =
  'inline-flex h-9 shrink-0 items-center gap-2 border-b-2 border-transparent px-1 whitespace-nowrap text-muted transition-colors hover:text-text [&:is([aria-current=page],[aria-current=true])]:border-brand [&:is([aria-current=page],[aria-current=true])]:font-medium [&:is([aria-current=page],[aria-current=true])]:text-text pointer-coarse:h-10 pointer-coarse:min-w-10 pointer-coarse:justify-center'

/** The row that holds the tabs; it scrolls sideways on a phone. */
export const tabsClass = 'fades-sideways flex shrink-0 gap-5 overflow-x-auto border-b border-border'

/** The count of a tab; "1,000+" when only a lower bound is known. Until the count comes its place is kept. */
export function TabCount({ count, exact = true }: { count: number | undefined; exact?: boolean }) {
  return (
    <span className="tabular min-w-6.5 rounded-full bg-sunken px-1.5 text-center text-xs text-muted">
      {count === undefined ? '\u00a0' : formatCount(count)}
      {!exact && '+'}
    </span>
  )
}
