import { GripVertical } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { CheckField } from '#web/ui/fields/Field.tsx'
import { t } from '#web/ui/text.ts'
import { useKeptFocus } from '../list/kept-focus.ts'
import type { Column } from './columns.tsx'
import { moveEntry } from './move-entry.ts'

type ColumnChooserProps = {
  available: readonly Column[]
  /** Names of the columns that are shown, in their order. */
  shown: readonly string[]
  onChange: (names: readonly string[]) => void
  /** Null while the standard columns are shown. */
  onReset: (() => void) | null
}

type Drag = { name: string; from: number; at: number; y: number }

/** Shows and hides columns; the shown ones are reordered by a handle, with the pointer or the arrow keys. */
export function ColumnChooser({ available, shown, onChange, onReset }: ColumnChooserProps) {
  const hint = useId()
  const list = useRef<HTMLUListElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const [announcement, setAnnouncement] = useState('')
  /** The selector of what was pressed last, until the focus leaves it. */
  const [pressed, setPressed] = useState<string | null>(null)
  const panel = useKeptFocus<HTMLFieldSetElement>(pressed)
  const shownOrder = drag ? moveEntry(shown, drag.from, drag.at) : shown
  const hidden = available.filter(({ name }) => !shown.includes(name))
  const labelOf = (name: string) => available.find((column) => column.name === name)?.label ?? name

  const announceMove = (name: string, index: number) =>
    setAnnouncement(t('view.columns.moved', { column: labelOf(name), place: index + 1, count: shown.length }))

  const onKey = (event: KeyboardEvent, name: string) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const from = shown.indexOf(name)
    if (!step || from + step < 0 || from + step >= shown.length) return
    event.preventDefault()
    setPressed(`[data-handle="${name}"]`)
    onChange(moveEntry(shown, from, from + step))
    announceMove(name, from + step)
  }
  const onMove = (event: PointerEvent) => {
    if (!drag) return
    const height = list.current?.firstElementChild?.getBoundingClientRect().height ?? 40
    const target = Math.min(Math.max(drag.from + Math.round((event.clientY - drag.y) / height), 0), shown.length - 1)
    if (target !== drag.at) setDrag({ ...drag, at: target })
  }
  const drop = () => {
    if (drag && drag.at !== drag.from) {
      onChange(moveEntry(shown, drag.from, drag.at))
      announceMove(drag.name, drag.at)
    }
    setDrag(null)
  }
  const show = (name: string, on: boolean) => {
    setPressed(`[data-box="${name}"]`)
    onChange(on ? [...shown, name] : shown.filter((other) => other !== name))
  }
  return (
    <fieldset ref={panel} onBlur={() => setPressed(null)}>
      <legend className="text-sm font-medium">{t('view.columns')}</legend>
      <p id={hint} className="mb-1 text-sm text-muted">
        {t('view.columns.hint')}
      </p>
      <ul ref={list}>
        {shownOrder.map((name, index) => (
          <li
            key={name}
            className={`flex items-center justify-between rounded-control ${drag?.name === name ? 'bg-hover shadow-float' : ''}`}
          >
            <CheckField
              label={labelOf(name)}
              checked
              data-box={name}
              disabled={shown.length === 1}
              onChange={() => show(name, false)}
            />
            <button
              type="button"
              data-handle={name}
              aria-label={t('view.columns.move', { column: labelOf(name), place: index + 1, count: shown.length })}
              aria-describedby={hint}
              onKeyDown={(event) => onKey(event, name)}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId)
                setDrag({ name, from: index, at: index, y: event.clientY })
              }}
              onPointerMove={onMove}
              onPointerUp={drop}
              onPointerCancel={() => setDrag(null)}
              className="flex size-8 cursor-grab touch-none items-center justify-center rounded-control text-muted hover:bg-hover active:cursor-grabbing pointer-coarse:size-10"
            >
              <GripVertical aria-hidden size={16} />
            </button>
          </li>
        ))}
      </ul>
      <ul>
        {hidden.map(({ name, label }) => (
          <li key={name}>
            <CheckField label={label} checked={false} data-box={name} onChange={() => show(name, true)} />
          </li>
        ))}
      </ul>
      {onReset && (
        <Button
          variant="quiet"
          size="small"
          className="mt-2 -ms-3"
          onClick={() => {
            setPressed('input')
            onReset()
          }}
        >
          {t('view.columns.reset')}
        </Button>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </fieldset>
  )
}
