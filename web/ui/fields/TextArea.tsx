import { type ComponentProps, useId } from 'react'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'dir'> & {
  label: string
  hint?: string | undefined
  /** What is wrong and how to correct it. */
  error?: string | undefined
}

/** A labelled field for whole sentences; the text direction follows what is typed. */
export function TextArea({ label, hint, error, className = '', ...textarea }: TextAreaProps) {
  const id = useId()
  const descriptionIds = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <textarea
        {...textarea}
        id={id}
        dir="auto"
        aria-invalid={error ? true : undefined}
        aria-describedby={descriptionIds || undefined}
        className="block w-full rounded-control border border-control bg-raised px-3 py-2 outline-offset-0 aria-invalid:border-bad"
      />
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm text-bad">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
