import type { MouseEvent, ReactNode } from 'react'
import { Card } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { t } from '#web/ui/text.ts'

type FixedWidthsProps = {
  lines: readonly string[]
  /** The first character of each column, from 1. */
  starts: readonly number[]
  onChoose: (starts: number[]) => void
}

/** Where the columns of a text begin: seen in its first lines, and changed by pressing a character or by their numbers. */
export function FixedWidths({ lines, starts, onChoose }: FixedWidthsProps): ReactNode {
  const width = Math.max(1, ...lines.map(({ length }) => length))
  const toggle = (start: number) => {
    const others = starts.filter((one) => one !== start)
    const changed = others.length < starts.length ? others : [...starts, start]
    if (changed.length > 0) onChoose(changed.toSorted((a, b) => a - b))
  }
  const press = ({ clientX, currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const { left, width: pixels } = currentTarget.getBoundingClientRect()
    toggle(Math.min(width, Math.max(1, Math.floor(((clientX - left) / pixels) * width) + 1)))
  }
  const text = starts.join(', ')
  const columns = columnsOf(lines, starts, width)
  return (
    <Card title={t('imports.widths')}>
      <p className="mb-3 text-sm text-muted">{t('imports.widths.text')}</p>
      <div dir="ltr" className="overflow-x-auto rounded-control border border-border bg-sunken">
        {/* Keyboards and screen readers have the numbers below. */}
        <button type="button" tabIndex={-1} aria-hidden className="flex cursor-col-resize text-start" onClick={press}>
          {columns.map(({ from, text: cells }) => (
            <span
              key={from}
              className="block bg-raised shadow-[inset_1px_0_0_var(--border-control)] [font-family:monospace] text-sm/6 whitespace-pre odd:bg-hover"
            >
              {cells}
            </span>
          ))}
        </button>
      </div>
      <TextField
        key={text}
        className="mt-4 max-w-md"
        label={t('imports.widths.starts')}
        hint={t('imports.widths.starts.hint')}
        defaultValue={text}
        dir="ltr"
        inputMode="numeric"
        autoComplete="off"
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
        onBlur={({ target }) => {
          const chosen = startsIn(target.value)
          if (chosen.length > 0 && chosen.join(', ') !== text) onChoose(chosen)
        }}
      />
    </Card>
  )
}

/** The text of each column, one line below the other; what stands before the first column is one, too. */
function columnsOf(lines: readonly string[], starts: readonly number[], width: number) {
  const bounds = starts[0] === 1 ? starts : [1, ...starts]
  return bounds.map((from, index) => {
    const end = bounds[index + 1] ?? width + 1
    return { from, text: lines.map((line) => line.padEnd(width).slice(from - 1, end - 1)).join('\n') }
  })
}

function startsIn(text: string): number[] {
  const numbers = [...text.matchAll(/\d{1,6}/g)].map(([digits]) => Number(digits)).filter((start) => start > 0)
  return [...new Set(numbers)].sort((a, b) => a - b).slice(0, 1000)
}
