import { useNavigate, useParams } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { searchPath } from '../paths.ts'
import type { SuggestionsProps } from '../search/Suggestions.tsx'
import { loadTexts } from '../ui/load-texts.ts'
import { t } from '../ui/text.ts'

const typesIn = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

const nothingShown = { expanded: false, marked: null }

/**
 * The search over all documents; the key / leads to it from anywhere, ? to the keys, Ctrl-K to the palette. What it suggests
 * is fetched when it is used.
 */
export function SearchBox({ onPanel }: { onPanel: (panel: 'keys' | 'palette') => void }) {
  const navigate = useNavigate()
  const { search: shown } = useParams({ strict: false })
  const [text, setText] = useState(shown ?? '')
  const [followed, setFollowed] = useState(shown)
  const [submitted, setSubmitted] = useState<string | null>(null)
  const [list, setList] = useState<{ expanded: boolean; marked: string | null }>(nothingShown)
  const [Suggestions, setSuggestions] = useState<((props: SuggestionsProps) => ReactNode) | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  if (shown !== followed) {
    setFollowed(shown)
    // Who typed on before the results came keeps what they typed.
    if (shown !== submitted) setText(shown ?? '')
    setSubmitted(null)
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key === 'k') {
        event.preventDefault()
        onPanel('palette')
      }
      if (event.ctrlKey || event.metaKey || event.altKey || typesIn(event.target)) return
      if (event.key === '?') onPanel('keys')
      if (event.key !== '/' || document.querySelector('[aria-modal]')) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onPanel])

  const wanted = text.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wanted === '') return
    setSubmitted(wanted)
    void navigate(searchPath(wanted))
  }
  // Without them, when they cannot be fetched, the search works all the same.
  const load = () => {
    if (Suggestions) return
    Promise.all([import('../search/Suggestions.tsx'), loadTexts('find')]).then(
      ([part]) => setSuggestions(() => part.Suggestions),
      () => undefined,
    )
  }
  return (
    <search className="min-w-0 flex-1">
      <form
        onSubmit={submit}
        className="group relative max-w-[420px] transition-[max-width] focus-within:max-w-[560px]"
      >
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={list.expanded}
          aria-controls={list.expanded ? listId : undefined}
          aria-activedescendant={list.marked ?? undefined}
          name="search"
          value={text}
          onFocus={load}
          onChange={(event) => setText(event.target.value)}
          placeholder={t('header.search')}
          aria-label={t('header.search')}
          aria-keyshortcuts="/"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          className="h-10 w-full rounded-control border border-control bg-surface ps-3 pe-11 outline-offset-0 focus:bg-raised"
        />
        {wanted === '' && (
          <kbd
            aria-hidden
            className="pointer-events-none absolute inset-y-0 end-11 my-auto hidden h-5 items-center rounded-[4px] border border-border px-1.5 font-sans text-xs text-muted group-focus-within:hidden lg:flex"
          >
            /
          </kbd>
        )}
        <button
          type="submit"
          disabled={wanted === ''}
          aria-label={t('header.search.submit')}
          className="absolute inset-y-0 end-0 flex w-10 items-center justify-center rounded-control text-muted enabled:hover:text-text disabled:opacity-60"
        >
          <Search aria-hidden size={20} />
        </button>
        {Suggestions && <Suggestions id={listId} input={input} text={wanted} onShown={setList} />}
      </form>
    </search>
  )
}
