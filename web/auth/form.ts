import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { CallError } from '../api/call.ts'
import { fieldFaults } from '../api/field-faults.ts'
import { t } from '../ui/text.ts'

/** What is wrong, by the name of the field; `form` concerns the form as a whole. */
export type Faults = { readonly [field: string]: string | undefined; readonly form?: string }

type FormOptions = {
  /** The names of the fields, in order. */
  fields: readonly string[]
  /** Finds the faults that the browser can see before sending. */
  check: (data: FormData) => Faults
  send: (data: FormData) => Promise<void>
}
type FormState = {
  ref: RefObject<HTMLFormElement | null>
  faults: Faults
  pending: boolean
  submit: (event: FormEvent<HTMLFormElement>) => Promise<void>
  show: (faults: Faults) => void
}

/** A form of a signed-out page: each fault stands beside its field, and the first wrong field gets the focus. */
export function useForm({ fields, check, send }: FormOptions): FormState {
  const ref = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Faults>({})
  const [pending, setPending] = useState(false)

  function show(newFaults: Faults) {
    setFaults(newFaults)
    const first = fields.find((field) => newFaults[field])
    ref.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    const data = new FormData(event.currentTarget)
    const newFaults = check(data)
    show(newFaults)
    if (Object.keys(newFaults).length > 0) return
    setPending(true)
    await send(data).catch((error: unknown) => show(formFaults(error, fields)))
    setPending(false)
  }
  return { ref, faults, pending, submit, show }
}

/** The faults that an error reply, or no reply, means for a form with these fields. */
export function formFaults(error: unknown, fields: readonly string[]): Faults {
  if (!(error instanceof CallError)) return { form: t('toast.network') }
  if (error.status === 429) return { form: t('toast.tooMany') }
  if (error.status >= 500) return { form: t('state.unavailable.text') }
  const ownFaults = Object.entries(fieldFaults(error)).filter(([field]) => fields.includes(field))
  return ownFaults.length > 0 ? Object.fromEntries(ownFaults) : { form: error.message }
}

/** The text typed into a field; empty when there is none. */
export function fieldText(data: FormData, field: string): string {
  return String(data.get(field) ?? '')
}

/** The faults of required fields that are empty, and of an invalid e-mail address. */
export function requiredFaults(data: FormData, fields: readonly string[]): Faults {
  const entries = fields.flatMap((field) => {
    const text = fieldText(data, field).trim()
    if (field === 'email') return emailFault(text).map((fault) => [field, fault])
    return text === '' ? [[field, t('auth.missing')]] : []
  })
  return Object.fromEntries(entries)
}

function emailFault(email: string): string[] {
  if (email === '') return [t('login.email.missing')]
  return /^[^\s@]+@[^\s@]+$/.test(email) ? [] : [t('login.email.wrong')]
}
