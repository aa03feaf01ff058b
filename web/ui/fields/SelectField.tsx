import { type ComponentProps, useId } from 'react'

type SelectFieldProps = Omit<ComponentProps<'select'>, 'id' | 'children'> & {
  label: string
  choices: readonly { value: string; label: string }[]
  /** Only screen readers get the label. */
  labelHidden?: boolean
}

/** A choice of several options in the browser's own list, which every phone and screen reader can operate. */
export function SelectField({ label, choices, labelHidden = false, className = '', ...select }: SelectFieldProps) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-medium'}>
        {label}
      </label>
      <select
        {...select}
        id={id}
        className="h-10 w-full min-w-0 rounded-control border border-control bg-raised px-2.5 outline-offset-0 disabled:bg-sunken disabled:text-muted"
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  )
}
