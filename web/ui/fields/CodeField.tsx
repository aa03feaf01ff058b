import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../text.ts'

/** The digits of a code. */
export const codeLength = 6
const positions = [0, 1, 2, 3, 4, 5] as const

type CodeFieldProps = {
  /** The name of all six cells in the form that the code belongs to. */
  name: string
  error?: string | undefined
  /** Takes the focus when it appears, because the page is about this field. */
  takesFocus?: boolean
}

const digitsOf = (text: string) => text.normalize('NFKC').replace(/\D/g, '')

/**
 * Six cells for the six digits of one code: a code can be pasted or filled in whole at any of them, the focus moves
 * along, and Backspace moves back. The sixth digit submits the form. Digits run left to right in every language.
 */
export function CodeField({ name, error, takesFocus = false }: CodeFieldProps) {
  const id = useId()
  const [value, setValue] = useState('')
  const cells = useRef<(HTMLInputElement | null)[]>([])

  useEffect(() => {
    if (takesFocus) cells.current[0]?.focus()
  }, [takesFocus])

  const focus = (index: number) => cells.current[Math.max(0, Math.min(index, codeLength - 1))]?.focus()

  function enterDigits(digits: string, next: number) {
    const code = digits.slice(0, codeLength)
    // At once, because the form reads the cells.
    flushSync(() => setValue(code))
    focus(next)
    if (code.length === codeLength) cells.current[0]?.form?.requestSubmit()
  }
  /** Handles typing, autofill and input methods; one cell may get all six digits. */
  function change(index: number, typed: string) {
    const digits = digitsOf(typed)
    if (digits.length >= codeLength) return enterDigits(digits, codeLength - 1)
    const oldDigit = value[index] ?? ''
    const newDigits = digits.length > 1 && digits.startsWith(oldDigit) ? digits.slice(oldDigit.length) : digits
    enterDigits(
      value.slice(0, index) + newDigits + value.slice(index + Math.max(1, newDigits.length)),
      index + newDigits.length,
    )
  }
  function paste(event: ClipboardEvent, index: number) {
    event.preventDefault()
    const digits = digitsOf(event.clipboardData.getData('text'))
    if (digits.length >= codeLength) enterDigits(digits, codeLength - 1)
    else if (digits.length > 0) enterDigits(value.slice(0, index) + digits, index + digits.length)
  }
  function moveFocus(event: KeyboardEvent, index: number) {
    const targets = {
      Backspace: value[index] ? index : index - 1,
      ArrowLeft: index - 1,
      ArrowRight: index + 1,
      Home: 0,
      End: codeLength - 1,
    }
    const target = targets[event.key as keyof typeof targets]
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (event.key === 'Backspace') setValue(value.slice(0, Math.max(0, target)) + value.slice(Math.max(0, target) + 1))
    // The focus never moves beyond the first empty cell.
    focus(Math.min(target, value.length))
  }

  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-sm font-medium">{t('code.label')}</legend>
      <div dir="ltr" className="flex gap-2">
        {positions.map((index) => (
          <input
            key={index}
            ref={(cell) => {
              cells.current[index] = cell
            }}
            name={name}
            value={value[index] ?? ''}
            onChange={(event) => change(index, event.target.value)}
            onPaste={(event) => paste(event, index)}
            onKeyDown={(event) => moveFocus(event, index)}
            onFocus={(event) => event.target.select()}
            autoComplete={index === 0 ? 'one-time-code' : 'off'}
            inputMode="numeric"
            pattern="[0-9]*"
            aria-label={t('code.digit', { position: index + 1 })}
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
