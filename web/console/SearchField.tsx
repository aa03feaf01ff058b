import { type ReactNode, useRef } from 'react'
import { TextField } from '../ui/fields/Field.tsx'
import { useTypedFilter } from '../ui/fields/typed-filter.ts'
import { useShortcuts } from './inbox/shortcuts.ts'

type SearchFieldProps = {
  label: string
  /** The text by which the list is narrowed now; empty: by none. */
  value: string
  onSearch: (text: string) => void
  maxLength?: number
  hint?: string
  className?: string
}

/** A text that narrows a list while it is typed, and at once with Enter. The key / leads here. */
export function SearchField({ value, onSearch, maxLength = 100, className, ...field }: SearchFieldProps): ReactNode {
  const form = useRef<HTMLFormElement>(null)
  const { typed, setTyped, applyNow } = useTypedFilter(value, onSearch)
  useShortcuts({ '/': () => form.current?.querySelector('input')?.focus() })
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    applyNow()
  }
  return (
    <search className={className}>
      <form ref={form} onSubmit={submit}>
        <TextField
          {...field}
          name="text"
          type="search"
          value={typed}
          maxLength={maxLength}
          onChange={({ target }) => setTyped(target.value)}
        />
      </form>
    </search>
  )
}
