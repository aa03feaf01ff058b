import { useQuery } from '@tanstack/react-query'
import { MessageSquareText } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { FilledTemplate } from '#contract/console/answer-templates.ts'
import type { Language } from '#contract/languages.ts'
import { languageNames } from '#contract/values/language-names.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { Popover } from '#web/ui/overlays/Popover.tsx'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { templatesQuery } from './queries.ts'

type TemplateChooserProps = { request: string; field: RefObject<HTMLTextAreaElement | null> }

/** Whether `/` opens the templates: where a line begins. */
function isAtLineStart({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): boolean {
  return selectionStart === selectionEnd && /(^|\n)$/.test(value.slice(0, selectionStart))
}

function insert(field: HTMLTextAreaElement | null, text: string): void {
  if (!field) return
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
  // As if it had been typed, for whoever keeps what is.
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.focus()
}

/**
 * Puts a template into the answer, at the cursor. `/` at the beginning of a line opens the choice, too; a second one is
 * a slash.
 */
export function TemplateChooser({ request, field }: TemplateChooserProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<{ template: FilledTemplate; wanted: Language }>()
  useEffect(() => {
    const element = field.current
    const open = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || !element || !isAtLineStart(element)) return
      event.preventDefault()
      frame.current?.querySelector('button')?.click()
    }
    element?.addEventListener('keydown', open)
    return () => element?.removeEventListener('keydown', open)
  }, [field])
  const label = (
    <>
      <MessageSquareText aria-hidden size={16} className="text-muted" />
      {t('console.templates')}
      <kbd className="rounded-control border border-border px-1.5 text-xs text-muted pointer-coarse:hidden">/</kbd>
    </>
  )
  return (
    <div ref={frame} className="contents">
      <Popover
        label={t('console.templates')}
        button={label}
        buttonClassName={buttonClass('secondary', 'small')}
        panelClassName="w-96 p-3"
      >
        {(close) => (
          <Choice
            request={request}
            onChoose={(template, wanted) => {
              close()
              insert(field.current, template.text)
              setChosen({ template, wanted })
            }}
            onSlash={() => {
              close()
              insert(field.current, '/')
            }}
          />
        )}
      </Popover>
      <p role="status" className="w-full text-sm text-warn empty:hidden">
        {chosen &&
          chosen.template.language !== chosen.wanted &&
          t('console.templates.other', {
            title: chosen.template.title,
            language: languageNames[chosen.template.language],
            wanted: languageNames[chosen.wanted],
          })}
      </p>
    </div>
  )
}

type ChoiceProps = {
  request: string
  onChoose: (template: FilledTemplate, wanted: Language) => void
  onSlash: () => void
}

function Choice({ request, onChoose, onSlash }: ChoiceProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const query = useQuery(templatesQuery(request))
  const absence = absentStateOf(query)
  const [typed, setTyped] = useState('')
  const [marked, setMarked] = useState(0)
  useEffect(() => {
    input.current?.focus()
  }, [])
  const words = typed.trim().toLowerCase()
  const matching = (query.data?.templates ?? []).filter(({ title, text }) =>
    `${title}\n${text}`.toLowerCase().includes(words),
  )
  const optionId = (index: number) => `${id}-${index}`
  // Newer browsers return a promise from it, which React would take for a clean-up.
  useEffect(() => {
    document.getElementById(`${id}-${marked}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, marked])
  const choose = (template: FilledTemplate | undefined) => {
    if (template && query.data) onChoose(template, query.data.language)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const isHandled = step !== 0 || event.key === 'Enter' || (event.key === '/' && typed === '')
    if (!isHandled) return
    event.preventDefault()
    if (event.key === '/') onSlash()
    else if (step === 0) choose(matching[marked])
    else if (matching.length > 0) setMarked((marked + step + matching.length) % matching.length)
  }
  return (
    <>
      <TextField
        ref={input}
        label={t('console.templates.search')}
        type="search"
        role="combobox"
        autoComplete="off"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={matching.length > 0 ? optionId(marked) : undefined}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setMarked(0)
        }}
        onKeyDown={onKeyDown}
      />
      {absence && <AbsentState absent={absence} skeleton={<Skeleton className="mt-3 h-24" />} />}
      <div id={id} role="listbox" aria-label={t('console.templates')} className="mt-2 max-h-72 overflow-y-auto">
        {matching.map((template, index) => (
          <button
            key={template.id}
            id={optionId(index)}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === marked}
            onClick={() => choose(template)}
            className="block w-full cursor-pointer rounded-control px-2 py-1.5 text-start hover:bg-hover aria-selected:bg-hover aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-focus"
          >
            <span className="flex items-baseline justify-between gap-3">
              <span dir="auto" className="min-w-0 truncate font-medium">
                {template.title}
              </span>
              {template.language !== query.data?.language && (
                <span lang={template.language} className="shrink-0 text-xs text-warn">
                  {languageNames[template.language]}
                </span>
              )}
            </span>
            <span lang={template.language} dir="auto" className="line-clamp-2 text-sm text-muted">
              {template.text}
            </span>
          </button>
        ))}
      </div>
      {query.data && matching.length === 0 && (
        <p className="text-sm text-muted">
          {t(query.data.templates.length === 0 ? 'console.templates.none' : 'console.templates.noMatch')}
        </p>
      )}
    </>
  )
}
