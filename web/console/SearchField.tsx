import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { TextField } from '../ui/fields/Field.tsx'
import { useShortcuts } from './inbox/shortcuts.ts'

/** Milliseconds without a key after which what was typed narrows the list. */
const pause = 250

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
  const [typed, setTyped] = useState(value)
  const [applied, setApplied] = useState(value)
  if (applied !== value) {
    setApplied(value)
    // Changed by something else on the page.
    if (typed.trim() !== value) setTyped(value)
  }
  const apply = useEffectEvent((text: string) => {
    if (text !== value) onSearch(text)
  })
  useEffect(() => {
    const timer = setTimeout(() => apply(typed.trim()), pause)
    return () => clearTimeout(timer)
  }, [typed])
  useShortcuts({ '/': () => form.current?.querySelector('input')?.focus() })
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    if (typed.trim() !== value) onSearch(typed.trim())
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
