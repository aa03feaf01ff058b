import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { profileQuery } from '../api/viewer.ts'
import { searchPath } from '../paths.ts'
import { useNavigate } from '../routing/hooks.ts'
import { Button } from '../ui/Button.tsx'
import { t } from '../ui/text.ts'
import { type ComboboxOption, type OptionGroup, useArrowKeys } from './combobox.ts'
import { useDocumentOptions } from './document-options.tsx'
import { OptionList } from './OptionList.tsx'
import { addRecentSearch, clearRecentSearches, recentSearches } from './recent-searches.ts'

export type SuggestionsProps = {
  id: string
  input: RefObject<HTMLInputElement | null>
  text: string
  /** Receives whether anything is shown, and which option is marked. */
  onShown: (shown: { expanded: boolean; marked: string | null }) => void
}

/**
 * The list below the search box: recent searches at first, the best documents while typing. It listens to the box
 * itself, so that the code of the box, which is on every page, stays small.
 */
export function Suggestions(props: SuggestionsProps) {
  const { input } = props
  const account = useQuery(profileQuery).data?.account.number
  const [open, setOpen] = useState(() => document.activeElement === input.current)
  const onSubmit = useEffectEvent(() => {
    setOpen(false)
    if (account !== undefined && props.text !== '') addRecentSearch(account, props.text)
  })
  useEffect(() => {
    const box = input.current
    const form = box?.form
    if (!box || !form) return
    const controller = new AbortController()
    // Listens on the document, after the box has handled the input: rendering before that would undo the typing.
    const listen = <Name extends keyof DocumentEventMap>(
      name: Name,
      handler: (event: DocumentEventMap[Name]) => void,
    ) => document.addEventListener(name, (event) => form.contains(event.target as Node) && handler(event), controller)
    for (const eventName of ['input', 'pointerdown'] as const)
      listen(eventName, ({ target }) => target === box && setOpen(true))
    listen('keydown', ({ target, key }) => {
      if (target === box && (key === 'ArrowDown' || key === 'Escape')) setOpen(key !== 'Escape')
    })
    listen('submit', () => onSubmit())
    listen('focusout', ({ relatedTarget }) => setOpen(form.contains(relatedTarget as Node | null)))
    return () => controller.abort()
  }, [input])
  if (!open || account === undefined) return null
  return <OpenSuggestions {...props} account={account} onClose={() => setOpen(false)} />
}

type OpenSuggestionsProps = SuggestionsProps & { account: string; onClose: () => void }

function OpenSuggestions(props: OpenSuggestionsProps) {
  const { id, input, text, account, onClose, onShown } = props
  const documents = useDocumentOptions(text, {
    id,
    onLeave: onClose,
    onSearched: (searched) => addRecentSearch(account, searched),
  })
  const recent = useRecentSearches(props)
  const groups = text === '' ? recent.groups : documents.groups
  const marked = useArrowKeys(input, groups)
  const expanded = groups.length > 0
  // The box is updated in the same frame as the list.
  useLayoutEffect(() => {
    onShown({ expanded, marked })
    return () => onShown({ expanded: false, marked: null })
  }, [expanded, marked, onShown])
  if (!expanded) return null
  return (
    <div className="float-in absolute inset-x-0 top-full z-30 mt-1.5 max-h-[min(70dvh,560px)] overflow-y-auto rounded-card border border-border bg-float text-text shadow-float max-sm:fixed max-sm:inset-x-2 max-sm:top-14">
      <SuggestionStatus
        state={documents.state}
        text={text}
        count={groups.flatMap((group) => group.options).length - 1}
      />
      <OptionList id={id} groups={groups} marked={marked} />
      {text === '' && (
        <div className="border-t border-border p-1.5">
          <Button
            size="small"
            variant="quiet"
            onPointerDown={(event) => event.preventDefault()}
            onClick={recent.forget}
          >
            {t('suggest.forget')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The searches of this account in this browser, and a way to forget them. */
function useRecentSearches({ id, account, onClose }: OpenSuggestionsProps) {
  const navigate = useNavigate()
  const [recent, setRecent] = useState(() => recentSearches(account))
  const options = recent.map(
    (search, index): ComboboxOption => ({
      id: `${id}-recent-${index}`,
      content: (
        <>
          <History aria-hidden size={16} className="shrink-0 text-muted" />
          <bdi className="min-w-0 truncate">{search}</bdi>
        </>
      ),
      onChoose: () => {
        onClose()
        addRecentSearch(account, search)
        void navigate(searchPath(search))
      },
    }),
  )
  const groups: OptionGroup[] = options.length > 0 ? [{ id: 'recent', label: t('suggest.recent'), options }] : []
  const forget = () => {
    clearRecentSearches(account)
    setRecent([])
  }
  return { groups, forget }
}

type SuggestionStatusProps = { state: ReturnType<typeof useDocumentOptions>['state']; text: string; count: number }

/** Announces the result to screen readers; an empty or failed search is also visible as text. */
export function SuggestionStatus({ state, text, count }: SuggestionStatusProps) {
  const message =
    state === 'empty'
      ? t('suggest.nothing', { text })
      : state === 'failed'
        ? t('suggest.failed')
        : state === 'found'
          ? t('suggest.count', { count })
          : ''
  const isVisible = state === 'empty' || state === 'failed'
  return (
    <p role="status" className={isVisible ? 'px-4 pt-3 pb-1.5 break-words text-muted' : 'sr-only'}>
      {message}
    </p>
  )
}
