import { useQuery } from '@tanstack/react-query'
import { ArrowRight, MessagesSquare, Package } from 'lucide-react'
import { toneOf } from '#contract/documents/types.ts'
import type { MessageHit } from '#contract/search/messages.ts'
import type { SearchHit } from '#contract/search/search.ts'
import { documentTypes } from '#contract/values.ts'
import { useHasPermission } from '../api/viewer.ts'
import { documentIcon } from '../document-icons.ts'
import { documentPath, itemPath, searchPath } from '../paths.ts'
import { useNavigate } from '../routing/hooks.ts'
import { StatusChip } from '../ui/StatusChip.tsx'
import { label, t } from '../ui/text.ts'
import { Reference } from '../ui/Values.tsx'
import { type ComboboxOption, type OptionGroup, useDebounced } from './combobox.ts'
import { HighlightedText } from './HighlightedText.tsx'
import { MatchText } from './Hit.tsx'
import { messagePath, messageSubject } from './message-hit.ts'
import { usePlaces } from './places.ts'
import { suggestedItemsQuery, suggestedMessagesQuery, suggestionsQuery } from './queries.ts'
import { splitByRanges } from './text-pieces.ts'

export type DocumentOptions = { groups: OptionGroup[]; state: 'none' | 'loading' | 'found' | 'empty' | 'failed' }

/** The most documents that are suggested; where there are fewer, messages are, too. */
const mostSuggested = 8

/**
 * The documents that match the typed text, by type, beginning with that of the best hit, then what was written in
 * conversations, and an option to show all.
 */
export function useDocumentOptions(
  text: string,
  options: {
    id: string
    onLeave: () => void
    onSearched: (text: string) => void
    /** Whether pages are offered elsewhere, so that only lists are offered here. */
    hasPages?: boolean
  },
): DocumentOptions {
  const navigate = useNavigate()
  const debounced = useDebounced(text, 120)
  const query = useQuery(suggestionsQuery(text === '' ? '' : debounced))
  // Documents that hold another spelling come after messages that hold what was typed.
  const isMisspelt = (query.data?.searched ?? null) !== null
  const hasRoom = query.data && !query.isPlaceholderData && (query.data.hits.length < mostSuggested || isMisspelt)
  const messages = useQuery({ ...suggestedMessagesQuery(debounced), enabled: text !== '' && hasRoom === true })
  const seesItems = useHasPermission('items.read') === true
  const items = useQuery({ ...suggestedItemsQuery(debounced), enabled: text !== '' && debounced !== '' && seesItems })
  const places = usePlaces(text).filter(({ isPage }) => !(isPage && options.hasPages))
  if (text === '') return { groups: [], state: 'none' }
  const closeThen = (go: () => unknown) => {
    options.onLeave()
    go()
  }
  const hits = query.data?.hits.slice(0, mostSuggested) ?? []
  const written = (hasRoom ? messages.data?.hits : undefined) ?? []
  const optionOf = (hit: SearchHit): ComboboxOption => ({
    id: `${options.id}-${hit.type}-${hit.number}`,
    content: <SuggestedHit hit={hit} />,
    onChoose: () => closeThen(() => navigate(documentPath(hit.type, hit.number))),
  })
  const types = documentTypes
    .filter((type) => hits.some((hit) => hit.type === type))
    .toSorted((a, b) => Number(b === hits[0]?.type) - Number(a === hits[0]?.type))
  const documentGroups = types.map(
    (type): OptionGroup => ({
      id: type,
      label: label(`type.${type}`),
      options: hits.filter((hit) => hit.type === type).map(optionOf),
    }),
  )
  const messageGroup: OptionGroup = {
    id: 'messages',
    label: t('search.messages'),
    options: written.map((hit) => ({
      id: `${options.id}-message-${hit.id}`,
      content: <SuggestedMessage hit={hit} />,
      onChoose: () => closeThen(() => navigate(messagePath(hit))),
    })),
  }
  const allOption: ComboboxOption = {
    id: `${options.id}-all`,
    content: (
      <>
        <ArrowRight aria-hidden size={16} className="directional shrink-0 text-muted" />
        <span className="min-w-0 truncate">{t('suggest.all', { text })}</span>
      </>
    ),
    onChoose: () =>
      closeThen(() => {
        options.onSearched(text)
        return navigate(searchPath(text))
      }),
  }
  const foundItems = items.data?.items ?? []
  const itemGroup: OptionGroup = {
    id: 'items',
    label: t('find.items'),
    options: foundItems.map(({ sku, name }) => ({
      id: `${options.id}-item-${sku}`,
      content: <SuggestedItem sku={sku} name={name} />,
      onChoose: () => closeThen(() => navigate(itemPath(sku))),
    })),
  }
  const placeGroup: OptionGroup = {
    id: 'places',
    label: t('find.places'),
    options: places.map(({ name, title, path }) => ({
      id: `${options.id}-place-${name}`,
      content: <SuggestedPlace title={title} />,
      onChoose: () => closeThen(() => navigate(path)),
    })),
  }
  const first = [placeGroup, itemGroup].filter((group) => group.options.length > 0)
  const isEmpty = hits.length + written.length + foundItems.length + places.length === 0
  const isSearched = query.data !== undefined && !messages.isLoading
  // Where older documents are still to be searched, nobody knows yet that there is nothing.
  const emptyState = query.data?.exact ? 'empty' : 'none'
  const state = isSearched ? (isEmpty ? emptyState : 'found') : query.isError ? 'failed' : 'loading'
  const messageGroups = written.length > 0 ? [messageGroup] : []
  const groups = isMisspelt ? [...messageGroups, ...documentGroups] : [...documentGroups, ...messageGroups]
  return { groups: [...first, ...groups, { id: 'all', label: null, options: [allOption] }], state }
}

