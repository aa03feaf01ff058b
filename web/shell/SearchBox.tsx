import { Search } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { searchPath } from '../paths.ts'
import { useNavigate, useParams } from '../routing/hooks.ts'
import type { SuggestionsProps } from '../search/Suggestions.tsx'
import { loadWithTexts } from '../ui/load-texts.ts'
import { t } from '../ui/text.ts'

const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

const closedList = { expanded: false, marked: null }

/**
 * The search over all documents. The key / focuses it from anywhere, ? opens the keyboard help, Ctrl-K the palette. The
 * code of its suggestions is loaded when the field gets the focus.
 */
export function SearchBox({ onPanel }: { onPanel: (panel: 'keys' | 'palette') => void }) {
  const navigate = useNavigate()
  const { search: urlSearch }: { search?: string } = useParams('/masterSearch/$search')
  const [text, setText] = useState(urlSearch ?? '')
  const [followedSearch, setFollowedSearch] = useState(urlSearch)
  const [typedAt, setTypedAt] = useState('')
  const [list, setList] = useState<{ expanded: boolean; marked: string | null }>(closedList)
  const [Suggestions, setSuggestions] = useState<((props: SuggestionsProps) => ReactNode) | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  if (urlSearch !== followedSearch) {
    setFollowedSearch(urlSearch)
    // When the person has typed since this page was requested, their text stays.
    if (typedAt !== window.location.pathname) setText(urlSearch ?? '')
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key === 'k') {
        event.preventDefault()
        onPanel('palette')
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target)) return
      if (event.key === '?') onPanel('keys')
      if (event.key !== '/' || document.querySelector('[aria-modal]')) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onPanel])

  const query = text.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (query !== '') void navigate(searchPath(query))
  }
  const load = () => {
    if (Suggestions) return
    loadWithTexts(() => import('../search/Suggestions.tsx'), 'Suggestions').then(
      (module) => setSuggestions(() => module.Suggestions),
      // The search works without suggestions when their code cannot be loaded.
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
          onChange={(event) => {
            setText(event.target.value)
            setTypedAt(window.location.pathname)
          }}
          placeholder={t('header.search')}
          aria-label={t('header.search')}
          aria-keyshortcuts="/"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          className="h-10 w-full rounded-control border border-control bg-surface ps-3 pe-11 outline-offset-0 focus:bg-raised"
        />
        {query === '' && (
          <kbd
            aria-hidden
            className="pointer-events-none absolute inset-y-0 end-11 my-auto hidden h-5 items-center rounded-[4px] border border-border px-1.5 font-sans text-xs text-muted group-focus-within:hidden lg:flex"
          >
            /
          </kbd>
        )}
        <button
          type="submit"
          disabled={query === ''}
          aria-label={t('header.search.submit')}
          className="absolute inset-y-0 end-0 flex w-10 items-center justify-center rounded-control text-muted enabled:hover:text-text disabled:opacity-60"
        >
          <Search aria-hidden size={20} />
        </button>
        {Suggestions && <Suggestions id={listId} input={input} text={query} onShown={setList} />}
      </form>
    </search>
  )
}
