import { type RefObject, useEffect } from 'react'

/** Puts the focus into the first field of a form that replaces the button by which it was opened: the focus went with it. */
export function useFocusFirstField(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), [form])
}
