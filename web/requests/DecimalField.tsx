import { type ComponentProps, type ReactNode, useState } from 'react'
import { readingsOf } from '../ui/fields/decimal.ts'
import { TextField } from '../ui/fields/Field.tsx'
import { t } from '../ui/text.ts'

/** A field for a number. One that can be read in two ways is asked about when it has been typed. */
export function DecimalField({ error, onChange, ...field }: ComponentProps<typeof TextField>): ReactNode {
  const [typed, setTyped] = useState(field.defaultValue)
  const [isTyping, setTyping] = useState(false)
  const readings = isTyping && !error ? null : readingsOf(String(field.value ?? typed ?? ''))
  return (
    <TextField
      inputMode="decimal"
      maxLength={20}
      {...field}
      error={readings ? t('request.number', readings) : error}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        // A draft is filled in without the focus.
        setTyping(event.currentTarget === document.activeElement)
        onChange?.(event)
      }}
      onKeyDown={({ key }) => key === 'Enter' && setTyping(false)}
      onBlur={() => setTyping(false)}
    />
  )
}