function SuggestedHit({ hit }: { hit: SearchHit }) {
  const Icon = documentIcon(hit.type)
  const numberMatch = hit.matched.find((match) => match.field === 'number')
  const otherMatch = hit.matched.find((match) => match.field !== 'number')
  return (
    <>
      <Icon aria-hidden size={16} className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="flex min-w-0 items-baseline gap-x-2.5">
          <span className="shrink-0 font-medium">
            <Reference>
              {numberMatch ? (
                <HighlightedText parts={splitByRanges(numberMatch.text, numberMatch.ranges)} />
              ) : (
                hit.number
              )}
            </Reference>
          </span>
          {!otherMatch && hit.title && <bdi className="min-w-0 truncate text-sm text-muted">{hit.title}</bdi>}
          {otherMatch && (
            <span className="min-w-0 truncate text-sm text-muted">
              {label(`matched.${otherMatch.field}`)}:{' '}
              <bdi className="text-text">
                <MatchText match={otherMatch} />
              </bdi>
            </span>
          )}
        </span>
      </span>
      <span className="shrink-0 max-sm:hidden">
        <StatusChip tone={toneOf(hit.type, hit.status)}>{label(`status.${hit.type}.${hit.status}`)}</StatusChip>
      </span>
    </>
  )
}

function SuggestedItem({ sku, name }: { sku: string; name: string | null }) {
  return (
    <>
      <Package aria-hidden size={16} className="shrink-0 text-muted" />
      <bdi className="min-w-0 truncate font-medium">{name ?? sku}</bdi>
      {name !== null && (
        <span className="shrink-0 text-sm text-muted">
          <Reference>{sku}</Reference>
        </span>
      )}
    </>
  )
}

function SuggestedPlace({ title }: { title: string }) {
  return (
    <>
      <ArrowRight aria-hidden size={16} className="directional shrink-0 text-muted" />
      <span className="min-w-0 truncate font-medium">{title}</span>
    </>
  )
}

function SuggestedMessage({ hit }: { hit: MessageHit }) {
  return (
    <>
      <MessagesSquare aria-hidden size={16} className="shrink-0 text-muted" />
      <span className="flex min-w-0 flex-1 items-baseline gap-x-2.5">
        <span className="shrink-0 font-medium">
          <Reference>{messageSubject(hit)}</Reference>
        </span>
        <bdi className="min-w-0 truncate text-sm text-muted">
          <HighlightedText parts={splitByRanges(hit.text, hit.ranges)} />
        </bdi>
      </span>
    </>
  )
}
