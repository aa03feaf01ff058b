import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { t } from './text.ts'

const length = 6
const positions = [0, 1, 2, 3, 4, 5] as const

type CodeFieldProps = {
  /** What has been typed so far, up to six digits. */
  value: string
  onChange: (digits: string) => void
  /** Called when the sixth digit is there. */
  onComplete?: (digits: string) => void
  error?: string | undefined
  /** Takes the focus when it appears: what one came for. */
  takesFocus?: boolean
}

const digitsOf = (text: string) => text.normalize('NFKC').replace(/\D/g, '')

/**
 * Six cells for six digits that are one text: a code can be pasted or filled in whole at any of them, the focus goes
 * along, and Backspace goes back. Digits stand left to right in every language.
 */
export function CodeField({ value, onChange, onComplete, error, takesFocus = false }: CodeFieldProps) {
  const id = useId()
  const cells = useRef<(HTMLInputElement | null)[]>([])

  useEffect(() => {
    if (takesFocus) cells.current[0]?.focus()
  }, [takesFocus])

  const focus = (at: number) => cells.current[Math.max(0, Math.min(at, length - 1))]?.focus()

  function put(digits: string, next: number) {
    const kept = digits.slice(0, length)
    onChange(kept)
    focus(next)
    if (kept.length === length) onComplete?.(kept)
  }
  /** What a cell holds after typing, autofill or an input method; one cell may get all six. */
  function change(at: number, typed: string) {
    const digits = digitsOf(typed)
    if (digits.length >= length) return put(digits, length - 1)
    const old = value[at] ?? ''
    const fresh = digits.length > 1 && digits.startsWith(old) ? digits.slice(old.length) : digits
    put(value.slice(0, at) + fresh + value.slice(at + Math.max(1, fresh.length)), at + fresh.length)
  }
  function paste(event: ClipboardEvent, at: number) {
    event.preventDefault()
    const digits = digitsOf(event.clipboardData.getData('text'))
    if (digits.length >= length) put(digits, length - 1)
    else if (digits.length > 0) put(value.slice(0, at) + digits, at + digits.length)
  }
  function press(event: KeyboardEvent, at: number) {
    const rest = { Backspace: value[at] ? at : at - 1, ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: length - 1 }
    const to = rest[event.key as keyof typeof rest]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (event.key === 'Backspace') onChange(value.slice(0, Math.max(0, to)) + value.slice(Math.max(0, to) + 1))
    // A cell beyond the next empty one has nothing before it.
    focus(Math.min(to, value.length))
  }

  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-sm font-medium">{t('code.label')}</legend>
      <div dir="ltr" className="flex gap-2">
        {positions.map((at) => (
          <input
            key={at}
            ref={(cell) => {
              cells.current[at] = cell
            }}
            value={value[at] ?? ''}
            onChange={(event) => change(at, event.target.value)}
            onPaste={(event) => paste(event, at)}
            onKeyDown={(event) => press(event, at)}
            onFocus={(event) => event.target.select()}
            autoComplete={at === 0 ? 'one-time-code' : 'off'}
            inputMode="numeric"
            pattern="[0-9]*"
            aria-label={t('code.digit', { position: at + 1 })}
            aria-invalid={error ? true : undefined}
            className="tabular h-12 w-full min-w-0 rounded-control border border-control bg-raised text-center text-lg font-medium outline-offset-0 aria-invalid:border-bad"
          />
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
