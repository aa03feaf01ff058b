import { type ComponentProps, useState } from 'react'
import { formatDate, isCalendarDate } from '../format.ts'
import { TextField } from './Field.tsx'

type DateFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'value' | 'hint' | 'onInput'> & {
  defaultValue?: string
}

/**
 * A date field. The browser writes the date its own way, so a valid date also stands below in the person's notation.
 */
export function DateField({ defaultValue = '', ...field }: DateFieldProps) {
  const [day, setDay] = useState(defaultValue)
  return (
    <TextField
      min="1000-01-01"
      max="9999-12-31"
      {...field}
      type="date"
      defaultValue={defaultValue}
      hint={isCalendarDate(day) ? formatDate(day) : undefined}
      onInput={(event) => setDay(event.currentTarget.value)}
    />
  )
}

/** A day that applies by itself: when its field is left, or by Enter, but never while it is being typed. */
export function DayField({ onDay, ...field }: DateFieldProps & { onDay: (day: string) => void }) {
  return (
    <DateField
      {...field}
      onBlur={({ currentTarget: { value, validity } }) => {
        if (!validity.badInput && value !== (field.defaultValue ?? '')) onDay(value)
      }}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
    />
  )
}
