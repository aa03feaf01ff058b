import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'

const inputClass =
  'h-10 w-full min-w-0 rounded-control border border-control bg-raised px-3 outline-offset-0 aria-invalid:border-bad disabled:bg-sunken disabled:text-muted'

type FieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  label: string
  hint?: string | undefined
  /** What is wrong and how to correct it; shown beside the field and read out by a screen reader. */
  error?: string | undefined
  /** Content inside the field at its end, such as a show-password button. */
  end?: ReactNode
  /** Only screen readers get the label. */
  labelHidden?: boolean
}

export function TextField({ label, hint, error, end, labelHidden = false, className = '', ...input }: FieldProps) {
  const id = useId()
  const descriptionIds = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-medium'}>
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={descriptionIds || undefined}
          className={`${inputClass} ${end ? 'pe-11' : ''}`}
        />
        {end !== undefined && <div className="absolute inset-y-0 end-0.5 flex items-center">{end}</div>}
      </div>
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

/** A checkbox with its label; the whole line can be pressed. */
export function CheckField({
  label,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'className'> & { label: string }) {
  return (
    <label className="inline-flex min-h-8 items-center gap-2.5 pointer-coarse:min-h-10">
      <input type="checkbox" className="size-4 shrink-0 accent-brand" {...input} />
      <span>{label}</span>
    </label>
  )
}

type RadioGroupProps<Value extends string> = {
  legend: string
  name: string
  value: Value
  choices: readonly { value: Value; label: string; icon?: ReactNode }[]
  onChange: (value: Value) => void
}

/** A choice of a few options, all visible: radio buttons that look like one control. */
export function RadioGroup<Value extends string>({ legend, name, value, choices, onChange }: RadioGroupProps<Value>) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="grid auto-cols-fr grid-flow-col gap-1 rounded-control bg-sunken p-1">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="relative flex min-h-9 cursor-pointer items-center justify-center gap-2 rounded-[4px] px-2 text-center text-sm text-muted transition-colors hover:text-text has-checked:bg-raised has-checked:font-medium has-checked:text-text has-checked:shadow-[0_0_0_1px_var(--border-control)] has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:min-h-10"
          >
            <input
              type="radio"
              name={name}
              className="absolute inset-0 cursor-pointer opacity-0"
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.icon}
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
