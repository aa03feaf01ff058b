import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { fold } from '#contract/search/search.ts'
import { profileQuery } from '../api/viewer.ts'
import { searchPath } from '../paths.ts'
import { useNavigate } from '../routing/hooks.ts'
import { type OptionGroup, useArrowKeys } from '../search/combobox.ts'
import { useDocumentOptions } from '../search/document-options.tsx'
import { OptionList } from '../search/OptionList.tsx'
import { addRecentSearch } from '../search/recent-searches.ts'
import { SuggestionStatus } from '../search/Suggestions.tsx'
import { Modal } from '../ui/overlays/Modal.tsx'
import { t } from '../ui/text.ts'
import { type Command, useCommands } from './commands.ts'

export type PaletteProps = { onClose: () => void; onPanel: (panel: 'customizer' | 'keys') => void }

/** The command palette, for the keyboard alone: documents that match the text, pages, accounts and actions. */
export function Palette({ onClose, onPanel }: PaletteProps) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const navigate = useNavigate()
  const account = useQuery(profileQuery).data?.account.number
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const keepRecentSearch = (query: string) => account !== undefined && addRecentSearch(account, query)
  const documents = useDocumentOptions(text, { id, onLeave: onClose, onSearched: keepRecentSearch, hasPages: true })
  const commands = matchingCommands(useCommands({ onPanel }), text)
  const groups = [...commandGroups(commands, id, onClose), ...documents.groups]
  const activeOption = useArrowKeys(input, groups)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text === '') return
    onClose()
    keepRecentSearch(text)
    void navigate(searchPath(text))
  }
  return (
    <Modal
      label={t('palette.title')}
      onClose={onClose}
      className="mx-auto mt-[min(12dvh,96px)] mb-4 w-[min(640px,calc(100vw-16px))] overflow-hidden rounded-card border border-border bg-float p-0 text-text shadow-float"
    >
      <div className="flex max-h-[min(76dvh,640px)] flex-col">
        <form onSubmit={submit} className="flex shrink-0 items-center gap-3 border-b border-border px-4">
          <Search aria-hidden size={20} className="shrink-0 text-muted" />
          <input
            ref={input}
            type="text"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={groups.length > 0}
            aria-controls={id}
            aria-activedescendant={activeOption ?? undefined}
            aria-label={t('palette.box')}
            placeholder={t('palette.box')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            maxLength={200}
            className="h-13 w-full min-w-0 bg-transparent outline-none"
          />
        </form>
        <div className="min-h-0 overflow-y-auto">
          <SuggestionStatus
            state={documents.state === 'empty' && commands.length > 0 ? 'found' : documents.state}
            text={text}
            count={groups.reduce((sum, { options }) => sum + options.length, 0) - 1}
          />
          <OptionList id={id} groups={groups} marked={activeOption} />
        </div>
        <p className="shrink-0 border-t border-border px-4 py-2 text-xs text-muted max-sm:hidden">
          {t('palette.keys')}
        </p>
      </div>
    </Modal>
  )
}

const maxMatches = 6

/** The commands whose titles have a word beginning with each typed word, at most 6; all while nothing is typed. */
function matchingCommands(commands: readonly Command[], text: string): readonly Command[] {
  if (text === '') return commands
  const searchWords = fold(text).split(/\s+/)
  const matches = commands.filter(({ title }) => {
    const words = fold(title).split(/[^\p{L}\p{N}]+/u)
    return searchWords.every((searchWord) => words.some((word) => word.startsWith(searchWord)))
  })
  return matches.slice(0, maxMatches)
}

function commandGroups(commands: readonly Command[], id: string, onClose: () => void): OptionGroup[] {
  const kinds = (['pages', 'accounts', 'actions'] as const).filter((kind) =>
    commands.some((command) => command.kind === kind),
  )
  return kinds.map((kind) => ({
    id: kind,
    label: t(`palette.${kind}`),
    options: commands
      .filter((command) => command.kind === kind)
      .map(({ name, title, icon: Icon, run }) => ({
        id: `${id}-${name}`,
        content: (
          <>
            <Icon aria-hidden size={16} className="shrink-0 text-muted" />
            <span className="min-w-0 truncate">{title}</span>
          </>
        ),
        onChoose: () => {
          onClose()
          run()
        },
      })),
  }))
}
