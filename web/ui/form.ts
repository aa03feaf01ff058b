import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { failureText } from './states/failure-text.ts'

/** What is wrong, by the name of the field; `form` concerns the form as a whole. An empty text marks a field without words. */
export type Faults = { readonly [field: string]: string | undefined; readonly form?: string }

type FormOptions = {
  /** The names of the fields, in order. Default: the order in which the faults are named. */
  fields?: readonly string[]
  /** The name of the input that belongs to a field, where it has another. */
  inputOf?: (field: string) => string
  /** Finds the faults that the browser can see before sending. */
  check?: (data: FormData) => Faults
  send: (data: FormData) => Promise<unknown>
  /** The faults that a failure of `send` means for these fields. */
  faultsOf: (error: unknown, fields: readonly string[]) => Faults
}
type FormState = {
  ref: RefObject<HTMLFormElement | null>
  faults: Faults
  isPending: boolean
  /** Why it could not be sent; its button says so. */
  error: unknown
  submit: (event: FormEvent<HTMLFormElement>) => Promise<void>
  show: (faults: Faults) => void
}

/**
 * A form whose fields keep their own values: it is sent once at a time, each fault stands beside its field, and the
 * first wrong field gets the focus.
 */
export function useForm({ fields, inputOf = (field) => field, check, send, faultsOf }: FormOptions): FormState {
  const ref = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Faults>({})
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)

  const focusFirstFault = useEffectEvent(() => {
    const first = (fields ?? Object.keys(faults)).find((field) => faults[field] !== undefined)
    if (first === undefined) return
    const inputs = [...(ref.current?.querySelectorAll<HTMLInputElement>(`[name="${inputOf(first)}"]`) ?? [])]
    // The cells of a code share one name: the next to fill gets the focus.
    const next = inputs.find(({ value }) => value === '') ?? inputs[0]
    next?.focus()
  })
  useEffect(() => {
    // Once the faults are shown, because a field may be emptied with them.
    if (Object.keys(faults).length > 0) focusFirstFault()
  }, [faults])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const data = new FormData(event.currentTarget)
    const newFaults = check?.(data) ?? {}
    setFaults(newFaults)
    if (Object.keys(newFaults).length > 0) return
    setPending(true)
    setError(null)
    await send(data).catch((failure: unknown) => {
      const { form, ...others } = faultsOf(failure, fields ?? [])
      setError(failure)
      setFaults(form === undefined || failureText(failure) !== null ? others : { ...others, form })
    })
    setPending(false)
  }
  return { ref, faults, isPending, error, submit, show: setFaults }
}

/** The text typed into a field, in all inputs of its name together; empty when there is none. */
export function fieldText(data: FormData, field: string): string {
  return data.getAll(field).join('')
}
