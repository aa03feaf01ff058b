import { X } from 'lucide-react'
import { t } from '../text.ts'

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
