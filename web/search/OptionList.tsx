import { useEffect } from 'react'
import { t } from '../ui/text.ts'
import type { OptionGroup } from './combobox.ts'

type OptionListProps = { id: string; groups: readonly OptionGroup[]; marked: string | null }

/** The options in groups. The focus stays in the search box; a click chooses without moving it. */
export function OptionList({ id, groups, marked }: OptionListProps) {
  useEffect(() => {
    if (marked !== null) document.getElementById(marked)?.scrollIntoView({ block: 'nearest' })
  }, [marked])
  return (
    <div id={id} role="listbox" aria-label={t('suggest.list')} onPointerDown={(event) => event.preventDefault()}>
      {groups.map((group) => (
        <fieldset
          key={group.id}
          aria-label={group.label ?? t('suggest.list')}
          className="not-first:border-t not-first:border-border min-w-0 py-1.5"
        >
          {group.label !== null && (
            <div aria-hidden className="px-3 pt-1 pb-1.5 text-xs font-medium text-muted">
              {group.label}
            </div>
          )}
          {group.options.map((option) => (
            <button
              type="button"
              key={option.id}
              id={option.id}
              role="option"
              tabIndex={-1}
              aria-selected={option.id === marked}
              onClick={option.onChoose}
              className="mx-1.5 flex w-[calc(100%-12px)] text-start min-h-10 cursor-pointer items-center gap-3 rounded-control px-2 py-1.5 hover:bg-hover aria-selected:bg-hover aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-focus"
            >
              {option.content}
            </button>
          ))}
        </fieldset>
      ))}
    </div>
  )
}
