import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { CallError } from '../api/call.ts'
import { fieldFaults } from '../api/faults.ts'
import { t } from '../ui/text.ts'

/** What is wrong, by the name of the field; `form` is what concerns none of them. */
export type Faults = { readonly [field: string]: string | undefined; readonly form?: string }

type Plan = {
  /** Names of the fields, in their order. */
  fields: readonly string[]
  /** What can be seen to be wrong before anybody is asked. */
  check: (data: FormData) => Faults
  send: (data: FormData) => Promise<void>
}
type Form = {
  ref: RefObject<HTMLFormElement | null>
  faults: Faults
  pending: boolean
  submit: (event: FormEvent<HTMLFormElement>) => Promise<void>
  show: (faults: Faults) => void
}

/** A form of the signed-out: what is wrong stands beside its field, and the first wrong field gets the focus. */
export function useForm({ fields, check, send }: Plan): Form {
  const ref = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Faults>({})
  const [pending, setPending] = useState(false)

  function show(wrong: Faults) {
    setFaults(wrong)
    const first = fields.find((field) => wrong[field])
    ref.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    const data = new FormData(event.currentTarget)
    const seen = check(data)
    show(seen)
    if (Object.keys(seen).length > 0) return
    setPending(true)
    await send(data).catch((error: unknown) => show(refusal(error, fields)))
    setPending(false)
  }
  return { ref, faults, pending, submit, show }
}

/** What an answer that says no, or no answer, means for a form with these fields. */
export function refusal(error: unknown, fields: readonly string[]): Faults {
  if (!(error instanceof CallError)) return { form: t('toast.network') }
  if (error.status === 429) return { form: t('toast.tooMany') }
  if (error.status >= 500) return { form: t('state.unavailable.text') }
  const named = Object.entries(fieldFaults(error)).filter(([field]) => fields.includes(field))
  return named.length > 0 ? Object.fromEntries(named) : { form: error.message }
}

/** What was typed into a field. */
export function typed(data: FormData, field: string): string {
  return String(data.get(field) ?? '')
}

/** The faults of fields that must be filled in, and of an e-mail address that is none. */
export function missing(data: FormData, fields: readonly string[]): Faults {
  const wrong = fields.flatMap((field) => {
    const text = typed(data, field).trim()
    if (field === 'email') return emailFault(text).map((fault) => [field, fault])
    return text === '' ? [[field, t('auth.missing')]] : []
  })
  return Object.fromEntries(wrong)
}

function emailFault(email: string): string[] {
  if (email === '') return [t('login.email.missing')]
  return /^[^\s@]+@[^\s@]+$/.test(email) ? [] : [t('login.email.wrong')]
}
