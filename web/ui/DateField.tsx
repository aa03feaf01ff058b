import { type ComponentProps, useState } from 'react'
import { TextField } from './Field.tsx'
import { formatDate, isCalendarDate } from './format.ts'

type DateFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'value' | 'hint' | 'onInput'> & {
  defaultValue?: string
}

/** A day. The browser writes it in its own language, so it stands under the field in the reader's as soon as it is one. */
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
